"""The pictures of the lessons: each starts from samples, and is computed in the browser."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernelkit.live.picture import Picture
from kernelkit.live.samples import samples_state
from kernelkit.validation import InputError, as_signs, as_vector, check_number, check_whole

__all__ = [
    "hinge_valley",
    "lift",
    "smo_moves",
    "two_handles_line",
    "weight_space",
    "widest_street",
]

Names = Sequence[str] | None


def two_handles_line(X: Any, y: Any, *, feature_names: Names = None) -> Picture:
    """A line held by two handles, with its mistakes and the distance of each sample.

    Lesson: 01_linear_machines.

    Parameters
    ----------
    X : array of shape (n_samples, 2)
        The samples.
    y : array of shape (n_samples,)
        Their labels, two different ones.
    feature_names : two strings, optional
        What the axes are called.

    Examples
    --------
    >>> two_handles_line([[0, 0], [1, 2]], [-1, 1])
    <a line held by two handles>
    """
    return _of_two_classes("two_handles_line", "a line held by two handles", X, y, feature_names)


def weight_space(X: Any, y: Any, *, feature_names: Names = None) -> Picture:
    """Input space beside weight space, where w walks into the cone of all that satisfy it.

    The perceptron without a bias: its line goes through 0, so samples should lie around there.
    Lesson: 03_perceptron.

    Parameters
    ----------
    X : array of shape (n_samples, 2)
        The samples.
    y : array of shape (n_samples,)
        Their labels, two different ones; the second class is +1.
    feature_names : two strings, optional
        What the axes are called.

    Examples
    --------
    >>> weight_space([[-1, 0], [1, 2]], [-1, 1])
    <input space and weight space>
    """
    return _of_two_classes("weight_space", "input space and weight space", X, y, feature_names)


def lift(X: Any, y: Any) -> Picture:
    r"""Samples that rise onto the paraboloid :math:`z = x_1^2 + x_2^2`, and a plane that cuts it.

    Lesson: 05_kernels.

    Parameters
    ----------
    X : array of shape (n_samples, 2)
        The samples, around 0.
    y : array of shape (n_samples,)
        Their labels, two different ones.

    Examples
    --------
    >>> lift([[0.1, 0], [1, 2]], [0, 1])
    <samples lifted onto a paraboloid>
    """
    picture = _of_two_classes("lift", "samples lifted onto a paraboloid", X, y, None)
    points, codes = np.array(picture.state["X"]), np.array(picture.state["y"])
    radii = np.hypot(*points.T)
    if radii.max() == 0:
        message = "X must have a sample that is not at 0, got none"
        raise InputError(message)
    inner = radii[codes == 0].mean() <= radii[codes == 1].mean()
    picture.state["inner"] = 0 if inner else 1
    return picture


def widest_street(X: Any, y: Any, *, feature_names: Names = None) -> Picture:
    """Two handles open a street between the classes, beside the width of the widest there is.

    Lesson: 11_maximum_margin.

    Parameters
    ----------
    X : array of shape (n_samples, 2)
        The samples.
    y : array of shape (n_samples,)
        Their labels, two different ones.
    feature_names : two strings, optional
        What the axes are called.

    Examples
    --------
    >>> widest_street([[0, 0], [1, 2]], [-1, 1])
    <a street between two classes>
    """
    return _of_two_classes("widest_street", "a street between two classes", X, y, feature_names)


def hinge_valley(x: Any, y: Any, mu: float = 0.1, step: float = 0.5, steps: int = 30) -> Picture:
    r"""The valley of the hinge objective over weight and bias, and the path of the subgradient.

    Lesson: 12_hinge_subgradient.

    Parameters
    ----------
    x : array of n numbers
        One feature of the samples.
    y : array of n labels
        +1 or -1, both of them.
    mu : float
        The price :math:`\mu` of large weights to start from.
    step : float
        The length of the steps to start from.
    steps : int
        How many steps to start from.

    Examples
    --------
    >>> hinge_valley([-1.0, 0.2, 1.0], [-1, 1, 1])
    <the valley of the hinge objective>
    """
    values = as_vector(x, "x").astype(float)
    if len(values) > MOST_SAMPLES or np.abs(values).max() > LARGEST:
        message = (
            f"x must hold at most {MOST_SAMPLES} numbers of at most {LARGEST:g}, got {len(values)} "
            f"of at most {np.abs(values).max():g}"
        )
        raise InputError(message)
    signs = as_signs(y, len(values), both=True)
    state = {
        "picture": "hinge_valley",
        "label": "the valley of the hinge objective",
        "x": [float(f"{value:.6g}") for value in values],
        "y": ((signs + 1) / 2).astype(int).tolist(),
        "classes": ["\N{MINUS SIGN}1", "+1"],
        "mu": check_number(mu, "mu", at_least=0.001, at_most=1),
        "step": check_number(step, "step", at_least=0.01, at_most=10),
        "steps": check_whole(steps, "steps", at_most=200),
    }
    return Picture(state)


def smo_moves(
    X: Any, y: Any, C: float = 1.0, sigma: float = 0.5, *, feature_names: Names = None
) -> Picture:
    r"""A support vector machine on samples to drag, and the moves of SMO one at a time.

    Lesson: 13_dual_svm.

    Parameters
    ----------
    X : array of shape (n_samples, 2)
        The samples.
    y : array of shape (n_samples,)
        Their labels, two different ones.
    C : float
        The price of slack to start from, between 0.01 and 100.
    sigma : float
        The width :math:`\sigma` of the Gaussian kernel to start from, between 0.05 and 5.
    feature_names : two strings, optional
        What the axes are called.

    Examples
    --------
    >>> smo_moves([[0, 0], [1, 2]], [-1, 1])
    <a support vector machine and the moves of SMO>
    """
    label = "a support vector machine and the moves of SMO"
    picture = _of_two_classes("smo_moves", label, X, y, feature_names)
    picture.state["C"] = check_number(C, "C", at_least=0.01, at_most=100)
    picture.state["sigma"] = check_number(sigma, "sigma", at_least=0.05, at_most=5)
    return picture


MOST_SAMPLES = 2000
LARGEST = 1e6


def _of_two_classes(name: str, label: str, X: Any, y: Any, feature_names: Names) -> Picture:
    samples = samples_state(X, y, feature_names, name, two_classes=True)
    return Picture({"picture": name, "label": label, **samples.state})
