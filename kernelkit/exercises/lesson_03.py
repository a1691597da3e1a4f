"""Checks of lesson 03_perceptron."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.validation import Matrix, Vector


@exercise("03.1", shows="Put it in a loop and it learns.")
def step(attempt: Attempt) -> None:
    zero, x = np.zeros(2), np.array([3.0, 1.0])
    on_it = "the sample is on the line, a mistake for either class"
    wrong_side = "the sample is on the wrong side and moves both w and b"
    for w, b, y, moved, rule in [
        (np.array([2.0, 1.0]), -4.0, -1, 1, wrong_side),
        (np.array([-1.0, 0.5]), 1.0, 1, 1, wrong_side),
        (np.array([2.0, 1.0]), -4.0, 1, 0, "the sample is on its own side and moves nothing"),
        (zero, 0.0, 1, 1, on_it),
        (zero, 0.0, -1, 1, on_it),
        (np.array([1.0, -1.0]), -2.0, -1, 1, on_it),
    ]:
        args = (w, b, x, y, 13.0)
        _expect(attempt, (w + moved * y * x, b + moved * y * 13.0), args, rule)


@exercise("03.2", shows="The winner gives to the true class; all others look on.")
def multiclass_step(attempt: Attempt) -> None:
    tie = "all classes tie, the lowest is guessed, and no third class moves"
    x = np.array([2.0, -1.0])
    for y in (0, 2):
        after = np.array([float(y == 0) - 1, 0.0, float(y == 2)])
        args: tuple[Any, ...] = (np.zeros((3, 2)), np.zeros(3), x, y, 7.0)
        _expect(attempt, (np.outer(after, x), 7.0 * after), args, tie)
    random = np.random.default_rng(32)
    rule = "only the true class and the one with the largest value may move"
    for y in (0, 1, 2, 2, 1, 0):
        W, b = random.integers(-5, 6, size=(3, 2)).astype(float), 30 * random.normal(size=3)
        x = random.integers(-5, 6, size=2).astype(float)
        after = np.zeros(3)
        after[y] += 1
        after[int((W @ x + b).argmax())] -= 1
        args = (W, b, x, y, 50.0)
        _expect(attempt, (W + np.outer(after, x), b + 50.0 * after), args, rule)


@exercise("03.3", shows="Each line counts as long as it lived.")
def averaged(attempt: Attempt) -> None:
    X, y = np.array([[1.0, 0.0], [3.0, 0.0], [0.0, 2.0]]), np.array([1, 1, -1])
    seen = "every sample met counts once, with the line it left behind"
    for n, epochs in ((3, 1), (3, 2), (30, 1), (30, 4)):
        if n > 3:
            X, y = _overlapping(n, seed=33)
        lines = np.array(list(_lines(X, y, epochs)))
        mean = lines.mean(axis=0)
        _expect(attempt, (mean[:-1], mean[-1]), (X, y, epochs), seen)


@exercise("03.4", shows="A good line can be kept in the pocket while the search goes on.")
def keep_best(attempt: Attempt) -> None:
    for seed, epochs in ((1, 3), (2, 6), (3, 10)):
        X, y = _overlapping(60, seed)
        w, b = _pair(attempt, (2,), X, y, epochs)
        fewest = min(_errors(X, y, line[:-1], line[-1]) for line in _lines(X, y, epochs))
        errors = _errors(X, y, w, b)
        told = f"your line has {errors} errors; the perceptron went through one with {fewest}"
        attempt.require(errors <= fewest, X, y, epochs, otherwise=told)


def _lines(X: Matrix, y: Vector, epochs: int) -> Iterator[Vector]:
    """The line (w, b) after each sample of each epoch."""
    moves = y[:, np.newaxis] * np.column_stack([X, np.full(len(X), (X**2).sum(axis=1).max())])
    line = np.zeros(X.shape[1] + 1)
    for i in np.tile(np.arange(len(X)), epochs):
        if y[i] * (X[i] @ line[:-1] + line[-1]) <= 0:
            line = line + moves[i]
        yield line


def _overlapping(n: int, seed: int) -> tuple[Matrix, Vector]:
    """Two clouds of whole numbers that no line separates."""
    random = np.random.default_rng(seed)
    y = np.where(random.permutation(n) < n // 2, 1, -1)
    X = np.rint(random.normal(scale=8, size=(n, 2)) + np.outer(y, [7, 4]))
    return X, y


def _errors(X: Matrix, y: Vector, w: Vector, b: float) -> int:
    return int((np.where(X @ w + b >= 0, 1, -1) != y).sum())


def _pair(attempt: Attempt, shape: tuple[int, ...], *args: Any) -> tuple[Vector, Any]:
    """The student's weights and biases: an array of this shape and one number for each row."""
    answer = attempt(*args)
    pair = isinstance(answer, tuple | list) and len(answer) == 2
    attempt.require(pair, *args, otherwise="you returned no pair of weights and bias")
    w, b = (np.asarray(part) for part in answer)
    fits = w.shape == shape and b.shape == shape[:-1] and w.dtype.kind + b.dtype.kind in KINDS
    told = f"you returned weights and bias of shapes {w.shape} and {b.shape}"
    attempt.require(fits, *args, otherwise=f"{told}; {shape} and {shape[:-1]} are wanted")
    return w, b


KINDS = {"ff", "fi", "if", "ii"}


def _expect(attempt: Attempt, wanted: tuple[Any, Any], args: tuple[Any, ...], rule: str) -> None:
    w, b = _pair(attempt, np.shape(wanted[0]), *args)
    for name, got, right in (("weights", w, wanted[0]), ("bias", b, wanted[1])):
        told = f"you returned the {name} {say(got)}, not {say(right)}: {rule}"
        attempt.require(np.allclose(got, right, rtol=1e-8, atol=1e-8), *args, otherwise=told)
