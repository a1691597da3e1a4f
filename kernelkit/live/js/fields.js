// Values on a grid over a plane: coloured regions and level lines.

import { shape, tenth } from "./canvas.js";
import { PALETTE } from "./style.js";

export const GRID = [96, 60]; // points sideways and upwards
export const FINE = [301, 301]; // points where only classes are known, most of them not asked
export const SWIFT = [181, 91]; // fewer of them, where answers have to follow a hand
const COARSE = [64, 40]; // fewer of them, for lines of equal height
const CELL = 6; // steps of such a grid along the side of a cell
const LEVELS = 14; // lines of equal height
const TINT = 0.3; // how much of a class's colour its region keeps

/** What a function gives on a grid over a box, row by row from below, edges included. */
export function valuesOver([left, right, bottom, top], f, [nx, ny] = GRID) {
  const values = new Float32Array(nx * ny);
  const point = [0, 0]; // one for all: thousands of new ones take longer than the function
  for (let j = 0; j < ny; j++) {
    point[1] = bottom + (j * (top - bottom)) / (ny - 1);
    for (let i = 0; i < nx; i++) {
      point[0] = left + (i * (right - left)) / (nx - 1);
      values[j * nx + i] = f(point);
    }
  }
  return values;
}

/**
 * The same for f(x) = sum_i c_i exp(-|x - x_i|^2 / (2 sigma^2)) + b, whose exponentials are products
 * of one factor for the column and one for the row of the grid.
 */
export function bellsOver([left, right, bottom, top], X, c, b, sigma, [nx, ny] = GRID) {
  const values = new Float64Array(nx * ny).fill(b); // sums of float32 would lose digits
  const across = new Float64Array(nx);
  X.forEach(([x, y], i) => {
    if (c[i] === 0) return;
    const factor = (at, middle) => Math.exp(-((at - middle) ** 2) / (2 * sigma * sigma));
    for (let u = 0; u < nx; u++) across[u] = factor(left + (u * (right - left)) / (nx - 1), x);
    for (let v = 0; v < ny; v++) {
      const up = c[i] * factor(bottom + (v * (top - bottom)) / (ny - 1), y);
      for (let u = 0; u < nx; u++) values[v * nx + u] += up * across[u];
    }
  });
  return values;
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
  const columns = Int32Array.from(
    { length: width },
    (_, u) => Math.round((u * (nx - 1)) / (width - 1)),
  );
  paint(plane, (pixels) => {
    for (let v = 0; v < height; v++) {
      const row = nx * Math.round(((height - 1 - v) * (ny - 1)) / (height - 1));
      for (let u = 0; u < width; u++) pixels[v * width + u] = tints[codes[row + columns[u]]];
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
  const [width, height] = plane.inner;
  if (plane.image?.width !== width || plane.image.height !== height) {
    plane.image = context.createImageData(width, height); // kept: a new one takes a millisecond
  }
  act(new Uint32Array(plane.image.data.buffer));
  context.putImageData(plane.image, 0, 0);
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
  const field = valuesOver(plane.box, f, COARSE);
  const height = field.reduce((most, value) => Math.max(most, value), lowest) - lowest;
  const levels = Array.from(
    { length: LEVELS },
    (_, k) => lowest + height * ((k + 1) / LEVELS) ** 2.5,
  );
  const d = levels.flatMap((level) => segments(plane, field, level, COARSE))
    .map(([start, end]) => `M${start}L${end}`).join("");
  shape("path", { d, class: "kk-ink", "stroke-width": 0.9, opacity: 0.55 }, plane.back);
}

/** Draw where a field has a level; as long lines, on which dashes show. */
export function drawLevel(plane, field, level, look = {}, grid = GRID) {
  const d = chained(segments(plane, field, level, grid)).map((places) => `M${places.join("L")}`);
  return shape("path", { d: d.join(""), class: "kk-ink", ...look }, plane.back);
}

/** Where a field has a level, by marching squares: pairs of places on the screen. */
function segments(plane, field, level, [nx, ny]) {
  const [dx, dy] = [plane.inner[0] / (nx - 1), plane.inner[1] / (ny - 1)];
  const place = (i, j) =>
    `${tenth(plane.left + i * dx)} ${tenth(plane.top + plane.inner[1] - j * dy)}`;
  const found = [];
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
      if ((a >= 0) !== (b >= 0)) ends.push(place(i + a / (a - b), j));
      if ((b >= 0) !== (c >= 0)) ends.push(place(i + 1, j + b / (b - c)));
      if ((e >= 0) !== (c >= 0)) ends.push(place(i + e / (e - c), j + 1));
      if ((a >= 0) !== (e >= 0)) ends.push(place(i, j + a / (a - e)));
      // At a saddle the middle of the square decides which two pairs of ends belong together.
      if (ends.length === 4 && (a >= 0) !== (a + b + c + e >= 0)) ends.unshift(ends.pop());
      for (let k = 0; k < ends.length; k += 2) found.push([ends[k], ends[k + 1]]);
    }
  }
  return found;
}

/** Segments that share ends as long lines, on which dashes show. */
function chained(segments) {
  const at = new Map(); // the segments that end at a place
  for (const segment of segments) {
    for (const end of segment) {
      if (at.has(end)) at.get(end).push(segment);
      else at.set(end, [segment]);
    }
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

/** Whether a plane is drawn for a dark page; its pixels know no style. */
export function isDark(plane) {
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
