// Lesson 16: a loop walks over a matrix, and a small cache fills with lines of memory.

import { cacheMisses, walkOver } from "../algorithms/cache.js";
import { clamp, counted, Plane, wantsStillness } from "../canvas.js";
import { button, choice, slider, stage } from "../controls.js";
import { PALETTE } from "../style.js";

const [ROWS, COLUMNS, PACE] = [8, 16, 90]; // of the matrix, and milliseconds between two steps
const COUNT = ROWS * COLUMNS;
const WALKS = ["along the rows", "down the columns"];
const STRIDES = { "16 numbers": 16, "20, of which 4 unused": 20 };
const FIRST = 24; // steps that are done when the picture opens

export function cacheWalk(parent, state) {
  const { line, lines, sets = 1 } = state;
  const begin = { walk: WALKS[0], step: FIRST, line, lines, sets, row: Object.keys(STRIDES)[0] };
  const { root, now, planes, controls, tools, say, key, task, open } = stage(parent, state, begin, [
    "One step reads one number; Play goes on until the end of the matrix, or until Pause.",
    "A cache of several sets keeps each line in the set whose number stands in it, and each set " +
    "has room for its share of the lines. Rows of 16 put a whole column into one set.",
    "Drag the handle along the walk. With keys: Tab goes to it, arrows take a step.",
  ]);
  if (state.shown) Object.assign(now, { walk: WALKS[1], step: 0.8 * COUNT | 0 });
  const set = (name) => (value) => goTo(now.step, now[name] = value);
  const number = (name) => (word) => set(name)(Number(word));
  const choose = (name, words, value, change) => choice(controls, { name, words, value, change });
  choose("the loop walks", WALKS, now.walk, set("walk"));
  choose("numbers in a line", ["1", "2", "4", "8"], String(now.line), number("line"));
  const size = { name: "lines in the cache", low: 1, high: 16, value: now.lines, whole: true };
  slider(controls, { ...size, change: set("lines") });
  choose("sets of the cache", ["1", "2", "4"], String(now.sets), number("sets"));
  choose("a row in memory", Object.keys(STRIDES), now.row, set("row"));
  button(tools, "One step", () => goTo(now.step + 1));
  const play = button(tools, "Play", () => (now.timer ? halt() : walk()));
  button(tools, "To the end", () => goTo(COUNT));
  key([], {
    miss: "missed",
    hit: "found in the cache",
    frame: "a line that the cache holds now",
    handle: "where the loop is: drag it along",
    border: `misses ${WALKS[0]}`,
    dashes: `misses ${WALKS[1]}`,
  });
  root.life.signal.addEventListener("abort", halt);
  const matrix = new Plane(planes, {
    box: [-0.1, COLUMNS + 0.1, -0.1, ROWS + 0.1],
    axes: false,
    ratio: [0.62, 0.55],
    label: `${state.label}: the matrix, row by row in memory`,
    redraw: draw,
  });
  const curves = new Plane(planes, {
    box: [0, COUNT, 0, 1.05 * COUNT],
    names: ["numbers read", "misses so far"],
    ratio: [0.62, 0.5],
    label: "misses along both walks",
    redraw: draw,
  });
  const last = now.step;
  open((part) => goTo(Math.round(part * last)));

  function draw() {
    const stride = STRIDES[now.row];
    const [rows, columns] = [true, false].map((by) => walkOver(ROWS, COLUMNS, by, stride));
    const places = now.walk === WALKS[0] ? rows : columns;
    const misses = (way) => cacheMisses(way, now.line, now.lines, now.sets);
    const { missed, held } = misses(places.slice(0, now.step));
    matrix.show([-0.1, stride + 0.1, -0.1, ROWS + 0.1]);
    matrix.clear();
    for (const isMissing of [true, false]) {
      const read = places.filter((_, k) => missed[k] === isMissing);
      cells(read, 1, 0.5, { class: null, fill: PALETTE[isMissing ? 1 : 5] });
    }
    const all = Array.from({ length: ROWS * stride }, (_, place) => place);
    const unused = all.filter((place) => place % stride >= COLUMNS);
    cells(unused, 1, 0.5, { class: "kk-solid", "fill-opacity": 0.25 });
    cells(all, 1, 0.5, { "stroke-width": 0.5 });
    cells(held.map((each) => each * now.line), now.line, 0.42, { "stroke-width": 2.6 });
    if (now.sets > 1) nameSets(all);
    const count = missed.filter(Boolean).length;
    const label = `${counted(now.step, "number")} read, ${count} missed`;
    const [x, y] = middle(places[Math.max(0, now.step - 1)]);
    matrix.handles([{ x, y, label, move }]);
    const totals = drawCurves([rows, columns].map((way) => misses(way).missed), count);
    say(`The loop walks ${now.walk}: ${label}, ${counted(now.step - count, "hit")}.`);
    const done = now.walk === WALKS[1] && now.step === COUNT && totals[1] <= totals[0];
    task(
      "walk down the columns to the end, with no more misses than along the rows. What must " +
        "the cache be like?",
      done && `${totals[1]} misses either way: the cache holds a line of every row.`,
    );

    /** Keys move the handle by less than a number: then the walk takes one step. */
    function move(u, v) {
      const [i, j] = [Math.floor(ROWS - v), Math.floor(u)];
      const at = places.indexOf(clamp(i, 0, ROWS - 1) * stride + clamp(j, 0, COLUMNS - 1)) + 1;
      goTo(at === now.step ? at + Math.sign(u - x || v - y) : at);
    }
  }

  /** So many numbers of a row from each of some places on, framed. */
  function cells(places, length, half, look) {
    const corners = places.flatMap((place) => {
      const [x, y] = middle(place);
      const right = Math.min(x + length - 1 + half, STRIDES[now.row]);
      const box = [[x - half, y - half], [right, y - half], [right, y + half], [
        x - half,
        y + half,
      ]];
      return [box];
    });
    matrix.paths(corners, look, true);
  }

  /** The number of its set in the first place of each line. */
  function nameSets(all) {
    for (const place of all.filter((each) => each % now.line === 0)) {
      const look = { "text-anchor": "middle", dy: 4, style: "font-size: 10px", opacity: 0.8 };
      matrix.words(middle(place), String((place / now.line) % now.sets + 1), look);
    }
  }

  /** The misses along both walks; their sums at the end. */
  function drawCurves(ways, count) {
    curves.clear();
    const totals = ways.map((missed, k) => {
      let sum = 0;
      const curve = missed.map((isMissing, step) => [step + 1, sum += isMissing]);
      curves.path([[0, 0], ...curve], { "stroke-width": 2, "stroke-dasharray": k ? "6 4" : null });
      return sum;
    });
    curves.dot([now.step, count], 6, { class: "kk-step" });
    return totals;
  }

  function walk() {
    if (wantsStillness()) return goTo(COUNT);
    play.textContent = "Pause";
    if (now.step === COUNT) now.step = 0;
    now.timer = setInterval(() => now.step < COUNT ? goTo(now.step + 1) : halt(), PACE);
  }

  function halt() {
    clearInterval(now.timer);
    now.timer = null;
    play.textContent = "Play";
  }

  function goTo(step) {
    now.step = clamp(step, 0, COUNT);
    draw();
  }

  function middle(place) {
    const stride = STRIDES[now.row];
    return [(place % stride) + 0.5, ROWS - Math.floor(place / stride) - 0.5];
  }
}
