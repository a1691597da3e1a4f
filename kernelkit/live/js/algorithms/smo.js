// The dual of a support vector machine, two multipliers at a time; lesson 13_dual_svm.

/**
 * Start at beta = 0, where beta_i = y_i alpha_i lies between lower_i and upper_i.
 *
 * r_i = y_i - sum_j beta_j K_ij is the bias that would put sample i on its margin.
 */
export function smoStart(K, y, C) {
  return {
    K,
    y,
    beta: y.map(() => 0),
    r: [...y],
    lower: y.map((sign) => (sign > 0 ? 0 : -C)),
    upper: y.map((sign) => (sign > 0 ? C : 0)),
    moves: 0,
  };
}

/** Move the pair that gains the most; returns it, or null if none violates the conditions. */
export function smoMove({ K, beta, r, lower, upper }, tolerance) {
  const n = beta.length;
  let [i, most, least] = [-1, -Infinity, Infinity];
  for (let k = 0; k < n; k++) {
    if (beta[k] < upper[k] && r[k] > most) [i, most] = [k, r[k]];
    if (beta[k] > lower[k] && r[k] < least) least = r[k];
  }
  const violation = most - least;
  if (!(violation > tolerance)) return null;
  const curvature = (k) => Math.max(K[i][i] + K[k][k] - 2 * K[i][k], 1e-12 * K[i][i], 1e-30);
  let [j, gain] = [-1, 0];
  for (let k = 0; k < n; k++) {
    if (!(beta[k] > lower[k] && r[k] < most)) continue;
    const gained = (most - r[k]) ** 2 / curvature(k); // (SMO1)
    if (gained > gain) [j, gain] = [k, gained];
  }
  const [roomUp, roomDown] = [upper[i] - beta[i], beta[j] - lower[j]];
  const t = Math.min((r[i] - r[j]) / curvature(j), roomUp, roomDown);
  beta[i] = t === roomUp ? upper[i] : beta[i] + t; // (SMO2)
  beta[j] = t === roomDown ? lower[j] : beta[j] - t;
  for (let k = 0; k < n; k++) r[k] -= t * (K[i][k] - K[j][k]); // (SMO3)
  return { pair: [i, j], violation, step: t };
}

/** The mean of r over the free multipliers; without any, the middle of what is allowed. */
export function smoBias({ beta, r, lower, upper }) {
  const grows = r.filter((_, k) => beta[k] < upper[k]);
  const shrinks = r.filter((_, k) => beta[k] > lower[k]);
  const free = r.filter((_, k) => beta[k] < upper[k] && beta[k] > lower[k]);
  if (free.length) return free.reduce((total, value) => total + value, 0) / free.length;
  return (Math.max(...grows) + Math.min(...shrinks)) / 2;
}

export function smo(K, y, C, tolerance = 1e-3, maxMoves = 100_000) {
  const dual = smoStart(K, y, C);
  while (dual.moves < maxMoves && smoMove(dual, tolerance)) dual.moves++;
  return { beta: dual.beta, bias: smoBias(dual), moves: dual.moves };
}
