// k nearest neighbours; lesson 02_nearest_neighbours.

/** The k nearest samples of a query, the nearest first; equal distances go to the lower index. */
export function kNearest(X, query, k) {
  const indices = [];
  const squares = []; // their squared distances
  for (let j = 0; j < X.length; j++) {
    const x = X[j];
    let square = 0;
    for (let i = 0; i < x.length; i++) square += (x[i] - query[i]) * (x[i] - query[i]);
    if (indices.length === k && square >= squares[k - 1]) continue;
    let place = Math.min(indices.length, k - 1);
    for (; place > 0 && squares[place - 1] > square; place--) {
      indices[place] = indices[place - 1];
      squares[place] = squares[place - 1];
    }
    indices[place] = j;
    squares[place] = square;
  }
  return indices;
}

/** The class with the most votes; a tie goes to the class of the nearest of the tied. */
export function vote(neighbours, y, classCount) {
  const votes = Array(classCount).fill(0);
  for (const j of neighbours) votes[y[j]]++;
  const most = Math.max(...votes);
  return y[neighbours.find((j) => votes[y[j]] === most)];
}
