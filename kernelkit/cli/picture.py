"""The picture of a classifier: its answers in the plane of the two features that say most."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt

    from kernelkit.datasets import Dataset
    from kernelkit.validation import Matrix, Vector

__all__ = ["draw_picture", "f_values", "noted"]

DRAWN = 500  # samples at most; more would hide the regions
FAR = 5  # times the distance of the quartiles: what lies so far out would flatten the rest


def draw_picture(
    model: Any, name: str, data: Dataset, train: Any, test: Any
) -> tuple[bytes, dict[str, Any]]:
    """Fit a classifier again to the two features with the largest F; draw it and test samples.

    The F values are those of the training samples, so that the picture has not seen the test
    samples either. Of equal ones the first in the order of the data counts as larger, and columns
    of two values come last: all samples would lie on a few points.

    Returns the picture, and what there is to tell of it.
    """
    import numpy as np
    from sklearn.base import clone
    from sklearn.impute import SimpleImputer

    from kernelkit.plotting import decision_regions
    from kernelkit.plotting.save_figure import as_png

    X, y = data
    if np.isnan(X).any():
        X = SimpleImputer(strategy="median").fit(X[train]).transform(X)
    F = f_values(X[train], y[train])
    coarse = np.array([len(np.unique(x)) < 3 for x in X[train].T])
    chosen = np.lexsort((-F, coarse))[:2]
    plane = X[:, chosen]
    notes: list[str] = []
    with noted(notes):
        flat = clone(model).fit(plane[train], y[train])
    right = int((flat.predict(plane[test]) == y[test]).sum())
    drawn = test[_near(plane, y)[test]][:DRAWN]
    names = [data.feature_names[j] for j in chosen]
    words = [name.replace("$", r"\$") for name in names]  # matplotlib reads $x$ as a formula
    look: Any = {"feature_names": words, "margins": False, "mistakes": True}
    ax = decision_regions(flat, plane[drawn], y[drawn], **look)
    ax.set_title(
        f"{name}, fitted again to these two features alone:\n"
        f"{right:,} of the {len(test):,} test samples are right"
        + f" ({len(drawn):,} are drawn)"
        * (len(drawn) < len(test))
    )
    told = {
        "features": names,
        "f_values": [float(F[j]) for j in chosen],
        "right": right,
        "accuracy": right / len(test),
        "notes": notes,
    }
    return as_png(ax), told


def f_values(X: Matrix, y: npt.NDArray[Any]) -> Vector:
    """Score each feature by the F value of a one-way analysis of variance.

    scikit-learn's ``f_classif`` on centred features, because it loses digits on others; 0 for a
    constant feature, and infinity where the classes have no variance within them.

    Examples
    --------
    >>> import numpy as np
    >>> f_values(np.array([[0.0, 3.0], [2.0, 3.0], [4.0, 3.0], [6.0, 3.0]]), np.array([0, 0, 1, 1]))
    array([8., 0.])
    """
    import numpy as np
    from sklearn.feature_selection import f_classif

    # Asked before anything is rounded: a mean of equal numbers may differ from them.
    constant = X.min(axis=0) == X.max(axis=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        F = f_classif(X - X.mean(axis=0, dtype=np.float64), y)[0]
    F = np.where(F >= 0, F, np.inf)  # a variance of 0 within the classes gives NaN, or below 0
    F[constant] = 0.0
    return F


@contextmanager
def noted(notes: list[str]) -> Iterator[None]:
    """Collect the warnings of a classifier as sentences, each once, instead of printing them."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    sentences = (" ".join(str(warning.message).split()) for warning in caught)
    notes += dict.fromkeys(sentences)


def _near(points: Matrix, y: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Which points are not far outside the others, or not outside those of their class."""
    import numpy as np

    near = _within(points, np.inf)
    for label in np.unique(y):
        near[y == label] |= _within(points[y == label], 0.0)
    return near


def _within(points: Matrix, least: float) -> npt.NDArray[np.bool_]:
    """Which points are near the quartiles; ``least`` is the reach of quartiles that are equal."""
    import numpy as np

    low, high = np.quantile(points, (0.25, 0.75), axis=0)
    reach = np.where(high > low, FAR * (high - low), least)
    return ((points >= low - reach) & (points <= high + reach)).all(axis=1)
