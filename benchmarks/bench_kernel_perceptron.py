"""The digit coursework beside the loop that a student writes in NumPy."""

import warnings
from time import perf_counter

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from benchmarks.side_by_side import Row, compare
from kernelkit import KernelPerceptron, Polynomial, repeated_holdout
from kernelkit.datasets import load_usps
from kernelkit.solvers import multiclass_kernel_perceptron


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


def rows() -> list[Row]:
    """Measure; the whole protocol is timed once, beside the NumPy loop scaled to its size."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    usps = load_usps()
    X, y = usps.X[:7438], usps.y[:7438]
    K = Polynomial(3)(X)
    given, by_rows = (
        compare(
            f"USPS 7,438, cubic, 20 epochs, K given ({name})",
            lambda: multiclass_kernel_perceptron(K, y, 10, 20),
            f"NumPy loop {name}, one epoch times 20",
            lambda rows=rows: numpy_epoch(K, y, 10, rows),
            agree=lambda _, alpha: np.array_equal(_alpha_of_one_epoch(K, y), alpha),
            target=2000.0,
            repeats=2,
        )
        for name, rows in {"down columns": False, "along rows": True}.items()
    )
    given = given._replace(theirs=20 * given.theirs)
    by_rows = by_rows._replace(theirs=20 * by_rows.theirs)
    start = perf_counter()
    multiclass_kernel_perceptron(Polynomial(3)(X), y, 10, 20)
    whole = perf_counter() - start
    with_gram = given._replace(job="the same with the Gram matrix", ours=whole, target=40.0)
    start = perf_counter()
    model = KernelPerceptron(Polynomial(), "multiclass", max_epochs=20)
    found = repeated_holdout(model, {"kernel__degree": list(range(1, 8))}, *usps, progress=False)
    protocol = perf_counter() - start
    # 20 runs of 7 degrees, each on 7,438 samples and five times on four fifths of them.
    epochs = 20 * 7 * (1 + 5 * 0.8**2) * 20
    print(found.table())
    print(f"whole protocol {protocol:.0f} s; NumPy loop {epochs * given.theirs / 20 / 3600:.1f} h")
    whole_protocol = given._replace(
        job="whole protocol, 20 runs x 7 degrees x (1 + 5 folds)",
        ours=protocol,
        theirs=epochs * given.theirs / 20,
        target=1.0,
    )
    return [given, by_rows, with_gram, whole_protocol]


def _alpha_of_one_epoch(K: np.ndarray, y: np.ndarray) -> np.ndarray:
    return multiclass_kernel_perceptron(K, y, 10, 1).alpha
