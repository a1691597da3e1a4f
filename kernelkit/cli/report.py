"""The report of a comparison: one HTML file that needs no other. Its words are in ``report.html``.

All that it says is in the numbers of the comparison, as they are written to JSON.
"""

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from kernelkit.cli.text import counted, plural, short
from kernelkit.plotting import confusion, learning_curve, run_errors
from kernelkit.plotting.save_figure import as_png

ENOUGH_RUNS = 5  # for intervals of differences; of fewer they say nothing
MOST_CLASSES = 15  # in a picture of confusions


def as_html(
    content: dict[str, Any], lines: Sequence[Sequence[str]], regions: bytes | None, baseline: str
) -> str:
    """Fill in the page: sentences with the numbers in them, tables, and pictures.

    ``lines`` are the table of the comparison with its head, ``regions`` the picture of the choice,
    and ``baseline`` the candidate that always answers with the largest class.
    """
    # Names come from a stranger's table, so they are escaped.
    loader = PackageLoader("kernelkit.cli", "")
    page = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    page.filters |= {"plural": plural, "listed": _listed}
    enough = content["protocol"]["runs"] >= ENOUGH_RUNS
    apart = content["differences"]
    pictures = {"errors": _errors(content, [row[0] for row in lines[1:]]), "regions": regions}
    pictures |= {"curve": _curve(content), "confusion": _confusion(content)}
    return page.get_template("report.html").render(
        **content,
        lines=lines if enough else [[*row[:4], row[5]] for row in lines],
        pictures={name: base64.b64encode(png).decode() for name, png in pictures.items() if png},
        baseline=baseline,
        enough=enough,
        enough_runs=ENOUGH_RUNS,
        unclear=[each["name"] for each in apart if each["low"] <= 0 <= each["high"]],
        better=[each["name"] for each in apart if each["high"] < 0],
    )


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _errors(content: dict[str, Any], order: Sequence[str]) -> bytes:
    found = content["classifiers"]
    return as_png(run_errors({name: found[name]["test_errors"] for name in order}))


def _curve(content: dict[str, Any]) -> bytes | None:
    sizes, *curves = content["learning_curve"].items()
    if len(sizes[1]) < 2:
        return None
    percent = {name: 100 * np.array(values) for name, values in curves}
    ax = learning_curve(percent, at=sizes[1], xlabel="samples learnt from", ylabel="wrong (%)")
    ax.set_ylim(bottom=0)
    return as_png(ax)


def _confusion(content: dict[str, Any]) -> bytes | None:
    classes = content["data"]["classes"]
    order = counted(classes)
    places = np.ix_(order, order)
    mean, std = (np.array(content[f"confusion_{kind}"])[places] for kind in ("mean", "std"))
    names = [short(classes[k]) for k in order]
    mistaken = (mean * (1 - np.eye(len(mean)))).any()
    if not mistaken or len(names) > MOST_CLASSES or len(set(names)) < len(names):
        return None
    return as_png(confusion(mean, names, std=std))
