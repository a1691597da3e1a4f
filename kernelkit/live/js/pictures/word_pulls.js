// Lesson 09: a message to write; the weight of evidence of each word moves the log odds.

import { wordCounts, wordPulls } from "../algorithms/naive_bayes.js";
import { clamp, Plane, said } from "../canvas.js";
import { slider, stage, writing } from "../controls.js";
import { classLook } from "../style.js";

const MOST = 18; // rows that fit; the weakest words of a longer message share one
const LETTER = 6.6; // pixels, on average
const signed = (value) => (value < 0 ? "\u2212" : "+") + Math.abs(value).toFixed(1);

export function wordPullsPicture(parent, state) {
  const start = { message: state.message, smoothing: state.smoothing, t: 0 };
  const { now, planes, controls, say, key, task, open } = stage(parent, state, start, [
    "Write a message: each word moves the log odds from where the one before left them.",
    "Lower the smoothing, and a word that one class never had outweighs all others.",
    "Drag the threshold t. With keys: Tab goes to it, arrows move it.",
  ]);
  const counts = wordCounts(state.table);
  const prior = Math.log(state.messages[1] / state.messages[0]);
  let seen = Infinity; // rows, while the picture opens
  const set = (name) => (value) => {
    now[name] = value;
    draw();
  };
  writing(controls, { name: "message", value: now.message, change: set("message") });
  const range = { low: 0.001, high: 10, value: now.smoothing };
  slider(controls, { name: "smoothing s", ...range, change: set("smoothing") });
  const plane = new Plane(planes, {
    box: [-5, 5, -1, 1],
    ratio: [0.54, 1],
    names: [`log odds f of ${state.classes[1]}`, ""],
    heights: () => [],
    label: `${state.label}: the log odds after each word, from above`,
    redraw: draw,
  });
  key(state.classes.map((name) => `evidence for ${name}`), { handle: "threshold t" });
  const first = verdict();
  open((part) => {
    seen = part < 1 ? 1 + Math.floor(part * MOST) : Infinity;
    draw();
  });

  function verdict() {
    const known = wordPulls(now.message, counts, now.smoothing).filter(({ pull }) => pull !== null);
    return known.reduce((sum, { pull }) => sum + pull, prior) > now.t ? 1 : 0;
  }

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
    rows.slice(0, seen).forEach(({ word, n, pull }, r) =>
      drawRow(r, n > 1 ? `${n} × ${word}` : word, pull)
    );
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
    const [old, other] = [first, 1 - first].map((code) => state.classes[code]);
    const turned = verdict() !== first && now.t === 0 && known.length > 0;
    task(
      `this message is called ${old}. Change its words until it is called ${other}.`,
      turned && `f = ${signed(f)}: now it is called ${other}.`,
    );

    function drawRow(r, word, pull) {
      const [from, to] = [sums[r] - pull, sums[r]];
      const bar = [[from, -r - 0.35], [to, -r - 0.35], [to, -r + 0.35], [from, -r + 0.35]];
      plane.path(bar, { class: null, fill: classLook(pull > 0 ? 1 : 0).color }, true);
      plane.path([[to, -r - 0.35], [to, -r - 0.65]], { "stroke-width": 1 });
      const text = `${word} ${signed(pull)}`;
      const [x, y] = plane.toScreen([0, -r]);
      const ends = [Math.min(from, to), Math.max(from, to)].map((f) => plane.toScreen([f, 0])[0]);
      const side = roomier(ends, LETTER * text.length, plane.toScreen([now.t, 0])[0], plane);
      const anchor = side ? "start" : "end";
      plane.words([x, y], text, {
        x: ends[side] + (side ? 5 : -5),
        y: y + 4,
        "text-anchor": anchor,
        class: "kk-clear",
      });
    }
  }
}

/**
 * The side of a bar, 0 or 1, where words of a width are clear of the line of the threshold and of
 * the plane's edges; the right one if both are.
 */
function roomier([left, right], width, line, { left: edge, inner }) {
  const spans = [[left - 8 - width, left - 2], [right + 2, right + 8 + width]];
  const costs = spans.map(([from, to]) =>
    (from < line && line < to ? 1 : 0) + (from < edge || to > edge + inner[0] ? 2 : 0)
  );
  return costs[0] < costs[1] ? 0 : 1;
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
