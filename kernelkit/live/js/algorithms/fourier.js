// A Gaussian out of random waves; lesson 17_large_kernels.

/**
 * For D = 1, 2, ... the mean of cos(omega_j delta) over the first D frequencies, at each delta.
 *
 * With omega_j = z_j / sigma of normal numbers z_j it tends to exp(-delta^2 / (2 sigma^2)).
 */
export function meansOfWaves(z, sigma, deltas) {
  const sums = deltas.map(() => 0);
  return z.map((normal, j) =>
    deltas.map((delta, i) => (sums[i] += Math.cos((normal / sigma) * delta)) / (j + 1))
  );
}
