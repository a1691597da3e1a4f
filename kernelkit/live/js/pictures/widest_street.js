// Lesson 11: two handles hold a margin open between the classes; how large can it be?

import { boxAround, counted, Plane, said } from "../canvas.js";
import { gram } from "../algorithms/kernels.js";
import { smo } from "../algorithms/smo.js";
import { dot } from "../algorithms/vectors.js";
import { AMONG_SAMPLES, button, stage } from "../controls.js";
import { apart } from "./two_handles_line.js";
import { classLook } from "../style.js";

const HARD = 1e6; // as good as an infinite penalty C
const CLEAR = 22; // pixels from a sample to a handle
const SHIFTS = Array.from({ length: 40 }, (_, k) => 6 * Math.ceil(k / 2) * (k % 2 ? 1 : -1));
const TOUCHING = 1e-3; // of the width, by which a sample may be off and count as on its margin

export function widestStreet(parent, state) {
  const ends = [0, 1].map((code) => average(state.X.filter((_, i) => state.y[i] === code)))
    .map((mean, code, means) => mean.map((v, j) => v + 0.4 * (means[1 - code][j] - v)));
  const start = { X: state.X, y: state.y, ends };
  const { now, planes, tools, say, key, task, open } = stage(parent, state, start, [
    "Drag the two handles: a margin hyperplane runs through each, at right angles to their line.",
    "Drag a sample, and see how the largest margin changes.",
    "With keys: Tab goes to the handles and the samples, arrows move them (with Shift in small " +
    `steps). ${AMONG_SAMPLES}`,
  ]);
  const plane = new Plane(planes, {
    box: boxAround(state.X, 0.06),
    equal: true,
    ratio: [0.57, 0.8],
    names: state.featureNames,
    label: `${state.label}: samples and a margin`,
    redraw: draw,
  });
  button(
    tools,
    "Show the largest margin",
    () => change(() => (now.ends = besideSamples(now.best.ends))),
  );
  key(state.classes, {
    cross: "misclassified",
    halo: "inside the margin",
    ring: "support vector",
    border: "boundary",
    dashes: "margin hyperplanes",
    handle: "drag to move a margin hyperplane",
  });
  if (state.shown) now.ends = besideSamples(widest(now.X, now.y).ends);
  const opening = now.ends;
  open((part) => {
    const closed = 0.45 * (1 - part) ** 2;
    const shift = (k, j) => closed * (opening[1 - k][j] - opening[k][j]);
    now.ends = opening.map((end, k) => end.map((value, j) => value + shift(k, j)));
    draw();
  });

  /** Ends shifted along the margin, so far that no handle covers the ring of a support vector. */
  function besideSamples(ends) {
    const [p, q] = ends;
    const unit = (plane.box[1] - plane.box[0]) / plane.inner[0]; // a pixel
    const far = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const along = [(p[1] - q[1]) / far, (q[0] - p[0]) / far];
    const shifted = (t) => ends.map((end) => end.map((v, j) => v + t * unit * along[j]));
    const room = (place) =>
      Math.min(...now.X.map(([x, y]) => Math.hypot(x - place[0], y - place[1])));
    const [left, right, bottom, top] = plane.box;
    const fits = ([x, y]) =>
      x > left && x < right && y > bottom && y < top && room([x, y]) > CLEAR * unit;
    return SHIFTS.map(shifted).find((both) => both.every(fits)) ?? ends;
  }

  function draw() {
    now.best = widest(now.X, now.y);
    const [p, q] = now.ends;
    const width = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const w = [(q[0] - p[0]) / width, (q[1] - p[1]) / width];
    const edges = [dot(w, p), dot(w, q)];
    const slack = TOUCHING * width;
    const inside = now.X.map((x, i) =>
      now.y[i] === 1 ? dot(w, x) < edges[1] - slack : dot(w, x) > edges[0] + slack
    );
    const touching = now.X.map((x, i) => Math.abs(dot(w, x) - edges[now.y[i]]) <= slack);
    const largest = Math.abs(width - now.best.width) <= slack;
    const wrong = now.X.map((x, i) => dot(w, x) >= (edges[0] + edges[1]) / 2 !== (now.y[i] === 1));
    plane.clear();
    paintMargin(plane, w, edges);
    plane.samples(now.X.map(([x, y], i) => ({
      x,
      y,
      code: now.y[i],
      wrong: wrong[i],
      halo: inside[i] && !wrong[i],
      ring: touching[i] && largest ? 9 : 0,
      label: `sample ${i + 1}, class ${state.classes[now.y[i]]}, at ${said(x)}, ${said(y)}` +
        (wrong[i] ? ", misclassified" : inside[i] ? ", inside the margin" : "") +
        (touching[i] ? ", on its margin hyperplane" : ""),
      move: (u, v) => change(() => (now.X[i] = [u, v])),
      press: () => change(() => (now.y[i] = 1 - now.y[i])),
    })));
    plane.handles(now.ends.map(([x, y], k) => ({
      x,
      y,
      label: `handle of the margin hyperplane of class ${state.classes[k]}, ` +
        `at ${said(x)}, ${said(y)}`,
      move: (u, v) => change(() => (now.ends[k] = apart([u, v], now.ends[1 - k], plane.box))),
    })));
    tell(width, inside.filter(Boolean).length, touching.filter(Boolean).length);
  }

  function tell(width, inside, touching) {
    const possible = now.best.width > 0
      ? `The largest margin is ${said(now.best.width / 2)}.`
      : "There is no margin: no line separates the classes.";
    const goal = Math.floor(95 * now.best.width / 2) / 100;
    task(
      goal > 0
        ? `drag the handles. Can you open a margin of ${said(goal)} with no sample inside?`
        : "no line separates the classes: drag samples until one does.",
      goal > 0 && !inside && width / 2 >= goal &&
        `A margin of ${said(width / 2)}; the largest is ${said(now.best.width / 2)}.`,
    );
    const held = touching ? ` and ${touching} on it` : "";
    say(
      `You ask for a margin of ${said(width / 2)}, with ${
        counted(inside, "sample")
      } on the wrong side of the margin hyperplane${held}. ` +
        possible,
    );
  }

  function change(act) {
    act();
    draw();
  }
}

/**
 * The largest margin, by SMO with a hard margin. Its ends are the closest points of the two convex
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

/** Both sides in the colours of their classes, the margin between them left bare. */
function paintMargin(plane, w, [low, high]) {
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
