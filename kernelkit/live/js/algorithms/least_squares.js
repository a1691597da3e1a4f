// Least squares with a ridge; lesson 07_least_squares_and_fisher.

import { dot, mean, solve } from "./vectors.js";

/** Weights and bias whose values are closest to the targets t, in squares. */
export function leastSquares(Phi, t, ridge = 0) {
  const centre = mean(Phi);
  const target = t.reduce((total, value) => total + value, 0) / t.length;
  const A = Phi.map((phi) => phi.map((value, j) => value - centre[j]));
  const normal = centre.map((_, j) =>
    centre.map((_, k) => A.reduce((total, a) => total + a[j] * a[k], 0) + (j === k ? ridge : 0))
  );
  const right = centre.map((_, j) => A.reduce((sum, a, i) => sum + a[j] * (t[i] - target), 0));
  const weights = solve(normal, right); // (LS3)
  return { weights, bias: target - dot(weights, centre) }; // (LS2)
}
