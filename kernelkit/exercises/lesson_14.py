"""Checks of lesson 14_losses."""

import warnings

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.pairs import pair
from kernelkit.exercises.registry import exercise


@exercise("14.1", shows="From one to nothing, and never an overflow.")
def force(attempt: Attempt) -> None:
    hint = "Exponentiate numbers that are not positive only"
    rule = "1 / (1 + exp(t))"
    for t in ([0.0, 1.0, -1.0], [3.0, -7.5], [1000.0, -1000.0, 30.0]):
        values = np.array(t)
        wanted = np.where(values > 0, np.exp(-np.abs(values)), 1.0) / (1 + np.exp(-np.abs(values)))
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # an overflow is an answer one should not trust
            attempt.array(wanted, values, rule=rule, hint=hint)


@exercise("14.2", shows="One number in three units.")
def three_names(attempt: Attempt) -> None:
    hint = "Multiply the mean loss and the penalty by N, then compare with each solver's formula"
    for mu, N in ((0.5, 1), (0.01, 100), (2.0, 50), (1e-4, 42_000)):
        wanted = [mu * N, 1 / (2 * mu * N), 1 / (2 * mu * N)]
        attempt.array(wanted, mu, N, rule="the same minimum", hint=hint)


@exercise("14.3", shows="A corner rounded off, and the slope has no jump.")
def smooth_hinge(attempt: Attempt) -> None:
    t = np.array([-3.0, -0.5, 0.0, 0.25, 0.75, 1.0, 2.0])
    for values in (t, np.linspace(-2, 2, 41), np.array([0.5])):
        s = np.clip(1 - values, 0, 1)
        wanted = np.stack([s * (1 - values) - s**2 / 2, -s])
        rule = "the rounded hinge and its derivative, one after the other,"
        attempt.array(wanted, values, rule=rule, hint="Which line meets the parabola at t = 0?")


@exercise("14.4", shows="A line that listens to the many and not to the loud.")
def deaf(attempt: Attempt) -> None:
    random = np.random.default_rng(144)
    for n, d, liars in ((120, 2, 16), (200, 3, 28)):
        y = np.where(np.arange(n) % 2 == 0, 1, -1)
        direction = random.normal(size=d)
        direction /= np.linalg.norm(direction)
        X = random.normal(size=(n, d)) + 3.0 * np.outer(y, direction)
        honest = np.ones(n, dtype=bool)
        honest[: 2 * liars : 2] = False
        # Labelled +1, and far out on the other side.
        X[~honest] = -60.0 * direction + random.normal(size=(liars, d))
        w, b = pair(attempt, d, X, y)
        right = (y * (X @ w + b) > 0)[honest].mean()
        told = (
            f"your line is right about {100 * right:.0f} % of the honest samples; 97 % can be "
            "reached. How hard does a sample at t = -60 pull in your machine?"
        )
        attempt.require(right >= 0.97, X, y, otherwise=told)
