"""Checks of lesson 03_perceptron."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.validation import Matrix, Vector


@exercise(
    "03.1",
    shows="Short samples with a very negative score need the most steps.",
    hints=[
        "One step changes the score y f(x) of its own sample by the same amount each time: by how "
        "much?",
        "How many gains does it take to lift the score above 0? Try a score of -10, then one of "
        "-20, with a gain of 10.",
    ],
)
def steps_needed(attempt: Attempt) -> None:
    x = np.array([3.0, -1.0])
    for w, y, steps in [
        (np.array([2.0, 1.0]), 1, 0),
        (np.array([2.0, 1.0]), -1, 1),
        (np.array([0.0, 0.0]), 1, 1),
        (np.array([1.0, 3.0]), -1, 1),  # on the line
        (np.array([-10.0, 0.0]), 1, 4),  # passes through the line after three
        (np.array([-7.0, 4.0]), 1, 3),
        (np.array([20.0, 5.0]), -1, 6),
        (np.array([20.0, 5.0]), 1, 0),
    ]:
        attempt.number(steps, w, x, y, rule="taking steps until y f(x) is positive")
    random = np.random.default_rng(31)
    for _ in range(20):
        w, x = random.integers(-30, 31, size=(2, 3)).astype(float)
        y = int(random.choice([-1, 1]))
        steps, score = 0, y * (w @ x)
        while score <= 0:
            steps, score = steps + 1, score + x @ x
        attempt.number(steps, w, x, y, rule="taking steps until y f(x) is positive")


@exercise(
    "03.2",
    shows="R is the best constant only if |b| = R, but it costs less than a factor of two and "
    "needs no b.",
    hints=[
        "Two lengths in the bound depend on the constant: that of the longest sample with the "
        "constant appended, and that of the augmented weights.",
        "Write the bound as a function of s, multiply out, and set its derivative to zero; or "
        "find the least value numerically. b may be negative.",
    ],
)
def best_constant(attempt: Attempt) -> None:
    for R, b in [(4.0, 9.0), (10.0, 0.1), (3.0, 3.0), (2.0, -8.0), (76.97, -21.06), (0.5, 40.0)]:
        got = attempt(R, b)
        number = isinstance(got, int | float | np.number) and np.isfinite(got)
        told = f"you returned {say(got)}; a positive number is wanted"
        attempt.require(number and got > 0, R, b, otherwise=told)
        least = min(_bound(R, b, s) for s in np.geomspace(0.01, 1000, 20001))
        more = _bound(R, b, float(got)) / least
        less = f"{100 * (1 - 1 / more):.2g} per cent smaller"
        told = f"you returned {say(got)}; with another constant the bound is {less}"
        attempt.require(more <= 1 + 1e-6, R, b, otherwise=told)


def _bound(R: float, b: float, s: float) -> float:
    """The bound with the constant s, for margin 1."""
    return (R**2 + s**2) * (1 + b**2 / s**2)


@exercise(
    "03.3",
    shows="Each line counts once for every visit it survives, and only mistakes cost time.",
    hints=[
        "Follow one move alone: after which samples is it part of the line?",
        "A move made at the very last sample is part of one line, a move made at sample 1 of all "
        "of them. Count for each move, then add up.",
    ],
)
def mean_from_mistakes(attempt: Attempt) -> None:
    rule = "the mean over the lines after each sample"
    cases: list[tuple[Matrix, Any, int]] = [
        (np.array([[6.0, 3.0]]), np.array([1]), 3),
        (np.array([[6.0, 3.0]]), np.array([3]), 3),
        (np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([1, 2]), 4),
    ]
    random = np.random.default_rng(33)
    for n, seen in ((4, 10), (25, 300), (40, 2000)):
        times = np.sort(random.choice(np.arange(1, seen + 1), size=n, replace=False))
        cases.append((random.integers(-9, 10, size=(n, 3)).astype(float), times, seen))
    for moves, times, seen in cases:
        attempt.array(_mean(moves, times, seen), moves, times, seen, rule=rule)


def _mean(moves: Matrix, times: Any, seen: int) -> Vector:
    """Add up the lines one by one, as the lesson does."""
    line, total = np.zeros((2, moves.shape[1]))
    made = dict(zip(map(int, times), moves, strict=True))
    for t in range(1, seen + 1):
        line = line + made.get(t, 0.0)
        total = total + line
    mean: Vector = total / seen
    return mean


@exercise(
    "03.4",
    shows="A proof for two classes is a proof for many.",
    hints=[
        "W.ravel() has one block of len(x) numbers for each class, in order. Which two classes "
        "does a mistake move?",
        "What is the inner product of W.ravel() with a vector that is zero except in the block of "
        "one class? Combine two such vectors.",
    ],
)
def kesler(attempt: Attempt) -> None:
    random = np.random.default_rng(34)
    for k, d in ((2, 2), (3, 2), (3, 4), (5, 3)):
        for _ in range(3):
            true, other = (int(c) for c in random.permutation(k)[:2])
            x = random.integers(1, 9, size=d) * random.choice([-1.0, 1.0], size=d)
            W = random.integers(-9, 10, size=(k, d)).astype(float)
            args = (x, true, other, k)
            z = attempt.shaped((k * d,), *args)
            lead = float(W[true] @ x - W[other] @ x)
            told = (
                f"for stacked weights {say(W)} the inner product with your z is "
                f"{say(float(W.ravel() @ z))}, while class {true} leads by {say(lead)}"
            )
            same_sign = np.sign(np.rint(W.ravel() @ z)) == np.sign(lead)
            attempt.require(same_sign, *args, otherwise=told)
            moved = (W.ravel() + z).reshape(k, d)
            untouched = np.delete(moved - W, [true, other], axis=0)
            told = "adding your z moves a class that is neither true nor other"
            attempt.require(np.allclose(untouched, 0), *args, otherwise=told)
            told = "adding your z to W.ravel() is not the step of the multi-class rule"
            step = np.allclose(moved[true] - W[true], x) and np.allclose(
                moved[other] - W[other], -x
            )
            attempt.require(step, *args, otherwise=told)


@exercise(
    "03.5",
    shows="A good line can be kept in the pocket while the compiled search goes on.",
    hints=[
        "The line changes at mistakes only. What do you have to know about each new line, and "
        "what do you have to remember of the earlier ones?",
        "Write the loop of the lesson with three more variables: the best weights and bias so far "
        "and the number of their errors on all samples, which a loop inside the loop counts.",
        "w moves in place. A second name for the same array moves with it; w.copy() does not.",
    ],
)
def keep_best(attempt: Attempt) -> None:
    require_compiled(attempt, *_overlapping(60, 1), 3)
    for seed, epochs in ((1, 3), (2, 6), (3, 10)):
        X, y = _overlapping(60, seed)
        w, b = _pair(attempt, X, y, epochs)
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


def _pair(attempt: Attempt, *args: Any) -> tuple[Vector, Any]:
    """The student's two weights and one bias."""
    answer = attempt(*args)
    pair = isinstance(answer, tuple | list) and len(answer) == 2
    attempt.require(pair, *args, otherwise="you returned no pair of weights and bias")
    w, b = (np.asarray(part) for part in answer)
    fits = w.shape == (2,) and b.shape == () and {w.dtype.kind, b.dtype.kind} <= {"f", "i"}
    told = f"you returned weights and bias of shapes {w.shape} and {b.shape}"
    attempt.require(fits, *args, otherwise=f"{told}; (2,) and () are wanted")
    return w, b
