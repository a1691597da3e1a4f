// The classifiers that a page without Python can fit, under the names that kernelkit gives them.
//
// Each takes samples, their classes 0, 1, ..., how many classes there are, and its parameters. It
// returns classOf(x); for two classes also f(x), which is at least 0 for the second; and the
// indices of its support vectors where it has any, and over(box), a faster way to all of f.

import { gaussianFit, gaussianScores } from "./algorithms/gaussians.js";
import { gaussian, gram, linear, polynomial } from "./algorithms/kernels.js";
import { kernelPerceptron } from "./algorithms/kernel_perceptron.js";
import { leastSquares } from "./algorithms/least_squares.js";
import { logisticNewton } from "./algorithms/logistic.js";
import { kNearest, vote } from "./algorithms/nearest.js";
import { perceptron } from "./algorithms/perceptron.js";
import { smo } from "./algorithms/smo.js";
import { hingeSubgradient } from "./algorithms/subgradient.js";
import { dot } from "./algorithms/vectors.js";
import { bellsOver, codesOver, valuesOver } from "./fields.js";

const KERNELS = {
  Gaussian: (fields) => gaussian(fields.kernel__sigma),
  Linear: () => linear(),
  Polynomial: (fields) => polynomial(fields.kernel__degree, fields.kernel__offset),
};

export const MODELS = {
  KernelSVM: (X, y, k, parameters) => {
    const kernel = KERNELS[parameters.kernel](parameters);
    const { beta, bias } = smo(
      gram(kernel, X),
      signs(y, k),
      parameters.C ?? Infinity,
      parameters.tolerance,
    );
    return kernelMachine(kernel, X, beta, bias, parameters);
  },
  KernelPerceptron: (X, y, k, parameters) => {
    const kernel = KERNELS[parameters.kernel](parameters);
    const { c } = kernelPerceptron(gram(kernel, X), signs(y, k), parameters.max_epochs);
    return kernelMachine(kernel, X, c, 0, parameters);
  },
  KNN: (X, y, k, parameters) => {
    if (parameters.n_neighbors > X.length) {
      throw new Error(
        `n_neighbors must be between 1 and the ${X.length} training samples, ` +
          `got ${parameters.n_neighbors}`,
      );
    }
    return { classOf: (x) => vote(kNearest(X, x, parameters.n_neighbors), y, k) };
  },
  Perceptron: (X, y, k, parameters) =>
    linearMachine(perceptron(X, signs(y, k), parameters.learning_rate, parameters.max_epochs)),
  LeastSquares: (X, y, k, parameters) => {
    if (k === 2) return linearMachine(leastSquares(X, signs(y, k), parameters.ridge));
    const machines = Array.from(
      { length: k },
      (_, code) => leastSquares(X, y.map((c) => +(c === code)), parameters.ridge),
    );
    return { classOf: (x) => largest(machines.map((m) => dot(m.weights, x) + m.bias)) };
  },
  GaussianClassifier: (X, y, k, parameters) => {
    const scores = gaussianScores(gaussianFit(X, y, k, parameters.covariance));
    if (k > 2) return { classOf: (x) => largest(scores(x)) };
    return bySign((x) => scores(x)[1] - scores(x)[0]);
  },
  LogisticRegression: (X, y, k, parameters) =>
    linearMachine(logisticNewton(X, signs(y, k), parameters.prior_variance ?? Infinity)),
  LinearSVM: (X, y, k, { C, mu, step, tolerance, max_iter, solver }) => {
    const price = mu ?? 1 / (2 * C * X.length); // of large weights
    if (solver === "subgradient") {
      const stop = { tolerance: tolerance ?? 1e-2 };
      const { path } = hingeSubgradient(
        X,
        signs(y, k),
        price,
        step ?? 1e-5,
        max_iter ?? 10_000,
        stop,
      );
      return linearMachine({ weights: path.at(-1).slice(0, -1), bias: path.at(-1).at(-1) });
    }
    const slack = mu ? 1 / (2 * mu * X.length) : C ?? Infinity;
    const { beta, bias } = smo(gram(dot, X), signs(y, k), slack, tolerance ?? 1e-3);
    return kernelMachine(dot, X, beta, bias);
  },
};

/** Fit a model and ask it all over a box: the reply that Python would give. */
export function answerLocally(model, { X, y, parameters, box }, classCount) {
  const started = performance.now();
  const present = Array.from({ length: classCount }, (_, c) => c).filter((c) => y.includes(c));
  if (present.length < 2) {
    const got = present.length ? "samples of one class" : "no samples";
    throw new Error(`the picture must hold samples of at least two classes, got ${got}`);
  }
  const codes = y.map((code) => present.indexOf(code));
  const all = { ...model.parameters, ...parameters };
  const fitted = MODELS[model.name](X, codes, present.length, all);
  const milliseconds = performance.now() - started;
  return {
    mistakes: X.flatMap((x, i) => (fitted.classOf(x) === codes[i] ? [] : [i])),
    support: fitted.support ?? null,
    pair: fitted.f ? present : null,
    values: fitted.over?.(box) ?? (fitted.f ? valuesOver(box, fitted.f) : null),
    codes: fitted.f ? null : codesOver(box, (x) => present[fitted.classOf(x)]),
    milliseconds,
  };
}

/** Labels -1 and +1, for machines that know no more than two classes. */
function signs(y, k) {
  if (k !== 2) throw new Error(`this machine tells two classes apart, got ${k}`);
  return y.map((code) => 2 * code - 1);
}

function linearMachine({ weights, bias }) {
  return bySign((x) => dot(weights, x) + bias);
}

function kernelMachine(kernel, X, coefficients, bias, { kernel: name, kernel__sigma } = {}) {
  const support = X.flatMap((_, i) => (coefficients[i] ? [i] : []));
  const f = (x) => {
    let total = bias;
    for (const i of support) total += coefficients[i] * kernel(X[i], x);
    return total;
  };
  const over = name === "Gaussian"
    ? (box) => bellsOver(box, X, coefficients, bias, kernel__sigma)
    : (box) => valuesOver(box, f);
  return { ...bySign(f), support, over };
}

function bySign(f) {
  return { f, classOf: (x) => (f(x) >= 0 ? 1 : 0) };
}

function largest(values) {
  return values.indexOf(Math.max(...values));
}
