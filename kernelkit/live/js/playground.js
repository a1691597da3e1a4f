// A plane of samples to drag, add, remove and flip, and a model that is fitted again each time.

import { boxAround, counted, element, Plane, said } from "./canvas.js";
import { AMONG_SAMPLES, choice, classChoice, slider, stage } from "./controls.js";
import { drawCodes, drawLevel, GRID, paintRegions } from "./fields.js";
import { answerLocally } from "./models.js";

export const HELP = [
  "Drag a sample to move it. Click it to change its class, double click it to remove it.",
  "Click the plane to add a sample of the chosen class.",
  "With keys: Tab goes to a sample, arrows move it (with Shift in small steps), Enter changes its " +
  `class, a digit sets it, A adds a sample beside it, Delete removes it. ${AMONG_SAMPLES}`,
];

// What people call the parameters of models; others keep their own names, without underscores.
export const NAMES = {
  C: "penalty C",
  kernel__degree: "kernel degree d",
  kernel__offset: "kernel offset c",
  kernel__sigma: "kernel width \u03c3",
  learning_rate: "learning rate \u03b7",
  max_epochs: "epochs at most",
  mu: "penalty \u03bc on the weights",
  n_neighbors: "neighbours k",
  prior_variance: "variance of the prior",
  ridge: "ridge \u03bb",
};

const SUPPORT = "support vector (\u03b1 \u2260 0)";
const [IMPATIENT, PATIENT] = [3000, 20_000]; // milliseconds for Python to answer
export const SILENCE = "silence"; // why a question failed that nobody answered

export function playground(parent, state, ask) {
  const values = Object.entries(state.controls).map(([name, { value }]) => [name, value]);
  const start = { X: state.X, y: state.y, parameters: Object.fromEntries(values) };
  const { root, now, planes, controls, tools, say, key, task, open } = stage(
    parent,
    state,
    start,
    HELP,
  );
  now.added = 0;
  const plane = new Plane(planes, {
    box: boxAround(state.X),
    names: state.featureNames,
    label: `${state.label}: samples in a plane`,
    redraw: () => changed(),
    press: (x, y) => add(x, y, now.added),
  });
  for (const [parameter, control] of Object.entries(state.controls)) {
    const value = now.parameters[parameter];
    const name = NAMES[parameter] ?? parameter.split("__").at(-1).replaceAll("_", " ");
    const change = (value) => {
      now.parameters[parameter] = value;
      changed();
    };
    (control.words ? choice : slider)(controls, { name, ...control, value, change });
  }
  classChoice(tools, "A click adds:", state.classes, (code) => (now.added = code));
  const time = element("p", { class: "kk-time" });
  root.lastElementChild.before(time);
  const latest = latestOnly(request, draw, root);
  const [x, y] = now.X[0];
  const reach = (plane.box[1] - plane.box[0]) / 8;
  now.opening = true;
  open((part) => {
    now.opening = part < 1;
    const angle = 2 * Math.PI * part;
    now.X[0] = now.opening && state.model
      ? [x + reach * Math.sin(angle), y + reach * (1 - Math.cos(angle)) / 2]
      : [x, y];
    changed();
  });

  /** Ask Python, or JavaScript where it can answer and Python does not. */
  async function request() {
    const { X, y, parameters } = now;
    const question = { X, y, parameters, box: plane.box, grid: GRID };
    const locally = () => answerLocally(state.model, question, state.classes.length);
    // The first answer comes at once, and also where a notebook is opened without its kernel.
    const first = !now.begun && state.model;
    now.begun = true;
    if (!ask || first || now.silent || (now.opening && state.model)) return locally();
    try {
      return await ask(question, state.model ? IMPATIENT : PATIENT);
    } catch (error) {
      if (error.cause !== SILENCE || !state.model) throw error;
      now.silent = true;
      return locally();
    }
  }

  /** Something moved: the samples follow at once, the model as soon as it is fitted. */
  function changed() {
    latest(); // first, so that Python computes while samples are placed
    place(new Set(now.reply?.mistakes), new Set(now.reply?.support));
  }

  function draw(reply) {
    if (reply.trouble) {
      plane.clear();
      say(reply.trouble, true);
      time.textContent = "";
      now.reply = null;
      place(new Set(), new Set());
      return;
    }
    if (!now.keyed) {
      const lines = state.margins && reply.values ? { border: "f = 0", dashes: "f = \u00b11" } : {};
      key([], { cross: "misclassified", ...(reply.support && { ring: SUPPORT }), ...lines });
    }
    now.keyed = true;
    now.reply = reply;
    plane.clear();
    drawModel(plane, reply, state.classes.length, state.margins);
    place(new Set(reply.mistakes), new Set(reply.support));
    say(summary(reply, now.X.length));
    const wrong = reply.mistakes.length;
    now.first ??= wrong; // whether there was something to improve
    if (now.first) {
      task(
        "move the sliders and samples. Can you get every training sample right?",
        !wrong && "0 misclassified. Would you trust this boundary with new samples?",
      );
    } else {
      task(
        "drag a sample until the model gets it wrong.",
        wrong && `${counted(wrong, "sample")} misclassified: the boundary does not follow each.`,
      );
    }
    time.textContent = `fitted in ${said(reply.milliseconds)} ms`;
  }

  function place(wrong, support) {
    plane.samples(now.X.map(([x, y], i) => ({
      x,
      y,
      code: now.y[i],
      wrong: wrong.has(i),
      ring: support.has(i) ? 9 : 0,
      label: sampleWords(now, i, state.classes, wrong.has(i), support.has(i)),
      move: (u, v) => {
        now.X[i] = [u, v];
        changed();
      },
      press: () => flip(i, (now.y[i] + 1) % state.classes.length),
      remove: () => remove(i),
      key: (name) => keyed(i, name),
    })));
  }

  function flip(i, code) {
    now.y[i] = code;
    changed();
  }

  function add(x, y, code) {
    now.X.push([x, y]);
    now.y.push(code);
    changed();
    plane.focus("sample", -1);
  }

  function remove(i) {
    now.X.splice(i, 1);
    now.y.splice(i, 1);
    now.reply = null;
    changed();
    plane.focus("sample", Math.min(i, now.X.length - 1));
  }

  function keyed(i, name) {
    const code = Number(name) - 1;
    const [left, right] = plane.box;
    if (state.classes[code] !== undefined && name.trim()) flip(i, code);
    else if (name.toLowerCase() === "a") {
      add(now.X[i][0] + (right - left) / 40, now.X[i][1], now.y[i]);
    } else return false;
    return true;
  }
}

/**
 * A function that asks for the latest state and draws the answer, one question at a time.
 *
 * What changes while an answer is on its way is asked once, after it: nothing queues up. An answer
 * is drawn even if it is not the latest, so that a picture follows a long drag.
 */
export function latestOnly(request, draw, root) {
  let [waiting, again] = [false, false];
  async function run() {
    again = waiting;
    if (waiting) return;
    waiting = true;
    root.setAttribute("aria-busy", "true");
    let reply;
    try {
      reply = await request();
    } catch (error) {
      reply = { trouble: error.message };
    }
    waiting = false;
    if (again) run(); // first, so that Python computes while this answer is drawn
    draw(reply);
    if (!waiting) root.setAttribute("aria-busy", "false");
  }
  return run;
}

/** Regions and boundary; margins, if they are wanted, where there is one f for two classes. */
export function drawModel(plane, reply, classCount, margins = false) {
  if (reply.values) {
    const opposite = reply.values.map((value) => -value);
    paintRegions(plane, [opposite, reply.values], reply.pair);
    drawLevel(plane, reply.values, 0, { "stroke-width": 1.8 });
    const dashed = { "stroke-width": 1.2, "stroke-dasharray": "5 4" };
    for (const level of margins ? [-1, 1] : []) drawLevel(plane, reply.values, level, dashed);
  } else {
    drawCodes(plane, reply.codes, classCount);
  }
}

/** What a screen reader says of a sample. */
export function sampleWords({ X, y }, i, classes, wrong, support) {
  const place = X[i].map(said).join(", ");
  const also = (wrong ? ", misclassified" : "") + (support ? ", support vector" : "");
  return `sample ${i + 1}, class ${classes[y[i]]}, at ${place}${also}`;
}

function summary({ mistakes, support, warning }, count) {
  const held = support ? `, ${counted(support.length, "support vector")}` : "";
  const noted = warning ? ` Note: ${warning}` : "";
  return `${mistakes.length} of ${count} training samples misclassified${held}.${noted}`;
}
