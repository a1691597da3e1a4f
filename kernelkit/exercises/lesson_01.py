"""Checks of lesson 01_linear_machines."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise


@exercise("01.1", shows="A linear machine is one inner product and one comparison.")
def predict(attempt: Attempt) -> None:
    rule = "the rule sgn(0) = +1"
    attempt.array([1], np.array([[0.0, 0.0]]), np.array([1.0, 1.0]), 0.0, rule=rule)
    attempt.array([1, -1], np.array([[2.0], [1.0]]), np.array([3.0]), -6.0, rule=rule)
    random = np.random.default_rng(11)
    X, w, b = random.normal(size=(40, 5)), random.normal(size=5), 0.7
    attempt.array(np.where(X @ w + b >= 0, 1, -1), X, w, b, rule="the sign of <w, x> + b")


@exercise("01.2", shows="Dividing by the length of w turns a score into a distance.")
def signed_distance(attempt: Attempt) -> None:
    rule = "f(x) divided by the length of w"
    X = np.array([[6.0, 2.0], [0.0, 0.0]])
    attempt.array([1.0, -1.0], X, np.array([3.0, -4.0]), -5.0, rule=rule)
    random = np.random.default_rng(12)
    X, w, b = random.normal(size=(30, 4)), random.normal(size=4), -0.3
    attempt.array((X @ w + b) / np.sqrt(w @ w), X, w, b, rule=rule)
    attempt.array((X @ w + b) / np.sqrt(w @ w), X, 10 * w, 10 * b, rule=rule)


@exercise("01.3", shows="The shortest way to the boundary runs along w.")
def foot(attempt: Attempt) -> None:
    random = np.random.default_rng(13)
    for n in (2, 3, 6):
        x, w, b = random.normal(size=n), 2 * random.normal(size=n), random.normal()
        got = attempt.shaped((n,), x, w, b)
        off = float(got @ w + b)
        on_it = f"you returned a point where f is {off:.3g}; on the boundary f is 0"
        attempt.require(abs(off) < 1e-8, x, w, b, otherwise=on_it)
        nearest = abs(x @ w + b) / np.sqrt(w @ w)
        far = f"your point lies on the boundary, {np.linalg.norm(got - x):.3g} away"
        longer = f"{far}; the nearest one is {nearest:.3g} away. Which way did you walk?"
        attempt.require(np.linalg.norm(got - x) < nearest + 1e-8, x, w, b, otherwise=longer)


@exercise("01.4", shows="Three machines, one vote each: nobody wins.")
def vote(attempt: Attempt) -> None:
    for values, winner, why in [
        ((1.0, 2.0, -0.5), 0, "0 beats 1 and 2"),
        ((-1.0, 2.0, 0.5), 1, "1 beats 0 and 2"),
        ((1.0, -2.0, -0.5), 2, "2 beats 0 and 1"),
        ((0.0, 0.0, 3.0), 0, "sgn(0) = +1, so 0 beats 1 and 2"),
        ((1.0, -2.0, 0.5), -1, "each class wins one duel, which"),
        ((-1.0, 2.0, -0.5), -1, "each class wins one duel, which"),
    ]:
        attempt.label(winner, *values, rule=why)


@exercise("01.5", shows="Where a line exists, trying directions finds it; lesson 03 tries less.")
def find_line(attempt: Attempt) -> None:
    random = np.random.default_rng(15)
    for angle, centre, stretch in [(0.4, 0, 1), (2.0, 5, 6), (3.9, -20, 3), (5.5, 100, 12)]:
        u = np.array([np.cos(angle), np.sin(angle)])
        along = np.array([-u[1], u[0]])
        y = np.where(np.arange(60) < 15, 1, -1)
        depth = y * (0.5 + random.gamma(1.0, stretch / 2, size=60))
        X = centre + np.outer(depth, u) + np.outer(stretch * random.normal(size=60), along)
        answer = attempt(X, y)
        pair = isinstance(answer, tuple | list) and len(answer) == 2 and np.shape(answer[0]) == (2,)
        attempt.require(pair, X, y, otherwise="you returned no pair of w (two numbers) and b")
        w, b = answer
        wrong = int((np.where(X @ np.asarray(w) + b >= 0, 1, -1) != y).sum())
        told = f"your line leaves {wrong} of 60 points on the wrong side; one exists that leaves 0"
        attempt.require(wrong == 0, X, y, otherwise=told)
