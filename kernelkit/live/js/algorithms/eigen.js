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
  const mix = (x, z) => [cosine * x - sine * z, sine * x + cosine * z];
  for (const rows of [M, U]) {
    for (const row of rows) [row[p], row[q]] = mix(row[p], row[q]);
  }
  for (let k = 0; k < M.length; k++) [M[p][k], M[q][k]] = mix(M[p][k], M[q][k]);
}

/** Midpoints of n parts of [-1, 1]; eigenvalues and eigenfunctions there, all ending above 0. */
export function eigenfunctions(kernel, n) {
  const h = 2 / n;
  const t = Array.from({ length: n }, (_, i) => -1 + h * (i + 0.5));
  const { values, vectors } = eigen(t.map((x) => t.map((z) => kernel([x], [z]))));
  const e = vectors.map((u) => u.map((v) => (v * Math.sign(u[n - 1] || 1)) / Math.sqrt(h)));
  return { t, h, lambda: values.map((value) => h * value), e };
}
