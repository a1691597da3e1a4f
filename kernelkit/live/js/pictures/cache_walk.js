// Lesson 16: a loop walks over a matrix, and a small cache fills with lines of memory.

import { cacheMisses, walkOver } from "../algorithms/cache.js";
import { clamp, counted, Plane, wantsStillness } from "../canvas.js";
import { button, choice, slider, stage } from "../controls.js";
import { PALETTE } from "../style.js";

const [ROWS, COLUMNS, PACE] = [8, 16, 90]; // of the matrix, and milliseconds between two steps
const COUNT = ROWS * COLUMNS;
const WALKS = ["along the rows", "down the columns"];
const PLACES = WALKS.map((_, k) => walkOver(ROWS, COLUMNS, k === 0));

export function cacheWalk(parent, state) {
  const { root, planes, controls, tools, say, key } = stage(parent, state.label, [
    "One step reads one number; Play goes on until the end of the matrix, or until Pause.",
    "Drag the handle along the walk. With keys: Tab goes to it, arrows take a step.",
  ]);
  const now = { walk: WALKS[0], step: 0, line: state.line, lines: state.lines, timer: null };
  if (state.shown) Object.assign(now, { walk: WALKS[1], step: 0.8 * COUNT | 0 });
  const set = (name) => (value) => goTo(now.step, now[name] = value);
  const lengths = { words: ["1", "2", "4", "8"], value: String(now.line) };
  choice(controls, { name: "the loop walks", words: WALKS, value: now.walk, change: set("walk") });
  choice(controls, {
    name: "numbers in a line",
    ...lengths,
    change: (n) => set("line")(Number(n)),
  });
  const size = { name: "lines in the cache", low: 1, high: 16, value: now.lines, whole: true };
  slider(controls, { ...size, change: set("lines") });
  button(tools, "One step", () => goTo(now.step + 1));
  const play = button(tools, "Play", () => (now.timer ? halt() : begin()));
  button(tools, "To the end", () => goTo(COUNT));
  key([], { miss: "missed", hit: "found in the cache", frame: "a line that the cache holds now" });
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
  draw();

  function draw() {
    const places = PLACES[WALKS.indexOf(now.walk)];
    const { missed, held } = cacheMisses(places.slice(0, now.step), now.line, now.lines);
    matrix.clear();
    missed.forEach((isMissing, k) => {
      box(places[k], 1, 0.5, { class: null, fill: PALETTE[isMissing ? 1 : 5] });
    });
    for (let place = 0; place < COUNT; place++) box(place, 1, 0.5, { "stroke-width": 0.5 });
    for (const line of held) box(line * now.line, now.line, 0.42, { "stroke-width": 2.6 });
    const misses = missed.filter(Boolean).length;
    const label = `${counted(now.step, "number")} read, ${misses} missed`;
    const [x, y] = middle(places[Math.max(0, now.step - 1)]);
    matrix.handles([{ x, y, label, move }]);
    drawCurves(misses);
    say(`The loop walks ${now.walk}: ${label}, ${counted(now.step - misses, "hit")}.`);

    /** Keys move the handle by less than a number: then the walk takes one step. */
    function move(u, v) {
      const [i, j] = [Math.floor(ROWS - v), Math.floor(u)];
      const at = places.indexOf(clamp(i, 0, ROWS - 1) * COLUMNS + clamp(j, 0, COLUMNS - 1)) + 1;
      goTo(at === now.step ? at + Math.sign(u - x || v - y) : at);
    }
  }

  /** So many numbers of a row, framed. */
  function box(place, length, half, look) {
    const [x, y] = middle(place);
    const [left, right] = [x - half, x + length - 1 + half];
    const corners = [[left, y - half], [right, y - half], [right, y + half], [left, y + half]];
    matrix.path(corners, look, true);
  }

  function drawCurves(misses) {
    curves.clear();
    PLACES.forEach((places, k) => {
      let sum = 0;
      const { missed } = cacheMisses(places, now.line, now.lines);
      const curve = missed.map((isMissing, step) => [step + 1, sum += isMissing]);
      curves.path([[0, 0], ...curve], { "stroke-width": 2, "stroke-dasharray": k ? "6 4" : null });
      const [x, y] = curves.toScreen(curve[(0.75 - 0.4 * k) * COUNT | 0]);
      const look = k ? { x: x + 10, y: y + 6 } : { x, y: y + 18, "text-anchor": "middle" };
      curves.words([0, 0], WALKS[k], look);
    });
    curves.dot([now.step, misses], 6, { class: "kk-step" });
  }

  function begin() {
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
}

function middle(place) {
  return [(place % COLUMNS) + 0.5, ROWS - Math.floor(place / COLUMNS) - 0.5];
}
