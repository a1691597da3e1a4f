// Where a picture begins: in a notebook by anywidget, on a web page by itself.

import { alphaBars } from "./pictures/alpha_bars.js";
import { cacheWalk } from "./pictures/cache_walk.js";
import { eigenfunctionsPicture } from "./pictures/eigenfunctions.js";
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
import { wordPullsPicture } from "./pictures/word_pulls.js";
import { button } from "./controls.js";
import { playground, SILENCE } from "./playground.js";

// What kernelkit.live calls each picture.
const PICTURES = {
  alpha_bars: alphaBars,
  cache_walk: cacheWalk,
  eigenfunctions: eigenfunctionsPicture,
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
  word_pulls: wordPullsPicture,
};

/**
 * Put a picture into an element of a page.
 *
 * `state` is what kernelkit.live made, as JSON; `ask` sends a question to Python and promises its
 * answer, and is missing on a page without Python. Returns what takes the picture away again.
 */
export function mount(parent, state, ask = null) {
  let root = null;
  const end = () => {
    root?.life.abort();
    root?.remove();
  };
  const begin = () => {
    end();
    PICTURES[state.picture](parent, state, ask);
    root = parent.lastElementChild;
    const again = button(root.querySelector(".kk-tools"), "Start again", () => begin().focus());
    return again;
  };
  begin();
  return end;
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
  if (!model.get("asks")) return mount(el, model.get("state"));
  const waiting = new Map(); // questions by their numbers, which no other view of the model has
  const hear = (message, buffers) => {
    const { resolve, reject } = waiting.get(message.number) ?? {};
    waiting.delete(message.number);
    if (message.trouble) reject?.(new Error(message.trouble));
    else resolve?.({ ...message, ...unpacked(message, buffers) });
  };
  model.on("msg:custom", hear);
  const end = mount(el, model.get("state"), askPython(model, waiting));
  return () => {
    model.off("msg:custom", hear);
    end();
  };
}

/** A function that sends a question to Python and promises the answer, for a while. */
function askPython(model, waiting) {
  return (question, patience) =>
    new Promise((resolve, reject) => {
      const number = Math.random();
      waiting.set(number, { resolve, reject });
      model.send({ ...question, number });
      setTimeout(() => {
        waiting.delete(number);
        const trouble = "Python does not answer: it is busy with another cell, or has stopped.";
        reject(new Error(trouble, { cause: SILENCE }));
      }, patience);
    });
}

/** Values or codes on the grid, out of the bytes that Python sent. */
function unpacked({ pair }, [buffer]) {
  const bytes = buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
  return pair ? { values: new Float32Array(bytes) } : { codes: new Uint8Array(bytes) };
}
