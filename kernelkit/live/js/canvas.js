// The shared canvas: a plane with axes, samples and handles that are moved by mouse, finger and
// keys, and words for those who cannot see it.

import { classLook, CSS, outline } from "./style.js";

const SVG = "http://www.w3.org/2000/svg";
const EDGES = { left: 58, right: 8, top: 8, bottom: 40 }; // pixels around the plane, for the axes
// Height to width of a plane, on a wide page and on a phone: so that a picture fits on a screen.
export const ALONE = [0.5, 0.8];
export const PAIRED = [0.85, 0.6];
const HIGHEST = 432; // pixels
const LOOK = "kk-look";
const TWICE = 400; // milliseconds within which two presses are one double press
const STILL = 3; // pixels that a pointer may move and still press
// What is drawn around a sample; `halo` is drawn below it.
export const MARKS = {
  ring: { class: "kk-ring", r: 9 },
  cross: { class: "kk-cross", d: "M-7 -7L7 7M-7 7L7 -7" },
  halo: { class: "kk-halo", r: 12 },
};
export const BOTTOM = "M0 -7L7 0L0 7L-7 0z"; // the outline of the mark of a lowest point
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
// Keys that go from a sample to another one, by their places in the list: arrows move the sample.
const AMONG = {
  PageDown: (at) => at + 1,
  PageUp: (at) => at - 1,
  Home: () => 0,
  End: () => Infinity,
};

/** A new element inside another; attributes that are null are left out. */
export function element(name, attributes = {}, parent = null, text = null) {
  return put(document.createElement(name), attributes, parent, text);
}

/** The same for a part of a drawing. */
export function shape(name, attributes = {}, parent = null, text = null) {
  return put(document.createElementNS(SVG, name), attributes, parent, text);
}

/** Whether the reader asked the system for less motion. */
export function wantsStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A number in words: three significant digits, and a real minus sign. */
export function said(value) {
  const size = Math.abs(value);
  const short = size !== 0 && (size >= 1e5 || size < 1e-3)
    ? value.toExponential(1)
    : String(Number(value.toPrecision(3)));
  return short.replaceAll("-", "\u2212");
}

/** Words with a real minus sign where a hyphen stands for one: "depth - 19", "-1". */
export function typeset(words) {
  return words.replace(/(^|\s)-(?=\s|[\d.])/g, "$1\u2212");
}

/** So many of something: "1 mistake", "2 mistakes". */
export function counted(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/**
 * The ground of a picture: its style, light or dark as the page around it, and its keys kept.
 *
 * Whatever watches the page does so until `life` of the ground is aborted.
 */
export function ground(parent, label) {
  const root = element("section", { class: "kk-live", "aria-label": label }, parent);
  root.life = new AbortController();
  const { signal } = root.life;
  // A notebook would take the keys for its commands.
  root.addEventListener("keydown", (event) => event.stopPropagation());
  element("style", {}, root, CSS);
  const look = () => {
    const dark = isDark(parent);
    if (root.hasAttribute("data-dark") === dark) return;
    root.toggleAttribute("data-dark", dark);
    root.dispatchEvent(new Event(LOOK)); // for planes whose pixels have to be painted again
  };
  const watcher = new MutationObserver(look);
  for (const node of [document.documentElement, document.body]) {
    watcher.observe(node, { attributes: true });
  }
  signal.addEventListener("abort", () => watcher.disconnect());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look, { signal });
  onResize(root, look, signal); // a notebook puts it on its page later
  look();
  return root;
}

function onResize(node, act, signal) {
  const observer = new ResizeObserver(act);
  observer.observe(node);
  signal.addEventListener("abort", () => observer.disconnect());
}

/** Whether the first ground that is not transparent, from here outwards, is dark. */
function isDark(node) {
  for (let at = node; at; at = at.parentElement) {
    const parts = getComputedStyle(at).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
    if (parts.length === 3 || parts[3] > 0) {
      return 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2] < 128;
    }
  }
  return false;
}

function put(node, attributes, parent, text) {
  setAll(node, attributes);
  if (text !== null) node.textContent = text;
  parent?.append(node);
  return node;
}

/** Set attributes; those that stay are left alone, by a note of our own: asking the page is slow. */
/** Whether a thing answers a hand, a key or the focus. */
function touchable({ move, press, over }) {
  return Boolean(move || press || over);
}

function setAll(node, attributes) {
  const known = (node.known ??= {});
  for (const [name, value] of Object.entries(attributes)) {
    if (known[name] === value) continue;
    known[name] = value;
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }
}

/**
 * A plane with two axes.
 *
 * `box` is [left, right, bottom, top] in the units of the data. A thing on the plane is an object
 * with x, y and a label, and with what can be done to it: move(x, y), press(), remove(), key(name).
 * A `heading` above the plane says what it is.
 */
export class Plane {
  constructor(parent, options) {
    this.options = { ratio: ALONE, equal: false, axes: true, names: ["", ""], ...options };
    this.wanted = options.box;
    this.frame = element("div", { class: "kk-plane" }, parent);
    this.canvas = element("canvas", { "aria-hidden": "true" }, this.frame);
    this.svg = shape("svg", { role: "group", "aria-label": options.label }, this.frame);
    this.floor = shape("rect", { fill: "transparent" }, this.svg);
    this.clip = shape("clipPath", { id: `kk${Math.random().toString(36).slice(2)}` }, this.svg);
    this.window = shape("rect", {}, this.clip);
    this.axes = shape("g", { class: "kk-axes", "aria-hidden": "true" }, this.svg);
    const clipped = { "aria-hidden": "true", "clip-path": `url(#${this.clip.id})` };
    this.back = shape("g", clipped, this.svg);
    this.front = shape("g", {}, this.svg);
    this.nodes = {};
    this.stop = 0; // the sample at which Tab stops: the one that had the focus last
    this.lastPress = -TWICE;
    this.svg.addEventListener("pointerdown", (event) => {
      this.downOnFloor = event.target === this.floor;
    });
    this.svg.addEventListener("click", (event) => this.pressed(event));
    this.measure();
    const root = parent.closest(".kk-live");
    root.addEventListener(LOOK, () => this.options.redraw?.());
    onResize(this.frame, () => this.measure() && this.options.redraw?.(), root.life.signal);
  }

  /** Take the size that the page gives; whether it is another than before. */
  measure() {
    const width = Math.max(200, Math.round(this.frame.clientWidth || 640));
    if (width === this.width) return false;
    this.width = width;
    const isPhone = (this.frame.parentElement.clientWidth || 640) < 480;
    this.height = Math.round(Math.min(HIGHEST, width * this.options.ratio[isPhone ? 1 : 0]));
    const edges = { ...(this.options.axes ? EDGES : { left: 2, right: 2, top: 2, bottom: 2 }) };
    if (this.options.heading) edges.top = 24;
    this.left = edges.left;
    this.top = edges.top;
    this.inner = [width - edges.left - edges.right, this.height - edges.top - edges.bottom];
    setAll(this.svg, { width, height: this.height });
    const place = { x: this.left, y: this.top, width: this.inner[0], height: this.inner[1] };
    setAll(this.floor, place);
    setAll(this.window, place);
    Object.assign(this.canvas.style, { left: `${this.left}px`, top: `${this.top}px` });
    [this.canvas.width, this.canvas.height] = this.inner;
    this.show(this.wanted);
    return true;
  }

  /** Look at another part of the plane. */
  show(box) {
    const place = [...box, ...this.inner].join();
    if (place === this.shown) return;
    this.shown = place;
    this.wanted = box;
    this.box = this.options.equal ? equalised(box, this.inner) : box;
    this.drawAxes();
  }

  toScreen([x, y]) {
    const [left, right, bottom, top] = this.box;
    return [
      this.left + (this.inner[0] * (x - left)) / (right - left),
      this.top + (this.inner[1] * (top - y)) / (top - bottom),
    ];
  }

  toData([u, v]) {
    const [left, right, bottom, top] = this.box;
    return [
      clamp(left + ((u - this.left) / this.inner[0]) * (right - left), left, right),
      clamp(top - ((v - this.top) / this.inner[1]) * (top - bottom), bottom, top),
    ];
  }

  drawAxes() {
    this.axes.replaceChildren();
    const heading = { x: this.left, y: 14, class: "kk-heading" };
    if (this.options.heading) shape("text", heading, this.axes, this.options.heading);
    if (!this.options.axes) return;
    const { heights = ticks, widths = ticks, wordsOf = said } = this.options;
    const [left, right, bottom, top] = this.box;
    const [x0, y0] = this.toScreen([left, bottom]);
    const [x1, y1] = this.toScreen([right, top]);
    let path = `M${x0} ${y1}V${y0}H${x1}`;
    for (const tick of widths(left, right, this.inner[0] / 60)) {
      const [x] = this.toScreen([tick, bottom]);
      path += `M${x} ${y0}v4`;
      shape("text", { x, y: y0 + 16, "text-anchor": "middle" }, this.axes, said(tick));
    }
    for (const tick of heights(bottom, top, this.inner[1] / 45)) {
      const [, y] = this.toScreen([left, tick]);
      path += `M${x0} ${y}h-4`;
      shape("text", { x: x0 - 7, y: y + 4, "text-anchor": "end" }, this.axes, wordsOf(tick));
    }
    shape("path", { d: path, class: "kk-frame" }, this.axes);
    const [first, second] = this.options.names;
    const middle = { "text-anchor": "middle" };
    shape("text", { x: (x0 + x1) / 2, y: y0 + 33, ...middle }, this.axes, first);
    const turned = `translate(10 ${(y0 + y1) / 2}) rotate(-90)`;
    shape("text", { transform: turned, ...middle }, this.axes, second);
  }

  /** Forget all lines, areas and words; what can be touched stays. */
  clear() {
    this.back.replaceChildren();
    this.wipe();
  }

  /** Forget what is painted in pixels. */
  wipe() {
    this.canvas.getContext("2d").clearRect(0, 0, ...this.inner);
  }

  /** A part of what is drawn, above those before it, that can be drawn anew by itself. */
  layer() {
    return shape("g", {}, this.back);
  }

  /** Draw a layer anew: all that `act` draws belongs to it. */
  draw(layer, act) {
    const { back } = this;
    layer.replaceChildren();
    this.back = layer;
    act();
    this.back = back;
  }

  /** Call with the place of a mouse over the plane, once a frame, and with null when it leaves. */
  onHover(act) {
    let latest = null;
    const move = () => {
      if (latest) act(latest.buttons ? null : this.pointerPlace(latest));
      latest = null;
    };
    this.svg.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse") return;
      if (!latest) requestAnimationFrame(move);
      latest = event;
    });
    this.svg.addEventListener("pointerleave", () => {
      latest = null;
      act(null);
    });
  }

  /** A path through points; `look` holds SVG attributes, `closed` joins its ends. */
  path(points, look = {}, closed = false) {
    return this.paths([points], look, closed);
  }

  /** Many paths of one look, as one node: a hundred nodes would take ten times as long. */
  paths(pieces, look = {}, closed = false) {
    const d = pieces.map((points) =>
      points.length
        ? `M${points.map((p) => this.toScreen(p).map(tenth).join(" ")).join("L")}${
          closed ? "z" : ""
        }`
        : ""
    ).join("");
    return shape("path", { d, class: "kk-ink", ...look }, this.back);
  }

  dot(point, radius, look = {}) {
    return this.dots([point], radius, look);
  }

  /** Discs of one look, as one node. */
  dots(points, radius, look = {}) {
    const d = points.map((point) => outline("o", radius, this.toScreen(point))).join("");
    return shape("path", { d, class: "kk-solid", ...look }, this.back);
  }

  /** Mark the lowest point of what the plane shows. */
  bottom(point) {
    const place = this.toScreen(point).map(tenth).join(" ");
    const look = { d: BOTTOM, class: "kk-solid", transform: `translate(${place})` };
    return shape("path", look, this.back);
  }

  words(point, text, look = {}) {
    const [x, y] = this.toScreen(point);
    return shape("text", { x, y, ...look }, this.back, text);
  }

  /** The line w1 x + w2 y + b = 0 across the view; nothing where there is none. */
  line(w, b, look = {}) {
    const ends = this.acrossView(w, b);
    return ends ? this.path(ends, look) : null;
  }

  /** The two ends of that line, or null. */
  acrossView(w, b) {
    return across(w, b, this.box);
  }

  /** The part of the view where w1 x + w2 y + b >= 0, as corners. */
  halfPlane(w, b) {
    const [left, right, bottom, top] = this.box;
    const corners = [[left, bottom], [right, bottom], [right, top], [left, top]];
    return clipped(corners, w, b);
  }

  /**
   * Samples: things of a class each. In all pictures a cross is a misclassified sample and a ring a
   * support vector; a halo is for what else a picture points at, and its key says what that is.
   */
  samples(things) {
    const shifts = shiftsOf(things.map(({ x, y }) => [x, y]));
    this.keep("sample", things, (node, thing) => {
      const look = classLook(thing.code);
      setAll(node.mark, { d: look.outline, fill: look.color, opacity: thing.faint ? 0.35 : null });
      setAll(node.ring, { r: thing.ring || null, visibility: thing.ring ? null : "hidden" });
      setAll(node.cross, { visibility: thing.wrong ? null : "hidden" });
      setAll(node.halo, { visibility: thing.halo ? null : "hidden" });
    }, shifts);
  }

  /** Handles: things that hold a line or an ellipse. */
  handles(things) {
    this.keep("handle", things, (node, thing) => {
      setAll(node.mark, { d: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z", fill: thing.fill ?? null });
      for (const part of [node.ring, node.cross, node.halo]) setAll(part, { visibility: "hidden" });
    });
  }

  /** As many nodes as things, each in its place; a node that stays keeps the reader's focus. */
  keep(kind, things, dress, shifts = null) {
    const nodes = (this.nodes[kind] ??= []);
    while (nodes.length > things.length) nodes.pop().remove();
    while (nodes.length < things.length) nodes.push(this.newThing(kind));
    if (kind === "sample") this.stop = clamp(this.stop, 0, Math.max(0, things.length - 1));
    things.forEach((thing, index) => {
      const node = nodes[index];
      node.thing = thing;
      const shift = shifts?.[index] ?? [0, 0];
      node.place = this.toScreen([thing.x, thing.y]).map((value, axis) => value + shift[axis]);
      setAll(node, {
        transform: `translate(${node.place.map(tenth).join(" ")})`,
        "aria-label": thing.label,
        class: `kk-thing kk-${kind}${thing.move ? "" : " kk-fixed"}`,
        role: touchable(thing) ? "button" : "img",
        tabindex: this.tabIndex(kind, thing, index),
      });
      dress(node, thing);
    });
  }

  /** All samples are one Tab stop, each handle is one, and what cannot be touched is none. */
  tabIndex(kind, thing, index) {
    // Without the attribute Chromium would stop at it, because it listens to the focus.
    if (!touchable(thing)) return -1;
    return kind === "sample" && index !== this.stop ? -1 : 0;
  }

  newThing(kind) {
    const node = shape("g", {}, this.front);
    node.kind = kind;
    node.plane = this;
    shape("circle", { r: kind === "handle" ? 20 : 13, class: "kk-reach" }, node);
    node.halo = shape("circle", MARKS.halo, node);
    node.mark = shape("path", { class: "kk-mark" }, node);
    node.ring = shape("circle", MARKS.ring, node);
    node.cross = shape("path", MARKS.cross, node);
    shape("circle", { r: 12, class: "kk-focus" }, node);
    node.addEventListener("pointerdown", (event) => this.grab(this.nearest(kind, event), event));
    // Else a finger that moves down would scroll the page: touch-action counts for a whole svg only.
    const keepPage = (event) => node.thing.move && event.cancelable && event.preventDefault();
    node.addEventListener("touchstart", keepPage, { passive: false });
    node.addEventListener("keydown", (event) => this.keyed(node, event));
    node.addEventListener("pointerenter", () => node.thing.over?.(true));
    node.addEventListener("pointerleave", () => node.thing.over?.(false));
    node.addEventListener("focus", () => {
      if (kind === "sample" && touchable(node.thing)) this.stopAt(node);
      node.thing.over?.(true);
    });
    node.addEventListener("blur", () => node.thing.over?.(false));
    return node;
  }

  /** Tab comes back to this sample. */
  stopAt(node) {
    const nodes = this.nodes.sample;
    setAll(nodes[this.stop], { tabindex: -1 });
    this.stop = nodes.indexOf(node);
    setAll(node, { tabindex: 0 });
  }

  /** The thing next to a pointer: where samples are close, the last would cover the others. */
  nearest(kind, event) {
    const place = this.svg.getBoundingClientRect();
    const distance = ({ place: [x, y] }) =>
      Math.hypot(event.clientX - place.left - x, event.clientY - place.top - y);
    const distances = this.nodes[kind].map(distance);
    return this.nodes[kind][distances.indexOf(Math.min(...distances))];
  }

  grab(node, down) {
    if (down.button > 0) return;
    down.preventDefault();
    node.focus({ preventScroll: true });
    node.setPointerCapture(down.pointerId);
    let [moved, latest] = [false, null];
    const move = () => {
      if (latest) node.thing.move?.(...this.pointerPlace(latest));
      latest = null;
    };
    const follow = (event) => {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > STILL;
      moved ||= far;
      if (!moved) return;
      if (!latest) requestAnimationFrame(move); // a mouse reports more places than are drawn
      latest = event;
    };
    const leave = (event) => {
      move();
      node.removeEventListener("pointermove", follow);
      node.removeEventListener("pointerup", leave);
      node.removeEventListener("pointercancel", leave);
      if (moved || event.type === "pointercancel") return;
      if (this.isSecondPress()) node.thing.remove?.();
      else node.thing.press?.();
    };
    node.addEventListener("pointermove", follow);
    node.addEventListener("pointerup", leave);
    node.addEventListener("pointercancel", leave);
  }

  keyed(node, event) {
    const { thing } = node;
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    const [left, right, bottom, top] = this.box;
    const part = event.shiftKey ? 200 : 40;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    let done = true;
    if ((dx || dy) && thing.move) {
      const x = clamp(thing.x + (dx * (right - left)) / part, left, right);
      thing.move(x, clamp(thing.y + (dy * (top - bottom)) / part, bottom, top));
    } else if (plain && node.kind === "sample" && AMONG[event.key]) {
      const nodes = this.nodes.sample.filter(({ thing }) => touchable(thing));
      const next = AMONG[event.key](nodes.indexOf(node));
      nodes[clamp(next, 0, nodes.length - 1)]?.focus({ preventScroll: true });
    } else if (event.key === "Enter" || event.key === " ") thing.press?.();
    else if (event.key === "Delete" || event.key === "Backspace") thing.remove?.();
    else done = plain && Boolean(thing.key?.(event.key));
    if (done) event.preventDefault();
  }

  pressed(event) {
    // A sample that goes away under a finger leaves its click to the floor.
    if (event.target !== this.floor || !this.downOnFloor) return;
    this.isSecondPress();
    this.options.press?.(...this.pointerPlace(event));
  }

  isSecondPress() {
    const second = performance.now() - this.lastPress < TWICE;
    this.lastPress = second ? -TWICE : performance.now();
    return second;
  }

  pointerPlace(event) {
    const place = this.svg.getBoundingClientRect();
    return this.toData([event.clientX - place.left, event.clientY - place.top]);
  }

  /** Put the focus on a thing, by its place in the list. */
  focus(kind, index) {
    this.nodes[kind]?.at(index)?.focus({ preventScroll: true });
  }
}

/** A box around samples with a margin on each side. */
export function boxAround(X, margin = 0.15) {
  const sides = [0, 1].flatMap((axis) => {
    const values = X.map((x) => x[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const room = margin * (high - low) || 1;
    return [low - room, high + room];
  });
  return sides;
}

/** Pixels by which points are drawn apart that lie on one spot: 0 for the first on each. */
export function shiftsOf(points) {
  const seen = new Map();
  return points.map((point) => {
    const before = seen.get(point.join()) ?? 0;
    seen.set(point.join(), before + 1);
    const [far, angle] = [5 * Math.sqrt(before), 2.4 * before];
    return [far * Math.cos(angle), far * Math.sin(angle)];
  });
}

/** Round numbers between two ends, about so many of them. */
export function ticks(low, high, count) {
  const rough = (high - low) / Math.max(2, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  const found = [];
  for (let k = Math.ceil(low / step); k * step <= high + 1e-9 * step; k++) {
    found.push(Number((k * step).toPrecision(12)));
  }
  return found;
}

/** To a tenth of a pixel. */
export function tenth(value) {
  return Math.round(10 * value) / 10;
}

export function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}

/** Widen one side of a box until a unit is as long upwards as sideways. */
function equalised([left, right, bottom, top], [width, height]) {
  const unit = Math.max((right - left) / width, (top - bottom) / height);
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [w, h] = [(unit * width) / 2, (unit * height) / 2];
  return [x - w, x + w, y - h, y + h];
}

/** The two ends of the line w1 x + w2 y + b = 0 inside a box, or null. */
function across(w, b, [left, right, bottom, top]) {
  const ends = [];
  const corners = [[left, bottom], [right, bottom], [right, top], [left, top]];
  corners.forEach((p, k) => {
    const q = corners[(k + 1) % 4];
    const [f, g] = [p, q].map(([x, y]) => w[0] * x + w[1] * y + b);
    if (f < 0 !== g < 0) {
      ends.push([0, 1].map((axis) => p[axis] + ((q[axis] - p[axis]) * f) / (f - g)));
    }
  });
  return ends.length === 2 ? ends : null;
}

/** The part of a polygon where w1 x + w2 y + b >= 0. */
export function clipped(corners, w, b) {
  const value = ([x, y]) => w[0] * x + w[1] * y + b;
  return corners.flatMap((p, k) => {
    const q = corners[(k + 1) % corners.length];
    const [f, g] = [value(p), value(q)];
    const kept = f >= 0 ? [p] : [];
    if (f < 0 !== g < 0) {
      kept.push([0, 1].map((axis) => p[axis] + ((q[axis] - p[axis]) * f) / (f - g)));
    }
    return kept;
  });
}
