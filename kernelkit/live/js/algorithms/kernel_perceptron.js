// Kernel perceptrons; lesson 06_kernel_perceptron_digits.

/** Two classes, labels +1 and -1, without a bias: f(x) = sum_i c_i k(x_i, x). */
export function kernelPerceptron(K, y, maxEpochs = 50) {
  const c = y.map(() => 0);
  const f = y.map(() => 0);
  const mistakes = [];
  let count = 1;
  while (count > 0 && mistakes.length < maxEpochs) {
    count = 0;
    for (let i = 0; i < y.length; i++) {
      if (y[i] * f[i] > 0) continue;
      c[i] += y[i]; // (KP1)
      for (let j = 0; j < y.length; j++) f[j] += y[i] * K[i][j];
      count++;
    }
    mistakes.push(count);
  }
  return { c, mistakes };
}
