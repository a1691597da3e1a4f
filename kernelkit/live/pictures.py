"""The pictures of the lessons: each starts from samples, and is computed in the browser."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from kernelkit.live.picture import Picture
from kernelkit.live.samples import MOST_SAMPLES, rounded, samples_state
from kernelkit.validation import (
    InputError,
    InputTypeError,
    as_labels,
    as_signs,
    as_vector,
    check_number,
    check_whole,
    shown,
)

__all__ = [
    "alpha_bars",
    "bumps",
    "cache_walk",
    "eigenfunctions",
    "fisher_direction",
    "frequencies",
    "gaussian_ellipses",
    "hinge_valley",
    "lift",
    "likelihood_bowl",
    "loss_prices",
    "nearest_cells",
    "smo_moves",
    "two_handles_line",
    "weight_space",
    "widest_street",
    "word_pulls",
]

Names = Sequence[str] | None
MOST_FREQUENCIES = 400  # that a picture can draw: the error is then some 0.05
LARGEST_LIVE = 1e6  # of a single feature: it is drawn beside its weight


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
    words = "a line held by two handles", "How good can a straight line be?"
    return _of_two_classes("two_handles_line", words, X, y, feature_names)


def nearest_cells(X: Any, y: Any, k: int = 1, *, feature_names: Names = None) -> Picture:
    """The cells of the samples, the regions of the majority as k grows, and a query's own cell.

    Lesson: 02_nearest_neighbours.

    Parameters
    ----------
    X : array of shape (n_samples, 2)
        The samples, at most 200.
    y : array of shape (n_samples,)
        Their labels, two to ten different ones.
    k : int
        The number of neighbours to start from, at most 15.
    feature_names : two strings, optional
        What the axes are called.

    Examples
    --------
    >>> nearest_cells([[0, 0], [1, 2]], ["a", "b"])
    <cells of the nearest samples>
    """
    samples = samples_state(X, y, feature_names, "nearest_cells", at_most=200)
    most = min(15, len(samples.state["X"]))
    words = "cells of the nearest samples", "How many neighbours should vote?"
    start = {"k": check_whole(k, "k", at_most=most)}
    return _picture("nearest_cells", words, samples.state | start)


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
    words = "input space and weight space", "Which weights get every sample right?"
    return _of_two_classes("weight_space", words, X, y, feature_names)


def alpha_bars(X: Any, y: Any, *, feature_names: Names = None) -> Picture:
    r"""The dual perceptron: bars of :math:`\alpha` that grow, beside the Gram matrix.

    Lesson: 04_dual_perceptron.

    Parameters
    ----------
    X : array of shape (n_samples, 2)
        The samples, at most 40: the matrix has an entry for each pair.
    y : array of shape (n_samples,)
        Their labels, two different ones; the second class is +1.
    feature_names : two strings, optional
        What the axes are called.

    Examples
    --------
    >>> alpha_bars([[0, 0], [1, 2]], [-1, 1])
    <the dual perceptron and its Gram matrix>
    """
    words = "the dual perceptron and its Gram matrix", "Which samples make the line?"
    return _of_two_classes("alpha_bars", words, X, y, feature_names, at_most=40)


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
    words = "samples lifted onto a paraboloid", "Can a flat cut do what no line can?"
    picture = _of_two_classes("lift", words, X, y, None)
    points, codes = np.array(picture.state["X"]), np.array(picture.state["y"])
    radii = np.hypot(*points.T)
    if radii.max() == 0:
        message = "X must have a sample that is not at 0, got none"
        raise InputError(message)
    inner = radii[codes == 0].mean() <= radii[codes == 1].mean()
    picture.state["inner"] = 0 if inner else 1
    return picture


def bumps(
    x: Any, y: Any, sigma: float = 0.5, count: int = 3, *, feature_name: str = "feature"
) -> Picture:
    r"""A function on a line as a sum of Gaussian bumps, whose tops one drags.

    .. math:: f(t) = \sum_i c_i\, e^{-(t - m_i)^2 / 2\sigma^2}

    Lesson: 05_kernels.

    Parameters
    ----------
    x : array of n numbers
        One feature of the samples, not all of them equal.
    y : array of n labels
        +1 or -1, both of them: the sign that f should have there.
    sigma : float
        The width :math:`\sigma` of the bumps to start from, positive.
    count : int
        How many bumps there are at first, at most 12; their coefficients are -1 and 1 by turns.
    feature_name : str
        What the axis of the feature is called.

    Examples
    --------
    >>> bumps([-1.0, 0.0, 1.0], [-1, 1, -1])
    <a function as a sum of bumps>
    """
    if not isinstance(feature_name, str):
        raise InputTypeError("feature_name", f"must be a string, got {shown(feature_name)}")
    samples = _of_one_feature(x, y)
    if min(samples["x"]) == max(samples["x"]):
        raise InputError("x", "must hold different numbers, got equal ones")
    start = {
        "sigma": check_number(sigma, "sigma", above=0),
        "count": check_whole(count, "count", at_most=12),
        "featureNames": [feature_name, ""],
    }
    words = "a function as a sum of bumps", "Can bumps separate what no threshold can?"
    return _picture("bumps", words, samples | start)


def frequencies(sigma: float = 1.0, count: int = 5, seed: int = 0) -> Picture:
    r"""Random Fourier frequencies drawn one by one, until the mean of their waves is a Gaussian.

    .. math:: e^{-\delta^2 / 2\sigma^2} = \mathbb{E}\cos(\omega\delta), \quad
        \omega \sim \mathcal{N}(0, 1/\sigma^2)

    Lesson: 17_large_kernels.

    Parameters
    ----------
    sigma : float
        The bandwidth to start from, between 0.2 and 2.
    count : int
        How many frequencies are drawn at first, at most 400.
    seed : int
        Which frequencies they are.

    Examples
    --------
    >>> frequencies(0.5)
    <random frequencies and the mean of their waves>
    """
    z = np.random.default_rng(check_whole(seed, "seed", at_least=0)).normal(size=MOST_FREQUENCIES)
    start = {
        "sigma": check_number(sigma, "sigma", at_least=0.2, at_most=2),
        "count": check_whole(count, "count", at_most=MOST_FREQUENCIES),
        "z": [round(value, 4) for value in z.tolist()],
    }
    words = (
        "random frequencies and the mean of their waves",
        "How many random waves make a Gaussian?",
    )
    return _picture("frequencies", words, start)


def fisher_direction(X: Any, y: Any, *, feature_names: Names = None) -> Picture:
    """A direction to turn, the projections of two classes along it, and Fisher's ratio.

    Lesson: 07_least_squares_and_fisher.

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
    >>> fisher_direction([[0, 0], [1, 2], [1, 1], [1, 0]], [-1, 1, -1, 1])
    <a direction and the projections of two classes>
    """
    words = (
        "a direction and the projections of two classes",
        "Along which direction do two classes separate best?",
    )
    picture = _of_two_classes("fisher_direction", words, X, y, feature_names)
    _check_spread(picture, "fisher_direction", shared=True)
    return picture


def gaussian_ellipses(X: Any, y: Any, query: Any = None, *, feature_names: Names = None) -> Picture:
    """Two ellipses to pull, and the boundary between their Gaussians: a line or a curve.

    Lesson: 08_gaussian_classifiers.

    Parameters
    ----------
    X : array of shape (n_samples, 2)
        The samples.
    y : array of shape (n_samples,)
        Their labels, two different ones.
    query : two numbers, optional
        A point without a label: a question mark is drawn there, and its posterior is told.
    feature_names : two strings, optional
        What the axes are called.

    Examples
    --------
    >>> gaussian_ellipses([[0, 0], [1, 2], [0, 1], [1, 0], [2, 2], [3, 0]], [0, 0, 0, 1, 1, 1])
    <two ellipses and their boundary>
    """
    words = "two ellipses and their boundary", "When is the boundary between two Gaussians a line?"
    picture = _of_two_classes("gaussian_ellipses", words, X, y, feature_names)
    _check_spread(picture, "gaussian_ellipses", shared=False)
    if query is not None:
        point = as_vector(query, "query").astype(float)
        if len(point) != 2 or np.abs(point).max() > LARGEST_LIVE:
            allowed = f"must be two numbers of at most {LARGEST_LIVE:g} in size"
            raise InputError("query", f"{allowed}, got {shown(query)}")
        picture.state["query"] = [rounded(value) for value in point]
    return picture


def word_pulls(messages: Any, y: Any, message: str = "", smoothing: float = 0.1) -> Picture:
    """A message to write, and how each of its words pulls the log odds of naive Bayes.

    Lesson: 09_naive_bayes.

    Parameters
    ----------
    messages : list or array of n strings
        The messages to learn from.
    y : array of n labels
        Their classes, two different ones; log odds above 0 mean the second.
    message : str
        What is written at first.
    smoothing : float
        What is added to every count, to start from, between 0.001 and 10.

    Examples
    --------
    >>> word_pulls(["win a prize", "home at six"], ["spam", "ham"], "a prize at home")
    <a message and the pull of each word>
    """
    from kernelkit.features import bag_of_words  # which loads what the other pictures do not need

    if not isinstance(message, str):
        raise InputTypeError("message", f"must be a string, got {shown(message)}")
    s = check_number(smoothing, "smoothing", at_least=0.001, at_most=10)
    X, vocabulary = bag_of_words(messages)
    classes, codes = np.unique(as_labels(y, X.shape[0]), return_inverse=True)
    if len(classes) != 2:
        raise InputError("y", f"must hold two classes, got {len(classes)}")
    counts = np.array([codes == 0, codes == 1]) @ X
    rows = zip(vocabulary.tolist(), *counts.tolist(), strict=True)
    words = "a message and the pull of each word", f"Which words make it {classes[1]}?"
    return _picture(
        "word_pulls",
        words,
        {
            "table": "\n".join(f"{word} {first} {second}" for word, first, second in rows),
            "messages": np.bincount(codes).tolist(),
            "classes": [str(name) for name in classes.tolist()],
            "message": message,
            "smoothing": s,
        },
    )


def likelihood_bowl(
    x: Any, y: Any, prior_variance: float = 10.0, *, feature_name: str = "feature"
) -> Picture:
    """The bowl of logistic regression with Newton's steps, and the curve of its bottom.

    With a prior it is minus the log posterior, beside plausible curves; else the log-likelihood.

    Lesson: 10_logistic_regression.

    Parameters
    ----------
    x : array of n numbers
        One feature of the samples.
    y : array of n labels
        +1 or -1, both of them.
    prior_variance : float
        The variance of the prior of the weight to start from, between 0.1 and 1000; infinity for
        maximum likelihood, without a slider.
    feature_name : str
        What the axis of the feature is called.

    Examples
    --------
    >>> likelihood_bowl([-1.0, 0.2, 1.0], [-1, 1, 1])
    <the bowl of the likelihood>
    """
    if not isinstance(feature_name, str):
        message = f"feature_name must be a string, got {shown(feature_name)}"
        raise InputTypeError(message)
    variance = None
    if not (isinstance(prior_variance, float) and prior_variance == math.inf):
        variance = check_number(prior_variance, "prior_variance", at_least=0.1, at_most=1000)
    words = "the bowl of the likelihood", "Does Newton find the bottom from everywhere?"
    start = {"variance": variance, "featureNames": [feature_name, ""]}
    return _picture("likelihood_bowl", words, _of_one_feature(x, y) | start)


def widest_street(X: Any, y: Any, *, feature_names: Names = None) -> Picture:
    """Two handles hold a margin open between the classes, beside the largest margin there is.

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
    <a margin between two classes>
    """
    words = "a margin between two classes", "How wide can the street between the classes be?"
    return _of_two_classes("widest_street", words, X, y, feature_names)


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
        The penalty :math:`\mu` on the weights to start from.
    step : float
        The step size :math:`\alpha` to start from.
    steps : int
        How many steps to start from.

    Examples
    --------
    >>> hinge_valley([-1.0, 0.2, 1.0], [-1, 1, 1])
    <the valley of the hinge objective>
    """
    start = {
        "mu": check_number(mu, "mu", at_least=0.001, at_most=1),
        "step": check_number(step, "step", at_least=0.01, at_most=10),
        "steps": check_whole(steps, "steps", at_most=200),
    }
    words = "the valley of the hinge objective", "How long should a step downhill be?"
    return _picture("hinge_valley", words, _of_one_feature(x, y) | start)


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
        The penalty on slack to start from, between 0.01 and 100.
    sigma : float
        The width :math:`\sigma` of the Gaussian kernel to start from, between 0.05 and 5.
    feature_names : two strings, optional
        What the axes are called.

    Examples
    --------
    >>> smo_moves([[0, 0], [1, 2]], [-1, 1])
    <a support vector machine and the moves of SMO>
    """
    words = "a support vector machine and the moves of SMO", "Which samples hold the boundary?"
    picture = _of_two_classes("smo_moves", words, X, y, feature_names)
    picture.state["C"] = check_number(C, "C", at_least=0.01, at_most=100)
    picture.state["sigma"] = check_number(sigma, "sigma", at_least=0.05, at_most=5)
    return picture


def loss_prices(t: float = -0.5) -> Picture:
    """One point to drag along the axis of t = y f(x), and what every loss makes of it.

    Lesson: 14_losses.

    Parameters
    ----------
    t : float
        Where the point starts, between -3 and 3.

    Examples
    --------
    >>> loss_prices()
    <five losses of one sample>
    """
    start = check_number(t, "t", at_least=-3, at_most=3)
    words = "five losses of one sample", "What does one sample cost?"
    return _picture("loss_prices", words, {"t": start})


def cache_walk(line: int = 4, lines: int = 6, sets: int = 1) -> Picture:
    """A loop that walks over a matrix, along its rows or down its columns, and a cache that fills.

    The matrix lies in memory row by row. A number that is not in the cache is fetched with its
    whole line; when its set is full, the line that was used longest ago makes room. Line number l
    can only be in set l mod ``sets``: where rows are as long as a power of two, a whole column
    falls into one set.

    Lesson: 16_compiled_loops.

    Parameters
    ----------
    line : int
        Numbers in a line, to start from: 1, 2, 4 or 8.
    lines : int
        Lines that the cache holds, to start from, between 1 and 16.
    sets : int
        Sets among which the lines are shared, to start from: 1, 2 or 4.

    Examples
    --------
    >>> cache_walk()
    <a cache that fills as a loop walks>
    """
    length = check_whole(line, "line", at_most=8)
    if length not in (1, 2, 4, 8):
        raise InputError("line", f"must be 1, 2, 4 or 8, got {length}")
    shares = check_whole(sets, "sets", at_most=4)
    if shares == 3:
        raise InputError("sets", "must be 1, 2 or 4, got 3")
    most = check_whole(lines, "lines", at_most=16)
    start = {"line": length, "lines": most, "sets": shares}
    words = "a cache that fills as a loop walks", "Why is one walk slower than the other?"
    return _picture("cache_walk", words, start)


def eigenfunctions(sigma: float = 0.3, m: int = 4, x: float = 0.2) -> Picture:
    """Eigenfunctions of the Gaussian kernel on a line, and a bump rebuilt from the first m of them.

    Lesson: 15_what_makes_a_kernel.

    Parameters
    ----------
    sigma : float
        The bandwidth to start from, between 0.05 and 2; the line goes from -1 to 1.
    m : int
        How many eigenfunctions rebuild the bump at first, at most 24; the first 8 are drawn.
    x : float
        Where the bump stands at first, between -1 and 1.

    Examples
    --------
    >>> eigenfunctions(0.5)
    <eigenfunctions of the Gaussian kernel>
    """
    return _picture(
        "eigenfunctions",
        ("eigenfunctions of the Gaussian kernel", "How many eigenfunctions make a bump?"),
        {
            "sigma": check_number(sigma, "sigma", at_least=0.05, at_most=2),
            "m": check_whole(m, "m", at_least=1, at_most=24),
            "x": check_number(x, "x", at_least=-1, at_most=1),
        },
    )


def _picture(name: str, words: tuple[str, str], state: dict[str, Any]) -> Picture:
    """A picture with its label, for those who cannot see it, and with its question as a title."""
    label, title = words
    return Picture({"picture": name, "label": label, "title": title, **state})


def _of_two_classes(
    name: str,
    words: tuple[str, str],
    X: Any,
    y: Any,
    feature_names: Names,
    at_most: int = MOST_SAMPLES,
) -> Picture:
    samples = samples_state(X, y, feature_names, name, two_classes=True, at_most=at_most)
    return _picture(name, words, samples.state)


def _of_one_feature(x: Any, y: Any) -> dict[str, Any]:
    values = as_vector(x, "x").astype(float)
    if len(values) > MOST_SAMPLES or np.abs(values).max() > LARGEST_LIVE:
        message = (
            f"x must hold at most {MOST_SAMPLES} numbers of at most {LARGEST_LIVE:g} in size, got "
            f"{len(values)} of at most {np.abs(values).max():g}"
        )
        raise InputError(message)
    signs = as_signs(y, len(values), both=True)
    return {
        "x": [rounded(value) for value in values],
        "y": np.where(signs > 0, 1, 0).tolist(),
        "classes": ["\N{MINUS SIGN}1", "+1"],
    }


def _check_spread(picture: Picture, function: str, shared: bool) -> None:
    """Refuse samples whose covariance within classes is singular: the picture divides by it."""
    X, y = np.array(picture.state["X"]), np.array(picture.state["y"])
    parts = [X[y == code] - X[y == code].mean(axis=0) for code in (0, 1)]
    for part in [np.vstack(parts)] if shared else parts:
        scatter = part.T @ part
        if np.linalg.det(scatter) <= 1e-9 * scatter[0, 0] * scatter[1, 1]:
            where = "within the classes" if shared else "within each class"
            message = f"{function} takes samples that vary {where} in two directions, got a line"
            raise InputError(message)
