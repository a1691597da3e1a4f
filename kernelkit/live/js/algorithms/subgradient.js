// Subgradient descent on the regularised hinge loss; lesson 12_hinge_subgradient.

import { dot } from "./vectors.js";

/** f of (H1) and its subgradient (H2); w holds the weights, then the bias. */
export function hingeObjective(X, y, w, mu) {
  const d = w.length - 1;
  const r = w.map((weight, j) => (j < d ? 2 * mu * weight : 0));
  let value = 0;
  for (let j = 0; j < d; j++) value += mu * w[j] * w[j];
  X.forEach((x, i) => {
    const left = 1 - y[i] * (w[d] + dot(x, w)); // of w, as many as x has
    if (left < 0) return;
    value += left / X.length;
    for (let j = 0; j < d; j++) r[j] -= (y[i] * x[j]) / X.length;
    r[d] -= y[i] / X.length;
  });
  return { value, r };
}

/**
 * Steps of a given length against the subgradient (H3); every iterate and its objective.
 *
 * They end early after one that changed the objective by no more than the tolerance.
 */
export function hingeSubgradient(X, y, mu, step, steps, options = {}) {
  const { diminishing = false, start = null, tolerance = -1 } = options;
  let w = start ?? Array(X[0].length + 1).fill(0);
  const path = [w];
  const objective = [];
  for (let k = 0; k <= steps; k++) {
    const { value, r } = hingeObjective(X, y, w, mu);
    if (!Number.isFinite(value)) break;
    objective.push(value);
    const settled = k > 1 && Math.abs(value - objective[k - 1]) <= tolerance;
    if (k === steps || settled) break;
    const length = diminishing ? step / Math.sqrt(k + 1) : step;
    w = w.map((weight, j) => weight - length * r[j]);
    path.push(w);
  }
  return { path, objective };
}
