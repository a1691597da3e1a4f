// Logistic regression for two classes by Newton's method; lesson 10_logistic_regression.

import { dot, solve } from "./vectors.js";

/** F(w, b) of (LOGIT1); omega holds the weights, then the bias, which has no prior. */
export function logisticValue(X, y, omega, precision) {
  const d = omega.length - 1;
  let value = 0;
  for (let j = 0; j < d; j++) value += (precision * omega[j] * omega[j]) / 2;
  for (let i = 0; i < X.length; i++) {
    let t = omega[d];
    for (let j = 0; j < d; j++) t += omega[j] * X[i][j];
    t *= y[i];
    value += Math.log1p(Math.exp(-Math.abs(t))) + Math.max(0, -t);
  }
  return value;
}

/** The same with its gradient and its Hessian. */
export function logisticObjective(X, y, omega, precision) {
  const d = omega.length - 1;
  const ridge = (j) => (j < d ? precision : 0);
  const value = logisticValue(X, y, omega, precision);
  const gradient = omega.map((w, j) => ridge(j) * w);
  const hessian = omega.map((_, j) => omega.map((_, k) => (j === k ? ridge(j) : 0)));
  X.forEach((x, i) => {
    const z = [...x, 1];
    const t = y[i] * dot(omega, z);
    const wrong = 1 / (1 + Math.exp(t)); // sigma(-t)
    for (let j = 0; j <= d; j++) {
      gradient[j] -= wrong * y[i] * z[j];
      for (let k = 0; k <= d; k++) hessian[j][k] += wrong * (1 - wrong) * z[j] * z[k];
    }
  });
  return { value, gradient, hessian };
}

/** Newton's steps from a start, halved until they go down; every point on the way. */
export function logisticNewton(X, y, priorVariance = Infinity, start = null, maxSteps = 100) {
  const precision = 1 / priorVariance;
  let omega = start ?? Array(X[0].length + 1).fill(0);
  const path = [omega];
  for (let k = 0; k < maxSteps; k++) {
    const { value, gradient, hessian } = logisticObjective(X, y, omega, precision);
    const step = solve(hessian, gradient);
    const promised = dot(step, gradient) / 2;
    if (!(promised > 1e-14 * X.length)) break;
    let t = 1;
    const moved = () => omega.map((w, j) => w - t * step[j]);
    while (t > 1e-8 && !(logisticValue(X, y, moved(), precision) < value)) t /= 2;
    if (t <= 1e-8) break;
    omega = moved();
    path.push(omega);
    if (Math.hypot(...omega) > 1e6) break; // separable classes: the maximum does not exist
  }
  return { weights: omega.slice(0, -1), bias: omega.at(-1), path };
}
