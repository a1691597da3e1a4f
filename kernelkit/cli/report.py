"""The report of a comparison: its numbers as JSON, and one HTML file that needs no other."""

from __future__ import annotations

import base64
import html
import math
from importlib import resources
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from kernelkit import __version__
from kernelkit.cli.run_compared import BASELINE, point_words
from kernelkit.cli.run_once import plain
from kernelkit.cli.text import plural, shortened

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from kernelkit.cli.run_compared import Candidates, Verdict
    from kernelkit.datasets import Dataset
    from kernelkit.experiments import Comparison

__all__ = ["as_html", "as_json"]

MOST_FEATURES = 6  # shown of a hard sample
HARDEST = 10
ENOUGH_RUNS = 5  # for intervals of differences; of fewer they say nothing
DRAWN = 200  # samples in a picture


def as_json(
    args: argparse.Namespace,
    data: Dataset,
    whole: int,
    rows: Any,
    notes: Sequence[str],
    candidates: Candidates,
    found: Comparison,
    verdict: Verdict,
) -> dict[str, Any]:
    """Everything, in values that JSON has.

    The table has ``whole`` samples; ``rows`` are those of the compared ones, counted from 0.
    """
    import numpy as np

    chosen = found.results[verdict.name]
    runs = len(chosen.chosen)
    return {
        "kernelkit": __version__,
        "data": {
            "name": args.data,
            "label": args.label,
            "samples_in_table": whole,
            "samples": len(data),
            "features": list(data.feature_names),
            "classes": list(data.class_names),
            "per_class": np.unique(data.y, return_counts=True)[1].tolist(),
            "notes": list(notes),
        },
        "protocol": {
            "seed": args.seed,
            "kept_aside": verdict.n_test,
            "runs": runs,
            "held_out_in_each_run": found.test_size,
            "folds": verdict.folds,
        },
        "classifiers": {
            name: {
                "grid": _plain_grid(candidates[name]),
                "chosen": [point_words(result.points[j]) for j in result.chosen],
                "train_errors": _at_chosen(result.train_errors, result),
                "cv_errors": _at_chosen(result.cv_errors, result),
                "test_errors": result.chosen_errors.tolist(),
            }
            for name, result in found.results.items()
        },
        "differences": [each._asdict() for each in found.differences()] if runs > 1 else [],
        "verdict": {
            "classifier": verdict.name,
            "parameters": {key: plain(value) for key, value in verdict.point.items()},
            "wrong": verdict.wrong,
            "wrong_of_baseline": verdict.wrong_of_baseline,
            "tested": verdict.n_test,
            "error": verdict.wrong / verdict.n_test,
            "interval": list(verdict.interval),
            "confusion": verdict.confusion.tolist(),
        },
        "confusion_mean": chosen.confusion_mean.tolist(),
        "confusion_std": chosen.confusion_std.tolist(),
        "hardest": [
            {
                "row": int(rows[i]),
                "mistaken": int(chosen.times_mistaken[i]),
                "tested": int(chosen.times_tested[i]),
            }
            for i in chosen.hardest(HARDEST)
            if chosen.times_mistaken[i]
        ],
        "learning_curve": {
            "samples": verdict.sizes.tolist(),
            **{name: values.tolist() for name, values in verdict.curve.items()},
        },
    }


def as_html(
    content: dict[str, Any], data: Dataset, parts: Any, found: Comparison, verdict: Verdict
) -> str:
    """The page: sentences with the numbers in them, tables, and pictures."""
    about, how = content["data"], content["protocol"]
    order = sorted(found.results, key=lambda name: _mean(content, name, "cv_errors"))
    low, high = (100 * end for end in verdict.interval)
    wrong = 100 * verdict.wrong / verdict.n_test
    error = f"{wrong:.1f} % (95 % interval {low:.1f} to {high:.1f} %)"
    baseline = 100 * verdict.wrong_of_baseline / verdict.n_test
    enough = how["runs"] >= ENOUGH_RUNS
    best = f"{verdict.name} with {point_words(verdict.point)}"
    names = dict(zip(data.class_names, about["per_class"], strict=True))
    per_class = ", ".join(f"{name} ({count:,})" for name, count in names.items())
    kind = plural(len(data.feature_names), "feature") if data.feature_names else "texts"
    column = f" (column {about['label']})" if about["label"] else ""
    held_out = f"{100 * found.test_size:.0f} %"
    sentences = {
        "title": f"Which classifier for {Path(about['name']).name}?",
        "made": f"Made by kernelkit {__version__}, seed {how['seed']}. All numbers are in the JSON "
        "file written beside this page.",
        "verdict": f"{best} makes {plural(verdict.wrong, 'mistake')} on "
        f"{plural(verdict.n_test, 'sample')} that nothing had seen before: {error} wrong. Always "
        f"answering with the largest class is wrong for {baseline:.1f} % of them.",
        "data": f"{_samples_words(about)}, {kind}, {plural(len(names), 'class')}"
        f"{column}: {per_class}.",
        "protocol": f"{verdict.n_test:,} samples, each class in its share, were kept aside before "
        f"anything else. The others were split at random {how['runs']} times; each time {held_out} "
        "of them were held out. On the rest every classifier was tuned by the same rule, the "
        f"smallest error in {how['folds']}-fold cross-validation, and then judged on the samples "
        "held out. Filling gaps and scaling columns are part of each classifier, so they never saw "
        "what it was judged on.",
        "comparison": _comparison_words(found, verdict.name) if enough else _too_few(how["runs"]),
        "intervals": "Errors are mean ± standard deviation over the runs, which share samples: the "
        "± is a spread, not a standard error. Differences are taken run by run"
        + (
            "; their 95 % intervals are Student's, widened for the shared samples (Nadeau and "
            "Bengio, 2003)."
            if enough
            else "."
        ),
        "choice": f"{verdict.name} has the smallest mean validation error, "
        f"{100 * _mean(content, verdict.name, 'cv_errors'):.1f} %, so it was chosen; the errors on "
        "samples held out had no say in it. Of its settings the one with the smallest mean "
        f"validation error over all runs, {point_words(verdict.point)}, then learnt from all "
        f"samples that were not kept aside.{_edge_words(content, verdict)}",
        "tested": "The one test, in samples: true classes in rows, answers in columns.",
        "hardest": _hardest_words(content),
    }
    fields = {key: html.escape(text) for key, text in sentences.items()}
    fields |= {
        "columns": _list(about["notes"]),
        "errors": _figure(
            _errors(content, order),
            "Errors on the samples held out: a small dot for each run, a large one for their mean, "
            "with a bar of one standard deviation to each side.",
        ),
        "table": _table(_comparison_rows(content, found, order), chosen=verdict.name),
        "curve": _curve(verdict),
        "regions": _regions(data, parts, verdict),
        "confusion": _confusion(data, content),
        "test_table": _table(
            [["", *data.class_names]]
            + [
                [name, *map(str, row)]
                for name, row in zip(data.class_names, verdict.confusion.tolist(), strict=True)
            ]
        ),
        "hardest_table": _table(_hardest_rows(content, data, parts, found, verdict)),
        "words": _list(_report_words(content, verdict, error, held_out)),
    }
    template = resources.files("kernelkit.cli").joinpath("report.html").read_text(encoding="utf-8")
    return Template(template).substitute(fields)


def _comparison_words(found: Comparison, best: str) -> str:
    """Say which candidates differ from the best beyond doubt, and which do not."""
    apart = {each.name: each for each in found.differences()}
    if BASELINE in apart and not apart[BASELINE].is_clear:
        return (
            f"{best} is not clearly better than always answering with the largest class: the 95 % "
            "interval of the difference contains 0. These samples do not show that anything can be "
            "learnt from these features."
        )
    unclear = [name for name, each in apart.items() if not each.is_clear]
    better = [name for name, each in apart.items() if each.is_clear and each.mean < 0]
    words = ""
    if better:
        words = f"On the samples held out {_listed(better)} did better than {best}, the choice. "
    if not unclear:
        return words or f"Every other classifier is worse than {best} beyond what chance explains."
    return (
        f"{words}These samples cannot tell {_listed(unclear)} from {best}: the 95 % interval of "
        "the difference contains 0. Of classifiers that cannot be told apart the simplest is a "
        "good choice."
    )


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _too_few(runs: int) -> str:
    return (
        f"{runs} runs are too few for intervals of the differences; with --runs {ENOUGH_RUNS} or "
        "more this page says which classifiers can be told apart."
    )


def _samples_words(about: dict[str, Any]) -> str:
    whole, used = about["samples_in_table"], about["samples"]
    drawn = f", of which {used:,} drawn at random, each class in its share, are used"
    return plural(whole, "sample") + drawn * (used < whole)


def _edge_words(content: dict[str, Any], verdict: Verdict) -> str:
    """Say so if the chosen value is the first or the last of those tried."""
    grid = content["classifiers"][verdict.name]["grid"]
    for name, value in verdict.point.items():
        values = [v for v in grid.get(name, []) if isinstance(v, int | float)]
        if len(values) > 2 and value in {min(values), max(values)}:
            which = "smallest" if value == min(values) else "largest"
            return (
                f" {name.split('__')[-1]} = {value:.4g} is the {which} value tried: one beyond it "
                "might be better still."
            )
    return ""


def _comparison_rows(
    content: dict[str, Any], found: Comparison, order: Sequence[str]
) -> list[list[str]]:
    from kernelkit.experiments.comparison import signed

    apart = {each.name: each for each in found.differences()}
    enough = content["protocol"]["runs"] >= ENOUGH_RUNS
    less = f"minus {found.best}" + " (95 % interval)" * enough
    rows = [["", "validation, %", "held out, %", less, "most chosen"]]
    for name in order:
        errors = 100 * found.results[name].chosen_errors
        chosen = content["classifiers"][name]["chosen"]
        row = [name, f"{100 * _mean(content, name, 'cv_errors'):.1f}"]
        row += [f"{errors.mean():.1f} ± {errors.std():.1f}"]
        if name in apart:
            each = apart[name]
            interval = f" ({signed(each.low, 2)} to {signed(each.high, 2)})"
            row.append(signed(each.mean, 2) + interval * enough)
        else:
            row.append("")
        rows.append([*row, max(set(chosen), key=chosen.count)])
    return rows


def _hardest_words(content: dict[str, Any]) -> str:
    if not content["hardest"]:
        return f"{content['verdict']['classifier']} mistook no sample in any run."
    return (
        "The samples mistaken in the largest share of the runs that held them out, with their "
        "first features; rows are counted from 0, without the line of names. Look at them: is the "
        "label right, is something missing, could another measurement tell?"
    )


def _hardest_rows(
    content: dict[str, Any], data: Dataset, parts: Any, found: Comparison, verdict: Verdict
) -> list[list[str]]:
    result = found.results[verdict.name]
    names = [shortened(name, 24) for name in data.feature_names[:MOST_FEATURES]] or ["text"]
    rows = [["row", "class", "mistaken", *names]]
    hardest = [i for i in result.hardest(HARDEST) if result.times_mistaken[i]]
    classes = dict(zip(result.classes.tolist(), data.class_names, strict=True))
    for i, told in zip(hardest, content["hardest"], strict=True):
        sample = data.X[parts.train[i]]
        texts = (
            [shortened(str(sample), 80)]
            if data.X.ndim == 1
            else [
                "missing" if math.isnan(value) else f"{value:.4g}"
                for value in sample[:MOST_FEATURES].tolist()
            ]
        )
        label = classes[data.y[parts.train[i]].item()]
        rows.append([str(told["row"]), label, f"{told['mistaken']} of {told['tested']}", *texts])
    return rows


def _report_words(
    content: dict[str, Any], verdict: Verdict, error: str, held_out: str
) -> list[str]:
    """Sentences with the numbers in place, and what only the writer knows in brackets."""
    how, about = content["protocol"], content["data"]
    tried = [name for name in content["classifiers"] if name != BASELINE]
    return [
        f"The question: [what is predicted, from what, and who would want to know]. The table has "
        f"{_samples_words(about)}, of {plural(len(about['classes']), 'class')}, from [where they "
        "come from].",
        f"The protocol: {verdict.n_test:,} samples were kept aside; on the others "
        f"{', '.join(tried)} were each tuned over at most six settings by "
        f"{how['folds']}-fold cross-validation in {how['runs']} random splits with {held_out} held "
        f"out (seed {how['seed']}).",
        f"The choice: {verdict.name} with {point_words(verdict.point)}, because its validation "
        "error was smallest and [what else speaks for it: speed, simplicity, clarity].",
        f"The verdict: {error} wrong on {verdict.n_test:,} samples used once. The interval covers "
        "the luck of this test part, not that of the training part.",
        "What it does not say: [how the samples were drawn, whether new ones will come from the "
        "same source, which mistakes cost more than others].",
    ]


def _mean(content: dict[str, Any], name: str, errors: str) -> float:
    values = content["classifiers"][name][errors]
    return sum(values) / len(values)


def _at_chosen(errors: Any, result: Any) -> list[float]:
    import numpy as np

    values: list[float] = errors[np.arange(len(result.chosen)), result.chosen].tolist()
    return values


def _plain_grid(candidate: Any) -> dict[str, list[Any]]:
    grid = candidate[1] if isinstance(candidate, tuple) else {}
    return {name: [plain(value) for value in values] for name, values in grid.items()}


def _table(rows: Sequence[Sequence[str]], chosen: str | None = None) -> str:
    """A table with a head; cells that begin like a number stand to the right."""
    if len(rows) < 2:
        return ""
    head, *body = rows
    numbers = [all(_is_number(row[j]) for row in body) for j in range(len(head))]
    lines = [
        "<tr>"
        + "".join(
            f'<th scope="col"{_to_the_right(right)}>{html.escape(cell)}</th>'
            for cell, right in zip(head, numbers, strict=True)
        )
        + "</tr>"
    ]
    for row in body:
        cells = "".join(
            f"<td{_to_the_right(right)}>{html.escape(cell)}</td>"
            for cell, right in zip(row, numbers, strict=True)
        )
        mark = ' class="chosen"' if row[0] == chosen else ""
        lines.append(f"<tr{mark}>{cells}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _is_number(cell: str) -> bool:
    return not cell or cell.lstrip("+-")[:1].isdigit()


def _to_the_right(right: bool) -> str:
    return ' class="n"' if right else ""


def _list(sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""


def _figure(ax: Any, words: str) -> str:
    """A picture inside the page, with its words below and for those who cannot see it."""
    from kernelkit.plotting.save_figure import as_png

    data, alt = base64.b64encode(as_png(ax)).decode(), html.escape(words, quote=True)
    return (
        f'<figure><img src="data:image/png;base64,{data}" alt="{alt}">'
        f"<figcaption>{alt}</figcaption></figure>"
    )


def _errors(content: dict[str, Any], order: Sequence[str]) -> Any:
    from kernelkit.plotting import run_errors

    return run_errors({name: content["classifiers"][name]["test_errors"] for name in order})


def _curve(verdict: Verdict) -> str:
    from kernelkit.plotting import learning_curve

    if len(verdict.sizes) < 2:
        return ""
    percent = {name: 100 * values for name, values in verdict.curve.items()}
    ax = learning_curve(percent, at=verdict.sizes, xlabel="samples learnt from", ylabel="wrong (%)")
    ax.set_ylim(bottom=0)
    return _figure(
        ax,
        f"Error of {verdict.name} on samples left out of learning and on those learnt from, in "
        "cross-validation: the mean over the folds, in a band of one standard deviation to each "
        "side, with the settings chosen above. If the upper curve still falls at its right end, "
        "more samples would help; if the two have met, these settings have learnt what they can.",
    )


def _regions(data: Dataset, parts: Any, verdict: Verdict) -> str:
    """The plane of the two principal components, as the chosen classifier answers there."""
    from kernelkit.plotting import decision_regions

    if data.X.ndim == 1 or data.X.shape[1] < 2 or verdict.name == BASELINE:
        return ""
    X, y = data.X[parts.test], data.y[parts.test]
    before, machine = verdict.model[:-1], verdict.model[-1]
    Z = before.transform(X) if len(before) else X
    flat = Z.shape[1] == 2
    names = [f"{name}, scaled".replace("$", r"\$") for name in data.feature_names] if flat else None
    ax = decision_regions(
        machine, Z[:DRAWN], y[:DRAWN], margins=False, mistakes=True, feature_names=names
    )
    some = f"{DRAWN} of the samples" if len(Z) > DRAWN else "the samples"
    words = f"What {verdict.name} answers, and {some} kept aside; ringed: mistaken."
    if not flat:
        words += (
            " The plane is that of the first two principal components of the scaled features, on "
            "which samples are projected: one away from it may have another answer than the place "
            "where it is drawn."
        )
    return _figure(ax, words)


def _confusion(data: Dataset, content: dict[str, Any]) -> str:
    import numpy as np

    from kernelkit.plotting import confusion

    mean, std = (np.array(content[f"confusion_{kind}"]) for kind in ("mean", "std"))
    names = [shortened(name) for name in data.class_names]
    if len(names) > 15 or len(set(names)) < len(names):
        return ""
    if not (mean * (1 - np.eye(len(mean)))).any():
        return "<p>In the runs no sample held out was mistaken.</p>"
    return _figure(
        confusion(mean, names, std=std),
        "Per cent of the true class (rows) taken for another (columns), mean ± standard deviation "
        "over the runs; the rest of each row, up to 100 %, was right.",
    )
