// Lesson 07: a direction to turn, the projections of the classes as histograms, Fisher's ratio.

import { boxAround, PAIRED, Plane, said } from "../canvas.js";
import { fisherDirection, fisherRatio, scatters } from "../algorithms/fisher.js";
import { dot, mean } from "../algorithms/vectors.js";
import { AMONG_SAMPLES, button, stage } from "../controls.js";
import { classLook } from "../style.js";

const BINS = 24;
const SWING = -0.8; // radians by which the direction turns when the picture opens
const ANGLES = 181; // of half a turn, at which the ratio is drawn

export function fisherDirectionPicture(parent, state) {
  const start = { X: state.X, y: state.y, angle: 0 };
  const { now, planes, tools, say, key, task, open } = stage(parent, state, start, [
    "Drag the handle around to turn the direction; drag a sample to move it.",
    "With keys: Tab goes to the handle and the samples, arrows move them (with Shift in small " +
    `steps). ${AMONG_SAMPLES}`,
  ]);
  const plane = new Plane(planes, {
    box: boxAround(state.X),
    equal: true,
    heading: "A direction to project on",
    ratio: PAIRED,
    names: state.featureNames,
    label: `${state.label}: samples and a direction`,
    redraw: draw,
  });
  const histograms = new Plane(planes, {
    box: [-1, 1, 0, 1],
    heading: "The samples along it",
    names: ["projection on the direction", "samples"],
    ratio: PAIRED,
    label: "histograms of the projections of the two classes",
    redraw: draw,
  });
  const ratios = new Plane(planes, {
    box: [0, 180, 0, 1],
    names: ["angle of the direction, degrees", "Fisher's ratio"],
    ratio: [0.17, 0.35],
    label: "Fisher's ratio for every direction",
    redraw: draw,
  });
  button(tools, "Best direction", () => change(turnToBest));
  key(state.classes, { handle: "drag to turn the direction", dashes: "the ratio to reach" });
  if (state.shown) turnToBest();
  const opening = now.angle;
  open((part) => change(() => (now.angle = opening + SWING * (1 - part) ** 2)));

  function turnToBest() {
    const w = fisherDirection(scatters(now.X, now.y));
    now.angle = Math.atan2(w[1], w[0]);
  }

  function draw() {
    const w = [Math.cos(now.angle), Math.sin(now.angle)];
    const centre = mean(now.X);
    const places = now.X.map((x) => dot(w, [x[0] - centre[0], x[1] - centre[1]]));
    drawSamples(w, centre, places);
    drawShadows(places);
    const scatter = scatters(now.X, now.y);
    const best = fisherDirection(scatter);
    const [ratio, most] = [w, best].map((v) => fisherRatio(scatter, v));
    const goal = Math.floor(97 * most) / 100;
    drawRatios(scatter, ratio, most, goal);
    say(
      `Fisher's ratio is ${said(ratio)} at ${said(halfTurn(now.angle))} degrees; the best is ` +
        `${said(most)} at ${said(halfTurn(Math.atan2(best[1], best[0])))} degrees.`,
    );
    task(
      `drag the handle around. Can you get Fisher's ratio above ${said(goal)}?`,
      ratio > goal && `${said(ratio)} of at most ${said(most)}.`,
    );
  }

  function drawSamples(w, centre, places) {
    plane.clear();
    const long = Math.hypot(plane.box[1] - plane.box[0], plane.box[3] - plane.box[2]);
    const along = (t) => [centre[0] + t * w[0], centre[1] + t * w[1]];
    plane.path([along(-long), along(long)], { "stroke-width": 2 });
    const falls = now.X.map((x, i) => [x, along(places[i])]);
    plane.paths(falls, { "stroke-width": 0.7, opacity: 0.4 });
    for (const code of [0, 1]) {
      const feet = falls.flatMap(([, foot], i) => (now.y[i] === code ? [foot] : []));
      plane.dots(feet, 2.5, { class: null, fill: classLook(code).color });
    }
    plane.samples(now.X.map(([x, y], i) => ({
      x,
      y,
      code: now.y[i],
      label: `sample ${i + 1}, class ${state.classes[now.y[i]]}, projection ${said(places[i])}`,
      move: (u, v) => change(() => (now.X[i] = [u, v])),
    })));
    const [x, y] = along(0.38 * (plane.box[1] - plane.box[0]));
    plane.handles([{
      x,
      y,
      label: `direction, ${said(halfTurn(now.angle))} degrees`,
      move: (u, v) => change(() => (now.angle = Math.atan2(v - centre[1], u - centre[0]))),
    }]);
  }

  function drawShadows(places) {
    const reach = 1.05 * Math.max(...places.map(Math.abs), 1e-9);
    const counts = [0, 1].map(() => Array(BINS).fill(0));
    places.forEach((t, i) => counts[now.y[i]][Math.floor(((t + reach) / (2 * reach)) * BINS)]++);
    histograms.show([-reach, reach, 0, 1.1 * Math.max(...counts.flat())]);
    histograms.clear();
    counts.forEach((row, code) => {
      const bars = row.map((count, k) => {
        const [left, right] = [k, k + 1].map((edge) => -reach + (2 * reach * edge) / BINS);
        return [[left, 0], [left, count], [right, count], [right, 0]];
      });
      const look = { class: null, fill: classLook(code).color, "fill-opacity": 0.55 };
      histograms.paths(bars, look, true);
    });
  }

  function drawRatios(scatter, ratio, most, goal) {
    ratios.show([0, 180, 0, 1.1 * most]);
    ratios.clear();
    const curve = Array.from({ length: ANGLES }, (_, k) => {
      const angle = (k * Math.PI) / (ANGLES - 1);
      const w = [Math.cos(angle), Math.sin(angle)];
      return [(180 * k) / (ANGLES - 1), fisherRatio(scatter, w)];
    });
    ratios.path(curve, { "stroke-width": 1.8 });
    ratios.path([[0, goal], [180, goal]], { "stroke-width": 1.4, "stroke-dasharray": "5 4" });
    const here = [halfTurn(now.angle), ratio];
    ratios.path([[here[0], 0], here], { "stroke-width": 1, "stroke-dasharray": "4 3" });
    ratios.dot(here, 6, { class: "kk-step" });
  }

  function change(act) {
    act();
    draw();
  }
}

/** A direction and its opposite are one: degrees from 0 to 180. */
function halfTurn(angle) {
  return (((angle * 180) / Math.PI) % 180 + 180) % 180;
}
