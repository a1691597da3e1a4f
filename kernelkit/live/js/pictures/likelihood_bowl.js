// Lesson 10: the bowl of the negative log posterior of one feature over (w, b) with Newton's steps,
// and the cloud of curves that the posterior finds plausible.

import { Plane, said } from "../canvas.js";
import { logisticNewton, logisticObjective } from "../algorithms/logistic.js";
import { solve } from "../algorithms/vectors.js";
import { classLegend, slider, stage } from "../controls.js";
import { drawLevel, valuesOver } from "../fields.js";

const LEVELS = 14; // lines of equal height
const CURVES = 40; // drawn from the posterior

export function likelihoodBowl(parent, state) {
  const { planes, controls, tools, say } = stage(parent, state.label, [
    "Drag the start of Newton's steps; drag a sample along its axis.",
    "A large variance of the prior leaves the weights to the data: where the classes do not " +
    "overlap the bowl has no bottom.",
    "With keys: Tab goes to the handle and the samples, arrows move them.",
  ]);
  const signs = state.y.map((code) => 2 * code - 1);
  const now = { x: [...state.x], variance: state.variance, start: [0, 0] };
  const reach = Math.max(2, 2.2 * Math.max(...fit().path.at(-1).map(Math.abs)));
  const bowl = new Plane(planes, {
    box: [-0.5 * reach, reach, -0.75 * reach, 0.75 * reach],
    names: ["weight w", "bias b"],
    ratio: 0.8,
    label: "minus the log posterior over weight and bias, with Newton's steps",
    redraw: draw,
  });
  const low = Math.min(...now.x);
  const high = Math.max(...now.x);
  const room = 0.25 * (high - low) || 1;
  const curves = new Plane(planes, {
    box: [low - room, high + room, -0.12, 1.12],
    names: [state.featureNames[0], "probability of class +1"],
    ratio: 0.8,
    label: "the probability of class +1, with curves drawn from the posterior",
    redraw: draw,
  });
  const set = (value) => change(() => (now.variance = value));
  slider(controls, {
    name: "prior variance",
    low: 0.1,
    high: 1000,
    value: now.variance,
    change: set,
  });
  classLegend(tools, state.classes);
  draw();

  function fit() {
    return logisticNewton(now.x.map((x) => [x]), signs, now.variance, now.start, 30);
  }

  function draw() {
    const { path } = fit();
    const X = now.x.map((x) => [x]);
    const bottom = path.at(-1);
    const { value, hessian } = logisticObjective(X, signs, bottom, 1 / now.variance);
    const cloud = draws(bottom, hessian);
    drawBowl(X, path, value, cloud);
    drawCurves(bottom, cloud);
    say(
      `Newton needs ${path.length - 1} steps to w = ${said(bottom[0])}, b = ${said(bottom[1])}, ` +
        `where minus the log posterior is ${said(value)}.`,
    );
  }

  function drawBowl(X, path, value, cloud) {
    bowl.clear();
    const field = valuesOver(
      bowl.box,
      (w) => logisticObjective(X, signs, w, 1 / now.variance).value,
    );
    const height = Math.max(...field) - value;
    for (let k = 1; k <= LEVELS; k++) {
      const level = value + height * (k / LEVELS) ** 2.5;
      drawLevel(bowl, field, level, { "stroke-width": 0.9, opacity: 0.55 });
    }
    for (const w of cloud) bowl.dot(w, 2, { "fill-opacity": 0.45 });
    const look = { class: null, fill: "none", stroke: "var(--accent)", "stroke-width": 2 };
    bowl.path(path, look);
    path.forEach((w) => bowl.dot(w, 3.5, { class: null, fill: "var(--accent)" }));
    bowl.handles([{
      x: now.start[0],
      y: now.start[1],
      label: `start of Newton's steps, w = ${said(now.start[0])}, b = ${said(now.start[1])}`,
      move: (u, v) => change(() => (now.start = [u, v])),
    }]);
  }

  function drawCurves(bottom, cloud) {
    const [left, right] = curves.box;
    const curve = ([w, b]) =>
      Array.from({ length: 81 }, (_, k) => {
        const x = left + ((right - left) * k) / 80;
        return [x, 1 / (1 + Math.exp(-(w * x + b)))];
      });
    curves.clear();
    for (const w of cloud) curves.path(curve(w), { "stroke-width": 0.8, opacity: 0.3 });
    curves.path([[left, 0.5], [right, 0.5]], { "stroke-width": 0.8, "stroke-dasharray": "4 3" });
    const look = { class: null, fill: "none", stroke: "var(--accent)", "stroke-width": 2.6 };
    curves.path(curve(bottom), look);
    curves.samples(now.x.map((x, i) => ({
      x,
      y: state.y[i],
      code: state.y[i],
      label: `sample ${i + 1}, class ${state.classes[state.y[i]]}, at ${said(x)}`,
      move: (u) => change(() => (now.x[i] = u)),
    })));
  }

  function change(act) {
    act();
    draw();
  }
}

/** Weights from the Gaussian around the bottom with covariance H^-1: Laplace's approximation. */
function draws(bottom, [[a, b], [, d]]) {
  // With H = L L^T, L^-T z has covariance H^-1.
  const l11 = Math.sqrt(a);
  const l21 = b / l11;
  const l22 = Math.sqrt(Math.max(d - l21 * l21, 1e-12));
  return NORMALS.map((z) => {
    const step = solve([[l11, l21], [0, l22]], z);
    return bottom.map((value, j) => value + step[j]);
  });
}

// The same pairs of normal numbers each time, so that the cloud moves and does not flicker.
const NORMALS = Array.from({ length: CURVES }, (_, k) => {
  const radius = Math.sqrt(-2 * Math.log((k + 0.5) / CURVES));
  const angle = 2 * Math.PI * ((k * 0.6180339887) % 1);
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
});
