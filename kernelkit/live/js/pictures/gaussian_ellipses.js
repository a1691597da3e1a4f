// Lesson 08: ellipses to pull; where covariances differ the boundary bends from a line to a curve.

import { boxAround, Plane, said } from "../canvas.js";
import { gaussianFit, gaussianScores } from "../algorithms/gaussians.js";
import { button, slider, stage } from "../controls.js";
import { drawLevel, paintRegions, valuesOver } from "../fields.js";
import { classLook, QUERY } from "../style.js";

const ALIKE = 0.12; // by which two covariances may differ and count as one
const BEYOND = 24; // pixels from the ellipse of two deviations to a handle

export function gaussianEllipses(parent, state) {
  const fitted = () => {
    const { priors, means, covariances } = gaussianFit(state.X, state.y, 2, "per-class");
    return { priors, means, ellipses: covariances.map(axesOf), shared: 0 };
  };
  const { now, planes, controls, tools, say, key, task, open } = stage(parent, state, fitted(), [
    "Drag the middle of an ellipse to move it, its long and its short axis to turn and stretch it.",
    "Shared 0 gives each class its own ellipse, shared 1 gives both the same.",
    "With keys: Tab goes from handle to handle, arrows move them (with Shift in small steps).",
  ]);
  const plane = new Plane(planes, {
    box: boxAround(state.query ? [...state.X, state.query] : state.X, 0.25),
    equal: true,
    names: state.featureNames,
    label: `${state.label}: two ellipses and the boundary between them`,
    redraw: draw,
  });
  const dial = slider(controls, {
    name: "shared covariance",
    low: 0,
    high: 1,
    value: now.shared,
    change: (value) => change(() => (now.shared = value)),
  });
  button(tools, "Fit to the samples", () => {
    dial.set(0);
    change(() => Object.assign(now, fitted()));
  });
  key(state.classes, {
    cross: "misclassified",
    handle: "drag to move, turn or stretch an ellipse",
    ...(state.query && { query: "a sample whose class is asked for" }),
  });
  const opening = now.shared;
  open((part) => {
    now.shared = opening + (1 - opening) * (1 - part) ** 2;
    dial.set(now.shared);
    draw();
  });

  function draw() {
    const own = now.ellipses.map(covarianceOf);
    const all = mix(own[0], own[1], now.priors[1]);
    const covariances = own.map((Sigma) => mix(Sigma, all, now.shared));
    const scores = gaussianScores({ ...now, covariances });
    const f = (x) => {
      const [first, second] = scores(x);
      return second - first;
    };
    plane.clear();
    const values = valuesOver(plane.box, f);
    paintRegions(plane, [values.map((value) => -value), values], [0, 1]);
    drawLevel(plane, values, 0, { "stroke-width": 2 });
    covariances.forEach((Sigma, code) => drawEllipse(code, axesOf(Sigma)));
    if (state.query) plane.words(state.query, "?", QUERY);
    const wrong = state.X.map((x, i) => f(x) >= 0 !== (state.y[i] === 1));
    place(wrong);
    const alike = apartBy(...covariances) < ALIKE;
    task(
      "make the boundary straight: pull the ellipses until they are alike, or let them share one.",
      alike && "The ellipses are alike, the squares cancel, and the boundary is a line.",
    );
    const kind = now.shared === 1 ? "a line" : "a curve";
    say(
      `The boundary is ${kind}; ${
        wrong.filter(Boolean).length
      } of ${state.X.length} samples misclassified.${state.query ? answer(f(state.query)) : ""}`,
    );
  }

  /** What the log odds of the second class say of the query. */
  function answer(logOdds) {
    const name = state.classes[logOdds >= 0 ? 1 : 0];
    return ` The question mark is ${name} with probability ${chance(Math.abs(logOdds))}.`;
  }

  function drawEllipse(code, { angle, lengths }) {
    for (const deviations of [1, 2]) {
      const points = Array.from({ length: 72 }, (_, k) => {
        const t = (2 * Math.PI * k) / 72;
        const [u, v] = [Math.cos(t), Math.sin(t)].map((x, j) => deviations * lengths[j] * x);
        return along(now.means[code], angle, u, v);
      });
      const look = { class: "kk-own", fill: "none", stroke: classLook(code).color };
      plane.path(points, { ...look, "stroke-width": 3 - deviations }, true);
    }
  }

  function place(wrong) {
    plane.samples(state.X.map(([x, y], i) => ({
      x,
      y,
      code: state.y[i],
      wrong: wrong[i],
      faint: true,
      label: `sample ${i + 1}, class ${state.classes[state.y[i]]}` +
        (wrong[i] ? ", misclassified" : ""),
    })));
    plane.handles(now.ellipses.flatMap((ellipse, code) => {
      const mu = now.means[code];
      const name = `of class ${state.classes[code]}`;
      const [u, v] = ellipse.lengths.map((length) => 2 * length + room());
      const long = along(mu, ellipse.angle, u, 0);
      const short = along(mu, ellipse.angle, 0, v);
      for (const end of [long, short]) plane.path([mu, end], { "stroke-width": 1, opacity: 0.6 });
      return [
        handle(mu, `middle ${name}`, (p) => (now.means[code] = p)),
        handle(long, `first axis ${name}`, (p) => {
          ellipse.angle = Math.atan2(p[1] - mu[1], p[0] - mu[0]);
          ellipse.lengths[0] = length(p, mu);
        }),
        handle(short, `second axis ${name}`, (p) => (ellipse.lengths[1] = length(p, mu))),
      ];
    }));
  }

  function handle([x, y], words, act) {
    const label = `${words}, at ${said(x)}, ${said(y)}`;
    return { x, y, label, move: (u, v) => change(() => act([u, v])) };
  }

  /** The deviation that a handle stands for; an ellipse never becomes a line. */
  function length(p, mu) {
    const least = (plane.box[1] - plane.box[0]) / 200;
    return Math.max(least, (Math.hypot(p[0] - mu[0], p[1] - mu[1]) - room()) / 2);
  }

  /** A handle is beyond its ellipse, so far that those of a small one can be told apart. */
  function room() {
    return (BEYOND * (plane.box[1] - plane.box[0])) / plane.inner[0];
  }

  function change(act) {
    act();
    draw();
  }
}

/** The angle of the long axis and both standard deviations along the axes. */
export function axesOf([[a, b], [, d]]) {
  const [middle, half] = [(a + d) / 2, Math.hypot((a - d) / 2, b)];
  return {
    angle: Math.atan2(2 * b, a - d) / 2,
    lengths: [Math.sqrt(middle + half), Math.sqrt(Math.max(middle - half, 1e-12 * middle))],
  };
}

export function covarianceOf({ angle, lengths: [u, v] }) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const b = c * s * (u * u - v * v);
  return [[c * c * u * u + s * s * v * v, b], [b, s * s * u * u + c * c * v * v]];
}

/** How much two covariances differ, as a share of their sum. */
function apartBy(A, B) {
  const size = (sign) =>
    Math.hypot(...A.flatMap((row, i) => row.map((v, j) => v + sign * B[i][j])));
  return size(-1) / size(1);
}

/** A probability from its log odds, at least 0; never rounded up to 1. */
function chance(logOdds) {
  const p = 1 / (1 + Math.exp(-logOdds));
  return p > 0.9999 ? "above 0.9999" : p > 0.99 ? p.toFixed(4) : p.toFixed(2);
}

function mix(A, B, share) {
  return A.map((row, i) => row.map((value, j) => (1 - share) * value + share * B[i][j]));
}

function along([x, y], angle, u, v) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [x + u * c - v * s, y + u * s + v * c];
}
