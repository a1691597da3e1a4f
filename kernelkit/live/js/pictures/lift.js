// Lesson 05: samples rise onto the paraboloid z = x1^2 + x2^2; a plane cuts it in a circle.

import { Plane, said, shape, shiftsOf, tenth, wantsStillness } from "../canvas.js";
import { button, slider, stage } from "../controls.js";
import { classLook, outline } from "../style.js";

const AROUND = 48; // points of a circle
const SLICES = 8; // of the samples, one behind the other
const RISE = 900; // milliseconds of the whole lift

export function lift(parent, state) {
  const size = Math.max(...state.X.map(([x, y]) => Math.hypot(x, y)));
  const best = bestLevel(state.X, state.y, state.inner);
  // It opens above the best height, with some samples to win by lowering the plane.
  const start = { turn: 0.6, tilt: 0.5, rise: 1, height: rounded(2 * best.height, size), slope: 0 };
  const { now, planes, controls, tools, say, key, task, open } = stage(parent, state, start, [
    "Lift raises each sample to the height x\u2081\u00b2 + x\u2082\u00b2. Drag the picture to turn it.",
    "Lower or raise the plane, and see on the ground the circle that it cuts out of the surface.",
    "With keys: the handle in the middle of the picture turns it with the arrows.",
  ]);
  const X = state.X.map((x) => x.map((value) => value / size)); // within the unit circle
  const shifts = shiftsOf(X);
  const plane = new Plane(planes, {
    box: [-1.6, 1.6, -0.85, 1.3],
    equal: true,
    axes: false,
    label: `${state.label}: samples above a plane, seen from the side`,
    redraw: draw,
  });
  turnByDragging(plane, now, draw);
  const rising = slider(controls, {
    name: "lift",
    low: 0,
    high: 1,
    value: now.rise,
    change: set("rise"),
  });
  slider(controls, {
    name: "height of the plane",
    low: 0,
    high: rounded(1.2 * size * size, size),
    value: now.height,
    change: set("height"),
  });
  slider(controls, {
    name: "slope of the plane",
    low: -rounded(size, 1),
    high: rounded(size, 1),
    value: now.slope,
    change: set("slope"),
  });
  const lifting = button(tools, "Lift", () => animate(now.rise < 0.5 ? 1 : 0));
  key(state.classes, { cross: "misclassified", handle: "drag to turn" });
  const end = now.rise;
  open((part) => {
    now.rise = part * end;
    rising.set(now.rise);
    draw();
  });

  function set(name) {
    return (value) => {
      now[name] = value;
      draw();
    };
  }

  function animate(end) {
    const [start, from] = [performance.now(), now.rise];
    const frame = (time) => {
      const part = wantsStillness() ? 1 : Math.min(1, (time - start) / RISE);
      now.rise = from + (end - from) * part;
      rising.set(now.rise);
      draw();
      if (part < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** The height of the plane over a point of the ground; all is drawn within the unit circle. */
  function cut([x]) {
    return now.height / (size * size) + (now.slope / size) * x;
  }

  function draw() {
    const { centre, radius } = circle(now, size);
    const below = X.map((x) => x[0] ** 2 + x[1] ** 2 < cut(x));
    const inner = state.inner;
    const wrong = below.map((is, i) => (state.y[i] === inner) !== is);
    lifting.textContent = now.rise < 0.5 ? "Lift" : "Lower";
    plane.clear();
    const at = (x, y, z) => seen(now, [x, y, z]);
    drawGround(plane, at, centre, radius);
    if (now.rise > 0) drawSurface(plane, at, now.rise);
    if (now.rise === 1) drawPlane(plane, at, cut);
    if (now.rise > 0 && radius > 0) drawCut(plane, at, centre, radius, now.rise);
    drawSamples(plane, at, wrong);
    plane.handles([{
      ...handlePlace(at),
      label: `view from ${degrees(now.turn)} degrees, ${degrees(now.tilt)} above the ground: ` +
        "turn it with the arrows",
      move: (u, v) => {
        const place = handlePlace(at);
        now.turn += Math.sign(u - place.x) * Math.min(Math.abs(u - place.x), 0.1);
        now.tilt = bounded(
          now.tilt + Math.sign(v - place.y) * Math.min(Math.abs(v - place.y), 0.1),
        );
        draw();
      },
    }]);
    const cutting = radius > 0
      ? `The plane cuts a circle of radius ${said(size * radius)} around ` +
        `(${centre.map((v) => said(size * v)).join(", ")})`
      : "The plane does not meet the surface";
    const count = wrong.filter(Boolean).length;
    say(`${cutting}; ${count} of ${X.length} samples misclassified.`);
    task(
      `keep the slope at 0. At which height are fewer than ${best.wrong + 1} misclassified?`,
      now.slope === 0 && count <= best.wrong && `${count}: that is the best level plane.`,
    );
  }

  /** Stems, then markers from the back to the front, in slices of one node for each class. */
  function drawSamples(plane, at, wrong) {
    const places = X.map(([x, y]) => [at(x, y, 0), at(x, y, now.rise * (x * x + y * y))]);
    if (now.rise > 0) plane.paths(places, { "stroke-width": 0.7, opacity: 0.35 });
    const spots = places.map(([, top], i) =>
      plane.toScreen(top).map((value, axis) => value + shifts[i][axis])
    );
    const order = X.map((_, i) => i).sort((i, j) => depth(now, X[i]) - depth(now, X[j]));
    const many = Math.ceil(order.length / SLICES);
    for (let k = 0; k < order.length; k += many) {
      state.classes.forEach((_, code) => {
        const { color, marker } = classLook(code);
        const slice = order.slice(k, k + many).filter((i) => state.y[i] === code);
        const d = slice.map((i) => outline(marker, 5, spots[i])).join("");
        shape("path", { d, fill: color, stroke: "#ffffff" }, plane.back);
        const crosses = slice.filter((i) => wrong[i]).map((i) => cross(spots[i])).join("");
        shape("path", { d: crosses, class: "kk-cross kk-light" }, plane.back);
      });
    }
  }
}

function cross(place) {
  const [x, y] = place.map(tenth);
  return `M${x - 5} ${y - 5}l10 10m-10 0l10 -10`;
}

/** x1^2 + x2^2 = h + s x1 is a circle around (s/2, 0); here in units of the largest radius. */
function circle({ height, slope }, size) {
  const radius = Math.sqrt(Math.max(0, height + slope ** 2 / 4));
  return { centre: [slope / 2 / size, 0], radius: radius / size };
}

/** The level plane with the fewest samples on its wrong side. */
export function bestLevel(X, y, inner) {
  const squares = X.map(([u, v]) => u * u + v * v);
  let best = { height: 0, wrong: Infinity };
  for (const height of squares) {
    // Just above this sample: it is below the plane, with all that are not higher.
    const wrong = squares.filter((square, i) => (y[i] === inner) !== square <= height).length;
    if (wrong < best.wrong) best = { height, wrong };
  }
  return best;
}

/** A number with two digits, where a unit is so long. */
function rounded(value, unit) {
  return Number(value.toPrecision(unit > 1 ? 2 : 3));
}

/** Where a point in space is seen: turned around the vertical, then tilted towards the reader. */
function seen({ turn, tilt }, [x, y, z]) {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const away = s * x + c * y;
  return [c * x - s * y, z * Math.cos(tilt) + away * Math.sin(tilt) - 0.1];
}

function depth({ turn }, [x, y]) {
  return -(Math.sin(turn) * x + Math.cos(turn) * y);
}

function handlePlace(at) {
  const [x, y] = at(0, 0, 0);
  return { x, y };
}

function degrees(angle) {
  return Math.round((180 / Math.PI) * angle);
}

function bounded(tilt) {
  return Math.min(1.4, Math.max(0.1, tilt));
}

function ring(radius, centre = [0, 0]) {
  return Array.from({ length: AROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / AROUND;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

function drawGround(plane, at, centre, radius) {
  const corners = [[-1.1, -1.1], [1.1, -1.1], [1.1, 1.1], [-1.1, 1.1]];
  const ground = { "stroke-width": 1, fill: "var(--panel)", class: "kk-frame" };
  plane.path(corners.map(([x, y]) => at(x, y, 0)), ground, true);
  if (radius > 0) {
    const look = { class: "kk-cut", "stroke-width": 2 };
    plane.path(ring(radius, centre).map(([x, y]) => at(x, y, 0)), look, true);
  }
}

function drawSurface(plane, at, rise) {
  const rings = [0.25, 0.5, 0.75, 1].map((radius) =>
    [...ring(radius), [radius, 0]].map(([x, y]) => at(x, y, rise * radius * radius))
  );
  const ribs = Array.from({ length: 8 }, (_, k) => {
    const [c, s] = [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)];
    const part = (j) => at((c * j) / 10, (s * j) / 10, (rise * j * j) / 100);
    return Array.from({ length: 11 }, (_, j) => part(j));
  });
  plane.paths([...rings, ...ribs], { "stroke-width": 0.8, opacity: 0.4 });
}

function drawPlane(plane, at, cut) {
  const corners = [[-1.1, -1.1], [1.1, -1.1], [1.1, 1.1], [-1.1, 1.1]];
  const look = { class: "kk-cut", "stroke-width": 1.5 };
  plane.path(corners.map(([x, y]) => at(x, y, cut([x, y]))), look, true);
}

/** The curve in which plane and surface meet, above the circle on the ground. */
function drawCut(plane, at, centre, radius, rise) {
  const points = ring(radius, centre).map(([x, y]) => at(x, y, rise * (x * x + y * y)));
  plane.path(points, { class: "kk-way" }, true);
}

function turnByDragging(plane, now, draw) {
  let last = null;
  plane.floor.style.cursor = "grab";
  plane.floor.addEventListener("pointerdown", (event) => {
    last = [event.clientX, event.clientY];
    plane.floor.setPointerCapture(event.pointerId);
  });
  plane.floor.addEventListener("pointermove", (event) => {
    if (!last) return;
    now.turn += (event.clientX - last[0]) / 150;
    now.tilt = bounded(now.tilt + (event.clientY - last[1]) / 200);
    last = [event.clientX, event.clientY];
    draw();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    plane.floor.addEventListener(end, () => (last = null));
  }
}
