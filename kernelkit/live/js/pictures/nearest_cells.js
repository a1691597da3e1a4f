// Lesson 02: the cells of points with the same k nearest samples, which melt as k grows.

import { boxAround, clipped, Plane, said } from "../canvas.js";
import { kNearest, leaders, vote } from "../algorithms/nearest.js";
import { classLegend, slider, stage } from "../controls.js";
import { classLook } from "../style.js";

export function nearestCells(parent, state) {
  const { planes, controls, tools, say } = stage(parent, state.label, [
    "Move over the plane, or drag the handle: lines lead to its k nearest samples, and the cell " +
    "of all points with the same k nearest is outlined.",
    "Drag a sample to move it, click it to change its class.",
    "With keys: Tab goes to the samples and the handle, arrows move them.",
  ]);
  const box = boxAround(state.X);
  const now = { X: state.X.map((x) => [...x]), y: [...state.y], k: state.k };
  now.query = [(box[0] + box[1]) / 2, (box[2] + box[3]) / 2];
  const plane = new Plane(planes, {
    box,
    equal: true,
    names: state.featureNames,
    label: `${state.label}: samples and cells`,
    redraw: () => change(),
  });
  const most = Math.min(15, state.X.length);
  const setK = (value) => change(() => (now.k = value));
  slider(controls, { name: "k", low: 1, high: most, value: now.k, whole: true, change: setK });
  classLegend(tools, state.classes);
  plane.floor.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    now.query = plane.pointerPlace(event);
    draw();
  });
  change();

  /** Samples or k changed: find all cells anew. */
  function change(act = () => {}) {
    act();
    now.cells = cellsOf(now.X, now.k, plane.box);
    now.parts = now.cells.flatMap((cell) => partsOf(cell, now.X, now.y, state.classes.length));
    draw();
  }

  function classOf(x) {
    return vote(kNearest(now.X, x, now.k), now.y, state.classes.length);
  }

  function draw() {
    plane.clear();
    for (const { code, corners } of now.parts) {
      plane.path(corners, { class: null, fill: classLook(code).color, "fill-opacity": 0.28 }, true);
    }
    const edge = { class: null, fill: "none", stroke: "var(--line)", "stroke-width": 0.6 };
    for (const { corners } of now.cells) plane.path(corners, edge, true);
    const members = kNearest(now.X, now.query, now.k);
    const own = { class: "kk-cut", "stroke-width": 2.4 };
    plane.path(cellAround(now.X, members, cornersOf(plane.box)), own, true);
    for (const j of members) plane.path([now.query, now.X[j]], { "stroke-width": 1.6 });
    const wrong = now.X.map((x, i) => classOf(x) !== now.y[i]);
    place(wrong, new Set(members));
    tell(members, wrong.filter(Boolean).length);
  }

  function place(wrong, near) {
    plane.samples(now.X.map(([x, y], i) => ({
      x,
      y,
      code: now.y[i],
      wrong: wrong[i],
      ring: near.has(i) ? 10 : 0,
      label: `sample ${i + 1}, class ${state.classes[now.y[i]]}, at ${said(x)}, ${said(y)}` +
        (wrong[i] ? ", mistaken" : ""),
      move: (u, v) => change(() => (now.X[i] = [u, v])),
      press: () => change(() => (now.y[i] = (now.y[i] + 1) % state.classes.length)),
    })));
    plane.handles([{
      x: now.query[0],
      y: now.query[1],
      label: `query at ${now.query.map(said).join(", ")}, class ${
        state.classes[classOf(now.query)]
      }`,
      move: (u, v) => {
        now.query = [u, v];
        draw();
      },
    }]);
  }

  function tell(members, mistakes) {
    const votes = state.classes.map((name, code) =>
      `${members.filter((j) => now.y[j] === code).length} for ${name}`
    );
    say(
      `${now.k} nearest: ${votes.join(", ")}, so ${state.classes[classOf(now.query)]}. ` +
        `${now.cells.length} cells in view; ${mistakes} of ${now.X.length} training samples mistaken.`,
    );
  }
}

/**
 * All cells inside a box: their samples and corners.
 *
 * From a cell one gets to its neighbours by a small step across the middle of each edge.
 */
export function cellsOf(X, k, box) {
  const [left, right, bottom, top] = box;
  const step = 1e-6 * (right - left);
  const cells = new Map();
  const waiting = [[(left + right) / 2, (bottom + top) / 2]];
  while (waiting.length) {
    const members = kNearest(X, waiting.pop(), k);
    const name = [...members].sort((a, b) => a - b).join();
    if (cells.has(name)) continue;
    const corners = cellAround(X, members, cornersOf(box));
    cells.set(name, { members, corners });
    corners.forEach(([x, y], c) => {
      const [u, v] = corners[(c + 1) % corners.length];
      const length = Math.hypot(u - x, v - y) || 1;
      // Corners go round against the clock, so the outside is on the right.
      const beyond = [
        (x + u) / 2 + (step * (v - y)) / length,
        (y + v) / 2 - (step * (u - x)) / length,
      ];
      const inBox = beyond[0] > left && beyond[0] < right && beyond[1] > bottom && beyond[1] < top;
      if (inBox) waiting.push(beyond);
    });
  }
  return [...cells.values()];
}

/** A cell cut into parts of one answer each: where the vote is tied, the nearest leader decides. */
export function partsOf({ members, corners }, X, y, classCount) {
  const leading = leaders(members, y, classCount);
  if (leading.every((j) => y[j] === y[leading[0]])) return [{ code: y[leading[0]], corners }];
  return leading
    .map((i) => ({ code: y[i], corners: cellAround(X, [i], corners, leading) }))
    .filter((part) => part.corners.length);
}

function cornersOf([left, right, bottom, top]) {
  return [[left, bottom], [right, bottom], [right, top], [left, top]];
}

/** The part of a polygon that is nearer to each member than to any other rival: half-planes. */
function cellAround(X, members, corners, rivals = X.keys()) {
  const others = [...rivals].filter((j) => !members.includes(j));
  for (const i of members) {
    for (const j of others) {
      if (!corners.length) return corners;
      const w = [X[i][0] - X[j][0], X[i][1] - X[j][1]];
      const middle = [(X[i][0] + X[j][0]) / 2, (X[i][1] + X[j][1]) / 2];
      corners = clipped(corners, w, -(w[0] * middle[0] + w[1] * middle[1]));
    }
  }
  return corners;
}
