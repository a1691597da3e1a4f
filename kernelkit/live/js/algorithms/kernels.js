// Kernels of two samples, and the Gram matrix of many.

import { dot } from "./vectors.js";

export const linear = () => dot;

export const polynomial = (degree, offset) => (x, z) => (dot(x, z) + offset) ** degree;

export const gaussian = (sigma) => (x, z) => {
  let square = 0;
  for (let i = 0; i < x.length; i++) square += (x[i] - z[i]) * (x[i] - z[i]);
  return Math.exp(-square / (2 * sigma * sigma));
};

export function gram(kernel, X) {
  return X.map((x) => Float64Array.from(X, (z) => kernel(x, z)));
}
