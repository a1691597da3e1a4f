// A cache of whole lines of memory: the line that was used longest ago makes room for a new one.

/** The places in memory of a matrix stored row by row, in the order of the walk. */
export function walkOver(rows, columns, byRows) {
  return Array.from({ length: rows * columns }, (_, k) => {
    const [i, j] = byRows
      ? [Math.floor(k / columns), k % columns]
      : [k % rows, Math.floor(k / rows)];
    return i * columns + j;
  });
}

/** For each place whether its line was missing, and the lines that are in the cache at the end. */
export function cacheMisses(places, lineLength, lines) {
  const held = new Set(); // the line that was used longest ago comes first
  const missed = places.map((place) => {
    const line = Math.floor(place / lineLength);
    const isMissing = !held.delete(line);
    held.add(line);
    if (held.size > lines) held.delete(held.values().next().value);
    return isMissing;
  });
  return { missed, held };
}
