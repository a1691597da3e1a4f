"""The digit coursework beside the loop that a student writes in NumPy."""

from collections.abc import Iterator

import numpy as np

from benchmarks.side_by_side import Job
from kernelkit import KernelPerceptron, Polynomial, repeated_holdout
from kernelkit.datasets import load_usps
from kernelkit.solvers import multiclass_kernel_perceptron

DEGREES = list(range(1, 8))


def numpy_epoch(K: np.ndarray, y: np.ndarray, n_classes: int, rows: bool) -> np.ndarray:
    """One epoch as the document writes it: sums over all samples for every sample.

    The sum runs down a column of K, whose numbers lie far apart in memory; whoever thinks of the
    symmetry takes the row.
    """
    alpha = np.zeros((n_classes, len(K)))
    for t in range(len(K)):
        guess = int(np.argmax(alpha @ (K[t] if rows else K[:, t])))
        if guess != y[t]:
            alpha[y[t], t] += 1
            alpha[guess, t] -= 1
    return alpha


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs; the NumPy loop runs one epoch and is scaled to the size of each."""
    n, runs = (500, 1) if quick else (7438, 20)
    usps = load_usps()
    X, y = usps.X[:n], usps.y[:n]
    K = Polynomial(3)(X)

    def same(_: object, alpha: np.ndarray) -> bool:
        return np.array_equal(multiclass_kernel_perceptron(K, y, 10, 1).alpha, alpha)

    down_columns = Job(
        f"USPS {n:,}, cubic, 20 epochs, K given",
        lambda: multiclass_kernel_perceptron(K, y, 10, 20),
        "NumPy loop down columns, one epoch times 20",
        lambda: numpy_epoch(K, y, 10, rows=False),
        agree=same,
        target=2000.0,
        repeats=2,
        parts=20,
    )
    yield down_columns
    yield down_columns._replace(
        peer="NumPy loop along rows, one epoch times 20",
        theirs=lambda: numpy_epoch(K, y, 10, rows=True),
        target=100.0,
    )
    yield down_columns._replace(
        name=f"USPS {n:,}, cubic, 20 epochs, with the Gram matrix",
        ours=lambda: multiclass_kernel_perceptron(Polynomial(3)(X), y, 10, 20),
        target=40.0,
    )
    model = KernelPerceptron(Polynomial(), "multiclass", max_epochs=20)
    grid = {"kernel__degree": DEGREES}
    samples = usps if not quick else (X, y)
    # Each run trains on all of its samples once and on four fifths of them five times per degree.
    epochs = runs * len(DEGREES) * (1 + 5 * 0.8**2) * 20
    yield down_columns._replace(
        name=f"whole protocol, {runs} runs x 7 degrees x (1 + 5 folds)",
        ours=lambda: repeated_holdout(model, grid, *samples, runs=runs, progress=False),
        peer=f"NumPy loop down columns, one epoch times {epochs:,.0f}",
        target=100.0,
        repeats=1,
        parts=epochs,
    )
