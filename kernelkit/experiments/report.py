"""The report of a comparison, one HTML file that needs no other, and the picture of a classifier.

All that the page says is in the numbers of ``verdict.py``, as they are written to JSON; its words
are in ``report.html``.
"""

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from sklearn.base import clone
from sklearn.feature_selection import f_classif
from sklearn.impute import SimpleImputer

from kernelkit.datasets import Dataset
from kernelkit.experiments.candidates import BASELINE
from kernelkit.experiments.verdict import warnings_as_notes
from kernelkit.plotting import confusion, decision_regions, learning_curve
from kernelkit.plotting.save_figure import as_png
from kernelkit.showing import clip, counting_order, plural
from kernelkit.validation import Integers

ENOUGH_RUNS = 5  # for intervals of differences; of fewer they say nothing
MOST_CONFUSED = 15  # classes in a picture of confusions
MOST_DRAWN = 500  # samples in a picture of regions, which more would hide


def draw_regions(
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
    with warnings_as_notes():
        # Centred, because f_classif loses digits on features far from 0.
        F = f_classif(X[train] - X[train].mean(axis=0, dtype=np.float64), y[train])[0]
        F = np.where(F >= 0, F, np.inf)  # a variance of 0 within the classes gives NaN, or below 0
        coarse = np.array([len(np.unique(x)) < 3 for x in X[train].T])
        chosen = np.lexsort((-F, coarse))[:2]
        plane = X[:, chosen]
        flat = clone(model).fit(plane[train], y[train])
    right = int((flat.predict(plane[test]) == y[test]).sum())
    drawn = test[:MOST_DRAWN]
    names = [data.feature_names[j] for j in chosen]
    words = [name.replace("$", r"\$") for name in names]  # matplotlib reads $x$ as a formula
    ax = decision_regions(
        flat, plane[drawn], y[drawn], feature_names=words, margins=False, mistakes=True
    )
    few = f" ({MOST_DRAWN} are drawn)" if len(drawn) < len(test) else ""
    ax.set_title(
        f"{name}, fitted again to these two features alone:\n"
        f"{right:,} of the {len(test):,} test samples are right{few}"
    )
    return as_png(ax), names


def as_html(content: dict[str, Any], lines: Sequence[Sequence[str]], regions: bytes | None) -> str:
    """Fill in the page: sentences with the numbers in them, tables, and pictures.

    ``content`` are the numbers as they were written, ``lines`` the table of the comparison with
    its head, and ``regions`` the picture of the choice.
    """
    # Names come from a stranger's table, so they are escaped.
    loader = PackageLoader("kernelkit.experiments", "")
    page = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    page.filters |= {"plural": plural, "listed": _enumerate_names}
    enough = content["protocol"]["runs"] >= ENOUGH_RUNS
    apart = content["differences"]
    pictures = {
        "regions": regions,
        "curve": _draw_curve(content["learning_curve"]),
        "confusion": _draw_confusion(content),
    }
    return page.get_template("report.html").render(
        **content,
        lines=lines if enough else [[*row[:4], row[5]] for row in lines],
        pictures={name: base64.b64encode(png).decode() for name, png in pictures.items() if png},
        baseline=BASELINE,
        enough=enough,
        enough_runs=ENOUGH_RUNS,
        unclear=[each["name"] for each in apart if each["low"] <= 0 <= each["high"]],
        better=[each["name"] for each in apart if each["high"] < 0],
    )


def _enumerate_names(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _draw_curve(curve: dict[str, Any]) -> bytes | None:
    sizes, *errors = curve.items()
    if len(sizes[1]) < 2:
        return None
    percent = {name: 100 * np.array(values) for name, values in errors}
    ax = learning_curve(percent, at=sizes[1], xlabel="samples learnt from", ylabel="wrong (%)")
    ax.set_ylim(bottom=0)
    return as_png(ax)


def _draw_confusion(content: dict[str, Any]) -> bytes | None:
    classes = content["data"]["classes"]
    order = counting_order(classes)
    places = np.ix_(order, order)
    mean, std = (np.array(content[f"confusion_{kind}"])[places] for kind in ("mean", "std"))
    names = [clip(classes[k]) for k in order]
    misclassified = (mean * (1 - np.eye(len(mean)))).any()
    if not misclassified or len(names) > MOST_CONFUSED or len(set(names)) < len(names):
        return None
    return as_png(confusion(mean, names, std=std))
