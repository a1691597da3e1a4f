// Naive Bayes on words: what each word of a message adds to the log odds; lesson 09_naive_bayes.

/** The words of a message, as kernelkit.features.tokenize splits it. */
export function tokenize(message) {
  return message.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) ?? [];
}

/** How often each of two classes has a word: out of lines of a word and two counts. */
export function wordCounts(table) {
  const entries = table.split("\n").map((line) => line.split(" "));
  return new Map(entries.map(([word, ...counts]) => [word, counts.map(Number)]));
}

/**
 * The different words of a message with their pulls x_j (log beta_1j - log beta_0j).
 *
 * A word that neither class has is left out of the log odds: its pull is null.
 */
export function wordPulls(message, counts, smoothing) {
  const totals = [0, 0].map((_) => smoothing * counts.size);
  for (const both of counts.values()) both.forEach((count, k) => totals[k] += count);
  const times = new Map();
  for (const word of tokenize(message)) times.set(word, 1 + (times.get(word) ?? 0));
  return [...times].map(([word, n]) => {
    const logs = counts.get(word)?.map((count, k) => Math.log((count + smoothing) / totals[k]));
    return { word, n, pull: logs ? n * (logs[1] - logs[0]) : null };
  });
}
