// Lesson 03: input space and weight space side by side. A sample is a half-plane of the weights
// that get it right; w walks, mistake by mistake, into the cone of all that satisfy every sample.

import { clipped, counted, PAIRED, Plane, said, wantsStillness } from "../canvas.js";
import { dot } from "../algorithms/vectors.js";
import { AMONG_SAMPLES, button, stage } from "../controls.js";
import { isDark } from "../fields.js";
import { CONE } from "../style.js";
import { paintSides } from "./two_handles_line.js";

const PACE = 500; // milliseconds between the steps of a walk
const MOST_STEPS = 500; // of a walk that no cone ends
const SHADE = 0.6; // of ink, where all samples are wrong

export function weightSpace(parent, state) {
  const start = { X: state.X, y: state.y, w: [0, 0], path: [[0, 0]], next: 0, met: -1 };
  const { now, planes, tools, say, key, task, open } = stage(parent, state, start, [
    "Next mistake adds y x of the next sample that is on the wrong side to w. Walk goes on until " +
    "there is none.",
    "In weight space each sample darkens the half-plane of the weights that get it wrong; the " +
    "coloured wedge, if there is one, is the cone of those that satisfy every sample.",
    "Drag the handle in weight space to choose w yourself; drag a sample to turn its half-plane.",
    `With keys: Tab goes to the samples and the handle, arrows move them. ${AMONG_SAMPLES}`,
  ]);
  now.over = null;
  const reach = 1.15 * Math.max(...now.X.flat().map(Math.abs));
  const square = (size) => [-size, size, -size, size];
  const inputs = new Plane(planes, {
    box: square(reach),
    equal: true,
    ratio: PAIRED,
    names: state.featureNames,
    label: "input space: samples and the line w\u00b7x = 0",
    redraw: draw,
  });
  const weights = new Plane(planes, {
    box: square(reach),
    equal: true,
    ratio: PAIRED,
    names: ["first weight", "second weight"],
    label: "weight space: a half-plane for each sample, and w",
    redraw: draw,
  });
  button(tools, "Next mistake", () => step() || draw());
  const walking = button(tools, "Walk", () => (now.timer ? halt() : walk()));
  key(state.classes, {
    cross: "misclassified",
    halo: "learnt from last, or pointed at",
    handle: "w",
    line: "its way",
    shade: "wrong for samples: the greyer, the more",
    cone: "right for every sample",
  });
  draw();
  if (!state.changes) step(); // at w = 0 every sample would be crossed out
  if (state.shown) step();
  const [from, to] = now.path.slice(-2);
  if (to) {
    open((part) => {
      now.w = to.map((value, j) => from[j] + Math.max(0.02, part) * (value - from[j]));
      now.path[now.path.length - 1] = now.w;
      draw();
    });
  }

  function sign(i) {
    return 2 * now.y[i] - 1;
  }

  function isWrong(i) {
    return sign(i) * dot(now.w, now.X[i]) <= 0;
  }

  /** Go on to the next misclassified sample and learn from it; whether there was one. */
  function step() {
    const n = now.X.length;
    for (let k = 0; k < n; k++) {
      const i = (now.next + k) % n;
      if (!isWrong(i)) continue;
      now.w = now.w.map((value, j) => value + sign(i) * now.X[i][j]); // (P1), without a bias
      now.path.push(now.w);
      now.met = i;
      now.next = (i + 1) % n;
      draw();
      return true;
    }
    now.met = -1;
    return false;
  }

  function walk() {
    const goesOn = () => planes.isConnected && now.path.length < MOST_STEPS && step();
    if (wantsStillness()) { while (goesOn()); }
    else {
      walking.textContent = "Stop";
      now.timer = setInterval(() => goesOn() || halt(), PACE);
    }
  }

  function halt() {
    clearInterval(now.timer);
    now.timer = null;
    walking.textContent = "Walk";
    draw();
  }

  function draw() {
    const wrong = now.X.map((_, i) => isWrong(i));
    drawInputs(wrong);
    drawWeights(wrong);
    const count = wrong.filter(Boolean).length;
    const met = now.met < 0 ? "" : `Learnt from sample ${now.met + 1}. `;
    const end = count ? "" : " w is inside the cone.";
    say(
      `${met}After ${counted(now.path.length - 1, "mistake")} w = (${
        now.w.map(said).join(", ")
      }); ` +
        `${count} of ${now.X.length} samples misclassified.${end}`,
    );
    task(
      "drag w in weight space until no sample is crossed out.",
      !count && `w = (${now.w.map(said).join(", ")}) gets every sample right: it is in the cone.`,
    );
  }

  function drawInputs(wrong) {
    inputs.clear();
    if (Math.hypot(...now.w) > 0) {
      paintSides(inputs, now.w, 0);
      inputs.line(now.w, 0, { "stroke-width": 2 });
    }
    inputs.samples(now.X.map(([x, y], i) => ({
      x,
      y,
      code: now.y[i],
      wrong: wrong[i],
      halo: i === (now.over ?? now.met),
      label: `sample ${i + 1}, class ${state.classes[now.y[i]]}, at ${said(x)}, ${said(y)}` +
        (wrong[i] ? ", misclassified" : ""),
      move: (u, v) => change(() => (now.X[i] = [u, v])),
      press: () => change(() => (now.y[i] = 1 - now.y[i])),
      over: (on) => change(() => (now.over = on ? i : null)),
    })));
  }

  function drawWeights(wrong) {
    const size = 1.2 * Math.max(reach, ...now.path.flat().map(Math.abs));
    weights.show(square(size));
    weights.clear();
    shadeWrong(weights, now.X, now.X.map((_, i) => sign(i)));
    const faint = Math.min(0.5, 12 / now.X.length); // a hundred edges would hide the rest
    const edges = now.X.map((x) => weights.acrossView(x, 0)).filter(Boolean);
    weights.paths(edges, { "stroke-width": 0.8, opacity: faint });
    const lit = now.over ?? now.met;
    if (lit >= 0) weights.line(now.X[lit], 0, { "stroke-width": 3 });
    weights.path(cone(weights.box), { class: "kk-own", ...CONE }, true);
    weights.path(now.path, { class: "kk-way" });
    weights.dots(now.path, 3, { class: "kk-step" });
    weights.handles([{
      x: now.w[0],
      y: now.w[1],
      label: `w at ${now.w.map(said).join(", ")}, ${wrong.filter(Boolean).length} misclassified`,
      move: (u, v) => change(() => Object.assign(now, { w: [u, v], path: [[u, v]], met: -1 })),
    }]);
  }

  /** The corners of what all half-planes leave of a box; they coincide where that is nothing. */
  function cone([left, right, bottom, top]) {
    const satisfied = (corners, x, i) => clipped(corners, x.map((value) => sign(i) * value), 0);
    return now.X.reduce(satisfied, [[left, bottom], [right, bottom], [right, top], [left, top]]);
  }

  function change(act) {
    act();
    draw();
  }
}

/** Darken each direction of weights by the share of the samples that it gets wrong. */
function shadeWrong(plane, X, signs) {
  const context = plane.canvas.getContext("2d");
  const [x, y] = plane.toScreen([0, 0]);
  const turned = (angle) => ((angle / (2 * Math.PI)) % 1 + 1) % 1; // in turns, clockwise on a screen
  const halves = X.map(([u, v], i) => {
    const middle = Math.atan2(signs[i] * v, -signs[i] * u); // of the half-plane that is wrong
    return [turned(middle - Math.PI / 2), turned(middle + Math.PI / 2)];
  });
  const edges = halves.flatMap(([start, end]) => [[start, 1], [end, -1]])
    .sort(([a], [b]) => a - b);
  let wrong = halves.filter(([start, end]) => start > end).length; // they hold the angle 0
  const shades = context.createConicGradient(0, x - plane.left, y - plane.top);
  const ink = isDark(plane) ? "#e8eaed" : "#222222";
  const tone = () =>
    `${ink}${Math.round((255 * SHADE * wrong) / X.length).toString(16).padStart(2, "0")}`;
  shades.addColorStop(0, tone());
  for (const [turn, change] of edges) {
    shades.addColorStop(turn, tone());
    wrong += change;
    shades.addColorStop(turn, tone());
  }
  shades.addColorStop(1, tone());
  context.fillStyle = shades;
  context.fillRect(0, 0, ...plane.inner);
}
