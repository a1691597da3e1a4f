// k nearest neighbours; lesson 02_nearest_neighbours.

/** The k nearest samples of a query, the nearest first; equal distances go to the lower index. */
export function kNearest(X, query, k) {
  const squares = X.map((x) => x.reduce((total, value, i) => total + (value - query[i]) ** 2, 0));
  const indices = [];
  for (let j = 0; j < X.length; j++) {
    if (indices.length === k && squares[j] >= squares[indices[k - 1]]) continue;
    let place = indices.length < k ? indices.push(j) - 1 : k - 1;
    for (; place > 0 && squares[indices[place - 1]] > squares[j]; place--) {
      indices[place] = indices[place - 1];
    }
    indices[place] = j;
  }
  return indices;
}

/** The neighbours of the class with the most votes, or of all classes that are tied. */
export function leaders(neighbours, y, classCount) {
  const votes = Array(classCount).fill(0);
  for (const j of neighbours) votes[y[j]]++;
  const most = Math.max(...votes);
  return neighbours.filter((j) => votes[y[j]] === most);
}

/** The class with the most votes; a tie goes to the class of the nearest of the tied. */
export function vote(neighbours, y, classCount) {
  return y[leaders(neighbours, y, classCount)[0]];
}
