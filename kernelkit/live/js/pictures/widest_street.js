// Lesson 11: two handles open a street between the classes; how wide can it be?

import { boxAround, counted, Plane, said } from "../canvas.js";
import { gram } from "../algorithms/kernels.js";
import { smo } from "../algorithms/smo.js";
import { dot } from "../algorithms/vectors.js";
import { button, stage } from "../controls.js";
import { apart } from "./two_handles_line.js";
import { classLook } from "../style.js";

const HARD = 1e6; // as good as an infinite price of slack
const TOUCHING = 1e-3; // of the width, by which a sample may be in the street and count as its kerb

export function widestStreet(parent, state) {
  const { planes, tools, say, key } = stage(parent, state.label, [
    "Drag the two handles: the street between them has its kerbs through the handles.",
    "Drag a sample, and see how the widest street changes.",
    "With keys: Tab goes to the handles and the samples, arrows move them (with Shift in small " +
    "steps).",
  ]);
  const now = { X: state.X.map((x) => [...x]), y: [...state.y] };
  const plane = new Plane(planes, {
    box: boxAround(state.X),
    equal: true,
    names: state.featureNames,
    label: `${state.label}: samples and a street`,
    redraw: draw,
  });
  now.ends = [0, 1].map((code) => average(now.X.filter((_, i) => now.y[i] === code)))
    .map((mean, code, means) => mean.map((v, j) => v + 0.4 * (means[1 - code][j] - v)));
  button(tools, "Show the widest street", () => change(() => (now.ends = now.best.ends)));
  key(state.classes, {
    cross: "mistaken",
    halo: "in the street",
    ring: "on its kerb",
    handle: "drag to move a kerb",
  });
  draw();

  function draw() {
    now.best = widest(now.X, now.y);
    const [p, q] = now.ends;
    const width = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const w = [(q[0] - p[0]) / width, (q[1] - p[1]) / width];
    const kerbs = [dot(w, p), dot(w, q)];
    const slack = TOUCHING * width;
    const inside = now.X.map((x, i) =>
      now.y[i] === 1 ? dot(w, x) < kerbs[1] - slack : dot(w, x) > kerbs[0] + slack
    );
    const kerb = now.X.map((x, i) => Math.abs(dot(w, x) - kerbs[now.y[i]]) <= slack);
    const wrong = now.X.map((x, i) => dot(w, x) >= (kerbs[0] + kerbs[1]) / 2 !== (now.y[i] === 1));
    plane.clear();
    paintStreet(plane, w, kerbs);
    plane.samples(now.X.map(([x, y], i) => ({
      x,
      y,
      code: now.y[i],
      wrong: wrong[i],
      halo: inside[i] && !wrong[i],
      ring: kerb[i] ? 9 : 0,
      label: `sample ${i + 1}, class ${state.classes[now.y[i]]}, at ${said(x)}, ${said(y)}` +
        (wrong[i] ? ", mistaken" : inside[i] ? ", in the street" : "") +
        (kerb[i] ? ", on the kerb" : ""),
      move: (u, v) => change(() => (now.X[i] = [u, v])),
      press: () => change(() => (now.y[i] = 1 - now.y[i])),
    })));
    plane.handles(now.ends.map(([x, y], k) => ({
      x,
      y,
      label: `handle of the kerb of class ${state.classes[k]}, at ${said(x)}, ${said(y)}`,
      move: (u, v) => change(() => (now.ends[k] = apart([u, v], now.ends[1 - k], plane.box))),
    })));
    tell(width, inside.filter(Boolean).length, kerb.filter(Boolean).length);
  }

  function tell(width, inside, kerb) {
    const possible = now.best.width > 0
      ? `The widest free street is ${said(now.best.width)} wide.`
      : "No free street exists: no line separates the classes.";
    const held = kerb ? ` and ${kerb} on its kerbs` : "";
    say(
      `Your street is ${said(width)} wide, with ${
        counted(inside, "sample")
      } in it or beyond it${held}. ` +
        possible,
    );
  }

  function change(act) {
    act();
    draw();
  }
}

/**
 * The widest street, by SMO with a hard margin. Its ends are the closest points of the two convex
 * hulls, sum_i alpha_i x_i over each class, with multipliers scaled to sum to 1.
 */
export function widest(X, y) {
  if (new Set(y).size < 2) return { width: 0, ends: [[0, 0], [1, 0]] };
  const signs = y.map((code) => 2 * code - 1);
  const { beta } = smo(gram(dot, X), signs, HARD, 1e-6, 20_000);
  const total = beta.reduce((sum, b) => sum + Math.max(0, b), 0);
  const ends = [-1, 1].map((sign) =>
    [0, 1].map((j) => X.reduce((sum, x, i) => sum + Math.max(0, sign * beta[i]) * x[j], 0) / total)
  );
  const separable = beta.every((b) => Math.abs(b) < 0.99 * HARD);
  const width = separable ? Math.hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]) : 0;
  return { width, ends };
}

/** Both sides in the colours of their classes, the street between them left bare. */
function paintStreet(plane, w, [low, high]) {
  const sides = [[w.map((v) => -v), low], [w, -high]];
  sides.forEach(([normal, b], code) => {
    const look = { class: null, fill: classLook(code).color, "fill-opacity": 0.28, stroke: "none" };
    plane.path(plane.halfPlane(normal, b), look, true);
  });
  plane.line(w, -low, { "stroke-width": 1.4, "stroke-dasharray": "5 4" });
  plane.line(w, -high, { "stroke-width": 1.4, "stroke-dasharray": "5 4" });
  plane.line(w, -(low + high) / 2, { "stroke-width": 2.2 });
}

function average(rows) {
  return [0, 1].map((j) => rows.reduce((sum, row) => sum + row[j], 0) / rows.length);
}
