"""Compute the stored tables of lesson 06: the coursework's protocol at its full size.

Run by ``make results``, in about six minutes on two cores. The lesson shows the files this writes;
tests recompute a run of each. Finished work is kept in .cache, so an interrupted call goes on.

A second file has two comparisons with fixed kernels. One repeats multi-class against one-vs-rest on
disjoint parts of the digits, because only disjoint parts are independent. The other trains two
widths of the Gaussian kernel to convergence, too, because 20 epochs may be too few for one of them.
"""

import warnings
from time import perf_counter
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from kernelkit import Gaussian, KernelPerceptron, Polynomial, repeated_holdout
from kernelkit.datasets import load_usps
from kernelkit.experiments import Holdout, split
from tools.results import stored

RESULTS = stored.RESULTS / "06_kernel_perceptron_digits.json"
COMPARISONS = stored.RESULTS / "06_comparisons.json"
RUNS, SEED, EPOCHS = 20, 0, 20
DEGREES = {"kernel__degree": [1, 2, 3, 4, 5, 6, 7]}
WIDTHS = {"kernel": [Gaussian.from_gamma(2.0**-k) for k in (10, 9, 8, 7, 6, 5, 4)]}
PARTS, TWO_WIDTHS = (8, 4), (512, 64)
CONVERGED = 1000  # epochs; every run with these widths converges before


def protocols() -> dict[str, tuple[KernelPerceptron, dict[str, list[Any]]]]:
    """Every table of the lesson: its name, the model and the values tried."""
    polynomial, gaussian = Polynomial(), Gaussian()
    return {
        "polynomial, multiclass": (_model(polynomial, "multiclass"), DEGREES),
        "polynomial, one-vs-rest": (_model(polynomial, "one-vs-rest"), DEGREES),
        "polynomial, one-vs-one": (_model(polynomial, "one-vs-one"), DEGREES),
        "polynomial, multiclass, averaged": (
            _model(polynomial, "multiclass").set_params(average=True),
            DEGREES,
        ),
        "gaussian, multiclass": (_model(gaussian, "multiclass"), WIDTHS),
    }


def run(name: str, runs: int, judge: Any = repeated_holdout, progress: bool = True) -> Holdout:
    """Run one protocol on all of USPS."""
    model, grid = protocols()[name]
    return judge(model, grid, *load_usps(), runs=runs, seed=SEED, progress=progress)


def on_part(part: int, parts: int, runs: int) -> dict[str, list[float]]:
    """Test errors of two strategies with the cubic kernel, on every so manyth digit from one on."""
    X, y = load_usps()
    models = {
        strategy: _model(Polynomial(degree=3), strategy)
        for strategy in ("multiclass", "one-vs-rest")
    }
    return _errors(models, X[part::parts], y[part::parts], runs)


def at_width(width: int, runs: int) -> dict[str, list[float]]:
    """Test errors of the multi-class rule with the Gaussian kernel, by when its training ends."""
    model = _model(Gaussian.from_gamma(1.0 / width), "multiclass")
    models = {
        "20 epochs": model,
        "converged": clone(model).set_params(max_epochs=CONVERGED),
        "averaged": clone(model).set_params(average=True),
    }
    return _errors(models, *load_usps(), runs)


def compare() -> None:
    """Write the file of comparisons."""
    by_part = {str(parts): [on_part(part, parts, RUNS) for part in range(parts)] for parts in PARTS}
    by_width = {str(width): at_width(width, RUNS) for width in TWO_WIDTHS}
    facts = {"runs": RUNS, "seed": SEED, "epochs": EPOCHS}
    stored.write(COMPARISONS, facts, {"parts": by_part, "widths": by_width})


def main() -> None:
    """Run all protocols and write their file at once, then the comparisons."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    judge, tables = stored.kept(repeated_holdout), {}
    for name in protocols():
        print(name)
        start = perf_counter()
        found = run(name, RUNS, judge)
        print(found.table(), f"{perf_counter() - start:.0f} s", sep="\n")
        tables[name] = _plain(found)
    stored.write(RESULTS, {"runs": RUNS, "seed": SEED, "epochs": EPOCHS}, tables)
    compare()


def _errors(
    models: dict[str, KernelPerceptron], X: Any, y: Any, runs: int
) -> dict[str, list[float]]:
    """The test errors of models with one kernel, in the splits of the protocol."""
    K = next(iter(models.values())).kernel(X).astype(np.float32)
    errors: dict[str, list[float]] = {name: [] for name in models}
    for number in range(runs):
        train, test = split(y, number, test_size=0.2, seed=SEED)
        for name, model in models.items():
            wrong = model.predict_from_gram(K, y, train)[test] != y[test]
            errors[name].append(round(float(wrong.mean()), 6))
    return errors


def _model(kernel: Any, strategy: str) -> KernelPerceptron:
    return KernelPerceptron(kernel, strategy, max_epochs=EPOCHS)


def _plain(found: Holdout) -> dict[str, Any]:
    """Lists and numbers, short enough to read."""
    hardest = found.hardest(10)
    return {
        "points": [{key: _number(value) for key, value in p.items()} for p in found.points],
        "train_errors": found.train_errors.round(6).tolist(),
        "test_errors": found.test_errors.round(6).tolist(),
        "cv_errors": found.cv_errors.round(6).tolist(),
        "chosen": found.chosen.tolist(),
        "chosen_errors": found.chosen_errors.round(6).tolist(),
        "confusion_mean": found.confusion_mean.round(6).tolist(),
        "confusion_std": found.confusion_std.round(6).tolist(),
        "hardest": hardest.tolist(),
        "hardest_tested": found.times_tested[hardest].tolist(),
        "hardest_mistaken": found.times_misclassified[hardest].tolist(),
    }


def _number(value: Any) -> float:
    """A degree as it is, a Gaussian by its c in exp(-c |x - z|^2)."""
    return round(0.5 / value.sigma**2, 12) if isinstance(value, Gaussian) else value


if __name__ == "__main__":
    main()
