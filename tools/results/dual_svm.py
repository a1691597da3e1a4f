"""Compute the stored numbers of lesson 13: Gaussian kernels on digits and on half-moons.

Run by ``make results``, in some minutes on two cores. The settings for even against odd digits are
chosen on 3,000 of them, for the machine and for its rival, the nearest neighbours. With these
settings the machine is trained on 10,000 digits, at two tolerances, and on 42,000, and tried on the
28,000 others; the lesson itself trains on 5,000. The lesson's grid search on a hundred points of
two half-moons is repeated with a hundred other samples.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold

from kernelkit import KNN, Gaussian, KernelSVM
from kernelkit.datasets import indicator, load_mnist, make_moons
from kernelkit.solvers import smo
from tools.results import stored

RESULTS = stored.RESULTS / "13_dual_svm.json"
C, SIGMA, TOLERANCE, FEW, JUDGES, SOME = 10.0, 4.0, 0.1, 1000, 2000, 10_000
CS, SIGMAS, NEIGHBOURS = (0.1, 1.0, 10.0, 100.0), (2.0, 3.0, 4.0, 6.0, 8.0, 15.0), (1, 3, 5)
MOON_CS = (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
MOON_SIGMAS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
SAMPLES, NEW = range(1, 101), 10_000

Array = np.ndarray[Any, Any]


def main() -> None:
    """Train the machines and their rivals, and write what they are worth."""
    (X, digit), (X_new, digit_new) = load_mnist("42000"), load_mnist("28000")
    even = [0, 2, 4, 6, 8]
    y, y_new = indicator(digit, even), indicator(digit_new, even)
    pixels, pixels_new = X.astype(np.float32) / 255, X_new.astype(np.float32) / 255
    judges = slice(FEW, FEW + JUDGES)
    given, judged = (pixels[:FEW], y[:FEW]), (pixels[judges], y[judges])
    machine = _machine(len(y), TOLERANCE, pixels, y)
    wrong = machine.predict(pixels_new) != y_new
    tables = {
        "all digits": {
            "trained on": len(y),
            "support vectors": len(machine.support_),
            "relative gap": float(machine.duality_gap_[0]),
            "new digits": len(y_new),
            "misclassified": int(wrong.sum()),
        },
        "held out": _held_out(*given, *judged),
        "tolerances": _tolerances(pixels, y, pixels_new, y_new),
        "neighbours": _neighbours(X, y, X_new, y_new, wrong),
        "moons": [_moons(seed) for seed in SAMPLES],
    }
    facts = {
        "data": "MNIST, 42,000 and 28,000 digits; half-moons",
        "C": C,
        "sigma": SIGMA,
        "tolerance": TOLERANCE,
    }
    stored.write(RESULTS, facts, tables)


def _machine(n: int, tolerance: float, pixels: Array, y: Array) -> KernelSVM:
    """The chosen machine, trained on the first n digits."""
    return KernelSVM(C=C, kernel=Gaussian(SIGMA), tolerance=tolerance).fit(pixels[:n], y[:n])


def _held_out(few: Array, y: Array, others: Array, y_others: Array) -> list[dict[str, float]]:
    """One row for each width and C: errors on the others, and the largest multiplier."""
    rows = []
    for sigma in SIGMAS:
        gram, gram_others = Gaussian(sigma)(few), Gaussian(sigma)(others, few)
        for each in CS:
            found = smo(gram, y, each, tolerance=1e-2)
            f = gram_others @ (found.alpha * y) + found.bias
            wrong, largest = int(((f >= 0) != (y_others > 0)).sum()), float(found.alpha.max())
            rows.append({"sigma": sigma, "C": each, "wrong": wrong, "largest": largest})
    return rows


def _tolerances(pixels: Array, y: Array, others: Array, y_others: Array) -> dict[str, float]:
    """What a solution ten times as exact changes."""
    loose, tight = (_machine(SOME, each, pixels, y) for each in (TOLERANCE, TOLERANCE / 10))
    said = [each.predict(others) for each in (loose, tight)]
    return {
        "trained on": SOME,
        "support vectors": len(loose.support_),
        "relative gap": float(loose.duality_gap_[0]),
        "tight gap": float(tight.duality_gap_[0]),
        "misclassified": int((said[0] != y_others).sum()),
        "tight misclassified": int((said[1] != y_others).sum()),
        "disagree": int((said[0] != said[1]).sum()),
    }


def _neighbours(
    X: Array, y: Array, X_new: Array, y_new: Array, machine_wrong: Array
) -> dict[str, float]:
    """The nearest neighbours of lesson 02, with k chosen as the machine's settings are."""
    judges = slice(FEW, FEW + JUDGES)
    errors = {k: _misclassified(k, X[:FEW], y[:FEW], X[judges], y[judges]) for k in NEIGHBOURS}
    k = min(errors, key=lambda each: int(errors[each].sum()))
    wrong = _misclassified(k, X, y, X_new, y_new)
    return {
        "k": k,
        "misclassified": int(wrong.sum()),
        "misclassified after 10,000": int(
            _misclassified(k, X[:SOME], y[:SOME], X_new, y_new).sum()
        ),
        "only machine": int((machine_wrong & ~wrong).sum()),
        "only neighbours": int((wrong & ~machine_wrong).sum()),
    }


def _misclassified(k: int, X: Array, y: Array, X_new: Array, y_new: Array) -> Array:
    nearest = KNN(n_neighbors=k).fit(np.float32(X), y)
    said = [nearest.predict(np.float32(each)) for each in np.array_split(X_new, 28)]
    return np.concatenate(said) != y_new


def _moons(seed: int) -> Mapping[str, float]:
    """The lesson's search on another sample: errors of the winner, by the folds and on new points.

    Beside them the error of the cell that is best in hindsight. All are in per cent.
    """
    moons, new = make_moons(100, noise=0.3, seed=seed), make_moons(NEW, noise=0.3, seed=100)
    signs, signs_new = 2 * moons.y - 1, 2 * new.y - 1
    folds = list(StratifiedKFold(10, shuffle=True, random_state=0).split(moons.X, signs))
    cells: list[tuple[int, float]] = []
    for each, sigma in product(MOON_CS, MOON_SIGMAS):  # of ties the first, as in the lesson
        gram, gram_new = Gaussian(sigma)(moons.X), Gaussian(sigma)(new.X, moons.X)
        by_folds = sum(
            _count(gram[np.ix_(a, a)], signs[a], each, gram[np.ix_(b, a)], signs[b])
            for a, b in folds
        )
        on_new = _count(gram, signs, each, gram_new, signs_new)
        cells.append((by_folds, 100 * on_new / NEW))
    winner = min(cells, key=lambda cell: cell[0])
    least = min(on_new for _, on_new in cells)
    return {"seed": seed, "by folds": winner[0], "on new": winner[1], "best": least}


def _count(gram: Array, y: Array, penalty: float, gram_new: Array, y_new: Array) -> int:
    found = smo(gram, y, penalty, tolerance=1e-3)
    f = gram_new @ (found.alpha * y) + found.bias
    return int((np.where(f >= 0, 1, -1) != y_new).sum())


if __name__ == "__main__":
    main()
