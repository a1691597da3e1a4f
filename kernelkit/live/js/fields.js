// Values on a grid over a plane: coloured regions and level lines.

import { shape } from "./canvas.js";
import { PALETTE } from "./style.js";

export const GRID = [96, 60]; // points sideways and upwards
export const FINE = [301, 301]; // points where only classes are known, most of them not asked
export const SWIFT = [181, 91]; // fewer of them, where answers have to follow a hand
const CELL = 6; // steps of such a grid along the side of a cell
const LEVELS = 14; // lines of equal height
const TINT = 0.3; // how much of a class's colour its region keeps

/** The points of a grid over a box, row by row from below; its edges are among them. */
export function gridPoints([left, right, bottom, top], [nx, ny] = GRID) {
  const points = [];
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      points.push([
        left + (i * (right - left)) / (nx - 1),
        bottom + (j * (top - bottom)) / (ny - 1),
      ]);
    }
  }
  return points;
}

/** What a function gives on a grid over a box; every point of it is asked. */
export function valuesOver(box, f, grid = GRID) {
  return Float32Array.from(gridPoints(box, grid), f);
}

/**
 * Classes on a fine grid over a box from few questions: all corners of cells, then every point
 * of a cell whose answers differ, until no edge leaves the cells that were asked.
 */
export function codesOver([left, right, bottom, top], classOf, [nx, ny] = FINE) {
  const codes = new Int16Array(nx * ny).fill(-1);
  const ask = (at) => {
    if (codes[at] >= 0) return;
    const x = left + ((at % nx) * (right - left)) / (nx - 1);
    codes[at] = classOf([x, bottom + (Math.floor(at / nx) * (top - bottom)) / (ny - 1)]);
  };
  const corners = [];
  for (let j = 0; j < ny; j += CELL) for (let i = 0; i < nx; i += CELL) corners.push(j * nx + i);
  corners.forEach(ask);
  let cells = corners.filter((at) => at % nx < nx - 1 && at < nx * (ny - 1));
  for (let known = Infinity; cells.length < known;) {
    known = cells.length;
    cells = cells.filter((at) => {
      if (!differs(codes, at, nx)) return true;
      for (let j = 0; j <= CELL; j++) for (let i = 0; i <= CELL; i++) ask(at + j * nx + i);
      return false;
    });
  }
  for (const at of cells) {
    for (let j = 0; j <= CELL; j++) {
      codes.fill(codes[at], at + j * nx, at + j * nx + CELL + 1);
    }
  }
  return codes;
}

/** Whether what is known on the rim of a cell is not all the same; its rim begins at a corner. */
function differs(codes, corner, nx) {
  const first = codes[corner];
  const other = (at) => codes[at] >= 0 && codes[at] !== first;
  for (let k = 0; k <= CELL; k++) {
    if (other(corner + k) || other(corner + k * nx)) return true;
    if (other(corner + CELL * nx + k) || other(corner + CELL + k * nx)) return true;
  }
  return false;
}

/** Colour every pixel by the class of the next point of a fine grid, and draw where it changes. */
export function drawCodes(plane, codes, classCount, [nx, ny] = FINE) {
  const [width, height] = plane.inner;
  const tints = Array.from({ length: classCount }, (_, code) => tint(code, isDark(plane)));
  paint(plane, (pixels) => {
    for (let v = 0; v < height; v++) {
      const row = nx * Math.round(((height - 1 - v) * (ny - 1)) / (height - 1));
      for (let u = 0; u < width; u++) {
        pixels[v * width + u] = tints[codes[row + Math.round((u * (nx - 1)) / (width - 1))]];
      }
    }
  });
  for (let code = 1; code < classCount; code++) {
    const field = new Float32Array(codes.length);
    for (let at = 0; at < codes.length; at++) field[at] = codes[at] === code ? 1 : 0;
    drawLevel(plane, field, 0.5, { "stroke-width": 1.2 }, [nx, ny]);
  }
}

/** Set the pixels of a plane, each a number of four bytes. */
function paint(plane, act) {
  const context = plane.canvas.getContext("2d");
  const image = context.createImageData(...plane.inner);
  act(new Uint32Array(image.data.buffer));
  context.putImageData(image, 0, 0);
}

/**
 * Colour every pixel by the field that is largest there.
 *
 * `colors` are indices of classes, one per field. Between points of the grid fields are linear, so
 * a cell with the same largest field at its four corners is filled at once.
 */
export function paintRegions(plane, fields, colors, [nx, ny] = GRID) {
  const [width, height] = plane.inner;
  const tints = colors.map((code) => tint(code, isDark(plane)));
  const [dx, dy] = [(width - 1) / (nx - 1), (height - 1) / (ny - 1)];
  const winners = fields[0].map((_, at) => largestField(fields, (field) => field[at]));
  paint(plane, (pixels) => {
    for (let j = 0; j < ny - 1; j++) {
      const [low, high] = edges(height - 1 - (j + 1) * dy, height - 1 - j * dy, j === 0);
      for (let i = 0; i < nx - 1; i++) {
        const at = j * nx + i;
        const [left, right] = edges(i * dx, (i + 1) * dx, i === nx - 2);
        const best = winners[at];
        const same = best === winners[at + 1] && best === winners[at + nx] &&
          best === winners[at + nx + 1];
        for (let v = low; v < high; v++) {
          if (same) {
            pixels.fill(tints[best], v * width + left, v * width + right);
            continue;
          }
          const up = (height - 1 - v) / dy - j;
          for (let u = left; u < right; u++) {
            const along = u / dx - i;
            const winner = largestField(
              fields,
              (f) =>
                (1 - up) * ((1 - along) * f[at] + along * f[at + 1]) +
                up * ((1 - along) * f[at + nx] + along * f[at + nx + 1]),
            );
            pixels[v * width + u] = tints[winner];
          }
        }
      }
    }
  });
}

/** The pixels from one edge of a cell to just before the other, or to the very last. */
function edges(start, end, last) {
  return [Math.ceil(start - 1e-9), last ? Math.round(end) + 1 : Math.ceil(end - 1e-9)];
}

function largestField(fields, valueOf) {
  let [best, largest] = [0, -Infinity];
  for (let k = 0; k < fields.length; k++) {
    const value = valueOf(fields[k]);
    if (value > largest) [best, largest] = [k, value];
  }
  return best;
}

/** Lines of equal height of a function over a plane, closer together near its lowest value. */
export function drawContours(plane, f, lowest) {
  const field = valuesOver(plane.box, f);
  const height = Math.max(...field) - lowest;
  for (let k = 1; k <= LEVELS; k++) {
    const level = lowest + height * (k / LEVELS) ** 2.5;
    drawLevel(plane, field, level, { "stroke-width": 0.9, opacity: 0.55 });
  }
}

/** Draw where a field has a level, by marching squares. */
export function drawLevel(plane, field, level, look = {}, [nx, ny] = GRID) {
  const [dx, dy] = [plane.inner[0] / (nx - 1), plane.inner[1] / (ny - 1)];
  const x = (i) => (plane.left + i * dx).toFixed(1);
  const y = (j) => (plane.top + plane.inner[1] - j * dy).toFixed(1);
  const segments = [];
  for (let j = 0; j < ny - 1; j++) {
    for (let i = 0; i < nx - 1; i++) {
      const at = j * nx + i;
      const a = field[at] - level;
      const b = field[at + 1] - level;
      const c = field[at + nx + 1] - level;
      const e = field[at + nx] - level;
      const kind = (a >= 0) | ((b >= 0) << 1) | ((c >= 0) << 2) | ((e >= 0) << 3);
      if (kind === 0 || kind === 15) continue;
      const ends = [];
      if ((a >= 0) !== (b >= 0)) ends.push(`${x(i + a / (a - b))} ${y(j)}`);
      if ((b >= 0) !== (c >= 0)) ends.push(`${x(i + 1)} ${y(j + b / (b - c))}`);
      if ((e >= 0) !== (c >= 0)) ends.push(`${x(i + e / (e - c))} ${y(j + 1)}`);
      if ((a >= 0) !== (e >= 0)) ends.push(`${x(i)} ${y(j + a / (a - e))}`);
      // At a saddle the middle of the square decides which two pairs of ends belong together.
      if (ends.length === 4 && (a >= 0) !== (a + b + c + e >= 0)) ends.unshift(ends.pop());
      for (let k = 0; k < ends.length; k += 2) segments.push([ends[k], ends[k + 1]]);
    }
  }
  const d = chained(segments).map((places) => `M${places.join("L")}`).join("");
  return shape("path", { d, class: "kk-ink", ...look }, plane.back);
}

/** Segments that share ends as long lines, on which dashes show. */
function chained(segments) {
  const at = new Map(); // the segments that end at a place
  for (const segment of segments) {
    for (const end of segment) at.set(end, [...(at.get(end) ?? []), segment]);
  }
  const used = new Set();
  const follow = (end) => {
    const places = [];
    for (;;) {
      const next = at.get(end).find((segment) => !used.has(segment));
      if (!next) return places;
      used.add(next);
      end = next[0] === end ? next[1] : next[0];
      places.push(end);
    }
  };
  return segments.flatMap((segment) => {
    if (used.has(segment)) return [];
    used.add(segment);
    return [[...follow(segment[0]).reverse(), ...segment, ...follow(segment[1])]];
  });
}

function isDark(plane) {
  return Boolean(plane.frame.closest("[data-dark]"));
}

/** The colour of a class mixed with the ground, as four bytes: alpha, blue, green, red. */
function tint(code, dark) {
  const color = PALETTE[code % PALETTE.length];
  const floor = dark ? [0x14, 0x18, 0x1d] : [255, 255, 255];
  const share = dark ? 0.42 : TINT;
  const [red, green, blue] = floor.map((ground, k) =>
    Math.round(ground + share * (parseInt(color.slice(1 + 2 * k, 3 + 2 * k), 16) - ground))
  );
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
