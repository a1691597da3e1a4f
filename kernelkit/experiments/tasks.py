"""One unit of work: one parameter value in one run, on whatever machine it lands.

Everything a task needs travels with it and is small; Gram matrices are computed where they are
used, once per process and kernel, and serve all splits and folds.
"""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.utils import get_tags

from kernelkit.estimators import KernelPerceptron
from kernelkit.kernels import Kernel
from kernelkit.validation import Integers, Matrix

__all__ = ["GRAMS", "Record", "Task", "evaluate", "split", "uses_gram"]


class Task(NamedTuple):
    """One value of the parameters in one run."""

    point: int
    run: int


class Record(NamedTuple):
    """What a task found: shares of mistakes, and which test samples were taken for what."""

    point: int
    run: int
    train_error: float
    test_error: float
    fold_errors: list[float]
    mistaken: dict[int, int]


def split(y: Integers, run: int, test_size: float, seed: int) -> tuple[Integers, Integers]:
    """Training and test samples of a run, each class in its proportion."""
    train, test = train_test_split(
        np.arange(len(y)), test_size=test_size, stratify=y, random_state=_seed(seed, run, 0)
    )
    return np.sort(train), np.sort(test)


def evaluate(
    task: Task, model: Any, gram: str, X: Any, y: Integers, test_size: float, folds: int, seed: int
) -> Record:
    """Train on the training samples of a run, then on all but one of their folds in turn.

    ``gram`` is the name of the Gram matrix to use, if the model uses one.
    """
    train, test = split(y, task.run, test_size, seed)
    on_gram = uses_gram(model, len(y))
    predict = _on_gram(model, gram, X, y) if on_gram else _by_fitting(model, X, y)
    guess = predict(train, np.arange(len(y)))
    fold_errors = []
    shuffled = StratifiedKFold(folds, shuffle=True, random_state=_seed(seed, task.run, 1))
    for kept, left_out in shuffled.split(train, y[train]):
        away = train[left_out]
        fold_errors.append(float(np.mean(predict(train[kept], away) != y[away])))
    wrong = test[guess[test] != y[test]]
    return Record(
        task.point,
        task.run,
        train_error=float(np.mean(guess[train] != y[train])),
        test_error=float(len(wrong) / len(test)),
        fold_errors=fold_errors,
        mistaken={int(i): int(guess[i]) for i in wrong},
    )


def uses_gram(model: Any, n: int) -> bool:
    """Whether the model can learn from parts of one Gram matrix of n samples.

    It can if its kernel is one of ours and may be "precomputed", and the matrix fits in the memory
    that the model is given, if it says.
    """
    if not isinstance(getattr(model, "kernel", None), Kernel):
        return False
    if isinstance(model, KernelPerceptron):
        return not model.validation_fraction
    if n * n * np.dtype(float).itemsize > getattr(model, "memory", np.inf):
        return False
    return bool(get_tags(clone(model).set_params(kernel="precomputed")).input_tags.pairwise)


def _on_gram(model: Any, gram: str, X: Any, y: Integers) -> Any:
    K = GRAMS.get(gram, model.kernel, X)
    if isinstance(model, KernelPerceptron):
        return lambda learnt, asked: model.predict_from_gram(K, y, learnt)[asked]
    machine = clone(model).set_params(kernel="precomputed")

    def predict(learnt: Integers, asked: Integers) -> Any:
        with _unwarned():
            fitted = clone(machine).fit(K[np.ix_(learnt, learnt)], y[learnt])
            return fitted.predict(K[np.ix_(asked, learnt)])

    return predict


def _by_fitting(model: Any, X: Any, y: Integers) -> Any:
    rows = getattr(X, "iloc", X)  # pandas' [] would take columns

    def predict(learnt: Integers, asked: Integers) -> Any:
        with _unwarned():
            return clone(model).fit(rows[learnt], y[learnt]).predict(rows[asked])

    return predict


@contextmanager
def _unwarned() -> Iterator[None]:
    """The protocol reports errors, not whether a solver came to rest."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


class _Grams:
    """The last Gram matrix that this process computed, until the call that needs it ends."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.name = ""
        self.K: Matrix = np.empty((0, 0))

    def get(self, name: str, kernel: Any, X: Any) -> Matrix:
        with self.lock:  # one thread computes, on all cores; the others wait for the same matrix
            if self.name != name:
                self.name, self.K = "", np.empty((0, 0))  # free the old one first
                self.K = kernel(X)
                self.name = name
            return self.K

    def forget(self) -> None:
        """Let the memory go."""
        with self.lock:
            self.name, self.K = "", np.empty((0, 0))


GRAMS = _Grams()


def _seed(*parts: int) -> int:
    """A seed of its own for each purpose, that depends on nothing but these numbers."""
    return int(np.random.SeedSequence(parts).generate_state(1)[0])
