"""One unit of work: one parameter value in one run, on whatever machine it lands.

Everything a task needs travels with it and is small; Gram matrices are computed where they are
used, once per process and kernel, and serve all splits and folds.
"""

import threading
import warnings
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, train_test_split

from kernelkit.estimators import KernelPerceptron
from kernelkit.kernels import Kernel
from kernelkit.validation import Matrix

__all__ = ["GRAMS", "Record", "Task", "evaluate", "split", "uses_gram"]

Labels = npt.NDArray[np.int64]


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


def split(y: Labels, run: int, test_size: float, seed: int) -> tuple[Labels, Labels]:
    """Training and test samples of a run, each class in its proportion."""
    train, test = train_test_split(
        np.arange(len(y)), test_size=test_size, stratify=y, random_state=_seed(seed, run, 0)
    )
    return np.sort(train), np.sort(test)


def evaluate(
    task: Task, model: Any, gram: str, X: Any, y: Labels, test_size: float, folds: int, seed: int
) -> Record:
    """Train on the training samples of a run, then on all but one of their folds in turn.

    ``gram`` is the name of the Gram matrix to use, if the model uses one.
    """
    train, test = split(y, task.run, test_size, seed)
    predict = _on_gram(model, gram, X, y) if uses_gram(model) else _by_fitting(model, X, y)
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


def uses_gram(model: Any) -> bool:
    """Whether the model can learn from parts of one Gram matrix."""
    if not isinstance(model, KernelPerceptron) or model.validation_fraction:
        return False
    return isinstance(model.kernel, Kernel)


def _on_gram(model: KernelPerceptron, gram: str, X: Any, y: Labels) -> Any:
    K = GRAMS.get(gram, model.kernel, X)
    return lambda learnt, asked: model.predict_from_gram(K, y, learnt)[asked]


def _by_fitting(model: Any, X: Any, y: Labels) -> Any:
    def predict(learnt: Labels, asked: Labels) -> Any:
        with warnings.catch_warnings():  # the protocol reports errors, not how long they took
            warnings.simplefilter("ignore", ConvergenceWarning)
            return clone(model).fit(X[learnt], y[learnt]).predict(X[asked])

    return predict


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
