// Where a picture begins: in a notebook by anywidget, on a web page by itself.

import { alphaBars } from "./pictures/alpha_bars.js";
import { bumpsPicture } from "./pictures/bumps.js";
import { cacheWalk } from "./pictures/cache_walk.js";
import { eigenfunctionsPicture } from "./pictures/eigenfunctions.js";
import { fisherDirectionPicture } from "./pictures/fisher_direction.js";
import { frequenciesPicture } from "./pictures/frequencies.js";
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
import { typeset } from "./canvas.js";
import { button } from "./controls.js";
import { playground, SILENCE } from "./playground.js";

// What kernelkit.live calls each picture.
const PICTURES = {
  alpha_bars: alphaBars,
  bumps: bumpsPicture,
  cache_walk: cacheWalk,
  eigenfunctions: eigenfunctionsPicture,
  fisher_direction: fisherDirectionPicture,
  frequencies: frequenciesPicture,
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
 * answer, and is missing on a page without Python. `link(changes)` gives the address of the picture
 * as the reader left it, where it has one. Returns what takes the picture away again.
 */
export function mount(parent, state, ask = null, link = null) {
  let root = null;
  const end = () => {
    root?.life.abort();
    root?.remove();
  };
  const begin = (given) => {
    end();
    PICTURES[state.picture](parent, inPrint(given), ask);
    root = parent.lastElementChild;
    const tools = root.querySelector(".kk-tools");
    const again = button(tools, "Start again", () => begin({ ...state, changes: null }).focus());
    if (link) offerLink(tools, () => link(root.changes()));
    return again;
  };
  begin(state);
  return end;
}

/** A state whose names, of features and of classes, are as they are printed. */
function inPrint(state) {
  const names = ["featureNames", "classes"].filter((name) => state[name]);
  const printed = names.map((name) => [name, state[name].map(typeset)]);
  return { ...state, ...Object.fromEntries(printed) };
}

/** A button that puts the address of the picture as it is now into the clipboard. */
function offerLink(tools, address) {
  const node = button(tools, "Copy a link", async () => {
    history.replaceState(null, "", address()); // where there is no clipboard, it can be taken there
    try {
      await navigator.clipboard.writeText(location.href);
      node.textContent = "Link copied";
    } catch {
      node.textContent = "The address bar has the link";
    }
    setTimeout(() => (node.textContent = "Copy a link"), 2500);
  });
}

/**
 * Mount every picture of a page: an element with its state in a script of type JSON.
 *
 * An address that ends in #live-2={...} changes what the second of them starts from.
 */
export function mountAll() {
  const [, wanted, changes] = location.hash.match(/^#live-(\d+)=(.*)$/) ?? [];
  [...document.querySelectorAll(".kk-live-place")].forEach((place, k) => {
    if (place.hasAttribute("data-mounted")) return;
    place.dataset.mounted = "";
    const link = (now) => `#live-${k + 1}=${encodeURIComponent(JSON.stringify(now))}`;
    const state = JSON.parse(place.querySelector("script").textContent);
    if (Number(wanted) !== k + 1) return mount(place, state, null, link);
    try {
      mount(place, { ...state, changes: JSON.parse(decodeURIComponent(changes)) }, null, link);
    } catch { // an address that somebody cut off
      place.querySelector(".kk-live")?.remove();
      mount(place, state, null, link);
    }
    place.scrollIntoView();
  });
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
