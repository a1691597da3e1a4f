// Rosenblatt's perceptron, in its primal and its dual form; lessons 03 and 04.

import { dot } from "./vectors.js";

/** One pass over the samples; w changes in place. Returns the mistakes and the bias. */
export function perceptronEpoch(X, y, w, b, learningRate, R2) {
  let mistakes = 0;
  X.forEach((x, i) => {
    if (y[i] * (dot(w, x) + b) <= 0) { // (P1)
      for (let j = 0; j < w.length; j++) w[j] += learningRate * y[i] * x[j];
      b += learningRate * y[i] * R2;
      mistakes++;
    }
  });
  return [mistakes, b];
}

export function perceptron(X, y, learningRate = 1, maxEpochs = 1000) {
  const R2 = Math.max(...X.map((x) => dot(x, x)));
  const weights = X[0].map(() => 0);
  const mistakes = [];
  let [count, bias] = [1, 0];
  while (count > 0 && mistakes.length < maxEpochs) {
    [count, bias] = perceptronEpoch(X, y, weights, bias, learningRate, R2);
    mistakes.push(count);
  }
  return { weights, bias, mistakes };
}

/** The same with w = sum_j alpha_j y_j x_j: the samples are seen through the Gram matrix only. */
export function dualPerceptron(K, y, maxEpochs = 1000) {
  const R2 = Math.max(...K.map((row, i) => row[i]));
  const alpha = y.map(() => 0);
  const scores = y.map(() => 0);
  const mistakes = [];
  let [count, bias] = [1, 0];
  while (count > 0 && mistakes.length < maxEpochs) {
    count = 0;
    for (let i = 0; i < y.length; i++) {
      if (y[i] * (scores[i] + bias) > 0) continue;
      alpha[i] += 1; // (P3)
      bias += y[i] * R2;
      for (let j = 0; j < y.length; j++) scores[j] += y[i] * K[i][j];
      count++;
    }
    mistakes.push(count);
  }
  return { alpha, bias, mistakes };
}
