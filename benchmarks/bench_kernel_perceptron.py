"""The digit coursework beside the loop that a student writes in NumPy."""

from collections.abc import Iterator

import numpy as np

from benchmarks.side_by_side import Job, largest, product, read_rows
from kernelkit import KernelPerceptron, Polynomial, repeated_holdout
from kernelkit.datasets import load_usps
from kernelkit.solvers import kernel_perceptron

DEGREES = list(range(1, 8))
EPOCHS = 20


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


def one_epoch(K: np.ndarray, y: np.ndarray, alpha: np.ndarray) -> bool:
    """Whether these coefficients are what an epoch from zero leaves behind.

    Each guess must have had the largest score at its time, which the samples before it decide.
    Equal scores but for rounding may be guessed either way, after which all else differs.
    """
    before = np.triu(K, 1)
    scores, sizes = (alpha @ before).T, (np.abs(alpha) @ np.abs(before)).max(axis=0)
    guess = np.where(alpha.any(axis=0), alpha.argmin(axis=0), y)
    moved = np.eye(len(alpha))[:, y] - np.eye(len(alpha))[:, guess]
    tied = largest(scores, guess, 1e-12 * sizes) & (sizes > 0)  # zeros are not rounded
    return np.array_equal(alpha, moved) and bool((tied | (guess == scores.argmax(axis=1))).all())


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs; the NumPy loop runs one epoch and is scaled to the size of each."""
    for n in (500,) if quick else (2000, 7438):
        yield from digits(n)
    yield protocol(n, 1 if quick else 20)


def digits(n: int) -> Iterator[Job]:
    """Epochs beside both loops, then with the matrix that all of them need."""
    X, y = (part[:n] for part in load_usps())
    K = Polynomial(3)(X)
    touched = np.flatnonzero(kernel_perceptron(K, y, 10, "multiclass", EPOCHS).alpha.any(axis=0))
    name = f"USPS {n:,}, cubic, {EPOCHS} epochs"
    for rows in (False, True):
        yield _beside_numpy(K, y, rows, EPOCHS)._replace(
            name=f"{name}, K given",
            ours=lambda: kernel_perceptron(K, y, 10, "multiclass", EPOCHS),
            target=100.0,
            limit=read_rows(K, touched, goal=1.5),
            why="a touched row is read for each of its mistakes, 1.2 to 1.3 of them, and a third "
            "of the time looks for the largest of ten scores",
        )
    yield _beside_numpy(K, y, rows=False, epochs=EPOCHS)._replace(
        name=f"{name}, with the Gram matrix",
        ours=lambda: kernel_perceptron(Polynomial(3)(X), y, 10, "multiclass", EPOCHS),
        target=40.0 if n == 7438 else 10.0,
        limit=product(X, X),
    )


def protocol(n: int, runs: int) -> Job:
    """The whole coursework, once; nobody has waited for the loop to do it."""
    digits = load_usps()
    X, y = digits.X[:n], digits.y[:n]
    model = KernelPerceptron(Polynomial(), "multiclass", max_epochs=EPOCHS)
    # Each run trains on all of its samples once and on four fifths of them five times per degree.
    epochs = runs * len(DEGREES) * (1 + 5 * 0.8**2) * EPOCHS
    samples = digits if runs > 1 else (X, y)
    return _beside_numpy(Polynomial(3)(X), y, rows=False, epochs=epochs)._replace(
        name=f"whole protocol, {runs} runs x 7 degrees x (1 + 5 folds)",
        ours=lambda: repeated_holdout(
            model, {"kernel__degree": DEGREES}, *samples, runs=runs, progress=False
        ),
        target=100.0,
    )


def _beside_numpy(K: np.ndarray, y: np.ndarray, rows: bool, epochs: float) -> Job:
    """A job that lacks our side of it; compared is one epoch."""

    def same(_: object, theirs: np.ndarray) -> bool:
        ours = kernel_perceptron(K, y, 10, "multiclass", 1).alpha
        return np.array_equal(ours, theirs) or one_epoch(K, y, ours)

    way = "along rows" if rows else "down columns"
    return Job(
        "",
        lambda: None,
        f"NumPy loop {way}, one epoch times {epochs:,.0f}",
        lambda: numpy_epoch(K, y, 10, rows),
        agree=same,
        parts=epochs,
    )
