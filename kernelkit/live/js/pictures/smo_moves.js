// Lesson 13: a support vector machine on samples to drag, and the moves of SMO one at a time.

import { boxAround, counted, Plane, said } from "../canvas.js";
import { gaussian, gram } from "../algorithms/kernels.js";
import { smoBias, smoMove, smoStart } from "../algorithms/smo.js";
import { button, classChoice, slider, stage } from "../controls.js";
import { bellsOver } from "../fields.js";
import { drawModel, HELP, NAMES, sampleWords } from "../playground.js";

const TOLERANCE = 1e-3;
const MOST_MOVES = 20_000;

export function smoMoves(parent, state) {
  const start = { X: state.X, y: state.y, C: state.C, sigma: state.sigma, target: null };
  const { now, planes, controls, tools, say, key, task, open } = stage(parent, state, start, [
    ...HELP,
    "The ring of a support vector grows with its multiplier \u03b1; a line joins the pair that moved, which has a halo.",
  ]);
  now.added = 0;
  const plane = new Plane(planes, {
    box: boxAround(state.X),
    names: state.featureNames,
    label: `${state.label}: samples in a plane`,
    redraw: draw,
    press: (x, y) => change(() => (now.X.push([x, y]), now.y.push(now.added))),
  });
  slider(controls, {
    name: NAMES.C,
    low: 0.01,
    high: 100,
    value: now.C,
    change: set("C"),
  });
  slider(controls, {
    name: NAMES.kernel__sigma,
    low: 0.05,
    high: 5,
    value: now.sigma,
    change: set("sigma"),
  });
  button(tools, "From the start", () => change(() => (now.target = 0)));
  button(tools, "One move", () => change(() => (now.target = done() + 1)));
  button(tools, "Ten moves", () => change(() => (now.target = done() + 10)));
  button(tools, "To the end", () => change(() => (now.target = null)));
  classChoice(tools, "A click adds:", state.classes, (code) => (now.added = code));
  key([], {
    cross: "misclassified",
    ring: "support vector, larger with its \u03b1",
    halo: "the pair that moved",
    border: "f = 0",
    dashes: "f = \u00b11",
  });
  const last = now.target;
  const moves = new Set(now.y).size < 2 ? 0 : solve().moves;
  const goal = Math.floor(0.75 * now.dual?.beta.filter(Boolean).length) || 0;
  open((part) => {
    now.target = part < 1 ? Math.floor(part * moves) : last;
    draw();
  });

  function set(name) {
    return (value) => change(() => (now[name] = value));
  }

  function added() {
    return now.X.length !== state.X.length;
  }

  function done() {
    return now.target === null ? 0 : now.dual.moves;
  }

  function change(act) {
    act();
    draw();
  }

  /** Solve again from the start, as many moves as the reader wants to see. */
  function solve() {
    const signs = now.y.map((code) => 2 * code - 1);
    now.dual = smoStart(gram(gaussian(now.sigma), now.X), signs, now.C);
    now.last = null;
    const most = now.target ?? MOST_MOVES;
    while (now.dual.moves < most) {
      const move = smoMove(now.dual, TOLERANCE);
      if (!move) break;
      now.last = move;
      now.dual.moves++;
    }
    now.ended = now.dual.moves < most;
    return now.dual;
  }

  function draw() {
    plane.clear();
    if (new Set(now.y).size < 2) {
      say("The picture needs samples of both classes.", true);
      place([], []);
      return;
    }
    const { beta } = solve();
    const bias = smoBias(now.dual);
    const kernel = gaussian(now.sigma);
    const support = now.X.flatMap((_, i) => (beta[i] ? [i] : []));
    const f = (x) => support.reduce((sum, i) => sum + beta[i] * kernel(now.X[i], x), bias);
    const mistakes = now.X.flatMap((x, i) => (f(x) >= 0 === (now.y[i] === 1) ? [] : [i]));
    const values = bellsOver(plane.box, now.X, beta, bias, now.sigma);
    drawModel(plane, { values, pair: [0, 1] }, 2, true);
    if (now.target === null) now.last = null; // all at once: no pair is the one to look at
    if (now.last) {
      const look = { stroke: "var(--accent)", "stroke-width": 4, "stroke-opacity": 0.8 };
      plane.path(now.last.pair.map((i) => now.X[i]), { ...look, class: null });
    }
    place(mistakes, beta);
    say(
      `${words(now)} ${mistakes.length} of ${now.X.length} misclassified, ` +
        `${counted(support.length, "support vector")}, dual objective ${
          said(objective(now.dual))
        }.`,
    );
    const few = support.length < goal && now.target === null && !added();
    task(
      `move C and \u03c3. Can you get below ${goal} support vectors?`,
      few && `${support.length} of ${now.X.length} samples hold this boundary.`,
    );
  }

  function place(mistakes, beta) {
    const wrong = new Set(mistakes);
    plane.samples(now.X.map(([x, y], i) => ({
      x,
      y,
      code: now.y[i],
      wrong: wrong.has(i),
      halo: now.last?.pair.includes(i),
      ring: beta[i] ? 7 + (6 * Math.abs(beta[i])) / now.C : 0,
      label: sampleWords(now, i, state.classes, wrong.has(i), Boolean(beta[i])),
      move: (u, v) => change(() => (now.X[i] = [u, v])),
      press: () => change(() => (now.y[i] = 1 - now.y[i])),
      remove: () => {
        change(() => (now.X.splice(i, 1), now.y.splice(i, 1)));
        plane.focus("sample", Math.min(i, now.X.length - 1));
      },
      key: (name) => keyed(i, name),
    })));
  }

  function keyed(i, name) {
    const step = (plane.box[1] - plane.box[0]) / 40;
    if (name === "1" || name === "2") change(() => (now.y[i] = Number(name) - 1));
    else if (name.toLowerCase() === "a") {
      change(() => (now.X.push([now.X[i][0] + step, now.X[i][1]]), now.y.push(now.y[i])));
      plane.focus("sample", -1);
    } else return false;
    return true;
  }
}

function words({ target, last, dual, ended }) {
  if (target === null) return `Solved in ${counted(dual.moves, "move")}.`;
  if (!last) return "No move yet: every \u03b1 is 0.";
  const [i, j] = last.pair.map((k) => k + 1);
  const end = ended ? " It was the last: no pair violates the conditions any more." : "";
  return `Move ${dual.moves}: samples ${i} and ${j} by ${said(last.step)}, where the conditions ` +
    `were violated by ${said(last.violation)}.${end}`;
}

/** sum_i y_i beta_i - 1/2 sum_i beta_i (y_i - r_i). */
function objective({ y, beta, r }) {
  return beta.reduce((sum, b, i) => sum + y[i] * b - (b * (y[i] - r[i])) / 2, 0);
}
