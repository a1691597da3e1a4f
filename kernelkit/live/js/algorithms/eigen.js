// Eigenvectors of a symmetric matrix, and eigenfunctions of a kernel; lesson 15_what_makes_a_kernel.

/** All eigenvalues of a symmetric matrix, the largest first, with their vectors: Jacobi's turns. */
export function eigen(A) {
  const n = A.length;
  const M = A.map((row) => Float64Array.from(row));
  const U = A.map((_, i) => Float64Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));
  const size = M.reduce((sum, row) => sum + row.reduce((part, v) => part + v * v, 0), 0);
  for (let sweep = 0, off = Infinity; sweep < 30 && off > 1e-28 * size; sweep++) {
    off = 0;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        off += M[p][q] ** 2;
        if (M[p][q] !== 0) turn(M, U, p, q);
      }
    }
  }
  const order = M.map((_, j) => j).sort((i, j) => M[j][j] - M[i][i]);
  return { values: order.map((j) => M[j][j]), vectors: order.map((j) => U.map((row) => row[j])) };
}

/** Turn the coordinates p and q so that the entry between them becomes 0. */
function turn(M, U, p, q) {
  const ratio = (M[q][q] - M[p][p]) / (2 * M[p][q]);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(ratio, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  const sine = tangent * cosine;
  const mix = (first, i, second, j) => {
    const x = first[i];
    first[i] = cosine * x - sine * second[j];
    second[j] = sine * x + cosine * second[j];
  };
  for (const rows of [M, U]) for (const row of rows) mix(row, p, row, q);
  for (let k = 0; k < M.length; k++) mix(M[p], k, M[q], k);
}

/**
 * Midpoints of n parts of [-1, 1], n even; eigenvalues and eigenfunctions there, all ending above 0.
 *
 * Of a kernel with k(-s, -t) = k(s, t) each is even or odd, so those on half of the line are enough:
 * two matrices of half the size take a quarter of the time.
 */
export function eigenfunctions(kernel, n) {
  const h = 2 / n;
  const t = Array.from({ length: n }, (_, i) => -1 + h * (i + 0.5));
  const right = t.slice(n / 2);
  const found = [1, -1].flatMap((sign) => {
    const half = right.map((x) => right.map((z) => kernel([x], [z]) + sign * kernel([x], [-z])));
    const { values, vectors } = eigen(half);
    return vectors.map((u, j) => {
      const scaled = u.map((v) => (v * Math.sign(u.at(-1) || 1)) / Math.sqrt(2 * h));
      return { value: h * values[j], e: [...scaled.map((v) => sign * v).reverse(), ...scaled] };
    });
  }).sort((a, b) => b.value - a.value);
  return { t, h, lambda: found.map(({ value }) => value), e: found.map(({ e }) => e) };
}
