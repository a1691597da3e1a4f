// Sliders, choices and buttons above a plane, the key and the words below it.

import { BOTTOM, element, ground, MARKS, said, shape, wantsStillness } from "./canvas.js";
import { classLook, CONE, outline, PALETTE, QUERY } from "./style.js";

const OPENING = 1200; // milliseconds in which a picture moves by itself, once
const STEPS = 200; // of a slider over decades; about as many over other numbers

// What the help says where samples can be touched, all of which are one Tab stop.
export const AMONG_SAMPLES =
  "Page Down and Page Up go from sample to sample, Home and End to the first and the last.";

// Names that no other element of a page has: a notebook loads this file once for each picture.
const OWN = Math.random().toString(36).slice(2);
let count = 0;

/**
 * A slider from low to high, logarithmic if it spans more than a decade above 0.
 *
 * Its values are round, as they are shown: whole, or of two digits where it is logarithmic, or
 * multiples of a round step. `change(value)` is called while it moves.
 */
export function slider(parent, { name, low, high, value, whole = false, change }) {
  const logarithmic = low > 0 && high / low > 10 && !(whole && high - low <= STEPS);
  const step = whole ? 1 : 10 ** Math.round(Math.log10((high - low) / STEPS));
  const id = `kk-${OWN}-${count++}`;
  element("label", { for: id }, parent, name);
  const ends = logarithmic ? { min: 0, max: STEPS, step: 1 } : { min: low, max: high, step };
  const input = element("input", { id, type: "range", ...ends }, parent);
  const output = element("output", { for: id }, parent);
  const place = (number) =>
    logarithmic ? Math.round((STEPS * Math.log(number / low)) / Math.log(high / low)) : number;
  const read = () => {
    const at = input.valueAsNumber;
    if (!logarithmic) return Number(at.toPrecision(6));
    const number = Number((low * (high / low) ** (at / STEPS)).toPrecision(2));
    return whole ? Math.round(number) : number;
  };
  const show = (number) => {
    output.value = said(number);
    input.setAttribute("aria-valuetext", said(number));
  };
  input.addEventListener("input", () => {
    show(read());
    change(read());
  });
  const set = (number) => {
    input.value = place(number);
    show(number);
  };
  set(value);
  return { set };
}

/** A choice among words. */
export function choice(parent, { name, words, value, change }) {
  const id = `kk-${OWN}-${count++}`;
  element("label", { for: id }, parent, name);
  const select = element("select", { id }, parent);
  for (const word of words) element("option", { value: word }, select, word);
  select.value = value;
  select.addEventListener("change", () => change(select.value));
}

/** A box to write in; `change(text)` is called at each letter. */
export function writing(parent, { name, value, change }) {
  const id = `kk-${OWN}-${count++}`;
  element("label", { for: id }, parent, name);
  const box = element("textarea", { id, rows: 3, spellcheck: "false" }, parent, value);
  box.addEventListener("input", () => change(box.value));
}

export function button(parent, name, act) {
  const node = element("button", { type: "button" }, parent, name);
  node.addEventListener("click", act);
  return node;
}

/** A box to tick. */
export function tick(parent, name, value, change) {
  const label = element("label", {}, parent);
  const input = element("input", { type: "checkbox" }, label);
  input.checked = value;
  label.append(` ${name}`);
  input.addEventListener("change", () => change(input.checked));
}

/** One radio button per class, with its marker: the legend, and what a click on the plane adds. */
export function classChoice(parent, legend, names, change) {
  const group = element("fieldset", {}, parent);
  const name = `kk-${OWN}-${count++}`;
  element("legend", {}, group, legend);
  names.forEach((words, code) => {
    const label = element("label", {}, group);
    const input = element("input", { type: "radio", name, value: code }, label);
    input.checked = code === 0;
    input.addEventListener("change", () => change(code));
    const icon = shape("svg", { viewBox: "-7 -7 14 14", "aria-hidden": "true" }, label);
    drawMarker(icon, code);
    label.append(words);
  });
}

const ARROW = "M-10 0H10M5 -4L10 0L5 4";
const SQUARE = "M-6 -6H6V6H-6z";

/** What else a key may show beside classes and what is around samples. */
const SIGNS = {
  handle: ["circle", { r: 7, class: "kk-grip" }],
  line: ["path", { d: "M-10 0H10", class: "kk-way" }],
  bottom: ["path", { d: BOTTOM, class: "kk-solid" }],
  border: ["path", { d: "M-10 0H10", class: "kk-ink", "stroke-width": 2.2 }],
  dashes: ["path", {
    d: "M-10 0H10",
    class: "kk-ink",
    "stroke-width": 1.4,
    "stroke-dasharray": "5 4",
  }],
  miss: ["path", { d: SQUARE, fill: PALETTE[1] }],
  hit: ["path", { d: SQUARE, fill: PALETTE[5] }],
  contour: ["path", { d: "M-10 0H10", class: "kk-ink", "stroke-width": 0.9, opacity: 0.55 }],
  cone: ["path", { d: SQUARE, class: "kk-own", ...CONE }],
  shade: ["path", { d: SQUARE, class: "kk-solid", "fill-opacity": 0.4 }],
  cloud: ["path", {
    d: `M-10 -0.5H10v1H-10z${outline("o", 3)}`,
    class: "kk-solid",
    "fill-opacity": 0.5,
  }],
  arrow: ["path", { d: ARROW, class: "kk-way" }],
  query: ["text", QUERY],
  fine: ["path", { d: "M-10 0H10", class: "kk-way", "stroke-dasharray": "5 4" }],
  frame: ["path", { d: SQUARE, class: "kk-ink", "stroke-width": 2.6 }],
  positive: ["path", { d: SQUARE, class: "kk-positive" }],
  negative: ["path", { d: SQUARE, class: "kk-negative" }],
};

/** The key: the markers of the classes, and each mark of the picture with what it means. */
export function key(parent, classes, marks = {}) {
  const icon = (words) => {
    const entry = element("span", {}, parent);
    const drawing = shape("svg", { viewBox: "-11 -11 22 22", "aria-hidden": "true" }, entry);
    entry.append(words);
    return drawing;
  };
  classes.forEach((words, code) => drawMarker(icon(words), code));
  for (const [mark, words] of Object.entries(marks)) {
    const [name, look] = SIGNS[mark] ?? [mark === "cross" ? "path" : "circle", MARKS[mark]];
    shape(name, look, icon(words), mark === "query" ? "?" : null);
  }
}

function drawMarker(icon, code) {
  const look = classLook(code);
  shape("path", { d: look.outline, fill: look.color, stroke: "#ffffff" }, icon);
}

/**
 * The parts of a picture from above: question, task, tools, controls, planes, key, words, help.
 *
 * `start` holds what the reader changes; what comes back as `now` is a copy of it, with the changes
 * that a link brought. `task(words, reached)` says what to try, and praises while it is reached.
 */
export function stage(parent, state, start, lines) {
  const root = ground(parent, state.label);
  if (state.title) element("p", { class: "kk-title" }, root, state.title);
  const trial = element("p", { class: "kk-task", role: "status" }, root);
  const tools = element("div", { class: "kk-tools" }, root);
  const controls = element("div", { class: "kk-controls" }, root);
  const planes = element("div", { class: "kk-planes" }, root);
  const legend = element("p", { class: "kk-key" }, root);
  const status = words(root);
  help(root, lines);
  const now = patched(start, state.changes ?? {});
  root.changes = () => difference(start, now) ?? {};
  // What a picture does by itself, when it opens, reaches nothing.
  let [touched, finish] = [false, () => {}];
  const touch = () => {
    touched = true;
    finish();
  };
  for (const kind of ["pointerdown", "keydown", "input"]) root.addEventListener(kind, touch, true);
  return {
    root,
    now,
    planes,
    controls,
    tools,
    say: status.say,
    key: (classes, marks) => key(legend, classes, marks),
    task(prompt, reached = null) {
      const done = touched && reached;
      if (done) root.setAttribute("data-reached", "");
      const mark = root.hasAttribute("data-reached") ? "\u2713 " : "";
      const text = mark + (done ? reached : `Try this: ${prompt}`);
      if (trial.textContent !== text) trial.textContent = text;
    },
    open(frame) {
      frame(1);
      if (state.shown || wantsStillness()) return;
      finish = open(root, frame, () => (finish = () => {}));
    },
  };
}

/**
 * Let a picture move by itself once, when it is first seen: `frame(part)` draws it with a part of
 * the way from 0 to 1 behind it. Returns what ends that at once, for whoever touches it meanwhile.
 */
function open(root, frame, done) {
  const end = () => {
    watcher.disconnect();
    cancelAnimationFrame(next);
    root.setAttribute("data-open", "");
    done();
  };
  let [next, start] = [0, null];
  const go = (time) => {
    start ??= time;
    const part = Math.min(1, (time - start) / OPENING);
    frame(part);
    if (part < 1) next = requestAnimationFrame(go);
    else end();
  };
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watcher.disconnect();
    next = requestAnimationFrame(go);
  }, { threshold: 0.2 });
  watcher.observe(root);
  root.life.signal.addEventListener("abort", end);
  return () => {
    end();
    frame(1);
  };
}

/** What of `now` is not as at the start, as small as it can be written; undefined if nothing. */
export function difference(start, now) {
  if (Array.isArray(start) && start.length !== now.length) return rounded(now);
  if (start === null || typeof start !== "object") {
    return Object.is(start, now) ? undefined : rounded(now);
  }
  const found = Object.keys(start).flatMap((name) => {
    const other = difference(start[name], now[name]);
    return other === undefined ? [] : [[name, other]];
  });
  if (!found.length) return undefined;
  return Array.isArray(start) && start.length <= 2 ? rounded(now) : Object.fromEntries(found);
}

/** A copy of the start with changes; those of another kind than what they change are left out. */
export function patched(start, changes) {
  if (typeof start === "number") return Number.isFinite(changes) ? changes : start;
  if (start === null || typeof start !== "object") {
    return start === null || typeof changes === typeof start ? changes : start;
  }
  if (Array.isArray(changes)) return Array.isArray(start) ? structuredClone(changes) : start;
  const copy = structuredClone(start);
  for (const [name, value] of Object.entries(changes ?? {})) {
    if (Object.hasOwn(copy, name)) copy[name] = patched(copy[name], value);
  }
  return copy;
}

/** Numbers with as many digits as a picture keeps. */
function rounded(value) {
  if (typeof value === "number") return Number(value.toPrecision(6));
  return Array.isArray(value) ? value.map(rounded) : value;
}

/** How to touch a picture, folded away. */
export function help(parent, lines) {
  const details = element("details", {}, parent);
  element("summary", {}, details, "How to touch this picture");
  const list = element("ul", {}, details);
  for (const line of lines) element("li", {}, list, line);
}

/** A line of words that a screen reader says when they change. */
export function words(parent) {
  const node = element("p", { class: "kk-words", role: "status" }, parent);
  return {
    say(text, trouble = false) {
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle("kk-trouble", trouble);
    },
  };
}
