"""Perceptrons beside scikit-learn's and beside the loop that a student writes in NumPy."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron

from benchmarks.side_by_side import Row, compare
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


def rows() -> list[Row]:
    """Measure."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    X, y = load_adult()
    peer = Perceptron(max_iter=10, tol=None, shuffle=False)
    linear = compare(
        "linear perceptron, Adult 32,561 x 123, 10 epochs",
        lambda: perceptron(X, y, max_epochs=10),
        "scikit-learn Perceptron",
        lambda: peer.fit(X, y),
        agree=lambda ours, theirs: theirs.n_iter_ == len(ours.mistakes) == 10,
        target=2.0,
    )
    digits = load_mnist("train")
    K = Gaussian.from_gamma(0.02)(digits.X[:5000] / 255.0)
    parity = np.where(digits.y[:5000] % 2 == 0, 1, -1)
    duals = [
        compare(
            f"dual perceptron, 5,000 samples, 20 epochs, K given ({name})",
            lambda: _twenty_epochs(K, parity),
            f"NumPy loop {name}, one epoch times 20",
            lambda rows=rows: numpy_dual_epoch(K, parity, rows),
            agree=lambda _, theirs: np.array_equal(_one_epoch(K, parity).alpha, theirs[0]),
            target=300.0,
            repeats=3,
        )
        for name, rows in {"down columns": False, "along rows": True}.items()
    ]
    return [linear, *(row._replace(theirs=20 * row.theirs) for row in duals)]


def _one_epoch(K: np.ndarray, y: np.ndarray) -> object:
    return dual_perceptron(K, y, max_epochs=1)


def _twenty_epochs(K: np.ndarray, y: np.ndarray) -> object:
    return dual_perceptron(K, y, max_epochs=20)
