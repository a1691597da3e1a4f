// Lesson 01: a line held by two handles, with its mistakes and the distance of each sample.

import { fewestMistakes } from "../algorithms/best_line.js";
import { boxAround, clamp, Plane, said } from "../canvas.js";
import { AMONG_SAMPLES, button, stage } from "../controls.js";
import { classLook } from "../style.js";

const MOST = 300; // samples of which the best line is computed at once

export function twoHandlesLine(parent, state) {
  const box = boxAround(state.X);
  const ends = [[box[0] * 0.7 + box[1] * 0.3, box[3]], [box[0] * 0.3 + box[1] * 0.7, box[2]]]
    .map(([x, y]) => [x, 0.8 * y + 0.1 * (box[2] + box[3])]);
  const start = { X: state.X, y: state.y, ends };
  const { root, now, planes, tools, say, key, task, open } = stage(parent, state, start, [
    "Drag one of the two handles to turn or shift the line, or a sample to move it.",
    "With keys: Tab goes to the handles and the samples, arrows move them (with Shift in small " +
    `steps), Enter gives a sample the other class. ${AMONG_SAMPLES}`,
  ]);
  now.touched = null;
  const fewest = state.X.length <= MOST ? fewestMistakes(state.X, state.y) : null;
  const plane = new Plane(planes, {
    box,
    equal: true,
    names: state.featureNames,
    label: `${state.label}: samples and a line`,
    redraw: draw,
  });
  button(tools, "Swap the sides", () => {
    now.ends.reverse();
    draw();
  });
  key(state.classes, {
    cross: "misclassified",
    handle: "drag to move the line",
    arrow: `w, towards the side of ${state.classes[1]}`,
  });
  const opening = now.ends;
  open((part) => {
    now.ends = opening.map((end) => turned(end, plane.box, 0.8 * (1 - part) ** 2));
    draw();
  });

  function draw() {
    const { w, b } = lineThrough(...now.ends);
    const f = now.X.map((x) => w[0] * x[0] + w[1] * x[1] + b);
    const wrong = f.map((value, i) => (value >= 0) !== (now.y[i] === 1));
    plane.clear();
    paintSides(plane, w, b);
    drawDistances(plane, now.X, f, w, wrong);
    plane.line(w, b, { "stroke-width": 2.2 });
    drawNormal(plane, now.ends, w);
    plane.samples(now.X.map(([x, y], i) => ({
      x,
      y,
      code: now.y[i],
      wrong: wrong[i],
      label: `sample ${i + 1}, class ${state.classes[now.y[i]]}, distance ${said(f[i])}` +
        (wrong[i] ? ", misclassified" : ""),
      move: (u, v) => change(() => (now.X[i] = [u, v])),
      press: () => change(() => (now.y[i] = 1 - now.y[i])),
      over: (on) => touch(on ? i : null),
    })));
    plane.handles(now.ends.map(([x, y], k) => ({
      x,
      y,
      label: `${k ? "second" : "first"} handle of the line, at ${said(x)}, ${said(y)}`,
      move: (u, v) => change(() => (now.ends[k] = apart([u, v], now.ends[1 - k], plane.box))),
    })));
    tell(w, b, f, wrong);
    invite(wrong.filter(Boolean).length);
  }

  /** The best line is known of the samples as they came. */
  function invite(count) {
    const untouched = !root.changes().X && !root.changes().y;
    const better = fewest === null ? "fewer than now" : fewest ? `below ${fewest + 1}` : "0";
    const best = fewest !== null && count <= fewest && untouched;
    task(
      `drag the handles. Can you get ${better} misclassified?`,
      best && `${count} of ${now.X.length}: no straight line does better.`,
    );
  }

  function tell(w, b, f, wrong) {
    const nearest = Math.min(...f.map(Math.abs));
    const of = now.touched === null
      ? ""
      : ` Sample ${now.touched + 1} is at ${said(f[now.touched])} from the line.`;
    say(
      `${wrong.filter(Boolean).length} of ${now.X.length} misclassified; the nearest sample is ` +
        `${said(nearest)} away; w = (${w.map(said).join(", ")}), b = ${said(b)}.${of}`,
    );
  }

  function touch(index) {
    now.touched = index;
    draw();
  }

  function change(act) {
    act();
    draw();
  }
}

/** A place turned around the middle of a box. */
function turned([x, y], [left, right, bottom, top], angle) {
  const [u, v] = [x - (left + right) / 2, y - (bottom + top) / 2];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [(left + right) / 2 + c * u - s * v, (bottom + top) / 2 + s * u + c * v];
}

/** w of length 1 and b of the line through two points; the first class is on its left. */
export function lineThrough(p, q) {
  const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const w = [-(q[1] - p[1]) / length, (q[0] - p[0]) / length];
  return { w, b: -(w[0] * p[0] + w[1] * p[1]) };
}

/** A place that is not on top of another, so that a line goes through both. */
export function apart(place, other, [left, right]) {
  const least = (right - left) / 50;
  const length = Math.hypot(place[0] - other[0], place[1] - other[1]);
  if (length >= least) return place;
  const [dx, dy] = length > 0
    ? [(place[0] - other[0]) / length, (place[1] - other[1]) / length]
    : [1, 0];
  return [clamp(other[0] + least * dx, left, right), other[1] + least * dy];
}

/** Tint both sides of a line in the colours of their classes. */
export function paintSides(plane, w, b) {
  [[w.map((v) => -v), -b], [w, b]].forEach(([normal, bias], code) => {
    const look = { class: null, fill: classLook(code).color, "fill-opacity": 0.28, stroke: "none" };
    plane.path(plane.halfPlane(normal, bias), look, true);
  });
}

function drawDistances(plane, X, f, w, wrong) {
  const ways = X.map((x, i) => [x, [x[0] - f[i] * w[0], x[1] - f[i] * w[1]]]);
  plane.paths(ways.filter((_, i) => !wrong[i]), { "stroke-width": 0.8, opacity: 0.45 });
  plane.paths(ways.filter((_, i) => wrong[i]), { "stroke-width": 1.6 });
}

function drawNormal(plane, [p, q], w) {
  const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const length = (plane.box[1] - plane.box[0]) / 12;
  const tip = [middle[0] + length * w[0], middle[1] + length * w[1]];
  const side = [w[1] * length * 0.15, -w[0] * length * 0.15];
  const back = [tip[0] - 0.3 * length * w[0], tip[1] - 0.3 * length * w[1]];
  const look = { class: "kk-way" };
  plane.path([middle, tip], look);
  const wings = [1, -1].map((sign) => [back[0] + sign * side[0], back[1] + sign * side[1]]);
  plane.path([wings[0], tip, wings[1]], look);
  plane.words([tip[0] + 0.35 * length * w[0], tip[1] + 0.35 * length * w[1]], "w", {
    "font-style": "italic",
    "font-size": 15,
    "text-anchor": "middle",
    "dominant-baseline": "middle",
    class: "kk-clear",
  });
}
