// A cache of whole lines of memory: in each set, the line used longest ago makes room for a new one.

/**
 * The places in memory of a matrix stored row by row, in the order of the walk; each row begins
 * `stride` places after the one before.
 */
export function walkOver(rows, columns, byRows, stride = columns) {
  return Array.from({ length: rows * columns }, (_, k) => {
    const [i, j] = byRows
      ? [Math.floor(k / columns), k % columns]
      : [k % rows, Math.floor(k / rows)];
    return i * stride + j;
  });
}

/**
 * For each place whether its line was missing, and the lines that are in the cache at the end.
 *
 * Line number l can only be in set l mod `sets`, and each set has room for its share of the lines.
 */
export function cacheMisses(places, lineLength, lines, sets = 1) {
  const room = Math.max(1, Math.floor(lines / sets));
  const held = Array.from({ length: sets }, () => new Set()); // each begins with the oldest line
  const missed = places.map((place) => {
    const line = Math.floor(place / lineLength);
    const set = held[line % sets];
    const isMissing = !set.delete(line);
    set.add(line);
    if (set.size > room) set.delete(set.values().next().value);
    return isMissing;
  });
  return { missed, held: held.flatMap((set) => [...set]) };
}
