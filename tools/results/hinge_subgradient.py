"""Compute the stored tables of lesson 12: even against odd digits, certified.

Run by ``make results``, in about two minutes on two cores. Hyperplanes for six values of mu are
fitted to 30,000 digits and tried on 12,000 others; the least objective on all 42,000 is bounded for
two of them; and a linear program shows that no hyperplane separates even from odd.
"""

import numpy as np
from scipy.optimize import linprog

from kernelkit.datasets import indicator, load_mnist
from kernelkit.solvers import dual_coordinate_descent
from kernelkit.validation import Matrix, Vector
from tools.results import stored

RESULTS = stored.RESULTS / "12_hinge_subgradient.json"
FIT, MUS, TOLERANCE = 30_000, (1000, 100, 10, 1, 0.3, 0.1), 1e-2
FIRST = 4000  # digits of the linear program: if they cannot be separated, nor can all


def main() -> None:
    """Compute the tables and write them."""
    (X, labels), (X_new, labels_new) = load_mnist("42000"), load_mnist("28000")
    even = [0, 2, 4, 6, 8]
    y, y_new = indicator(labels, even), indicator(labels_new, even)
    pixels, pixels_new = np.float32(X), np.float32(X_new)
    tables = {
        "common point": _common_point(np.float64(X[:FIRST]), y[:FIRST]),
        "certified": [_certified(mu, pixels, y, pixels_new, y_new)[0] for mu in (10, 0.1)],
        "held out": _held_out(pixels, y),
    }
    facts = {"data": "MNIST, 42,000 and 28,000 digits", "tolerance": TOLERANCE, "fitted to": FIT}
    stored.write(RESULTS, facts, tables)


def _right(w: Vector, b: float, pixels: Matrix, y: Vector) -> Vector:
    """Which of the samples are on their own side."""
    return (pixels @ np.float32(w) + np.float32(b) >= 0) == (y > 0)


def _certified(
    mu: float, pixels: Matrix, y: Vector, others: Matrix, y_others: Vector
) -> tuple[dict[str, float], Vector]:
    """A hyperplane's objective, a lower bound for all, its accuracies; who of others is right."""
    found = dual_coordinate_descent(pixels, y, 1 / (2 * mu * len(y)), tolerance=TOLERANCE)
    right = _right(found.weights, found.bias, others, y_others)
    row = {
        "mu": mu,
        "F": 2 * mu * found.primal,
        "bound": 2 * mu * found.dual,
        "in sample": 100 * float(_right(found.weights, found.bias, pixels, y).mean()),
        "others": 100 * float(right.mean()),
    }
    return row, right


def _held_out(pixels: Matrix, y: Vector) -> list[dict[str, float]]:
    """One row for each mu, with the two counts that compare it with mu = 10."""
    fit, held = slice(FIT), slice(FIT, None)
    solved = {mu: _certified(mu, pixels[fit], y[fit], pixels[held], y[held]) for mu in MUS}
    _, right_10 = solved[10]
    return [
        row
        | {"only 10": int((right_10 & ~right).sum()), "only this": int((right & ~right_10).sum())}
        for row, right in solved.values()
    ]


def _common_point(X: Matrix, y: Vector) -> dict[str, float]:
    """Weights a >= 0, of sum 1 in each class, with which both classes have the same mean.

    If there are any, the convex hulls share a point, and no hyperplane separates the samples.
    """
    inked = X[:, X.max(axis=0) > 0]
    equations = np.vstack([(inked * y[:, np.newaxis]).T, y > 0, y < 0]).astype(float)
    values = np.append(np.zeros(inked.shape[1]), [1.0, 1.0])
    found = linprog(np.zeros(len(y)), A_eq=equations, b_eq=values, method="highs")
    off = float(abs(equations @ found.x - values).max())
    return {"digits": len(y), "weights": int((found.x > 0).sum()), "off by": off}


if __name__ == "__main__":
    main()
