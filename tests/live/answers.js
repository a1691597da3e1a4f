// Reads data as JSON, gives what the JavaScript algorithms of kernelkit.live make of them.

import { fewestMistakes } from "../../kernelkit/live/js/algorithms/best_line.js";
import { sumOfBumps } from "../../kernelkit/live/js/algorithms/bumps.js";
import { meansOfWaves } from "../../kernelkit/live/js/algorithms/fourier.js";
import { cacheMisses, walkOver } from "../../kernelkit/live/js/algorithms/cache.js";
import { eigenfunctions } from "../../kernelkit/live/js/algorithms/eigen.js";
import {
  fisherDirection,
  fisherRatio,
  scatters,
} from "../../kernelkit/live/js/algorithms/fisher.js";
import { gaussianFit, gaussianScores } from "../../kernelkit/live/js/algorithms/gaussians.js";
import { gaussian, gram, linear, polynomial } from "../../kernelkit/live/js/algorithms/kernels.js";
import { kernelPerceptron } from "../../kernelkit/live/js/algorithms/kernel_perceptron.js";
import { leastSquares } from "../../kernelkit/live/js/algorithms/least_squares.js";
import { logisticNewton } from "../../kernelkit/live/js/algorithms/logistic.js";
import { tokenize, wordCounts, wordPulls } from "../../kernelkit/live/js/algorithms/naive_bayes.js";
import { kNearest, vote } from "../../kernelkit/live/js/algorithms/nearest.js";
import { dualPerceptron, perceptron } from "../../kernelkit/live/js/algorithms/perceptron.js";
import { smo, smoMove, smoStart } from "../../kernelkit/live/js/algorithms/smo.js";
import { hingeSubgradient } from "../../kernelkit/live/js/algorithms/subgradient.js";
import { cellAround } from "../../kernelkit/live/js/pictures/nearest_cells.js";
import { difference, patched } from "../../kernelkit/live/js/controls.js";
import { answerLocally } from "../../kernelkit/live/js/models.js";

const KERNELS = { linear: linear(), polynomial: polynomial(3, 1), gaussian: gaussian(0.7) };

const { X, y, queries, apart, spots, message, table, models, box, grid } = JSON.parse(
  await new Response(Deno.stdin.readable).text(),
);
const signs = y.map((code) => 2 * code - 1);
const flat = (rows) => rows.map((row) => [...row]);
const answers = {};

for (const [name, kernel] of Object.entries(KERNELS)) {
  const K = gram(kernel, X);
  answers[`gram ${name}`] = flat(K);
  answers[`smo ${name}`] = smo(K, signs, 2, 1e-10, 1e6);
  answers[`kernel perceptron ${name}`] = kernelPerceptron(K, signs, 20);
}
const dual = smoStart(gram(KERNELS.gaussian, X), signs, 2);
answers.pairs = Array.from({ length: 10 }, () => smoMove(dual, 1e-3).pair);
answers.neighbours = queries.map((query) => kNearest(X, query, 5));
answers.votes = answers.neighbours.map((neighbours) => vote(neighbours, y, 2));
answers.cells = answers.neighbours.map((members) => cellAround(X, members, box));
answers.perceptron = perceptron(apart.X, apart.y, 0.5);
answers.dual_perceptron = dualPerceptron(gram(KERNELS.linear, apart.X), apart.y);
answers.least_squares = leastSquares(X, signs, 0.3);
const scatter = scatters(X, y);
answers.fisher = { direction: fisherDirection(scatter), ratio: fisherRatio(scatter, [1, 2]) };
const { lambda, e } = eigenfunctions(gaussian(0.4), 40);
answers.eigenfunctions = { lambda, e };
for (const covariance of ["shared", "per-class"]) {
  answers[`gaussian ${covariance}`] = queries.map(
    gaussianScores(gaussianFit(X, y, 2, covariance)),
  );
}
answers.logistic = logisticNewton(X, signs, 4);
for (const diminishing of [false, true]) {
  const { path, objective } = hingeSubgradient(X, signs, 0.1, 0.5, 40, { diminishing });
  answers[`subgradient ${diminishing}`] = { path, objective };
}
for (const walk of ["rows", "columns"]) {
  for (const [stride, sets] of [[16, 1], [16, 4], [20, 4]]) {
    const places = walkOver(8, 16, walk === "rows", stride);
    answers[`cache ${walk} ${stride} ${sets}`] = cacheMisses(places, 4, 8, sets).missed;
  }
}
answers.best_lines = spots.map(({ X, y }) => fewestMistakes(X, y));
const start = { X, y, t: 1, name: "a", deep: { C: 1 } };
const now = { X: [[9, 9], ...X.slice(1)], y: [...y, 1], t: 1, name: "b", deep: { C: 2 } };
const changes = JSON.parse(JSON.stringify(difference(start, now)));
answers.changes = { changes, back: patched(start, changes), now };
answers.refused = patched(start, { t: "1", y: 3, name: 4, deep: [1], other: 5 });
answers.start = start;
answers.bumps = X.map(([t]) => sumOfBumps(X.slice(0, 5), 0.7)(t));
answers.waves = meansOfWaves(X.map(([, z]) => z), 0.7, X.map(([delta]) => delta));
answers.words = tokenize(message);
answers.pulls = wordPulls(message, wordCounts(table), 0.3);
answers.models = models.map((model) => {
  const question = { X: model.X, y: model.y, parameters: {}, box, grid };
  const { mistakes, values, codes } = answerLocally(model, question, model.classes);
  return { mistakes, values: values && [...values], codes: codes && [...codes] };
});
console.log(JSON.stringify(answers));
