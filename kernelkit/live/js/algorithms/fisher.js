// Fisher's discriminant for two classes; lesson 07_least_squares_and_fisher.

import { dot, mean, solve } from "./vectors.js";

/** Scatter within classes, and the means of the classes 0 and 1. */
export function scatterWithin(X, y) {
  const means = [0, 1].map((code) => mean(X.filter((_, i) => y[i] === code)));
  const within = means[0].map((_, j) =>
    means[0].map((_, k) =>
      X.reduce((sum, x, i) => sum + (x[j] - means[y[i]][j]) * (x[k] - means[y[i]][k]), 0)
    )
  );
  return { within, means };
}

/** The ratio of scatter between classes to scatter within them, along w. (FIS1) */
export function fisherRatio(X, y, w) {
  const { within, means } = scatterWithin(X, y);
  const all = mean(X);
  const between = X.reduce((sum, _, i) => {
    const apart = means[y[i]].map((value, j) => value - all[j]);
    return sum + dot(w, apart) ** 2;
  }, 0);
  return between / dot(w, within.map((row) => dot(row, w)));
}

/** The direction of the largest ratio, S_w^-1 (mu_1 - mu_0), of length 1. */
export function fisherDirection(X, y) {
  const { within, means } = scatterWithin(X, y);
  const w = solve(within, means[1].map((value, j) => value - means[0][j]));
  const length = Math.hypot(...w);
  return w.map((value) => value / length);
}
