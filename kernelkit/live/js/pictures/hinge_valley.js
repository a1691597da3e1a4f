// Lesson 12: the valley of the regularised hinge loss of one feature over (w, b), and the path of
// subgradient descent for a step size one chooses.

import { Plane, said } from "../canvas.js";
import { smo } from "../algorithms/smo.js";
import { hingeObjective, hingeSubgradient } from "../algorithms/subgradient.js";
import { classLegend, slider, stage, tick } from "../controls.js";
import { drawLevel, valuesOver } from "../fields.js";

const LEVELS = 14; // lines of equal height

export function hingeValley(parent, state) {
  const { planes, controls, tools, say } = stage(parent, state.label, [
    "Choose the length of the steps and how many there are; drag the start.",
    "With keys: Tab goes to the start and to the sliders, arrows move them.",
  ]);
  const signs = state.y.map((code) => 2 * code - 1);
  const X = state.x.map((value) => [value]);
  const now = { step: state.step, steps: state.steps, diminishing: false, mu: state.mu };
  Object.assign(now, { start: [0, 0] });
  const best = () => lowest(X, signs, now.mu);
  const reach = 1.6 * Math.max(1, ...best().w.map(Math.abs));
  const valley = new Plane(planes, {
    box: [-reach * 0.6, reach * 1.4, -reach, reach],
    names: ["weight w", "bias b"],
    label: "the objective over weight and bias, with the path of the descent",
    ratio: 0.8,
    redraw: draw,
  });
  const curve = new Plane(planes, {
    box: [0, state.steps, 0, 1.2],
    names: ["step", "objective"],
    label: "the objective after each step",
    ratio: 0.8,
    redraw: draw,
  });
  slider(controls, {
    name: "step length",
    low: 0.01,
    high: 10,
    value: now.step,
    change: set("step"),
  });
  slider(controls, {
    name: "steps",
    low: 1,
    high: 200,
    value: now.steps,
    whole: true,
    change: set("steps"),
  });
  slider(controls, { name: "\u03bc", low: 0.001, high: 1, value: now.mu, change: set("mu") });
  tick(tools, "shorter and shorter steps, \u03b1/\u221ak", false, set("diminishing"));
  classLegend(tools, state.classes);
  draw();

  function set(name) {
    return (value) => {
      now[name] = value;
      draw();
    };
  }

  function draw() {
    const { mu, step, steps, diminishing, start } = now;
    const { path, objective } = hingeSubgradient(X, signs, mu, step, steps, { diminishing, start });
    const bottom = best();
    drawValley(path, bottom);
    drawCurve(objective, bottom.value);
    const least = Math.min(...objective);
    say(
      `After ${objective.length - 1} steps the objective is ${said(objective.at(-1))}, at best ` +
        `${said(least)}; the bottom of the valley is at ${said(bottom.value)}, ` +
        `w = ${said(bottom.w[0])}, b = ${said(bottom.w[1])}.`,
    );
  }

  function drawValley(path, bottom) {
    valley.clear();
    const field = valuesOver(valley.box, (w) => hingeObjective(X, signs, w, now.mu).value);
    const top = Math.max(...field) - bottom.value;
    for (let k = 1; k <= LEVELS; k++) {
      const level = bottom.value + top * (k / LEVELS) ** 2.5;
      drawLevel(valley, field, level, { "stroke-width": 0.9, opacity: 0.55 });
    }
    const look = { class: null, fill: "none", stroke: "var(--accent)", "stroke-width": 1.6 };
    valley.path(path, look);
    path.forEach((w) => valley.dot(w, 2.2, { class: null, fill: "var(--accent)" }));
    valley.dot(bottom.w, 5, { class: "kk-ink", "stroke-width": 2.5 });
    valley.handles([{
      x: now.start[0],
      y: now.start[1],
      label: `start of the descent, w = ${said(now.start[0])}, b = ${said(now.start[1])}`,
      move: (u, v) => {
        now.start = [u, v];
        draw();
      },
    }]);
  }

  function drawCurve(objective, least) {
    const top = Math.max(1.2, 1.1 * Math.min(Math.max(...objective), 4 * objective[0]));
    curve.show([0, Math.max(1, objective.length - 1), 0, top]);
    curve.clear();
    curve.path([[0, least], [objective.length - 1, least]], { "stroke-dasharray": "5 4" });
    const look = { class: null, fill: "none", stroke: "var(--accent)", "stroke-width": 2 };
    curve.path(objective.map((value, k) => [k, value]), look);
  }
}

/** The minimum, from the dual: the price of slack is C = 1/(2 mu N). */
export function lowest(X, signs, mu) {
  const K = X.map((x) => X.map((z) => x[0] * z[0]));
  const { beta, bias } = smo(K, signs, 1 / (2 * mu * X.length), 1e-8, 50_000);
  const w = [beta.reduce((sum, b, i) => sum + b * X[i][0], 0), bias];
  return { w, value: hingeObjective(X, signs, w, mu).value };
}
