"""Perceptrons beside scikit-learn's and beside the loop that a student writes in NumPy."""

from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import Perceptron

from benchmarks.side_by_side import Job, one_read, read_rows
from kernelkit import Gaussian
from kernelkit.datasets import load_adult, load_mnist
from kernelkit.solvers import PerceptronResult, dual_perceptron, perceptron

EPOCHS = 20


def numpy_dual_epoch(K: np.ndarray, y: np.ndarray, rows: bool) -> tuple[np.ndarray, float]:
    """One epoch as the document writes it: the sum afresh for every sample.

    It runs down a column of K; whoever thinks of the symmetry takes the row.
    """
    alpha, b, R2 = np.zeros(len(K)), 0.0, K.diagonal().max()
    for i in range(len(K)):
        if y[i] * ((alpha * y) @ (K[i] if rows else K[:, i]) + b) <= 0:
            alpha[i] += 1
            b += y[i] * R2
    return alpha, b


def one_epoch(K: np.ndarray, y: np.ndarray, alpha: np.ndarray) -> bool:
    """Whether these counts are what an epoch from zero leaves behind.

    The samples before each decide whether it is misclassified. A score of 0 but for rounding may be
    taken either way, after which all else differs.
    """
    before = np.triu(K + K.diagonal().max(), 1)
    scores, sizes = y * ((alpha * y) @ before), np.abs(alpha) @ np.abs(before)
    clear = np.abs(scores) >= 1e-12 * sizes
    return np.array_equal(alpha[clear], scores[clear] <= 0)


def by_the_rule(X: np.ndarray, y: np.ndarray, k: int, epochs: int) -> np.ndarray:
    """Weights after so many epochs in plain NumPy, the bias last; labels are 0, ..., k - 1.

    The peer's bias moves by 1 and ours by R^2, so that their answers are not the same ones. What
    can be compared are the epochs, and ours with this.
    """
    steps = np.column_stack([X, np.full(len(X), (X**2).sum(axis=1).max())])
    W = np.zeros((1 if k == 2 else k, steps.shape[1]))
    for _ in range(epochs):
        for x, step, label in zip(X, steps, y, strict=True):
            f = W[:, :-1] @ x + W[:, -1]
            guess = int(f.argmax())
            if k == 2 and (2 * label - 1) * f[0] <= 0:
                W[0] += (2 * label - 1) * step
            elif k > 2 and guess != label:
                W[label] += step
                W[guess] -= step
    return W


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    for n in (2000,) if quick else (4000, 32_561):
        yield adult(n)
    for n in (500,) if quick else (2000, 5000):
        yield from dual(n)


def adult(n: int) -> Job:
    """Both without shuffling."""
    X, y = (part[:n] for part in load_adult())
    peer = Perceptron(max_iter=10, tol=None, shuffle=False)

    def agree(ours: PerceptronResult, theirs: Perceptron) -> bool:
        weights = np.append(ours.weights, ours.bias)
        return theirs.n_iter_ == 10 and np.allclose(weights, by_the_rule(X, y > 0, 2, 10)[0])

    return Job(
        f"linear perceptron, Adult {n:,} x 123, 10 epochs",
        lambda: perceptron(X, y, max_epochs=10),
        "scikit-learn Perceptron",
        lambda: peer.fit(X, y),
        agree=agree,
        target=2.0 if n == 32_561 else 1.0,
        limit=one_read(X),
    )


def dual(n: int) -> Iterator[Job]:
    """The loop runs one epoch and is scaled; compared is one epoch."""
    digits = load_mnist("train")
    K = Gaussian.from_gamma(0.02)(digits.X[:n] / 255.0)
    y = np.where(digits.y[:n] % 2 == 0, 1, -1)
    touched = np.flatnonzero(dual_perceptron(K, y, max_epochs=EPOCHS).alpha)

    def same(_: object, theirs: tuple[np.ndarray, float]) -> bool:
        alpha = dual_perceptron(K, y, max_epochs=1).alpha
        return np.array_equal(alpha, theirs[0]) or one_epoch(K, y, alpha)

    for way in ("down columns", "along rows"):
        yield Job(
            f"dual perceptron, {n:,} samples, {EPOCHS} epochs, K given",
            lambda: dual_perceptron(K, y, max_epochs=EPOCHS),
            f"NumPy loop {way}, one epoch times {EPOCHS}",
            lambda rows=way == "along rows": numpy_dual_epoch(K, y, rows),
            agree=same,
            target=100.0,
            limit=read_rows(K, touched, goal=1.5),
            parts=EPOCHS,
        )
