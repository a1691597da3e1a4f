// Lesson 17: random frequencies drawn one by one, until the mean of their waves is a Gaussian.

import { meansOfWaves } from "../algorithms/fourier.js";
import { clamp, counted, PAIRED, Plane, said } from "../canvas.js";
import { button, slider, stage } from "../controls.js";

const REACH = 4; // of the differences that are drawn, and of the frequencies in units of 1/sigma
const POINTS = 121;
const NEAR = 0.1; // the error to get below

export function frequenciesPicture(parent, state) {
  const most = state.z.length;
  const start = { sigma: state.sigma, count: state.count };
  const { now, planes, controls, tools, say, key, task, open } = stage(parent, state, start, [
    "Each frequency \u03c9 is drawn from a Gaussian of width 1/\u03c3 and makes one wave " +
    "cos(\u03c9\u03b4). The thick curve is the mean of all waves so far.",
    "Drag the handle below to go back and forth. With keys: Tab goes to it, arrows draw or take " +
    "back one frequency.",
  ]);
  const deltas = Array.from({ length: POINTS }, (_, k) => REACH * (2 * k / (POINTS - 1) - 1));
  slider(controls, {
    name: "kernel width \u03c3",
    low: 0.2,
    high: 2,
    value: now.sigma,
    change: (sigma) => change(() => (now.sigma = sigma)),
  });
  button(tools, "Draw one", () => goTo(now.count + 1));
  button(tools, "Draw ten", () => goTo(now.count + 10));
  button(tools, "Draw them all", () => goTo(most));
  const waves = new Plane(planes, {
    box: [-REACH, REACH, -1.15, 1.15],
    heading: "The mean of the waves",
    names: ["difference \u03b4 = x \u2212 z", "k(x, z)"],
    ratio: PAIRED,
    label: `${state.label}: the Gaussian, the last wave, and the mean of all`,
    redraw: change,
  });
  const drawn = new Plane(planes, {
    box: [-REACH, REACH, 0, 1.1],
    heading: "The frequencies drawn",
    names: ["frequency \u03c9", "density (height 1)"],
    ratio: PAIRED,
    label: "the frequencies under the density that they are drawn from",
    redraw: draw,
  });
  const errors = new Plane(planes, {
    box: [1, most, 0, 1],
    names: ["frequencies drawn", "largest error"],
    ratio: [0.17, 0.35],
    label: "the largest error after each frequency",
    redraw: draw,
  });
  key([], {
    fine: "the Gaussian",
    border: "the mean of the waves",
    contour: "the last wave",
    dashes: `off by ${NEAR}, the goal`,
    handle: "drag to choose how many",
  });
  change();
  const last = now.count;
  open((part) => goTo(Math.round(part * last)));

  function change(act = () => {}) {
    act();
    now.means = meansOfWaves(state.z, now.sigma, deltas);
    now.bell = deltas.map((delta) => Math.exp(-delta * delta / (2 * now.sigma * now.sigma)));
    now.off = now.means.map((mean) =>
      mean.reduce((worst, value, i) => Math.max(worst, Math.abs(value - now.bell[i])), 0)
    );
    draw();
  }

  function goTo(count) {
    now.count = clamp(count, 1, most);
    draw();
  }

  function draw() {
    if (!now.means) return;
    const [mean, off] = [now.means[now.count - 1], now.off[now.count - 1]];
    const curve = (values) => deltas.map((delta, i) => [delta, values[i]]);
    const z = state.z[now.count - 1];
    waves.clear();
    const wave = deltas.map((delta) => Math.cos((z / now.sigma) * delta));
    waves.path(curve(wave), { "stroke-width": 0.9, opacity: 0.55 });
    waves.path(curve(mean), { "stroke-width": 2.6 });
    waves.path(curve(now.bell), { class: "kk-way", "stroke-dasharray": "5 4" });
    drawFrequencies();
    drawErrors();
    say(
      `The mean of ${counted(now.count, "wave")} is off by at most ${said(off)}; the last ` +
        `frequency was ${said(z / now.sigma)}.`,
    );
    task(
      `draw frequencies until the mean is off by less than ${NEAR}. How many does it take?`,
      off < NEAR &&
        `${counted(now.count, "frequency").replace("ys", "ies")}: off by at most ${said(off)}.`,
    );
  }

  function drawFrequencies() {
    const wide = REACH / now.sigma;
    drawn.show([-wide, wide, 0, 1.1]);
    drawn.clear();
    const bell = deltas.map((delta) => [delta / now.sigma, Math.exp(-delta * delta / 2)]);
    drawn.path(bell, { class: "kk-way", "stroke-dasharray": "5 4" });
    const sticks = state.z.slice(0, now.count).map((
      z,
    ) => [[z / now.sigma, 0], [z / now.sigma, 0.12]]);
    drawn.paths(sticks, { "stroke-width": 1.2, opacity: 0.6 });
    drawn.paths(sticks.slice(-1), { "stroke-width": 3 });
  }

  function drawErrors() {
    errors.clear();
    errors.path(now.off.map((value, j) => [j + 1, value]), { "stroke-width": 1.6 });
    errors.path([[1, NEAR], [most, NEAR]], { "stroke-width": 1, "stroke-dasharray": "5 4" });
    errors.handles([{
      x: now.count,
      y: now.off[now.count - 1],
      label: `${now.count} frequencies, off by at most ${said(now.off[now.count - 1])}`,
      move: (u) =>
        goTo(
          Math.abs(u - now.count) < most / 30
            ? now.count + Math.sign(u - now.count)
            : Math.round(u),
        ),
    }]);
  }
}
