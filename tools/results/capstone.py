"""Compute the stored table of lesson 18: every classifier of the course under one protocol.

Run by ``make results``, in about an hour on two cores. Each classifier goes through the
protocol of lesson 06, on its first splits; then a fit and a prediction are timed, on one core in a
process of its own. Finished work is kept in .cache, so an interrupted call goes on.

All are tuned by one rule. Each gets nine settings: nine values of one parameter, or three of each
of two. Cross-validation chooses, and what it chooses most often may not stand at an end of its list
unless the parameter itself ends there; otherwise the list is moved and everything done again. The
test digits have no say in it. ``tests/test_capstone.py`` holds the stored table to this rule.

A second file holds four more, under the same protocol. Three are controls, in which one part of an
entrant is exchanged: the kernel perceptron gets the SVM's kernel, the linear SVM the kernel SVM's
way from two classes to ten, and the kernel SVM the linear one's. The fourth, a random forest, is
what many would try first; it learns from every eighth digit, and so is compared with those that
learn from fewer, too.
"""

import os
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter, process_time
from typing import Any, NamedTuple, Self

import numba
import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.pipeline import make_pipeline
from threadpoolctl import threadpool_limits

from benchmarks.memory import Peak
from kernelkit import (
    KNN,
    FisherDiscriminant,
    Gaussian,
    GaussianClassifier,
    KernelPerceptron,
    KernelSVM,
    LeastSquares,
    Linear,
    LinearSVM,
    LogisticRegression,
    MultinomialNaiveBayes,
    Nystroem,
    Perceptron,
    Polynomial,
    RandomFourier,
    repeated_holdout,
)
from kernelkit.datasets import load_usps
from kernelkit.experiments import Holdout, split
from tools.results import stored

RESULTS = stored.RESULTS / "18_capstone.json"
OUTSIDE = stored.RESULTS / "18_outsider.json"
RUNS, SEED, TEST_SIZE, EPOCHS, REPEATS = 20, 0, 0.2, 20, 3
TREES = 100
SETTINGS = 9
# Who learns from fewer digits, too: from every 16th, 8th and 4th.
LEARNERS, STEPS = ("nearest neighbours", "QDA", "kernel SVM"), (16, 8, 4)


class Entrant(NamedTuple):
    """A classifier, the lesson that taught it, and the values of its parameters to choose from."""

    lesson: str
    model: Any
    grid: dict[str, list[Any]]
    #: Values at which the parameter itself ends, so that no list can go further.
    ends: tuple[float, ...] = ()
    #: The splits, and which digits: every first is all of them.
    runs: int = RUNS
    step: int = 1


class Cost(NamedTuple):
    """Seconds of one core to learn the training digits and read the test digits; peak memory."""

    learn: float
    read: float
    megabytes: float


class Ink(TransformerMixin, BaseEstimator):
    """Grey levels from -1 to 1 as 0 to 16 drops of ink, because naive Bayes wants counts."""

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn nothing."""
        return self

    def transform(self, X: Any) -> Any:
        """Count the drops."""
        return np.rint(8.0 * (X + 1.0))


def entrants() -> dict[str, Entrant]:
    """Every classifier of the course, in the order of its lessons."""
    epochs = {"max_epochs": [1, 2, 4, 8, 16, 32, 64, 128, 256]}
    degrees = {"kernel__degree": list(range(1, 10))}
    shrinkages = {"shrinkage": _thirds(1e-4)}
    machine = KernelPerceptron(Polynomial(), max_epochs=EPOCHS)
    fisher = make_pipeline(FisherDiscriminant(), GaussianClassifier("per-class"))
    landmarks = make_pipeline(Nystroem(Gaussian(), 400, random_state=0), LeastSquares())
    waves = make_pipeline(RandomFourier(400, random_state=0), LeastSquares())
    table = [
        ("nearest neighbours", "02", KNN(), {"n_neighbors": [1, 2, 3, 4, 5, 7, 9, 13, 19]}, (1,)),
        ("perceptron", "03", Perceptron(), epochs),
        ("averaged perceptron", "03", Perceptron(average=True), epochs),
        ("kernel perceptron, multi-class", "06", _with(machine, strategy="multiclass"), degrees),
        ("kernel perceptron, one-vs-rest", "06", machine, degrees),
        ("least squares", "07", LeastSquares(), {"ridge": _thirds(0.1)}),
        (
            "Fisher, then QDA",
            "07",
            fisher,
            {"fisherdiscriminant__n_components": list(range(1, 10))},
            (9,),
        ),
        ("LDA", "08", GaussianClassifier(), shrinkages),
        ("QDA", "08", GaussianClassifier("per-class"), shrinkages),
        (
            "naive Bayes",
            "09",
            make_pipeline(Ink(), MultinomialNaiveBayes()),
            {"multinomialnaivebayes__smoothing": [0.0, *_thirds(0.01)[1:]]},
            (0,),
        ),
        (
            "logistic regression",
            "10",
            LogisticRegression(tolerance=1e-3),
            {"prior_variance": _thirds(0.001)},
        ),
        ("linear SVM", "12", LinearSVM(), {"C": _thirds(1e-4)}),
        (
            "kernel SVM",
            "13",
            KernelSVM(),
            {"C": [1.0, 10.0, 100.0], "kernel__sigma": [5.0, 8.0, 12.0]},
        ),
        (
            "Nyström, least squares",
            "17",
            landmarks,
            {
                "leastsquares__ridge": [0.0, 0.01, 0.1],
                "nystroem__kernel__sigma": [8.0, 12.0, 18.0],
            },
            (0,),
        ),
        (
            "random Fourier, least squares",
            "17",
            waves,
            {"leastsquares__ridge": [0.0, 0.1, 1.0], "randomfourier__sigma": [8.0, 12.0, 18.0]},
            (0,),
        ),
    ]
    return {name: Entrant(*rest) for name, *rest in table}


def outsiders() -> dict[str, Entrant]:
    """Three controls with one part exchanged, and a classifier that the course does not teach."""
    machine = KernelPerceptron(Gaussian(), max_epochs=EPOCHS)
    widths = {"kernel__sigma": [3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 10.0]}
    forest = RandomForestClassifier(TREES, random_state=0)
    grid = {"max_features": [4, 8, 20], "min_samples_leaf": [1, 2, 4]}
    return {
        "kernel perceptron, Gaussian kernel": Entrant("06", machine, widths),
        "linear SVM, one-vs-one": Entrant(
            "13", KernelSVM(kernel=Linear()), {"C": _thirds(1e-5)}, runs=10
        ),
        "kernel SVM, one-vs-rest": Entrant(
            "13",
            KernelSVM(strategy="one-vs-rest"),
            {"C": [1.0, 10.0, 100.0], "kernel__sigma": [5.0, 8.0, 12.0]},
            runs=10,
        ),
        "random forest": Entrant("", forest, grid, (1,), runs=10, step=8),
    }


def run(
    name: str, runs: int, step: int = 1, judge: Any = repeated_holdout, progress: bool = True
) -> Holdout:
    """Send one classifier through the protocol on all of USPS, or on every so manyth digit."""
    _, model, grid, *_ = (entrants() | outsiders())[name]
    X, y = load_usps()
    how: dict[str, Any] = {"runs": runs, "test_size": TEST_SIZE, "seed": SEED, "progress": progress}
    return judge(model, grid, X[::step], y[::step], **how)


def cost(model: Any, X: Any, y: Any) -> Cost:
    """Time a fit and a prediction, in a new process: nothing that others left is counted."""
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=_on_one_core) as alone:
        return alone.submit(_cost, model, X, y).result()


def main() -> None:
    """Send all classifiers through the protocol, then write the file at once."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    judge = stored.kept(repeated_holdout)
    digits, tables = load_usps(), {}
    for name, (lesson, model, *_) in entrants().items():
        print(name)
        start = perf_counter()
        found = run(name, RUNS, judge=judge)
        usual = int(np.bincount(found.chosen).argmax())
        paid = cost(_with(model, **found.points[usual]), *digits)
        print(found.table(), f"{paid}; {perf_counter() - start:.0f} s in all", sep="\n")
        tables[name] = {"lesson": lesson, "usual": usual, **_plain(found), **paid._asdict()}
        if name in LEARNERS:
            fewer = {str(step): run(name, RUNS, step, judge) for step in STEPS}
            tables[name]["fewer"] = {
                step: _plain(found)["chosen_errors"] for step, found in fewer.items()
            }
    facts = {"runs": RUNS, "seed": SEED, "test_size": TEST_SIZE, "cores": os.cpu_count()}
    stored.write(RESULTS, facts, tables)
    outside(judge)


def outside(judge: Any) -> None:
    """Send the controls and the outsider through the protocol, and write their file."""
    tables = {}
    for name, entrant in outsiders().items():
        print(name)
        found = run(name, entrant.runs, entrant.step, judge)
        print(found.table())
        usual = int(np.bincount(found.chosen).argmax())
        tables[name] = {"usual": usual, "step": entrant.step, **_plain(found)}
    facts = {"seed": SEED, "test_size": TEST_SIZE, "trees": TREES}
    stored.write(OUTSIDE, facts, tables)


def _thirds(first: float) -> list[float]:
    """As many values as there are settings, each about three times the one before."""
    return [float(f"{first * 10 ** (k / 2):.0e}") for k in range(SETTINGS)]


def _on_one_core() -> None:
    """Some classifiers use all cores and some cannot; on one, seconds mean the same for all."""
    numba.set_num_threads(1)
    threadpool_limits(1)


def _cost(model: Any, X: Any, y: Any) -> Cost:
    warnings.simplefilter("ignore", ConvergenceWarning)
    train, test = split(y, 0, TEST_SIZE, SEED)
    model.fit(X[train[:1000]], y[train[:1000]]).predict(X[test])  # compiled code is loaded
    paid = []
    for _ in range(REPEATS):
        with Peak() as peak:
            start = process_time()
            model.fit(X[train], y[train])
            learnt = process_time()
            model.predict(X[test])
            done = process_time()
        paid.append(Cost(learnt - start, done - learnt, peak.megabytes))
    learn, read, megabytes = np.transpose(paid)
    # Other work can only make it slower; memory that is held already is not taken again.
    best = learn.min(), read.min(), megabytes.max()
    return Cost(*(float(f"{value:.3g}") for value in best))


def _plain(found: Holdout) -> dict[str, Any]:
    """Lists and numbers, short enough to read."""
    errors = ("train_errors", "test_errors", "cv_errors", "chosen_errors")
    return {
        "points": found.points,
        "chosen": found.chosen.tolist(),
        **{name: getattr(found, name).round(9).tolist() for name in errors},
    }


def _with(model: Any, **parameters: Any) -> Any:
    return clone(model).set_params(**parameters)


if __name__ == "__main__":
    main()
