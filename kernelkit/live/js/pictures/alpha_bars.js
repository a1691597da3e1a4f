// Lesson 04: the dual perceptron. Bars of alpha grow as misclassified samples are clicked; an entry of
// the Gram matrix lights its two samples.

import { boxAround, clamp, counted, PAIRED, Plane, said } from "../canvas.js";
import { gram } from "../algorithms/kernels.js";
import { dot } from "../algorithms/vectors.js";
import { button, stage } from "../controls.js";
import { classLook, GRAM } from "../style.js";
import { paintSides } from "./two_handles_line.js";

// The matrix is white on a dark page, too.
const LIT = { class: null, fill: "none", stroke: "#222222", "stroke-width": 2.5 };

export function alphaBars(parent, state) {
  const { planes, tools, say, key } = stage(parent, state.label, [
    "Click a sample: if it is misclassified, its \u03b1 grows by one. Next mistake looks for one.",
    "Move over the Gram matrix, or drag its handle: the two samples of the entry get a halo. " +
    "Its entries above 0 are purple, those below 0 green.",
    "With keys: Tab goes to the samples and to the handle of the matrix; Enter clicks a sample, " +
    "arrows go from entry to entry.",
  ]);
  const { X, y } = state;
  const n = X.length;
  const K = gram(dot, X);
  const R2 = Math.max(...K.map((row, i) => row[i]));
  const signs = y.map((code) => 2 * code - 1);
  const largest = Math.max(...K.flatMap((row) => [...row].map(Math.abs)));
  const now = { alpha: X.map(() => 0), b: 0, next: 0, lit: [0, Math.min(1, n - 1)], note: "" };
  const plane = new Plane(planes, {
    box: boxAround(X),
    equal: true,
    ratio: PAIRED,
    names: state.featureNames,
    label: "samples and the line that they make",
    redraw: draw,
  });
  const matrix = new Plane(planes, {
    box: [0.5, n + 0.5, -n - 0.5, -0.5],
    axes: false,
    equal: true,
    ratio: PAIRED,
    label: "the Gram matrix, one row and one column per sample",
    redraw: draw,
  });
  const bars = new Plane(planes, {
    box: [0.5, n + 0.5, 0, 3],
    names: ["sample", "\u03b1"],
    ratio: [0.17, 0.3],
    label: "a bar of \u03b1 for each sample",
    redraw: draw,
  });
  matrix.onHover((place) => place && light(...place));
  button(tools, "Next mistake", next);
  key(state.classes, {
    cross: "misclassified",
    ring: "\u03b1 \u2260 0",
    halo: "the pair of the entry",
    handle: "drag to choose an entry",
  });
  draw();
  if (state.shown) { for (let k = 0; k < 6 * n && next(); k++); }

  function value(i) {
    return now.alpha.reduce((sum, a, j) => sum + a * signs[j] * K[i][j], now.b);
  }

  function visit(i) {
    const f = value(i);
    const wrong = signs[i] * f <= 0;
    if (wrong) {
      now.alpha[i] += 1; // (P3)
      now.b += signs[i] * R2;
    }
    now.note = `Sample ${i + 1}: y f(x) = ${said(signs[i] * f)}, ` +
      (wrong ? "a mistake, \u03b1 grows by 1. " : "right, nothing changes. ");
    now.next = (i + 1) % n;
    draw();
    return wrong;
  }

  function next() {
    const order = X.map((_, k) => (now.next + k) % n);
    const found = order.find((i) => signs[i] * value(i) <= 0);
    if (found !== undefined) return visit(found);
    now.note = "No sample is misclassified: it has converged. ";
    draw();
    return false;
  }

  /** Light the entry at a place of the matrix, whose rows go down from 1. */
  function light(u, v) {
    const lit = [clamp(Math.round(-v), 1, n) - 1, clamp(Math.round(u), 1, n) - 1];
    if (lit.join() === now.lit.join()) return;
    now.lit = lit;
    draw();
  }

  function draw() {
    const f = X.map((_, i) => value(i));
    const wrong = f.map((score, i) => signs[i] * score <= 0);
    drawSamples(wrong);
    drawMatrix();
    drawBars();
    const [i, j] = now.lit;
    say(
      `${now.note}${wrong.filter(Boolean).length} of ${n} misclassified, ` +
        `${counted(now.alpha.reduce((sum, a) => sum + a, 0), "update")}. ` +
        `K of samples ${i + 1} and ${j + 1} is ${said(K[i][j])}.`,
    );
  }

  function drawSamples(wrong) {
    const w = [0, 1].map((k) => X.reduce((sum, x, i) => sum + now.alpha[i] * signs[i] * x[k], 0));
    plane.clear();
    if (Math.hypot(...w) > 0) {
      paintSides(plane, w, now.b);
      plane.line(w, now.b, { "stroke-width": 2 });
    }
    plane.samples(X.map(([x, v], i) => ({
      x,
      y: v,
      code: y[i],
      wrong: wrong[i],
      ring: now.alpha[i] ? 9 : 0,
      halo: now.lit.includes(i),
      label: `sample ${i + 1}, class ${state.classes[y[i]]}, \u03b1 = ${now.alpha[i]}` +
        (wrong[i] ? ", misclassified" : ""),
      press: () => visit(i),
    })));
  }

  function drawMatrix() {
    matrix.clear();
    paintMatrix(matrix, K, largest);
    const [i, j] = now.lit;
    for (const [a, b] of [[i, j], [j, i]]) matrix.path(cell(a, b), LIT, true);
    matrix.handles([{
      x: j + 1,
      y: -(i + 1),
      label: `row ${i + 1}, column ${j + 1} of the Gram matrix: ${said(K[i][j])}`,
      move: (u, v) => light(...oneEntry(u, v)),
    }]);
  }

  /** At least one entry further, so that an arrow key never stays where it is. */
  function oneEntry(u, v) {
    const go = (place, from) => Math.abs(place - from) < 1 ? from + Math.sign(place - from) : place;
    return [go(u, now.lit[1] + 1), go(v, -(now.lit[0] + 1))];
  }

  function drawBars() {
    bars.show([0.5, n + 0.5, 0, Math.max(3, ...now.alpha) * 1.3]); // with room for the counts
    bars.clear();
    now.alpha.forEach((a, i) => {
      const corners = [[i + 0.6, 0], [i + 0.6, a], [i + 1.4, a], [i + 1.4, 0]];
      bars.path(corners, { class: null, fill: classLook(y[i]).color }, true);
      if (a) bars.words([i + 1, a], said(a), { "text-anchor": "middle", dy: -3 });
    });
  }
}

/** Each entry in its mixture of white and the colour of its sign, as a still figure has it. */
function paintMatrix(plane, K, largest) {
  const context = plane.canvas.getContext("2d");
  K.forEach((row, i) =>
    row.forEach((entry, j) => {
      const [x0, y0] = plane.toScreen([j + 0.5, -i - 0.5]);
      const [x1, y1] = plane.toScreen([j + 1.5, -i - 1.5]);
      const place = [x0 - plane.left, y0 - plane.top, x1 - x0 + 0.5, y1 - y0 + 0.5];
      context.globalAlpha = 1;
      context.fillStyle = "#ffffff";
      context.fillRect(...place);
      context.globalAlpha = largest ? Math.abs(entry) / largest : 0;
      context.fillStyle = entry > 0 ? GRAM.positive : GRAM.negative;
      context.fillRect(...place);
    })
  );
}

function cell(i, j) {
  return [[j + 0.5, -i - 0.5], [j + 1.5, -i - 0.5], [j + 1.5, -i - 1.5], [j + 0.5, -i - 1.5]];
}
