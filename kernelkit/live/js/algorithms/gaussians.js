// One Gaussian per class and Bayes' rule; lesson 08_gaussian_classifiers.

import { mean, solve } from "./vectors.js";

/** Shares, means and covariances of greatest likelihood; covariance is "shared" or "per-class". */
export function gaussianFit(X, y, classCount, covariance = "shared") {
  const parts = Array.from({ length: classCount }, (_, code) => X.filter((_, i) => y[i] === code));
  if (parts.some((part) => part.length === 0)) throw new Error("every class must have samples");
  const priors = parts.map((part) => part.length / X.length); // (GAU1)
  const means = parts.map(mean); // (GAU2)
  const own = parts.map((part, code) => covarianceAround(part, means[code]));
  const shared = own[0].map((row, j) =>
    row.map((_, k) => own.reduce((sum, Sigma, code) => sum + priors[code] * Sigma[j][k], 0))
  );
  const covariances = covariance === "shared" ? parts.map(() => shared) : own; // (GAU3)
  return { priors, means, covariances };
}

function covarianceAround(part, mu) {
  return mu.map((_, j) =>
    mu.map((_, k) =>
      part.reduce((sum, x) => sum + (x[j] - mu[j]) * (x[k] - mu[k]), 0) / part.length
    )
  );
}

/** A function that gives log p(x, y = k) for each class, up to a term that all share. */
export function gaussianScores({ priors, means, covariances }) {
  const parts = covariances.map(([[a, b], [c, d]]) => {
    const determinant = a * d - b * c;
    if (!(determinant > 1e-12 * a * d)) throw new Error("the samples of a class lie on a line");
    const inverse = [solve([[a, b], [c, d]], [1, 0]), solve([[a, b], [c, d]], [0, 1])];
    return { inverse, half: Math.log(determinant) / 2 };
  });
  return (x) =>
    means.map((mu, code) => {
      const [[a, b], [, d]] = parts[code].inverse;
      const [u, v] = [x[0] - mu[0], x[1] - mu[1]];
      const square = a * u * u + 2 * b * u * v + d * v * v;
      return -square / 2 - parts[code].half + Math.log(priors[code]); // (GAU5)
    });
}
