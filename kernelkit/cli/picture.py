"""The picture of a classifier: its answers in the plane of the two features that say most."""

from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.feature_selection import f_classif
from sklearn.impute import SimpleImputer

from kernelkit.cli.run_ways import noted
from kernelkit.datasets import Dataset
from kernelkit.plotting import decision_regions
from kernelkit.plotting.save_figure import as_png
from kernelkit.validation import Integers

DRAWN = 500  # samples at most; more would hide the regions


def draw_picture(
    model: Any, name: str, data: Dataset, train: Integers, test: Integers
) -> tuple[bytes, list[str]]:
    """Fit a classifier again to two features, draw it with test samples, and name the two.

    They are those with the largest F values of a one-way analysis of variance of the training
    samples, so that the picture has not seen the test samples either. Columns of two values come
    last: all samples would lie on a few points.
    """
    X, y = data
    if np.isnan(X).any():
        X = SimpleImputer(strategy="median").fit(X[train]).transform(X)
    with noted([]):
        # Centred, because f_classif loses digits on features far from 0.
        F = f_classif(X[train] - X[train].mean(axis=0, dtype=np.float64), y[train])[0]
        F = np.where(F >= 0, F, np.inf)  # a variance of 0 within the classes gives NaN, or below 0
        coarse = np.array([len(np.unique(x)) < 3 for x in X[train].T])
        chosen = np.lexsort((-F, coarse))[:2]
        plane = X[:, chosen]
        flat = clone(model).fit(plane[train], y[train])
    right = int((flat.predict(plane[test]) == y[test]).sum())
    drawn = test[:DRAWN]
    names = [data.feature_names[j] for j in chosen]
    words = [name.replace("$", r"\$") for name in names]  # matplotlib reads $x$ as a formula
    ax = decision_regions(
        flat, plane[drawn], y[drawn], feature_names=words, margins=False, mistakes=True
    )
    few = f" ({DRAWN} are drawn)" if len(drawn) < len(test) else ""
    ax.set_title(
        f"{name}, fitted again to these two features alone:\n"
        f"{right:,} of the {len(test):,} test samples are right{few}"
    )
    return as_png(ax), names
