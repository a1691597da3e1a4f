// Fisher's discriminant for two classes; lesson 07_least_squares_and_fisher.

import { dot, mean, solve } from "./vectors.js";

/** Scatter within classes and between them, and the means of the classes 0 and 1. */
export function scatters(X, y) {
  const means = [0, 1].map((code) => mean(X.filter((_, i) => y[i] === code)));
  const all = mean(X);
  const sum = (part) =>
    all.map((_, j) =>
      all.map((_, k) => X.reduce((s, x, i) => s + part(x, i, j) * part(x, i, k), 0))
    );
  const within = sum((x, i, j) => x[j] - means[y[i]][j]);
  const between = sum((_, i, j) => means[y[i]][j] - all[j]);
  return { within, between, means };
}

/** The ratio of scatter between classes to scatter within them, along w. (FIS1) */
export function fisherRatio({ within, between }, w) {
  const [above, below] = [between, within].map((S) => dot(w, S.map((row) => dot(row, w))));
  return above / below;
}

/** The direction of the largest ratio, S_w^-1 (mu_1 - mu_0), of length 1. */
export function fisherDirection({ within, means }) {
  const w = solve(within, means[1].map((value, j) => value - means[0][j]));
  const length = Math.hypot(...w);
  return w.map((value) => value / length);
}
