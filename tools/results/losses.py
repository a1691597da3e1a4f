"""Compute the stored tables of lesson 14: losses on real digits, and under label noise.

Run by ``make results``, in a few minutes on two cores. Linear functions of least squared, squared
hinge, logistic and hinge loss tell even digits of MNIST from odd ones; and threes are told from
fives in blocks of digits that have none in common, with a fifth of the labels flipped.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from scipy import stats

from kernelkit.datasets import indicator, load_mnist
from kernelkit.solvers import dual_coordinate_descent, least_squares, logistic_newton
from kernelkit.validation import Integers, Matrix, Vector
from tools.results import stored

RESULTS = stored.RESULTS / "14_losses.json"
NAMES = ("squared", "squared hinge", "logistic", "hinge")
FIT, LAMS = 30_000, (0.1, 1.0, 10.0, 100.0)
BLOCKS, SIZE, FLIPPED = 20, 250, 0.2
NOISY_LAMS = tuple(4.0**k for k in range(7))

Line = tuple[Vector, float]


def main() -> None:
    """Compute the tables and write them."""
    (X, digit), (X_new, digit_new) = load_mnist("42000"), load_mnist("28000")
    even = [0, 2, 4, 6, 8]
    y, y_new = indicator(digit, even), indicator(digit_new, even)
    tables = {
        "even or odd": _even_or_odd(X / 255, y, X_new / 255, y_new),
        "noise": _noise(np.vstack([X, X_new]) / 255, np.append(digit, digit_new)),
    }
    facts = {"data": "MNIST, 70,000 digits, pixels from 0 to 1", "fitted to": FIT, "lams": LAMS}
    stored.write(RESULTS, facts, tables)


def fit(name: str, X: Matrix, y: Integers, lam: float) -> Line:
    """The minimum (w, b) of the sum of the losses and lam * w @ w."""
    if name == "squared":
        return least_squares(X, y, ridge=lam)[:2]
    if name == "logistic":
        return logistic_newton(X, y, prior_variance=1 / (2 * lam))[:2]
    if name == "hinge":
        return dual_coordinate_descent(X, y, C=1 / (2 * lam), tolerance=1e-3)[:2]
    return squared_hinge(X, y, lam)


def squared_hinge(X: Matrix, y: Integers, lam: float) -> Line:
    """Newton's method: the curvature is that of least squares for the samples with t < 1."""
    Z = np.column_stack([X, np.ones(len(X))])
    rough = Z.astype(np.float32)  # a direction need not be exact, the gradient is
    penalty = np.append(np.full(X.shape[1], lam), 0.0)

    def value(at: Vector) -> float:
        return float((np.maximum(0, 1 - y * (Z @ at)) ** 2).sum() + (penalty * at) @ at)

    theta = np.zeros(Z.shape[1])
    for _ in range(100):
        slack = np.maximum(0, 1 - y * (Z @ theta))
        gradient = -(slack * y) @ Z + penalty * theta  # half of it
        A = rough[slack > 0]
        direction = np.linalg.solve(A.T @ A + np.diag(penalty + 1e-3), -gradient)
        if -(gradient @ direction) < 1e-9 * value(theta):
            return theta[:-1], float(theta[-1])
        step = 1.0
        while value(theta + step * direction) > value(theta):
            step /= 2
        theta = theta + step * direction
    message = "the squared hinge has not come to rest"
    raise ArithmeticError(message)


def _wrong(line: Line, X: Matrix, y: Integers) -> Vector:
    w, b = line
    return y * (X @ w + b) <= 0


def _even_or_odd(X: Matrix, y: Integers, X_new: Matrix, y_new: Integers) -> list[dict[str, object]]:
    """One row for each loss, with the lam that is best on 12,000 held-out digits."""
    rows, wrong = [], {}
    for name in NAMES:
        held = [_wrong(fit(name, X[:FIT], y[:FIT], lam), X[FIT:], y[FIT:]).mean() for lam in LAMS]
        lam = LAMS[int(np.argmin(held))]
        w, b = line = fit(name, X, y, lam)
        wrong[name] = _wrong(line, X_new, y_new)
        row = {
            "loss": name,
            "held out": [100 * float(error) for error in held],
            "lam": lam,
            "in sample": 100 * float(_wrong(line, X, y).mean()),
            "too easy": 100 * float((y * (X @ w + b) > 1).mean()),
            "test": 100 * float(wrong[name].mean()),
            "only squared": int((wrong["squared"] & ~wrong[name]).sum()),
            "only this": int((wrong[name] & ~wrong["squared"]).sum()),
        }
        print(row, flush=True)
        rows.append(row)
    return rows


def _noise(X: Matrix, digit: Integers) -> dict[str, object]:
    """Errors of tuned losses in blocks of threes and fives, with true labels and with flipped ones.

    Each block has digits of its own, so its runs are independent of those of the others.
    """
    X, y = X[np.isin(digit, (3, 5))], np.where(digit[np.isin(digit, (3, 5))] == 5, 1, -1)
    random = np.random.default_rng(14)
    rows = np.array_split(random.permutation(len(y)), BLOCKS)
    noisy = np.where(random.random(len(y)) < FLIPPED, -y, y)
    names = ("squared", "logistic", "hinge")
    tables: dict[str, object] = {"blocks": BLOCKS, "train": SIZE}
    for kind, labels in (("true", y), ("flipped", noisy)):
        runs = {name: [_tuned(name, X, y, labels, each) for each in rows] for name in names}
        errors = {name: [error for error, _ in each] for name, each in runs.items()}
        tables[kind] = {name: float(np.mean(each)) for name, each in errors.items()}
        tables[f"{kind}, lams"] = {n: [lam for _, lam in each] for n, each in runs.items()}
        tables[f"{kind}, pairs"] = _differences(errors)
        print(kind, tables[kind], tables[f"{kind}, pairs"], flush=True)
    return tables


def _tuned(
    name: str, X: Matrix, y: Integers, labels: Integers, rows: Integers
) -> tuple[float, float]:
    """The test error for the lam with the fewest contradictions of the validation labels; lam."""
    train, validation, test = np.split(rows, [SIZE, 2 * SIZE])
    lines = [fit(name, X[train], labels[train], lam) for lam in NOISY_LAMS]
    against = [_wrong(line, X[validation], labels[validation]).sum() for line in lines]
    best = max(k for k, count in enumerate(against) if count == min(against))
    return 100 * float(_wrong(lines[best], X[test], y[test]).mean()), NOISY_LAMS[best]


def _differences(errors: Mapping[str, Sequence[float]]) -> list[dict[str, object]]:
    """Paired differences of every two losses, with Student's 95% interval."""
    quantile = float(stats.t.ppf(0.975, BLOCKS - 1))
    pairs = []
    for first, second in combinations(errors, 2):
        gap = np.subtract(errors[first], errors[second])
        half = quantile * float(gap.std(ddof=1)) / np.sqrt(BLOCKS)
        pairs.append(
            {"pair": f"{first} - {second}", "mean": float(gap.mean()), "half": float(half)}
        )
    return pairs


if __name__ == "__main__":
    main()
