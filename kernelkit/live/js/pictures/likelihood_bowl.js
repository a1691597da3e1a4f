// Lesson 10: the bowl of one feature over (w, b) with Newton's steps. Without a variance it is minus
// the log-likelihood; with one it is minus the log posterior, beside curves drawn from that posterior.

import { counted, PAIRED, Plane, said } from "../canvas.js";
import { logisticNewton, logisticObjective, logisticValue } from "../algorithms/logistic.js";
import { solve } from "../algorithms/vectors.js";
import { AMONG_SAMPLES, slider, stage } from "../controls.js";
import { drawContours } from "../fields.js";

const CURVES = 40; // drawn from the posterior

export function likelihoodBowl(parent, state) {
  const prior = state.variance !== null;
  const height = prior ? "minus the log posterior" : "minus the log-likelihood";
  const beginning = { x: state.x, variance: state.variance, start: [0, 0] };
  const { now, planes, controls, say, key, task, open } = stage(parent, state, beginning, [
    "Drag the start of Newton's steps; drag a sample along its axis.",
    (prior ? "A large variance of the prior leaves the weights to the data: where" : "Where") +
    " the classes do not overlap the bowl has no bottom.",
    `With keys: Tab goes to the handle and the samples, arrows move them. ${AMONG_SAMPLES}`,
  ]);
  const signs = state.y.map((code) => 2 * code - 1);
  const reach = Math.max(2, 2.2 * Math.max(...fit().path.at(-1).map(Math.abs)));
  const bowl = new Plane(planes, {
    box: [-0.5 * reach, reach, -0.75 * reach, 0.75 * reach],
    heading: "Each point is a curve",
    names: ["weight w", "bias b"],
    ratio: PAIRED,
    label: `${height} over weight and bias, with Newton's steps`,
    redraw: () => change(),
  });
  const low = Math.min(...now.x);
  const high = Math.max(...now.x);
  const room = 0.25 * (high - low) || 1;
  const curves = new Plane(planes, {
    box: [low - room, high + room, -0.12, 1.12],
    heading: "The curve of the last step",
    names: [state.featureNames[0], "probability of class +1"],
    ratio: PAIRED,
    label: "the probability of class +1" + (prior ? ", with curves drawn from the posterior" : ""),
    redraw: draw,
  });
  const set = (value) => change(() => (now.variance = value));
  if (prior) {
    slider(controls, {
      name: "variance of the prior",
      low: 0.1,
      high: 1000,
      value: now.variance,
      change: set,
    });
  }
  key(state.classes, {
    handle: "start of Newton's steps",
    line: "steps, and the curve of the last",
    bottom: "bottom",
    contour: "equal cost",
    ...(prior && { cloud: "drawn from the posterior" }),
  });
  const contours = bowl.layer();
  const steps = bowl.layer();
  const many = fit().path.length + 2; // steps: three more than from the start
  change();
  const opening = now.start;
  open((part) => {
    const away = (1 - part) ** 2 * 0.6 * reach;
    now.start = [opening[0] - away / 2, opening[1] + away];
    draw();
  });

  function fit() {
    const variance = prior ? now.variance : Infinity;
    return logisticNewton(now.x.map((x) => [x]), signs, variance, now.start, 30);
  }

  /** Whether the bowl has a bottom: a prior sees to it, and so do classes that overlap. */
  function bottomless() {
    const of = (sign) => now.x.filter((_, i) => signs[i] === sign);
    const apart = (low, high) => Math.max(...of(low)) <= Math.min(...of(high));
    return !prior && (apart(-1, 1) || apart(1, -1));
  }

  /** All of it; the lines of equal height only if samples or prior are others than before. */
  function draw(anew = false) {
    const { path } = fit();
    const X = now.x.map((x) => [x]);
    const bottom = path.at(-1);
    const precision = prior ? 1 / now.variance : 0;
    const { value, hessian } = logisticObjective(X, signs, bottom, precision);
    const cloud = prior ? draws(bottom, hessian) : [];
    if (anew) {
      const f = (w) => logisticValue(X, signs, w, precision);
      bowl.draw(contours, () => drawContours(bowl, f, value));
    }
    bowl.draw(steps, () => drawSteps(path, cloud));
    drawCurves(bottom, cloud);
    const end = `w = ${said(bottom[0])}, b = ${said(bottom[1])}`;
    const taken = counted(path.length - 1, "step");
    say(
      bottomless()
        ? `The classes do not overlap: after ${taken} of Newton's method ${end}, and w would go on ` +
          "growing. The bowl has no bottom."
        : `Newton needs ${taken} to ${end}, where ${height} is ${said(value)}.`,
    );
    task(
      `drag the start. Can you find one from which Newton needs ${many} steps or more?`,
      path.length > many && !bottomless() &&
        `${path.length - 1} steps from here, and still the same bottom.`,
    );
  }

  function drawSteps(path, cloud) {
    bowl.dots(cloud, 2, { "fill-opacity": 0.45 });
    bowl.path(path, { class: "kk-way" });
    bowl.dots(path, 3.5, { class: "kk-step" });
    if (!bottomless()) bowl.bottom(path.at(-1));
    bowl.handles([{
      x: now.start[0],
      y: now.start[1],
      label: `start of Newton's steps, w = ${said(now.start[0])}, b = ${said(now.start[1])}`,
      move: (u, v) => {
        now.start = [u, v];
        draw();
      },
    }]);
  }

  function drawCurves(bottom, cloud) {
    const [left, right] = curves.box;
    const curve = ([w, b]) =>
      Array.from({ length: 61 }, (_, k) => {
        const x = left + ((right - left) * k) / 60;
        return [x, 1 / (1 + Math.exp(-(w * x + b)))];
      });
    curves.clear();
    curves.paths(cloud.map(curve), { "stroke-width": 0.8, opacity: 0.3 });
    curves.path([[left, 0.5], [right, 0.5]], { "stroke-width": 0.8, "stroke-dasharray": "4 3" });
    curves.path(curve(bottom), { class: "kk-way" });
    curves.samples(now.x.map((x, i) => ({
      x,
      y: state.y[i],
      code: state.y[i],
      label: `sample ${i + 1}, class ${state.classes[state.y[i]]}, at ${said(x)}`,
      move: (u) => change(() => (now.x[i] = u)),
    })));
  }

  function change(act = () => {}) {
    act();
    draw(true);
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
