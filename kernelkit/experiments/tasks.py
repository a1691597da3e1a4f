"""One unit of work: one parameter value in one run, on whatever machine it lands.

Everything a task needs travels with it and is small; Gram matrices are computed where they are
used, once per process and kernel, and serve all splits and folds.
"""

import os
import threading
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.utils import get_tags

from kernelkit.estimators import KernelPerceptron
from kernelkit.kernels import Kernel
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    as_labels,
    check_number,
    check_whole,
    shown,
)


class Record(NamedTuple):
    """What a task found: shares of mistakes, and which test samples were taken for what."""

    point: int
    run: int
    train_error: float
    test_error: float
    fold_errors: list[float]
    misclassified: dict[int, int]


def split(y: Any, run: int = 0, test_size: float = 0.2, seed: int = 0) -> tuple[Integers, Integers]:
    """Training and test samples of a run of the protocol, each class in its proportion.

    Parameters
    ----------
    y : array of n labels
    run : int, default 0
        Which of the runs, counted from 0; each has a split of its own.
    test_size : float, default 0.2
        The share of test samples.
    seed : int, default 0
        The seed of all runs.

    Returns
    -------
    train, test : arrays of int
        The samples that :func:`kernelkit.experiments.repeated_holdout` trains and tests on.

    Examples
    --------
    >>> train, test = split(["a", "b"] * 5)
    >>> len(train), len(test)
    (8, 2)
    """
    labels = as_labels(y, None)
    run, seed = check_whole(run, "run", at_least=0), check_whole(seed, "seed", at_least=0)
    share = check_number(test_size, "test_size", above=0)
    try:
        train, test = train_test_split(
            np.arange(len(labels)),
            test_size=share,
            stratify=labels,
            random_state=_seed(seed, run, 0),
        )
    except ValueError as error:
        raise InputError(
            "test_size",
            "must be below 1 and leave samples of every class on either side, "
            f"got {shown(test_size)} of {len(labels)} samples",
        ) from error
    return np.sort(train), np.sort(test)


def evaluate(
    point: int,
    run: int,
    model: Any,
    gram: str | None,
    X: Any,
    y: Integers,
    test_size: float,
    folds: int,
    seed: int,
) -> Record:
    """Train on the training samples of a run, then on all but one of their folds in turn.

    ``gram`` is the name of the Gram matrix that the model uses, None if it uses none.
    """
    train, test = split(y, run, test_size, seed)
    predict = _by_learning(model, gram, X, y)
    guess = predict(train, np.arange(len(y)))
    fold_errors = []
    shuffled = StratifiedKFold(folds, shuffle=True, random_state=_seed(seed, run, 1))
    for kept, left_out in shuffled.split(train, y[train]):
        away = train[left_out]
        fold_errors.append(float(np.mean(predict(train[kept], away) != y[away])))
    wrong = test[guess[test] != y[test]]
    return Record(
        point,
        run,
        train_error=float(np.mean(guess[train] != y[train])),
        test_error=float(len(wrong) / len(test)),
        fold_errors=fold_errors,
        misclassified={int(i): int(guess[i]) for i in wrong},
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


def _by_learning(
    model: Any, gram: str | None, X: Any, y: Integers
) -> Callable[[Integers, Integers], Any]:
    """A function that learns from some samples and gives the classes of those it is asked for."""
    if gram is None:
        rows = getattr(X, "iloc", X)  # pandas' [] would take columns
        return lambda learnt, asked: _fit_clone(model, rows[learnt], y[learnt]).predict(rows[asked])
    K = GRAMS.get(gram, model.kernel, X)
    if isinstance(model, KernelPerceptron):
        return lambda learnt, asked: model.predict_from_gram(K, y, learnt)[asked]
    machine = clone(model).set_params(kernel="precomputed")

    def predict(learnt: Integers, asked: Integers) -> Any:
        fitted = _fit_clone(machine, K[np.ix_(learnt, learnt)], y[learnt])
        return fitted.predict(K[np.ix_(asked, learnt)])

    return predict


def _fit_clone(model: Any, X: Any, y: Integers) -> Any:
    with warnings.catch_warnings():
        # The protocol reports errors, not whether a solver came to rest.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return clone(model).fit(X, y)


class _Grams:
    """The last Gram matrix that this process computed, until the call that needs it ends."""

    name: str
    K: Matrix

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.lock = threading.RLock()
        self.forget()

    def get(self, name: str, kernel: Any, X: Any) -> Matrix:
        with self.lock:  # one thread computes, on all cores; the others wait for the same matrix
            if self.name != name:
                self.forget()  # the memory of the old one first
                self.K = kernel(X)
                self.name = name
            return self.K

    def forget(self) -> None:
        with self.lock:
            self.name = ""
            self.K = np.empty((0, 0))


GRAMS = _Grams()
if hasattr(os, "register_at_fork"):
    # A child has none of the threads of its parent: one that held the lock would never let it go.
    os.register_at_fork(after_in_child=GRAMS.begin)


def _seed(*parts: int) -> int:
    """A seed of its own for each purpose, that depends on nothing but these numbers."""
    return int(np.random.SeedSequence(parts).generate_state(1)[0])
