// Kernel perceptrons; lesson 06_kernel_perceptron_digits.

/** Two classes, labels +1 and -1, without a bias: f(x) = sum_i alpha_i k(x_i, x). */
export function kernelPerceptron(K, y, maxEpochs = 50) {
  const alpha = y.map(() => 0);
  const scores = y.map(() => 0);
  const mistakes = [];
  let count = 1;
  while (count > 0 && mistakes.length < maxEpochs) {
    count = 0;
    for (let t = 0; t < y.length; t++) {
      if (y[t] * scores[t] > 0) continue;
      alpha[t] += y[t]; // (KP2)
      for (let j = 0; j < y.length; j++) scores[j] += y[t] * K[t][j];
      count++;
    }
    mistakes.push(count);
  }
  return { alpha, mistakes };
}
