// The look of the pictures: the course's colours and markers (those of kernelkit.plotting), light
// and dark.

export const PALETTE = [
  "#0072B2",
  "#D55E00",
  "#009E73",
  "#CC79A7",
  "#E69F00",
  "#56B4E9",
  "#332288",
  "#8C510A",
  "#882255",
  "#000000",
];

// The colours of a Gram matrix, none of a class of two: where it is largest, and most negative.
export const GRAM = { positive: "#762A83", negative: "#1B7837" };

export const GRAM_IN_THE_DARK = { positive: "#C38BCD", negative: "#5FBF7F" }; // the same, lighter

// Where the weights satisfy every sample; no class of two has this colour.
export const CONE = { fill: PALETTE[2], "fill-opacity": 0.3, stroke: "none" };

// The question mark of a sample whose class is asked for.
export const QUERY = {
  "text-anchor": "middle",
  dy: 9,
  style: "font-size: 26px; font-weight: bold; fill: var(--ink)",
};

// Each marker as corners around (0, 0), as long as the radius of the disc that it stands for.
const CORNERS = {
  "^": [[0, -1.25], [1.15, 0.85], [-1.15, 0.85]],
  s: [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  D: [[0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]],
  v: [[0, 1.25], [1.15, -0.85], [-1.15, -0.85]],
  P: plus(1.15, 0.42, 0),
  X: plus(1.15, 0.42, Math.PI / 4),
  "*": star(1.4, 0.6),
  "<": [[-1.25, 0], [0.85, 1.15], [0.85, -1.15]],
  ">": [[1.25, 0], [-0.85, 1.15], [-0.85, -1.15]],
};
export const MARKERS = ["o", ...Object.keys(CORNERS)];

const LOOKS = [];

/** Colour, marker and outline of a class; a hundred different pairs of a colour and a marker. */
export function classLook(index) {
  const place = index % PALETTE.length;
  const marker = MARKERS[(place + Math.floor(index / PALETTE.length)) % MARKERS.length];
  return (LOOKS[index] ??= { color: PALETTE[place], marker, outline: outline(marker, 5) });
}

/** The outline of a marker around a place, as an SVG path. */
export function outline(marker, radius, [x, y] = [0, 0]) {
  if (marker === "o") {
    const arc = `a${radius} ${radius} 0 1 0 `;
    return `M${hundredth(x - radius)} ${hundredth(y)}${arc}${2 * radius} 0${arc}${-2 * radius} 0z`;
  }
  const corners = CORNERS[marker].map(([u, v]) =>
    `${hundredth(x + u * radius)} ${hundredth(y + v * radius)}`
  );
  return `M${corners.join("L")}z`;
}

function hundredth(value) {
  return Math.round(100 * value) / 100;
}

function plus(length, half, turn) {
  const corners = [];
  for (let arm = 0; arm < 4; arm++) {
    const angle = turn + (arm * Math.PI) / 2;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (const [u, v] of [[half, -half], [length, -half], [length, half]]) {
      corners.push([u * c - v * s, u * s + v * c]);
    }
  }
  return corners;
}

function star(outer, inner) {
  return Array.from({ length: 10 }, (_, k) => {
    const radius = k % 2 ? inner : outer;
    const angle = (k * Math.PI) / 5 - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

export const CSS = `
.kk-live {
  --ground: #ffffff; --ink: #222222; --soft: #5c6570; --line: #8b97a3; --accent: #005f96;
  --panel: #f2f4f6; --wrong: #a33a00; --good: #00694a;
  color: var(--ink); font: 14px/1.45 system-ui, sans-serif;
  max-width: 54rem; padding: 0.25rem; box-sizing: border-box;
}
.kk-live[data-dark] {
  --ground: #14181d; --ink: #e8eaed; --soft: #aab4be; --line: #6d7a88; --accent: #7cc4f0;
  --panel: #222930; --wrong: #ffb086; --good: #5fd3ae;
}
.kk-live *, .kk-live *::before { box-sizing: border-box; }
.kk-live .kk-title { font-size: 1.15em; font-weight: 600; margin: 0.1rem 0; }
.kk-live .kk-task { margin: 0.1rem 0 0.4rem; color: var(--soft); }
.kk-live[data-reached] .kk-task { color: var(--good); font-weight: 600; }
.kk-plane .kk-clear { paint-order: stroke; stroke: var(--ground); stroke-width: 4px; }
.kk-plane .kk-heading { font-weight: 600; }
.kk-planes { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; }
.kk-planes > .kk-plane { flex: 1 1 19rem; min-width: 0; }
.kk-plane { position: relative; width: 100%; user-select: none; -webkit-user-select: none; }
.kk-plane canvas { position: absolute; }
.kk-plane svg { position: relative; display: block; touch-action: pan-y; overflow: visible; }
.kk-plane text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.kk-plane svg > g[aria-hidden] { pointer-events: none; }
.kk-plane .kk-frame { stroke: var(--ink); stroke-width: 1; fill: none; }
.kk-live .kk-ink { stroke: var(--ink); fill: none; }
.kk-live .kk-solid { fill: var(--ink); }
.kk-live .kk-way { fill: none; stroke: var(--accent); stroke-width: 2.2; }
.kk-live .kk-step { fill: var(--accent); stroke: none; }
.kk-plane .kk-cut { fill: var(--accent); fill-opacity: 0.18; stroke: var(--accent); }
.kk-thing { cursor: grab; outline: none; }
.kk-thing.kk-fixed { cursor: pointer; }
.kk-thing:active { cursor: grabbing; }
.kk-thing .kk-mark { stroke: #ffffff; stroke-width: 0.9; }
.kk-thing .kk-reach { fill: transparent; stroke: none; }
.kk-live .kk-ring { fill: none; stroke: var(--ink); stroke-width: 1.5; }
.kk-live .kk-cross { fill: none; stroke: var(--ink); stroke-width: 1.8; }
.kk-live .kk-light { stroke-width: 1.1; opacity: 0.7; }
.kk-live[data-dark] .kk-own { filter: brightness(1.9); }
.kk-live .kk-positive { fill: ${GRAM.positive}; }
.kk-live .kk-negative { fill: ${GRAM.negative}; }
.kk-live[data-dark] .kk-positive { fill: ${GRAM_IN_THE_DARK.positive}; }
.kk-live[data-dark] .kk-negative { fill: ${GRAM_IN_THE_DARK.negative}; }
.kk-live .kk-halo { fill: var(--soft); fill-opacity: 0.5; stroke: none; }
.kk-thing .kk-focus { fill: none; stroke: none; }
.kk-thing:focus-visible .kk-focus { stroke: var(--accent); stroke-width: 3; }
.kk-handle .kk-mark, .kk-grip { fill: var(--ground); stroke: var(--ink); stroke-width: 2.5; }
.kk-controls {
  display: grid; grid-template-columns: max-content minmax(5rem, 18rem) minmax(3.5rem, max-content);
  gap: 0.2rem 0.7rem; align-items: center; margin: 0.4rem 0;
}
.kk-controls input[type="range"] { width: 100%; accent-color: var(--accent); min-height: 24px; margin: 0; }
.kk-controls textarea {
  grid-column: 2 / -1; font: inherit; color: var(--ink); background: var(--panel);
  border: 1px solid var(--line); border-radius: 4px; padding: 0.25rem 0.5rem; resize: vertical;
}
.kk-controls select { grid-column: 2 / -1; justify-self: start; max-width: 100%; }
.kk-controls output { font-variant-numeric: tabular-nums; }
.kk-tools { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; margin: 0.4rem 0; }
.kk-tools fieldset {
  display: flex; flex-wrap: wrap; gap: 0.2rem 0.7rem; border: 0; padding: 0; margin: 0 0.6rem 0 0;
}
.kk-tools legend { float: left; width: auto; padding: 0; margin: 0 0.5rem 0 0; font-size: inherit; }
.kk-tools label, .kk-key span { display: inline-flex; align-items: center; gap: 0.25rem; min-height: 24px; margin: 0; }
.kk-tools label svg { width: 14px; height: 14px; overflow: visible; }
.kk-live .kk-key { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0.2rem 0; }
.kk-key svg { width: 22px; height: 22px; overflow: visible; }
.kk-live button, .kk-live select {
  font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--line);
  border-radius: 4px; padding: 0.25rem 0.7rem; min-height: 30px; cursor: pointer;
}
.kk-live button:focus-visible, .kk-live select:focus-visible, .kk-live input:focus-visible,
.kk-live textarea:focus-visible, .kk-live summary:focus-visible, .kk-plane svg:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 1px;
}
.kk-live p { margin: 0.35rem 0; }
.kk-words { min-height: 1.45em; font-variant-numeric: tabular-nums; }
.kk-time { color: var(--soft); font-variant-numeric: tabular-nums; }
.kk-words.kk-trouble { color: var(--wrong); font-weight: 600; }
.kk-live summary { cursor: pointer; color: var(--accent); min-height: 24px; }
.kk-live details ul { margin: 0.3rem 0 0; padding-left: 1.2rem; }
.kk-live table { border-collapse: collapse; }
.kk-live th, .kk-live td { padding: 0.15rem 0.7rem 0.15rem 0; text-align: left; font-weight: normal; }
/* JupyterLab's sign for a widget without a kernel: a picture works without one. */
.jupyter-widgets-disconnected:has(> .kk-live)::before { content: none; }
@media print {
  .kk-live { break-inside: avoid; }
  .kk-tools, .kk-live details { display: none; }
}
/* On a phone a long label wraps where it would leave less than 5rem to the slider. */
@media (max-width: 30rem) {
  .kk-controls {
    grid-template-columns: fit-content(calc(100% - 9.9rem)) minmax(5rem, 1fr) minmax(3.5rem, max-content);
  }
}
@media (pointer: coarse) { .kk-live button, .kk-live select { min-height: 40px; } }
`;
