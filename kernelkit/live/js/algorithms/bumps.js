// A sum of Gaussian bumps on a line; lesson 05_kernels.

/** f(t) = sum_i c_i exp(-(t - m_i)^2 / (2 sigma^2)), for bumps [m_i, c_i]. */
export function sumOfBumps(bumps, sigma) {
  return (t) =>
    bumps.reduce((sum, [m, c]) => sum + c * Math.exp(-((t - m) ** 2) / (2 * sigma * sigma)), 0);
}
