// Lesson 04: the dual perceptron. Bars of alpha grow as misclassified samples are clicked; an entry of
// the Gram matrix lights its two samples.

import { boxAround, clamp, counted, PAIRED, Plane, said } from "../canvas.js";
import { gram } from "../algorithms/kernels.js";
import { dot } from "../algorithms/vectors.js";
import { AMONG_SAMPLES, button, stage } from "../controls.js";
import { isDark } from "../fields.js";
import { classLook, GRAM, GRAM_IN_THE_DARK } from "../style.js";
import { paintSides } from "./two_handles_line.js";

const LIT = { class: "kk-ink", "stroke-width": 2.5 };

export function alphaBars(parent, state) {
  const n = state.X.length;
  const start = {
    alpha: state.X.map(() => 0),
    b: 0,
    next: 0,
    lit: [0, Math.min(1, n - 1)],
    met: -1,
  };
  const { now, planes, tools, say, key, task, open } = stage(parent, state, start, [
    "Click a sample: if it is misclassified, its \u03b1 grows by one. Next mistake looks for one.",
    "The framed row of the Gram matrix is what the last sample read: f(x) is a sum over its entries.",
    "Move over the matrix, or drag its handle: the two samples of the entry get a halo.",
    "With keys: Tab goes to the samples and to the handle of the matrix; Enter clicks a sample, " +
    `arrows go from entry to entry. ${AMONG_SAMPLES}`,
  ]);
  const { X, y } = state;
  const K = gram(dot, X);
  const R2 = Math.max(...K.map((row, i) => row[i]));
  const signs = y.map((code) => 2 * code - 1);
  const largest = Math.max(...K.flatMap((row) => [...row].map(Math.abs)));
  now.note = "";
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
    heading: "Gram matrix K",
    names: ["sample j", "sample i"],
    widths: (_, most, count) => numbers(most - 0.5, count),
    heights: (least, _, count) => numbers(-least - 0.5, count).map((i) => -i),
    wordsOf: (place) => said(-place),
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
    positive: "K above 0",
    negative: "K below 0",
    frame: "the row that the last mistake read",
    halo: "the pair of the entry",
    handle: "drag to choose an entry",
  });
  draw();
  if (!state.changes) next(); // a first mistake, so that there is a line
  if (state.shown) { for (let k = 0; k < 6 * n && next(); k++); }
  const [alpha, b] = [now.alpha, now.b];
  open((part) => {
    // The line stays, for w and b grow together with the bars.
    now.alpha = part < 1 ? alpha.map((a) => Math.max(0.05, part) * a) : alpha;
    now.b = part < 1 ? Math.max(0.05, part) * b : b;
    draw();
  });

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
    now.met = i;
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
    const updates = Math.round(now.alpha.reduce((sum, a) => sum + a, 0)); // while they grow as well
    say(
      `${now.note}${wrong.filter(Boolean).length} of ${n} misclassified, ` +
        `${counted(updates, "update")}. ` +
        `K of samples ${i + 1} and ${j + 1} is ${said(K[i][j])}.`,
    );
    task(
      "press Next mistake until no sample is crossed out. How many samples carry the line then?",
      !wrong.some(Boolean) &&
        `${counted(updates, "update")}, and ${now.alpha.filter(Boolean).length} of ${n} samples ` +
          "carry the line.",
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
    matrix.back.replaceChildren();
    paintMatrix(matrix, K, largest);
    const [i, j] = now.lit;
    if (now.met >= 0) matrix.path(block(now.met, 0, n), LIT, true);
    const entries = [[i, j], [j, i]].map(([a, b]) => block(a, b, 1));
    matrix.paths(entries, { ...LIT, "stroke-width": 1.8 }, true);
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

/** Each entry in its mixture of the ground and the colour of its sign, as a still figure has it. */
function paintMatrix(plane, K, largest) {
  const [ground, power] = isDark(plane) ? ["#14181d", 0.5] : ["#ffffff", 1];
  const look = [plane.inner, ground].join();
  if (plane.painted === look) return;
  plane.painted = look;
  const context = plane.canvas.getContext("2d");
  K.forEach((row, i) =>
    row.forEach((entry, j) => {
      const [x0, y0] = plane.toScreen([j + 0.5, -i - 0.5]);
      const [x1, y1] = plane.toScreen([j + 1.5, -i - 1.5]);
      const place = [x0 - plane.left, y0 - plane.top, x1 - x0 + 0.5, y1 - y0 + 0.5];
      context.globalAlpha = 1;
      context.fillStyle = ground;
      context.fillRect(...place);
      context.globalAlpha = largest ? (Math.abs(entry) / largest) ** power : 0;
      context.fillStyle = (isDark(plane) ? GRAM_IN_THE_DARK : GRAM)[sign(entry)];
      context.fillRect(...place);
    })
  );
}

function sign(entry) {
  return entry > 0 ? "positive" : "negative";
}

/** The corners of so many entries of row i, from column j on. */
function block(i, j, many) {
  const [left, right] = [j + 0.5, j + many + 0.5];
  return [[left, -i - 0.5], [right, -i - 0.5], [right, -i - 1.5], [left, -i - 1.5]];
}

/** About so many numbers of samples, from the first on. */
function numbers(most, count) {
  const step = [1, 2, 5, 10, 20].find((each) => most / each <= Math.max(2, count));
  return Array.from({ length: Math.floor(most / step) }, (_, k) => (k + 1) * step);
}
