// Lesson 15: the eigenfunctions of the Gaussian kernel on a line, and a bump rebuilt from them.

import { eigenfunctions } from "../algorithms/eigen.js";
import { gaussian } from "../algorithms/kernels.js";
import { dot } from "../algorithms/vectors.js";
import { counted, PAIRED, Plane, said } from "../canvas.js";
import { slider, stage } from "../controls.js";
import { PALETTE } from "../style.js";

const POINTS = 60; // of the line, at which the functions are computed
const MOST = 24; // eigenfunctions that may rebuild the bump
const DRAWN = 8; // of them drawn
const BARS = 24; // eigenvalues shown
const LOWEST = -6; // power of ten at which the bars stand
const DASHES = [null, "7 4", "7 3 2 3", "2 3"];

const line = (j) => ({ class: null, fill: "none", stroke: PALETTE[j] });
const tint = (j) => `fill: color-mix(in srgb, ${PALETTE[j]} 60%, var(--ink))`;

export function eigenfunctionsPicture(parent, state) {
  const start = { sigma: state.sigma, m: state.m, x: state.x };
  const { now, planes, controls, say, key, task, open } = stage(parent, state, start, [
    "Move the kernel width \u03c3: the eigenvalues of a wide Gaussian fall fast, those of a narrow " +
    "one slowly.",
    "Drag x: the dashed bump around it is k(., x), the solid curve what m eigenfunctions make of " +
    "it.",
    "With keys: Tab goes to x, arrows move it (with Shift in small steps).",
  ]);
  let found = eigenfunctions(gaussian(now.sigma), POINTS);
  slider(controls, {
    name: "kernel width \u03c3",
    low: 0.05,
    high: 2,
    value: now.sigma,
    change: (sigma) => {
      now.sigma = sigma;
      found = eigenfunctions(gaussian(sigma), POINTS);
      draw();
    },
  });
  const setM = (m) => change(() => (now.m = m));
  const many = { low: 1, high: MOST, value: now.m, whole: true, change: setM };
  const counter = slider(controls, { name: "eigenfunctions m", ...many });
  const functions = new Plane(planes, {
    box: [-1, 1, -3, 3],
    heading: "The first eigenfunctions",
    names: ["t", "eigenfunctions"],
    ratio: PAIRED,
    label: `${state.label}: the first m of them, at most ${DRAWN}`,
    redraw: draw,
  });
  const bells = new Plane(planes, {
    box: [-1, 1, -0.4, 1.2],
    heading: "A bump, and its first m terms",
    names: ["t", "k(t, x)"],
    ratio: PAIRED,
    label: "a bump around x, and the bump rebuilt from m eigenfunctions",
    redraw: draw,
  });
  const values = new Plane(planes, {
    box: [0, BARS + 1, LOWEST, 0.5],
    names: ["number of the eigenfunction", "eigenvalue"],
    widths: () => Array.from({ length: BARS / 2 }, (_, j) => 2 * j + 1),
    ratio: [0.17, 0.35],
    wordsOf: (power) => (Number.isInteger(power) ? said(10 ** power).replace("1.0e", "1e") : ""),
    label: "eigenvalues, in powers of ten",
    redraw: draw,
  });
  key([], {
    handle: "drag x",
    fine: "the bump k(t, x)",
    border: "its first m terms, each eigenfunction with its weight",
  });
  const last = now.m;
  open((part) => {
    counter.set(now.m = Math.max(1, Math.round(part * last)));
    draw();
  });

  function draw() {
    const { t, h, lambda, e } = found;
    const drawn = e.slice(0, Math.min(now.m, DRAWN));
    const high = Math.max(...drawn.flat().map(Math.abs)) * 1.15;
    functions.show([-1, 1, -high, high]);
    functions.clear();
    functions.path([[-1, 0], [1, 0]], { "stroke-width": 0.8, opacity: 0.5 });
    drawn.forEach((curve, j) => {
      const dash = { "stroke-width": 2.2, "stroke-dasharray": DASHES[j % DASHES.length] };
      functions.path(t.map((place, i) => [place, curve[i]]), { ...line(j), ...dash });
    });
    drawn.forEach((curve, j) => {
      // Each number stands on its curve, at a place of its own.
      const at = Math.round(((j + 0.7) / (DRAWN + 0.4)) * (POINTS - 1));
      functions.dot([t[at], curve[at]], 8, { class: null, fill: "var(--ground)" });
      const look = { "text-anchor": "middle", dy: 4, "font-weight": 600, style: tint(j) };
      functions.words([t[at], curve[at]], String(j + 1), look);
    });
    const bell = t.map((place) => gaussian(now.sigma)([place], [now.x]));
    // lambda_j e_j(x) is the integral of k(., x) e_j
    const weights = e.slice(0, now.m).map((curve) => h * dot(bell, curve));
    const rebuilt = t.map((_, i) => weights.reduce((sum, w, j) => sum + w * e[j][i], 0));
    bells.show([-1, 1, Math.min(-0.1, ...rebuilt) - 0.08, Math.max(1.1, ...rebuilt) + 0.08]);
    bells.clear();
    bells.path(t.map((place, i) => [place, rebuilt[i]]), { "stroke-width": 2.4 });
    const fine = { class: "kk-way", "stroke-width": 1.6, "stroke-dasharray": "5 4" };
    bells.path(t.map((place, i) => [place, bell[i]]), fine);
    const label = `x = ${said(now.x)}`;
    bells.handles([{ x: now.x, y: 1, label, move: (x) => change(() => (now.x = x)) }]);
    values.clear();
    lambda.slice(0, BARS).forEach((value, j) => {
      const top = Math.log10(Math.max(value, 1e-300));
      const corners = [[j + 0.7, LOWEST], [j + 0.7, top], [j + 1.3, top], [j + 1.3, LOWEST]];
      const own = j < Math.min(now.m, DRAWN); // the colour of its curve
      const look = own
        ? { class: null, fill: PALETTE[j] }
        : { class: "kk-solid", opacity: j < now.m ? 0.8 : 0.3 };
      if (top > LOWEST) values.path(corners, look, true);
    });
    const share = lambda.slice(0, now.m).reduce((sum, value) => sum + value, 0) / 2;
    const error = Math.max(...bell.map((value, i) => Math.abs(value - rebuilt[i])));
    const off = error.toPrecision(2);
    task(
      "add eigenfunctions until the bump is rebuilt within 0.01. Then narrow it, and try again.",
      error <= 0.01 &&
        `${counted(now.m, "eigenfunction")} rebuild it within ${said(Number(off))}, for \u03c3 = ${
          said(now.sigma)
        }.`,
    );
    say(
      `The first ${now.m === 1 ? "eigenvalue holds" : `${now.m} eigenvalues hold`} ` +
        `${said(100 * share)} % of the sum of all; ` +
        `the bump around x = ${said(now.x)} is rebuilt within ${said(Number(off))}.`,
    );
  }

  function change(act) {
    act();
    draw();
  }
}
