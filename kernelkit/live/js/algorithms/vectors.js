// Sums and small linear systems.

export function dot(x, z) {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += x[i] * z[i];
  return total;
}

export function mean(rows) {
  return rows[0].map((_, j) => rows.reduce((total, row) => total + row[j], 0) / rows.length);
}

/** Solve A x = b by Gaussian elimination with pivots; A and b stay as they are. */
export function solve(A, b) {
  const n = b.length;
  const rows = A.map((row, i) => [...row, b[i]]);
  for (let j = 0; j < n; j++) {
    let pivot = j;
    for (let i = j + 1; i < n; i++) {
      if (Math.abs(rows[i][j]) > Math.abs(rows[pivot][j])) pivot = i;
    }
    [rows[j], rows[pivot]] = [rows[pivot], rows[j]];
    if (Math.abs(rows[j][j]) < 1e-300) throw new Error("a matrix is singular");
    for (let i = j + 1; i < n; i++) {
      const factor = rows[i][j] / rows[j][j];
      for (let k = j; k <= n; k++) rows[i][k] -= factor * rows[j][k];
    }
  }
  const x = Array(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    x[i] = (rows[i][n] - dot(rows[i].slice(i + 1, n), x.slice(i + 1))) / rows[i][i];
  }
  return x;
}
