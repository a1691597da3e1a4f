// Lessons 00 and 02: the cells of the samples, and the regions of the majority as k grows.

import { boxAround, clipped, Plane, said } from "../canvas.js";
import { kNearest, vote } from "../algorithms/nearest.js";
import { AMONG_SAMPLES, slider, stage } from "../controls.js";
import { codesOver, drawCodes, SWIFT } from "../fields.js";
import { classLook } from "../style.js";

const MANY = 9; // voters to compare with one

export function nearestCells(parent, state) {
  const box = boxAround(state.X, 0.06);
  const query = [(3 * box[0] + box[1]) / 4, (4 * box[2] + box[3]) / 5]; // off the middle
  const start = { X: state.X, y: state.y, k: state.k, query };
  const { now, planes, controls, say, key, task, open } = stage(parent, state, start, [
    "Move over the plane, or drag the handle: lines lead to its k nearest samples, and the cell " +
    "of all points with the same k nearest is outlined.",
    "Drag a sample to move it, click it to change its class.",
    `With keys: Tab goes to the samples and the handle, arrows move them. ${AMONG_SAMPLES}`,
  ]);
  now.over = null;
  const plane = new Plane(planes, {
    box,
    equal: true,
    ratio: [0.57, 0.8],
    names: state.featureNames,
    label: `${state.label}: samples and cells`,
    redraw: () => change(),
  });
  const middle = [(box[0] + box[1]) / 2, (box[2] + box[3]) / 2];
  const most = Math.min(15, state.X.length);
  const many = Math.min(MANY, most);
  const setK = (value) => change(() => (now.k = value));
  slider(controls, {
    name: "neighbours k",
    low: 1,
    high: most,
    value: now.k,
    whole: true,
    change: setK,
  });
  key(state.classes, {
    cross: "misclassified",
    halo: "among the k nearest",
    handle: "a new point",
  });
  plane.onHover((place) => look(() => (now.over = place)));
  // Lines and the cell of the query lie above the regions, which stay as they are when it moves.
  const regions = plane.layer();
  const lines = plane.layer();
  change();
  const opening = now.query;
  open((part) =>
    look(() => (now.query = opening.map((to, j) => to + (1 - part) ** 2 * (middle[j] - to))))
  );

  /** Samples or k changed. */
  function change(act = () => {}) {
    act();
    now.wrong = now.X.map((x, i) => classOf(x) !== now.y[i]);
    plane.draw(regions, () => (now.k === 1 ? drawCells() : drawRegions()));
    look();
  }

  /** The query moved. */
  function look(act = () => {}) {
    act();
    const query = now.over ?? now.query;
    const members = kNearest(now.X, query, now.k);
    plane.draw(lines, () => {
      const own = { class: "kk-cut", "stroke-width": 2.4 };
      plane.path(cellAround(now.X, members, plane.box), own, true);
      for (const j of members) plane.path([query, now.X[j]], { "stroke-width": 1.6 });
    });
    place(new Set(members));
    tell(members);
    const [alone, among] = [1, many].map((k) => state.classes[classOf(now.query, k)]);
    task(
      `drag the new point to where 1 neighbour and ${many} neighbours answer differently.`,
      alone !== among && `Here 1 neighbour says ${alone}, and ${many} say ${among}.`,
    );
  }

  function classOf(x, k = now.k) {
    return vote(kNearest(now.X, x, k), now.y, state.classes.length);
  }

  function drawCells() {
    plane.wipe();
    const edge = { class: null, stroke: "var(--line)", "stroke-width": 0.6, "fill-opacity": 0.28 };
    now.X.forEach((_, i) => {
      const corners = cellAround(now.X, [i], plane.box);
      plane.path(corners, { ...edge, fill: classLook(now.y[i]).color }, true);
    });
  }

  function drawRegions() {
    drawCodes(plane, codesOver(plane.box, (x) => classOf(x), SWIFT), state.classes.length, SWIFT);
  }

  function place(near) {
    plane.samples(now.X.map(([x, y], i) => ({
      x,
      y,
      code: now.y[i],
      wrong: now.wrong[i],
      halo: near.has(i),
      label: `sample ${i + 1}, class ${state.classes[now.y[i]]}, at ${said(x)}, ${said(y)}` +
        (now.wrong[i] ? ", misclassified" : ""),
      move: (u, v) => change(() => (now.X[i] = [u, v])),
      press: () => change(() => (now.y[i] = (now.y[i] + 1) % state.classes.length)),
    })));
    const name = state.classes[classOf(now.query)];
    plane.handles([{
      x: now.query[0],
      y: now.query[1],
      label: `query at ${now.query.map(said).join(", ")}, class ${name}`,
      move: (u, v) => look(() => (now.query = [u, v])),
    }]);
  }

  function tell(members) {
    const votes = state.classes.map((name, code) =>
      `${members.filter((j) => now.y[j] === code).length} for ${name}`
    );
    const winner = state.classes[vote(members, now.y, state.classes.length)];
    say(
      `${now.k} nearest: ${votes.join(", ")}, so ${winner}. ` +
        `${now.wrong.filter(Boolean).length} of ${now.X.length} training samples misclassified.`,
    );
  }
}

/** The part of a box that is nearer to each member than to any other sample: half-planes. */
export function cellAround(X, members, [left, right, bottom, top]) {
  let corners = [[left, bottom], [right, bottom], [right, top], [left, top]];
  const others = [...X.keys()].filter((j) => !members.includes(j));
  for (const i of members) {
    const [x, y] = X[i];
    let far = farthest(corners, X[i]);
    for (const j of others) {
      const w = [x - X[j][0], y - X[j][1]];
      const length = Math.hypot(...w);
      if (length > 2 * far) continue; // the edge half-way to it lies beyond the cell
      corners = clipped(corners, w, -(w[0] * (x + X[j][0]) + w[1] * (y + X[j][1])) / 2);
      far = farthest(corners, X[i]);
    }
  }
  return corners;
}

function farthest(corners, [x, y]) {
  return Math.max(...corners.map(([u, v]) => Math.hypot(u - x, v - y)));
}
