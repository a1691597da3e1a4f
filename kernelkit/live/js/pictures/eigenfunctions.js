// Lesson 15: the eigenfunctions of the Gaussian kernel on a line, and a bell rebuilt from them.

import { eigenfunctions } from "../algorithms/eigen.js";
import { gaussian } from "../algorithms/kernels.js";
import { dot } from "../algorithms/vectors.js";
import { counted, PAIRED, Plane, said } from "../canvas.js";
import { slider, stage } from "../controls.js";
import { PALETTE } from "../style.js";

const POINTS = 60; // of the line, at which the functions are computed
const MOST = 24; // eigenfunctions that may rebuild the bell
const DRAWN = 8; // of them drawn
const BARS = 24; // eigenvalues shown
const LOWEST = -6; // power of ten at which the bars stand
const DASHES = [null, "7 4", "7 3 2 3", "2 3"];

export function eigenfunctionsPicture(parent, state) {
  const { planes, controls, say, key } = stage(parent, state.label, [
    "Move the kernel width \u03c3: the eigenvalues of a wide Gaussian fall fast, those of a narrow " +
    "one slowly.",
    "Drag x: the dashed bell around it is k(., x), the solid curve what m eigenfunctions make of " +
    "it.",
    "With keys: Tab goes to x, arrows move it (with Shift in small steps).",
  ]);
  const now = { sigma: state.sigma, m: state.m, x: state.x };
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
  slider(controls, { name: "eigenfunctions m", ...many });
  const functions = new Plane(planes, {
    box: [-1, 1, -3, 3],
    names: ["t", "eigenfunctions"],
    ratio: PAIRED,
    label: `${state.label}: the first m of them, at most ${DRAWN}`,
    redraw: draw,
  });
  const bells = new Plane(planes, {
    box: [-1, 1, -0.4, 1.2],
    names: ["t", "k(t, x)"],
    ratio: PAIRED,
    label: "a bell around x, and the bell rebuilt from m eigenfunctions",
    redraw: draw,
  });
  const values = new Plane(planes, {
    box: [0, BARS + 1, LOWEST, 0.5],
    names: ["number of the eigenvalue", "eigenvalue"],
    ratio: [0.17, 0.35],
    wordsOf: (power) => (Number.isInteger(power) ? said(10 ** power).replace("1.0e", "1e") : ""),
    label: "eigenvalues, in powers of ten",
    redraw: draw,
  });
  key([], { handle: "drag x; dashed k(t, x), solid its sum of m eigenfunctions" });
  draw();

  function draw() {
    const { t, h, lambda, e } = found;
    functions.clear();
    functions.path([[-1, 0], [1, 0]], { "stroke-width": 0.8, opacity: 0.5 });
    e.slice(0, Math.min(now.m, DRAWN)).forEach((curve, j) => {
      const look = { class: null, fill: "none", stroke: PALETTE[j % PALETTE.length] };
      const dash = { "stroke-width": 2.2, "stroke-dasharray": DASHES[j % DASHES.length] };
      functions.path(t.map((place, i) => [place, curve[i]]), { ...look, ...dash });
    });
    const bell = t.map((place) => gaussian(now.sigma)([place], [now.x]));
    // lambda_j e_j(x) is the integral of k(., x) e_j
    const weights = e.slice(0, now.m).map((curve) => h * dot(bell, curve));
    const rebuilt = t.map((_, i) => weights.reduce((sum, w, j) => sum + w * e[j][i], 0));
    bells.clear();
    bells.path(t.map((place, i) => [place, bell[i]]), { "stroke-dasharray": "4 3" });
    bells.path(t.map((place, i) => [place, rebuilt[i]]), { "stroke-width": 2.4 });
    const label = `x = ${said(now.x)}`;
    bells.handles([{ x: now.x, y: 0, label, move: (x) => change(() => (now.x = x)) }]);
    values.clear();
    lambda.slice(0, BARS).forEach((value, j) => {
      const top = Math.log10(Math.max(value, 1e-300));
      const corners = [[j + 0.7, LOWEST], [j + 0.7, top], [j + 1.3, top], [j + 1.3, LOWEST]];
      const look = { class: "kk-solid", opacity: j < now.m ? null : 0.35 };
      if (top > LOWEST) values.path(corners, look, true);
    });
    const share = lambda.slice(0, now.m).reduce((sum, value) => sum + value, 0) / 2;
    const off = Math.max(...bell.map((value, i) => Math.abs(value - rebuilt[i]))).toPrecision(2);
    say(
      `The first ${counted(now.m, "eigenvalue")} hold ${said(100 * share)} % of the sum of all; ` +
        `the bell around x = ${said(now.x)} is rebuilt within ${said(Number(off))}.`,
    );
  }

  function change(act) {
    act();
    draw();
  }
}
