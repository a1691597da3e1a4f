// Sliders, choices and buttons below a plane.

import { element, ground, said, shape } from "./canvas.js";
import { classLook } from "./style.js";

const STEPS = 200; // of a slider over real numbers

// Names that no other element of a page has: a notebook loads this file once for each picture.
const OWN = Math.random().toString(36).slice(2);
let count = 0;

/**
 * A slider from low to high, logarithmic if it spans more than a decade above 0.
 *
 * Over whole numbers each step is one of them, unless there are too many. `change(value)` is called
 * while it moves.
 */
export function slider(parent, { name, low, high, value, whole = false, change }) {
  const plain = whole && high - low <= STEPS;
  const logarithmic = !plain && low > 0 && high / low > 10;
  const id = `kk-${OWN}-${count++}`;
  element("label", { for: id }, parent, name);
  const input = element("input", {
    id,
    type: "range",
    min: plain ? low : 0,
    max: plain ? high : STEPS,
    step: 1,
  }, parent);
  const output = element("output", { for: id }, parent);
  const place = (number) => {
    if (plain) return number;
    const part = logarithmic
      ? Math.log(number / low) / Math.log(high / low)
      : (number - low) / (high - low);
    return Math.round(STEPS * part);
  };
  const read = () => {
    const part = input.valueAsNumber / STEPS;
    let number = input.valueAsNumber;
    if (!plain) number = logarithmic ? low * (high / low) ** part : low + part * (high - low);
    return whole ? Math.round(number) : Number(number.toPrecision(4));
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
  element("span", {}, parent);
  select.value = value;
  select.addEventListener("change", () => change(select.value));
  return { set: (word) => (select.value = word) };
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
  return { set: (ticked) => (input.checked = ticked) };
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
    drawMarker(label, code);
    label.append(words);
  });
}

/** The markers of the classes beside their names. */
export function classLegend(parent, names) {
  names.forEach((words, code) => {
    const label = element("span", { class: "kk-legend" }, parent);
    drawMarker(label, code);
    label.append(words);
  });
}

function drawMarker(parent, code) {
  const icon = shape("svg", { viewBox: "-7 -7 14 14", "aria-hidden": "true" }, parent);
  const look = classLook(code);
  shape("path", { d: look.outline, fill: look.color, stroke: "#ffffff" }, icon);
}

/** The parts of a picture from above: planes side by side, controls, tools, words, help. */
export function stage(parent, label, lines) {
  const root = ground(parent, label);
  const planes = element("div", { class: "kk-planes" }, root);
  const controls = element("div", { class: "kk-controls" }, root);
  const tools = element("div", { class: "kk-tools" }, root);
  const status = words(root);
  help(root, lines);
  return { root, planes, controls, tools, say: status.say };
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
