// Lesson 12: the valley of the regularised hinge loss of one feature over (w, b), and the path of
// subgradient descent for a step size one chooses.

import { counted, PAIRED, Plane, said, ticks } from "../canvas.js";
import { smo } from "../algorithms/smo.js";
import { hingeObjective, hingeSubgradient } from "../algorithms/subgradient.js";
import { slider, stage, tick } from "../controls.js";
import { drawContours } from "../fields.js";

const [FEW, NEAR] = [10, 1.005]; // steps, and the share of the least cost to end with
const BEGINNING = 0.2; // of the steps, which may lead in from above the curve's plane
const LOST = 1e12; // an objective from which no walk of these sizes comes back: it is not drawn on

export function hingeValley(parent, state) {
  const { step, steps, mu } = state;
  const beginning = { step, steps, mu, diminishing: false, start: [0, 0] };
  const { now, planes, controls, tools, say, key, task, open } = stage(parent, state, beginning, [
    "Choose the size of the steps and how many there are; drag the start.",
    "With keys: Tab goes to the start and to the sliders, arrows move them.",
  ]);
  const signs = state.y.map((code) => 2 * code - 1);
  const X = state.x.map((value) => [value]);
  const reach = 1.6 * Math.max(1, ...lowest(X, signs, mu).w.map(Math.abs));
  const valley = new Plane(planes, {
    box: [-reach * 0.6, reach * 1.4, -reach, reach],
    heading: "The cost of every classifier (w, b)",
    names: ["weight w", "bias b"],
    label: "the objective over weight and bias, with the path of the descent",
    ratio: PAIRED,
    redraw: () => change(),
  });
  const curve = new Plane(planes, {
    box: [0, steps, 0, 1],
    heading: "The cost after each step",
    names: ["step", "objective"],
    label: "the objective after each step",
    ratio: PAIRED,
    redraw: () => change(),
    heights: (...range) => (now.decades ? decades : ticks)(...range),
    wordsOf: (value) => now.decades ? said(10 ** value).replace("1.0e+", "1e") : said(value),
  });
  slider(controls, {
    name: "step size \u03b1",
    low: 0.01,
    high: 10,
    value: now.step,
    change: set("step"),
  });
  const counter = slider(controls, {
    name: "steps",
    low: 1,
    high: 200,
    value: now.steps,
    whole: true,
    change: set("steps"),
  });
  slider(controls, {
    name: "penalty \u03bc on the weights",
    low: 0.001,
    high: 1,
    value: now.mu,
    change: (value) => change(() => (now.mu = value)),
  });
  tick(tools, "diminishing step sizes \u03b1/\u221ak", now.diminishing, set("diminishing"));
  key([], {
    handle: "start",
    line: "its way down",
    bottom: "bottom, the least cost",
    contour: "equal cost",
  });
  const contours = valley.layer();
  const way = valley.layer();
  change();
  const last = now.steps;
  open((part) => {
    now.steps = Math.max(1, Math.round(part * last));
    counter.set(now.steps);
    draw();
  });

  function set(name) {
    return (value) => {
      now[name] = value;
      draw();
    };
  }

  /** The valley itself is another one: for another penalty, or in another size. */
  function change(act = () => {}) {
    act();
    now.bottom = lowest(X, signs, now.mu);
    const f = (w) => hingeObjective(X, signs, w, now.mu).value;
    valley.draw(contours, () => drawContours(valley, f, now.bottom.value));
    draw();
  }

  function draw() {
    const { mu, step, steps, diminishing, start, bottom } = now;
    const walk = hingeSubgradient(X, signs, mu, step, steps, { diminishing, start });
    const lost = walk.objective.findIndex((value) => !(value < LOST));
    const [path, objective] = [walk.path, walk.objective].map((all) =>
      lost < 0 ? all : all.slice(0, lost + 1)
    );
    valley.draw(way, () => drawWay(path));
    drawCurve(objective, bottom.value);
    const [least, end, goal] = [Math.min(...objective), objective.at(-1), NEAR * bottom.value];
    const far = lost < 0 ? "" : "These steps are too long, and the walk never comes back. ";
    const above = Number((100 * (end / bottom.value - 1)).toPrecision(2));
    say(
      `${far}After ${counted(objective.length - 1, "step")} the objective is ${
        said(end)
      }, at best ` +
        `${said(least)}; the bottom of the valley is at ${said(bottom.value)}, ` +
        `w = ${said(bottom.w[0])}, b = ${said(bottom.w[1])}.` +
        (lost < 0 ? ` The end is ${said(above)} % above it.` : ""),
    );
    task(
      `choose the step size. Can you end within 0.5 % of the bottom after ${FEW} steps or fewer?`,
      steps <= FEW && end <= goal &&
        `${said(end)} after ${counted(steps, "step")}, and the bottom is ${said(bottom.value)}.`,
    );
  }

  function drawWay(path) {
    valley.path(path, { class: "kk-way" });
    valley.dots(path, 2.5, { class: "kk-step" });
    valley.bottom(now.bottom.w);
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

  /** From the bottom up to what the walk still does after its beginning; decades as decades. */
  function drawCurve(objective, least) {
    const late = objective.slice(Math.floor(BEGINNING * objective.length));
    const most = Math.max(...late, 1.02 * least);
    now.decades = most > 10 * least;
    const height = now.decades ? Math.log10 : (value) => value;
    const room = 0.08 * (height(most) - height(least));
    const last = objective.length - 1;
    curve.show([0, Math.max(1, last), height(least) - room, height(most) + room]);
    curve.clear();
    curve.path([[0, height(least)], [last, height(least)]], { "stroke-dasharray": "5 4" });
    curve.path(objective.map((value, k) => [k, height(value)]), { class: "kk-way" });
    curve.bottom([last, height(least)]);
  }
}

/** Logarithms of round numbers between two others. */
function decades(low, high, count) {
  const factors = high - low > 2 ? [1] : [1, 2, 5];
  const step = Math.ceil((high - low) / Math.max(2, count));
  const first = step * Math.floor(low / step);
  const powers = Array.from({ length: count + 3 }, (_, k) => first + k * step);
  return powers.flatMap((power) => factors.map((factor) => power + Math.log10(factor)))
    .filter((place) => place >= low && place <= high);
}

/** The minimum, from the dual: the penalty is C = 1/(2 mu N). */
export function lowest(X, signs, mu) {
  const K = X.map((x) => X.map((z) => x[0] * z[0]));
  const { beta, bias } = smo(K, signs, 1 / (2 * mu * X.length), 1e-8, 50_000);
  const w = [beta.reduce((sum, b, i) => sum + b * X[i][0], 0), bias];
  return { w, value: hingeObjective(X, signs, w, mu).value };
}
