// The best of all straight lines; lesson 01_linear_machines.

/**
 * The fewest samples of classes 0 and 1 that any line of the plane has on its wrong side.
 *
 * Every cut of the samples in two is made by a line close to one of them. Around each, a line makes
 * half a turn, and every other sample changes sides once, at its own angle.
 */
export function fewestMistakes(X, y) {
  const count = (code) => y.filter((other) => other === code).length;
  const [n, ones] = [X.length, count(1)];
  let fewest = Math.min(ones, n - ones);
  for (const [x0, y0] of X) {
    const here = [0, 0]; // samples on this very spot go to one side together
    const left = [0, 0];
    const turns = [];
    X.forEach(([x1, y1], i) => {
      const angle = Math.atan2(y1 - y0, x1 - x0);
      if (x1 === x0 && y1 === y0) here[y[i]]++;
      else if (angle > 0) left[y[i]]++;
      if (angle > 0 && angle < Math.PI) turns.push([angle, -1, y[i]]);
      if (angle < 0) turns.push([angle + Math.PI, 1, y[i]]);
    });
    turns.sort(([a], [b]) => a - b);
    for (let k = 0;;) {
      for (const side of [0, 1]) {
        const wrong = left[0] + side * here[0] + ones - left[1] - side * here[1];
        fewest = Math.min(fewest, wrong, n - wrong);
      }
      if (k === turns.length) break;
      // Samples in one direction change sides at once, whatever rounding says.
      for (const until = turns[k][0] + 1e-10; k < turns.length && turns[k][0] <= until; k++) {
        left[turns[k][2]] += turns[k][1];
      }
    }
  }
  return fewest;
}
