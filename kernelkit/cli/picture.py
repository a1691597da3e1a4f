"""The two most informative features, and what the classifier makes of these two alone."""

import io
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.base import clone

from kernelkit.cli.notes import noted
from kernelkit.cli.splitting import Split
from kernelkit.datasets import Dataset
from kernelkit.plotting import decision_regions
from kernelkit.validation import Matrix, Vector

__all__ = ["Picture", "draw_picture", "f_values"]


class Picture(NamedTuple):
    """A drawing and what it is of."""

    png: bytes
    features: tuple[str, str]
    f_values: tuple[float, float]
    right: int  # how many test samples the classifier of two features has right
    notes: list[str]  # its warnings, if any


def draw_picture(model: Any, name: str, data: Dataset, parts: Split) -> Picture:
    """Fit the same classifier to the two features with the largest F; draw it and test samples.

    The F values are those of the training samples, so that the picture has not seen the test
    samples either. Of equal ones the first in the order of the data counts as larger.
    """
    X, y = data.X[parts.train], data.y[parts.train]
    F = f_values(X, y)
    j, k = np.argsort(-F, kind="stable")[:2]
    plane = data.X[:, [j, k]]
    notes: list[str] = []
    with noted(notes):
        flat = clone(model).fit(plane[parts.train], y)
    X_test, y_test = plane[parts.test], data.y[parts.test]
    right = int((flat.predict(X_test) == y_test).sum())
    names = (data.feature_names[j], data.feature_names[k])
    words = [name.replace("$", r"\$") for name in names]  # matplotlib reads $x$ as a formula
    ax = decision_regions(flat, X_test, y_test, feature_names=words, margins=False, mistakes=True)
    ax.set_title(
        f"{name}, fitted again to these two features alone:\n"
        f"{right:,} of the {len(y_test):,} test samples (drawn) are right"
    )
    file = io.BytesIO()
    ax.figure.canvas.print_figure(file, format="png", dpi=200)
    return Picture(file.getvalue(), names, (float(F[j]), float(F[k])), right, notes)


def f_values(X: Matrix, y: npt.NDArray[Any]) -> Vector:
    r"""Score each feature by the variance between classes over the variance within them.

    .. math::

        F = \frac{\sum_c n_c (m_c - m)^2 / (k - 1)}
                 {\sum_c \sum_{i \in c} (x_i - m_c)^2 / (n - k)}

    with the mean m of the feature, the means :math:`m_c` of the k classes and their numbers of
    samples :math:`n_c`: the F value of a one-way analysis of variance. A constant feature has 0.

    Examples
    --------
    >>> f_values(np.array([[0.0, 3.0], [2.0, 3.0], [4.0, 3.0], [6.0, 3.0]]), np.array([0, 0, 1, 1]))
    array([8., 0.])
    """
    # Asked before anything is rounded: a mean of equal numbers may differ from them.
    constant = X.min(axis=0) == X.max(axis=0)
    X = X - X.mean(axis=0, dtype=np.float64)  # so that m is 0
    labels = np.unique(y)
    n, k = len(X), len(labels)
    between, within = np.zeros((2, X.shape[1]))
    for label in labels:
        of_class = X[y == label]
        m_c = of_class.mean(axis=0)
        between += len(of_class) * m_c**2 / max(k - 1, 1)
        within += ((of_class - m_c) ** 2).sum(axis=0) / max(n - k, 1)
    F = np.full(X.shape[1], np.inf)
    np.divide(between, within, out=F, where=within > 0)
    F[constant] = 0.0
    return F
