"""Compute the stored tables of lesson 06: the coursework's protocol at its full size.

Run by ``make results``, in about five minutes on two cores. The lesson shows the file this writes;
a test recomputes two runs of it. Finished work is kept in .cache, so an interrupted call goes on.
"""

from time import perf_counter
from typing import Any

from kernelkit import Gaussian, KernelPerceptron, Polynomial, repeated_holdout
from kernelkit.datasets import load_usps
from kernelkit.experiments import Holdout
from tools.results import stored

RESULTS = stored.RESULTS / "06_kernel_perceptron_digits.json"
RUNS, SEED, EPOCHS = 20, 0, 20
DEGREES = {"kernel__degree": [1, 2, 3, 4, 5, 6, 7]}
WIDTHS = {"kernel": [Gaussian.from_gamma(2.0**-k) for k in (10, 9, 8, 7, 6, 5, 4)]}


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


def main() -> None:
    """Run all protocols, then write the file at once."""
    judge, tables = stored.kept(repeated_holdout), {}
    for name in protocols():
        print(name)
        start = perf_counter()
        found = run(name, RUNS, judge)
        print(found.table(), f"{perf_counter() - start:.0f} s", sep="\n")
        tables[name] = _plain(found)
    stored.write(RESULTS, {"runs": RUNS, "seed": SEED, "epochs": EPOCHS}, tables)


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
