// Lesson 09: a message to write; each of its words pulls the log odds to one side.

import { wordCounts, wordPulls } from "../algorithms/naive_bayes.js";
import { clamp, Plane, said } from "../canvas.js";
import { slider, stage, writing } from "../controls.js";
import { classLook } from "../style.js";

const MOST = 18; // rows that fit; the weakest words of a longer message share one
const signed = (value) => (value < 0 ? "\u2212" : "+") + Math.abs(value).toFixed(1);

export function wordPullsPicture(parent, state) {
  const { planes, controls, say, key } = stage(parent, state.label, [
    "Write a message: each word moves the log odds from where the one before left them.",
    "Lower the smoothing, and a word that one class never had outweighs all others.",
    "Drag the threshold t. With keys: Tab goes to it, arrows move it.",
  ]);
  const counts = wordCounts(state.table);
  const prior = Math.log(state.messages[1] / state.messages[0]);
  const now = { message: state.message, smoothing: state.smoothing, t: 0 };
  const set = (name) => (value) => {
    now[name] = value;
    draw();
  };
  writing(controls, { name: "message", value: now.message, change: set("message") });
  const range = { low: 0.001, high: 10, value: now.smoothing };
  slider(controls, { name: "smoothing s", ...range, change: set("smoothing") });
  const plane = new Plane(planes, {
    box: [-5, 5, -1, 1],
    ratio: [0.58, 1],
    names: [`log odds f of ${state.classes[1]}`, ""],
    heights: () => [],
    label: `${state.label}: the log odds after each word, from above`,
    redraw: draw,
  });
  key(state.classes.map((name) => `pulls to ${name}`), { handle: "threshold t" });
  draw();

  function draw() {
    const found = wordPulls(now.message, counts, now.smoothing);
    const known = found.filter(({ pull }) => pull !== null);
    const rows = [{ word: "prior", n: 1, pull: prior }, ...shortened(known)];
    const sums = rows.map(((f) => ({ pull }) => f += pull)(0));
    const [low, high] = [Math.min(-3, ...sums), Math.max(3, ...sums)];
    const room = 0.25 * (high - low);
    plane.show([low - room, high + room, -rows.length - 0.8, 0.8]);
    now.t = clamp(now.t, low - room, high + room);
    plane.clear();
    plane.path([[now.t, 1], [now.t, -rows.length]], { "stroke-dasharray": "4 3" });
    rows.forEach(({ word, n, pull }, r) => drawRow(r, n > 1 ? `${n} × ${word}` : word, pull));
    const f = sums.at(-1);
    plane.path([[f, -rows.length + 0.5], [f, -rows.length - 0.4]], { "stroke-width": 3 });
    const [x, y] = plane.toScreen([f, -rows.length]);
    plane.words([0, 0], "f", { x: x + 6, y: y + 4 });
    const label = `threshold t = ${said(now.t)}`;
    plane.handles([{ x: now.t, y: -rows.length, label, move: (t) => set("t")(t) }]);
    const side = f > now.t ? [">", state.classes[1]] : ["≤", state.classes[0]];
    const unmet = found.filter(({ pull }) => pull === null).map(({ word }) => word);
    say(
      `f = ${signed(f)} ${side[0]} t = ${said(now.t)}: called ${side[1]}.` +
        (unmet.length ? ` Never met, so left out: ${unmet.join(", ")}.` : ""),
    );

    function drawRow(r, word, pull) {
      const [from, to] = [sums[r] - pull, sums[r]];
      const bar = [[from, -r - 0.35], [to, -r - 0.35], [to, -r + 0.35], [from, -r + 0.35]];
      plane.path(bar, { class: null, fill: classLook(pull > 0 ? 1 : 0).color }, true);
      plane.path([[to, -r - 0.35], [to, -r - 0.65]], { "stroke-width": 1 });
      const left = from + to > low + high; // on the side with more room
      const [x, y] = plane.toScreen([left ? Math.min(from, to) : Math.max(from, to), -r]);
      const look = { x: x + (left ? -5 : 5), y: y + 4, "text-anchor": left ? "end" : "start" };
      plane.words([0, 0], `${word} ${signed(pull)}`, look);
    }
  }
}

/** At most so many rows: the strongest words in their order, and the sum of the others. */
function shortened(words) {
  if (words.length <= MOST) return words;
  const least = words.map(({ pull }) => Math.abs(pull)).sort((a, b) => b - a)[MOST - 2];
  const weak = words.filter(({ pull }) => Math.abs(pull) < least);
  const pull = weak.reduce((sum, word) => sum + word.pull, 0);
  const others = { word: `${weak.length} other words`, n: 1, pull };
  return [...words.filter((word) => !weak.includes(word)), others];
}
