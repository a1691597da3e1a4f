"""Perceptrons beside scikit-learn's and beside the loop that a student writes in NumPy."""

from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import Perceptron

from benchmarks.side_by_side import Job
from kernelkit import Gaussian
from kernelkit.datasets import load_adult, load_mnist
from kernelkit.solvers import dual_perceptron, perceptron


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


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    people, n = (2000, 500) if quick else (32_561, 5000)
    X, y = (part[:people] for part in load_adult())
    peer = Perceptron(max_iter=10, tol=None, shuffle=False)
    yield Job(
        f"linear perceptron, Adult {people:,} x 123, 10 epochs",
        lambda: perceptron(X, y, max_epochs=10),
        "scikit-learn Perceptron",
        lambda: peer.fit(X, y),
        agree=lambda ours, theirs: theirs.n_iter_ == len(ours.mistakes) == 10,
        target=2.0,
    )
    digits = load_mnist("train")
    K = Gaussian.from_gamma(0.02)(digits.X[:n] / 255.0)
    parity = np.where(digits.y[:n] % 2 == 0, 1, -1)
    for name, rows in {"down columns": False, "along rows": True}.items():
        yield Job(
            f"dual perceptron, {n:,} samples, 20 epochs, K given",
            lambda: dual_perceptron(K, parity, max_epochs=20),
            f"NumPy loop {name}, one epoch times 20",
            lambda rows=rows: numpy_dual_epoch(K, parity, rows),
            agree=lambda _, theirs: np.array_equal(
                dual_perceptron(K, parity, max_epochs=1).alpha, theirs[0]
            ),
            target=100.0 if rows else 300.0,
            repeats=3,
            parts=20,
        )
