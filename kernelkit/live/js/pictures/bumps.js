// Lesson 05: f as a sum of Gaussian bumps on a line; drag their tops, and change their width.

import { sumOfBumps } from "../algorithms/bumps.js";
import { gaussian, gram } from "../algorithms/kernels.js";
import { kernelPerceptron } from "../algorithms/kernel_perceptron.js";
import { counted, Plane, said } from "../canvas.js";
import { button, slider, stage } from "../controls.js";
import { classLook } from "../style.js";

const POINTS = 161; // of the line, at which curves are drawn
const MOST = 12; // bumps that somebody may add
const EPOCHS = 100;

export function bumpsPicture(parent, state) {
  const [low, high] = [Math.min(...state.x), Math.max(...state.x)];
  const room = 0.15 * (high - low) || 1;
  const ends = [low - room, high + room];
  const spread = (k, many) => low + ((k + 0.5) / many) * (high - low);
  const byTurns = (first) =>
    Array.from({ length: state.count }, (_, k) => [spread(k, state.count), k % 2 ? -first : first]);
  const misses = (bumps) => {
    const f = sumOfBumps(bumps, state.sigma);
    return state.x.filter((x, i) => f(x) >= 0 !== (state.y[i] === 1)).length;
  };
  // The worse of both ways to begin, so that something is left to do.
  const [first, second] = [byTurns(1), byTurns(-1)];
  const start = { sigma: state.sigma, bumps: misses(first) > misses(second) ? first : second };
  const { now, planes, controls, tools, say, key, task, open } = stage(parent, state, start, [
    "Drag the top of a bump sideways to move it, up or down to change its coefficient.",
    "f is the sum of all bumps. Where it is at least 0, a sample is called +1.",
    "The kernel perceptron puts its bumps on samples: on those that it got wrong on the way.",
    "With keys: Tab goes to the bumps, arrows move them (with Shift in small steps).",
  ]);
  slider(controls, {
    name: "width \u03c3 of the bumps",
    low: 0.05 * (high - low) || 0.05,
    high: high - low || 1,
    value: now.sigma,
    change: (sigma) => change(() => (now.sigma = sigma)),
  });
  const plane = new Plane(planes, {
    box: [...ends, -2, 2],
    names: [state.featureNames[0], "f"],
    label: `${state.label}: the bumps, their sum, and the samples`,
    redraw: draw,
  });
  const more = button(tools, "Add a bump", () => change(() => now.bumps.push([widestGap(), 1])));
  const fewer = button(tools, "Remove a bump", () => change(() => now.bumps.pop()));
  button(tools, "Let the kernel perceptron choose", () => change(learn));
  key(state.classes, {
    cross: "misclassified",
    handle: "drag the top of a bump",
    border: "f, the sum of the bumps",
  });
  const opening = now.bumps;
  open((part) => change(() => (now.bumps = opening.map(([m, c]) => [m, part * c]))));

  /** The middle of the widest gap between two bumps, or between a bump and an end. */
  function widestGap() {
    const places = [low, ...now.bumps.map(([m]) => m), high].sort((a, b) => a - b);
    const gaps = places.slice(1).map((place, k) => place - places[k]);
    const k = gaps.indexOf(Math.max(...gaps));
    return places[k] + gaps[k] / 2;
  }

  function learn() {
    const X = state.x.map((x) => [x]);
    const signs = state.y.map((code) => 2 * code - 1);
    const { c } = kernelPerceptron(gram(gaussian(now.sigma), X), signs, EPOCHS);
    now.bumps = state.x.flatMap((x, i) => (c[i] ? [[x, c[i]]] : []));
  }

  function change(act) {
    act();
    draw();
  }

  function draw() {
    more.disabled = now.bumps.length >= MOST;
    fewer.disabled = now.bumps.length <= 1;
    const f = sumOfBumps(now.bumps, now.sigma);
    const [left, right] = ends;
    const t = Array.from({ length: POINTS }, (_, k) => left + ((right - left) * k) / (POINTS - 1));
    const values = t.map(f);
    const tall = Math.max(2, ...values.map(Math.abs), ...now.bumps.map(([, c]) => Math.abs(c)));
    plane.show([left, right, -1.1 * tall, 1.1 * tall]);
    plane.clear();
    paintSigns(plane, t, values);
    plane.path([[left, 0], [right, 0]], { "stroke-width": 0.8 });
    for (const bump of now.bumps) {
      const one = sumOfBumps([bump], now.sigma);
      const look = { class: null, fill: "none", stroke: classLook(bump[1] > 0 ? 1 : 0).color };
      plane.path(t.map((place) => [place, one(place)]), { ...look, "stroke-width": 1.4 });
    }
    plane.path(t.map((place, i) => [place, values[i]]), { "stroke-width": 2.6 });
    const wrong = state.x.map((x, i) => f(x) >= 0 !== (state.y[i] === 1));
    plane.samples(state.x.map((x, i) => ({
      x,
      y: 0,
      code: state.y[i],
      wrong: wrong[i],
      label:
        `sample ${i + 1}, class ${state.classes[state.y[i]]}, at ${said(x)}, f = ${said(f(x))}` +
        (wrong[i] ? ", misclassified" : ""),
    })));
    plane.handles(now.bumps.map(([m, c], k) => ({
      x: m,
      y: c,
      label: `bump ${k + 1} at ${said(m)}, coefficient ${said(c)}`,
      move: (u, v) => change(() => (now.bumps[k] = [u, v])),
    })));
    const count = wrong.filter(Boolean).length;
    say(
      `${counted(now.bumps.length, "bump")} of width ${said(now.sigma)}: ${count} of ` +
        `${state.x.length} samples misclassified.`,
    );
    task(
      "drag the bumps until f has the right sign at every sample.",
      !count &&
        `0 misclassified, by ${counted(now.bumps.length, "bump")} of width ${said(now.sigma)}.`,
    );
  }
}

/** Tint the line by the sign of f, in strips. */
function paintSigns(plane, t, values) {
  const [, , bottom, top] = plane.box;
  for (const code of [0, 1]) {
    const strips = [];
    for (let k = 0; k < t.length; k++) {
      if ((values[k] >= 0 ? 1 : 0) !== code) continue;
      const begin = k;
      while (k + 1 < t.length && (values[k + 1] >= 0 ? 1 : 0) === code) k++;
      const [from, to] = [edge(t, values, begin - 1), edge(t, values, k)];
      strips.push([[from, bottom], [to, bottom], [to, top], [from, top]]);
    }
    const look = { class: null, fill: classLook(code).color, "fill-opacity": 0.2, stroke: "none" };
    plane.paths(strips, look, true);
  }
}

/** Where f crosses 0 between two points of the line; its ends beyond them. */
function edge(t, values, k) {
  if (k < 0) return t[0];
  if (k === t.length - 1) return t[k];
  return t[k] + ((t[k + 1] - t[k]) * values[k]) / (values[k] - values[k + 1]);
}
