"""The equations that logistic regression is judged by: each is the slope of the one before."""

import numpy as np
import objectives
import pytest
from overlap import overlapping, three_classes


def split(theta):
    """Weights and bias, of one row of parameters or of three."""
    rows = theta.reshape(-1, 4)
    return (rows[0, :-1], rows[0, -1]) if len(rows) == 1 else (rows[:, :-1], rows[:, -1])


@pytest.mark.parametrize("kind", ["logistic", "softmax"])
@pytest.mark.parametrize("v", [np.inf, 0.7])
@pytest.mark.parametrize("seed", range(3))
def test_derivatives_agree_with_finite_differences(kind, v, seed):
    X, y = overlapping(seed, n=12) if kind == "logistic" else three_classes(seed, n=12)
    theta = np.random.default_rng(seed).normal(size=4 if kind == "logistic" else 12)

    def at(what, theta):
        return np.ravel(getattr(objectives, f"{kind}_{what}")(X, y, *split(theta), v))

    def slopes(what):
        steps = 1e-5 * np.eye(len(theta))
        rows = [at(what, theta + step) - at(what, theta - step) for step in steps]
        return np.ravel(rows) / 2e-5

    for what, derivative in (("objective", "gradient"), ("gradient", "hessian")):
        np.testing.assert_allclose(at(derivative, theta), slopes(what), rtol=1e-6, atol=1e-6)
