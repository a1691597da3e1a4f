// Lesson 14: one point to drag along the axis of t = y f(x); every loss says its value and slope.

import { element, Plane, said } from "../canvas.js";
import { stage } from "../controls.js";
import { PALETTE } from "../style.js";

// Each loss with its slope; at a kink, the slope of the side where a mistake is made.
export const LOSSES = {
  "0\u20131": [(t) => (t <= 0 ? 1 : 0), () => 0],
  perceptron: [(t) => Math.max(0, -t), (t) => (t <= 0 ? -1 : 0)],
  hinge: [(t) => Math.max(0, 1 - t), (t) => (t <= 1 ? -1 : 0)],
  logistic: [
    (t) => Math.max(0, -t) + Math.log1p(Math.exp(-Math.abs(t))),
    (t) => -1 / (1 + Math.exp(t)),
  ],
  squared: [(t) => (1 - t) ** 2, (t) => 2 * (t - 1)],
};
const DASHES = [null, "7 4", "7 3 2 3", "2 3", "18 4"];
const TINY = 1e-6;
const BOX = [-3, 3, -0.1, 4.5];

export function lossPrices(parent, state) {
  const { now, planes, say, key, task, open } = stage(parent, state, { t: state.t }, [
    "Drag the point along the axis: to the left of 0 a sample is on the wrong side.",
    "With keys: Tab goes to the point, arrows move it (with Shift in small steps).",
  ]);
  const plane = new Plane(planes, {
    box: BOX,
    names: ["t = y f(x)", "loss"],
    label: `${state.label}: five losses over t`,
    redraw: draw,
    press: (t) => move(t),
  });
  const table = element("table", {}, planes);
  const head = element("tr", {}, element("thead", {}, table));
  for (const word of ["loss", "value", "slope"]) element("th", { scope: "col" }, head, word);
  const body = element("tbody", {}, table);
  const rows = Object.keys(LOSSES).map((name, index) => {
    const row = element("tr", {}, body);
    const cell = element("th", { scope: "row" }, row);
    cell.innerHTML =
      `<svg width="34" height="10" aria-hidden="true"><path d="M0 5H34" fill="none" ` +
      `stroke="${PALETTE[index]}" stroke-width="2.4" stroke-dasharray="${
        DASHES[index] ?? ""
      }"/></svg> `;
    cell.append(name);
    return [element("td", {}, row), element("td", {}, row)];
  });
  key([], { handle: "drag to change t" });
  const opening = now.t;
  open((part) => move(opening + (1 - part) ** 2 * (BOX[0] + 1 - opening)));

  function move(t) {
    now.t = t;
    draw();
  }

  function draw() {
    plane.clear();
    plane.path([[0, BOX[2]], [0, BOX[3]]], { "stroke-width": 0.8, opacity: 0.5 });
    plane.path([[now.t, BOX[2]], [now.t, BOX[3]]], {
      "stroke-width": 1,
      "stroke-dasharray": "4 3",
    });
    Object.values(LOSSES).forEach(([value, slope], index) => {
      const look = { class: null, fill: "none", stroke: PALETTE[index], "stroke-width": 2.2 };
      for (const part of pieces(value)) {
        plane.path(part, { ...look, "stroke-dasharray": DASHES[index] });
      }
      plane.dot([now.t, value(now.t)], 5.5, {
        class: null,
        fill: PALETTE[index],
        stroke: "#ffffff",
      });
      rows[index][0].textContent = priced(value(now.t));
      rows[index][1].textContent = priced(slope(now.t));
    });
    plane.handles([{
      x: now.t,
      y: 0,
      label: `t = ${priced(now.t)}`,
      move,
    }]);
    const told = Object.entries(LOSSES).map(([name, [value]]) =>
      `${/^\d/.test(name) ? `${name} loss` : name} ${priced(value(now.t))}`
    );
    task(
      "drag the point. Where is the only t at which the squared loss is zero?",
      Math.abs(now.t - 1) < 0.05 &&
        `At t = 1. A sample that is easier still has a loss again, under this loss alone.`,
    );
    say(`At t = ${priced(now.t)}: ${told.join(", ")}.`);
  }
}

/** A number in words; what only rounding keeps from 0 is 0. */
function priced(value) {
  return said(Math.abs(value) < TINY ? 0 : value);
}

/** A curve over the axis, in pieces where it jumps. */
function pieces(value) {
  const parts = [[]];
  for (let k = 0; k <= 240; k++) {
    const t = BOX[0] + ((BOX[1] - BOX[0]) * k) / 240;
    const point = [t, value(t)];
    const last = parts.at(-1).at(-1);
    if (last && Math.abs(point[1] - last[1]) > 0.5) parts.push([]);
    parts.at(-1).push(point);
  }
  return parts;
}
