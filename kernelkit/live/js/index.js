// Where a picture begins: in a notebook by anywidget, on a web page by itself.

import { alphaBars } from "./pictures/alpha_bars.js";
import { fisherDirectionPicture } from "./pictures/fisher_direction.js";
import { gaussianEllipses } from "./pictures/gaussian_ellipses.js";
import { hingeValley } from "./pictures/hinge_valley.js";
import { lift } from "./pictures/lift.js";
import { likelihoodBowl } from "./pictures/likelihood_bowl.js";
import { lossPrices } from "./pictures/loss_prices.js";
import { nearestCells } from "./pictures/nearest_cells.js";
import { smoMoves } from "./pictures/smo_moves.js";
import { twoHandlesLine } from "./pictures/two_handles_line.js";
import { weightSpace } from "./pictures/weight_space.js";
import { widestStreet } from "./pictures/widest_street.js";
import { playground } from "./playground.js";

// What kernelkit.live calls each picture.
const PICTURES = {
  alpha_bars: alphaBars,
  fisher_direction: fisherDirectionPicture,
  gaussian_ellipses: gaussianEllipses,
  hinge_valley: hingeValley,
  lift,
  likelihood_bowl: likelihoodBowl,
  loss_prices: lossPrices,
  nearest_cells: nearestCells,
  playground,
  smo_moves: smoMoves,
  two_handles_line: twoHandlesLine,
  weight_space: weightSpace,
  widest_street: widestStreet,
};
const PATIENCE = 20_000; // milliseconds for Python to answer

/**
 * Put a picture into an element of a page.
 *
 * `state` is what kernelkit.live made, as JSON; `ask` sends a question to Python and promises its
 * answer, and is missing on a page without Python.
 */
export function mount(parent, state, ask = null) {
  PICTURES[state.picture](parent, state, ask);
}

/** Mount every picture of a page: an element with its state in a script of type JSON. */
export function mountAll() {
  for (const place of document.querySelectorAll(".kk-live-place:not([data-mounted])")) {
    place.dataset.mounted = "";
    mount(place, JSON.parse(place.querySelector("script").textContent));
  }
}

/** Called by anywidget for each place where the picture is shown. */
export function render({ model, el }) {
  mount(el, model.get("state"), model.get("asks") ? askPython(model) : null);
}

/** A function that sends a question to Python and promises the answer. */
function askPython(model) {
  const waiting = new Map(); // questions by their numbers, which no other view of the model has
  model.on("msg:custom", (message, buffers) => {
    const { resolve, reject } = waiting.get(message.number) ?? {};
    waiting.delete(message.number);
    if (message.trouble) reject?.(new Error(message.trouble));
    else resolve?.({ ...message, ...unpacked(message, buffers) });
  });
  return (question) =>
    new Promise((resolve, reject) => {
      const number = Math.random();
      waiting.set(number, { resolve, reject });
      model.send({ ...question, number });
      setTimeout(() => {
        waiting.delete(number);
        reject(new Error("Python does not answer: it is busy with another cell, or has stopped."));
      }, PATIENCE);
    });
}

/** Values or codes on the grid, out of the bytes that Python sent. */
function unpacked({ pair }, [buffer]) {
  const bytes = buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
  return pair ? { values: new Float32Array(bytes) } : { codes: new Uint8Array(bytes) };
}
