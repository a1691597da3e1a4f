"""``kernelkit run``: one classifier once, one in many random splits, or several compared.

Whichever it is, the options are checked, the samples are loaded and looked at, and what comes out
is printed and written. The work itself is that of :mod:`kernelkit.experiments`.
"""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kernelkit import __version__
from kernelkit.cli.text import check_known, field, plain, show, stop, width
from kernelkit.showing import aligned, clip, counting_order, plural

HELP = """Learn from data and say how well it went.

DATA is a data set of kernelkit list, or a file: a table with one column of
labels (--label says which), separated by commas, semicolons or tabs, with
numbers, words and gaps; or a file in LIBSVM's format. .gz and .xz are unpacked.

Without --classifier, or with several, classifiers are compared: some samples
are kept aside; on the others every classifier is tuned and judged by the same
rule in many random splits; the one with the smallest validation error is tested
once on the samples kept aside. A report (HTML, one file) and its numbers (JSON)
are written. Gaps are filled with medians and columns scaled inside each split.

With one --classifier it is fitted once to some samples, with the parameters of
--set, and tested with the others. With --runs, or values to --tune, it is
judged in many random splits. Columns are used as they are unless you --scale
them. Rows are counted from 0, without the line of names.

Samples are drawn and split class by class, in an order that --seed decides. The
first run of a classifier waits some seconds for its compilation: kernelkit
warmup does that ahead.

examples:
  kernelkit run apples.csv --label kind --runs 3
  kernelkit run iris --classifier knn least-squares --runs 3 --report flowers.html
  kernelkit run iris --classifier knn --set n_neighbors=3 --set metric=manhattan
  kernelkit run iris --classifier perceptron --test-size 0.3 --seed 1
  kernelkit run a4a --classifier knn --subsample 1000 --set metric=manhattan
  kernelkit run a4a --classifier perceptron --set average=true
  kernelkit run usps --classifier kernel-perceptron --kernel polynomial --set degree=3
  kernelkit run usps --classifier kernel-svm --kernel gaussian --set gamma=0.01 --subsample 500
  kernelkit run usps --classifier kernel-perceptron --kernel polynomial --tune degree=2,3 --runs 3
  kernelkit run sms --classifier naive-bayes
  kernelkit run mnist-42000 --positive 0 2 4 6 8 --classifier linear-svm --set solver=subgradient
  kernelkit run flowers.csv --label species --classifier knn --plot out.png --json out.json
  kernelkit run people.libsvm.gz --classifier perceptron
"""
LARGEST_SEED = 2**32 - 1  # that NumPy and scikit-learn take
RUNS = 10
HELD_OUT = 0.2  # of the samples to compare on, in each run
MOST_MISTAKES = 10  # that are listed
LONG = 20  # seconds that are announced
SMALL_TABLE = 5_000  # numbers; for so few, workers would load everything anew for nothing
# How the library calls what is an option here.
OPTIONS = {
    "label": "--label",
    "leave_out": "--leave-out",
    "test_size": "--test-size",
    "scale": "--scale",
    "classifier": "--classifier:",
    "y": "the labels",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the data, the classifiers, how to split, and what to write."""

    def add(name: str, metavar: str, words: str, **options: Any) -> None:
        parser.add_argument(name, metavar=metavar, help=words, **options)

    many: dict[str, Any] = {"nargs": "+", "action": "extend", "default": []}
    again: dict[str, Any] = {"action": "append", "default": []}
    add("data", "DATA", "a data set of kernelkit list, or a file")
    add("--label", "COLUMN", "labels of a table: name or number from 0 (else last)")
    add("--leave-out", "COLUMN", "columns of a table not to use", **many)
    add("--positive", "CLASS", "make two classes: these, and all others", **many)
    add("--subsample", "N", "use N of the samples", type=int)
    add("--classifier", "NAME", "of kernelkit list", **many)
    add("--kernel", "NAME", "linear, polynomial, gaussian or laplacian")
    parameter = "a parameter of the classifier or of its kernel; may be given many times"
    add("--set", "PARAMETER=VALUE", parameter, **again)
    tried = "values among which cross-validation chooses in each run"
    add("--tune", "PARAMETER=VALUE,VALUE", tried, **again)
    scaled = "bring columns to mean 0 and standard deviation 1, as learnt from training samples"
    parser.add_argument("--scale", action="store_true", help=scaled)
    add("--runs", "N", "how many random splits (default 10)", type=int)
    share = "share of the samples kept for testing, above 0 and below 1 (default 0.2)"
    add("--test-size", "F", share, type=float, default=0.2)
    add("--seed", "S", "decides what is drawn (default 0)", type=int, default=0)
    drawn = "draw a classifier on the two features with largest F; several: FILE-NAME.png for each"
    add("--plot", "FILE.png", drawn)
    add("--report", "FILE.html", "where to report (default: DATA-report.html)")
    add("--json", "FILE", "all results for other programs (default: FILE.json)")


def execute(args: argparse.Namespace) -> int:
    """Check the options, load the data, and run in the way that the options ask for."""
    from kernelkit.cli.choices import load_samples
    from kernelkit.validation import check_whole, naming

    check_whole(args.seed, "--seed", at_least=0, at_most=LARGEST_SEED)
    if not 0 < args.test_size < 1:
        hint = f"; {args.test_size:g} % are {args.test_size / 100:g}" if args.test_size >= 1 else ""
        stop(f"--test-size must be above 0 and below 1, got {args.test_size:g}{hint}")
    if args.runs is not None:
        check_whole(args.runs, "--runs", at_least=2)
    compared = len(args.classifier) != 1 or args.report is not None
    tuned = bool(args.tune) or args.runs is not None
    if compared:
        for name in ("set", "tune", "kernel", "scale"):
            if getattr(args, name):
                stop(f"--{name} is for one classifier")
    elif tuned and args.plot:
        stop("--plot is for a single run, or for several classifiers")
    _check_places(args, compared)
    with naming(OPTIONS):
        data, rows, notes = load_samples(args, compared)
        if args.plot is not None and len(data.feature_names) < 2:
            stop(f"--plot: expected data of at least two features, got {len(data.feature_names)}")
        show(*[field("note", note) for note in notes])
        if compared:
            _compare(args, data, rows, notes)
        elif tuned:
            _run_often(args, data, rows)
        else:
            _run_once(args, data, rows)
    return 0


def _check_places(args: argparse.Namespace, compared: bool) -> None:
    """Check that what is to be written can be, before anything is computed.

    Nothing is written over the data, over another result, or unasked over somebody's own file.
    """
    from kernelkit.writing import check_place

    if compared:
        stem = Path(args.data).name.partition(".")[0]
        args.report = args.report or f"{stem}-report.html"
        if args.json is None:
            args.json = f"{args.report.removesuffix('.html')}.json"
            if not _is_ours(Path(args.json)):
                stop(f"--json: expected another place, {args.json} is there and not kernelkit's")
    taken = {Path(args.data).resolve(): "the data"}
    for name, ending in (("plot", ".png"), ("report", ".html"), ("json", "")):
        given = getattr(args, name)
        if given is None:
            continue
        if not given.lower().endswith(ending):
            stop(f"--{name} must be the name of a file that ends in {ending}, got {given!r}")
        place = check_place(given, f"--{name}")
        if place.resolve() in taken:
            stop(f"--{name} must be another file than {taken[place.resolve()]}, got {given!r}")
        taken[place.resolve()] = f"--{name}"
        setattr(args, name, place)


def _picture_place(args: argparse.Namespace, name: str) -> Path:
    """Where the picture of a classifier goes; several get its name behind that of the file."""
    place = Path(args.plot)
    if len(args.classifier) == 1:
        return place
    return place.with_name(f"{place.stem}-{name}{place.suffix}")


def _is_ours(file: Path) -> bool:
    """Whether a comparison may write there: nothing is there, or what another one wrote."""
    return not file.is_file() or file.read_bytes().startswith(b'{"kernelkit"')


def _run_once(args: argparse.Namespace, data: Any, rows: Any) -> None:
    """Fit one classifier to some samples, test it with the others, and draw it if asked for."""
    from kernelkit.cli.choices import parameter_list
    from kernelkit.experiments.candidates import prepare, split_rows
    from kernelkit.experiments.verdict import fit_and_test
    from kernelkit.writing import write_whole

    name = args.classifier[0]
    model, _ = _model_and_grid(args)
    machine, _ = prepare(model, data, args.scale, {})
    train, test = split_rows(data, args.test_size, args.seed)
    learnt = f"{len(train):,} to learn from, {len(test):,} to test with (seed {args.seed})"
    show(field("classifier", f"{name} ({parameter_list(model)})"), field("samples", learnt))
    found = fit_and_test(machine, data, train, test)
    seconds = found["seconds"]
    show(
        field("training", _share_right(found["train"])),
        field("test", _share_right(found["test"])),
        field("seconds", f"fit {seconds['fit']:.3f}, predict {seconds['predict']:.3f}"),
        *[field("note", note) for note in found["notes"]],
        "",
        *confusion_lines(found["test"]["confusion"], data.class_names),
    )
    written = []
    if args.plot is not None:
        from kernelkit.experiments.report import draw_regions

        png, features = draw_regions(machine, name, data, train, test)
        write_whole(args.plot, png)
        written.append(field("picture", f"{args.plot}: {' and '.join(features)}"))
    if args.json is not None:
        found["train"]["rows"] = rows[train]
        found["test"]["rows"] = rows[test]
        _write_numbers(args, data, {"classifier": name, "parameters": model.get_params(), **found})
        written.append(field("results", str(args.json)))
    if written:
        show("", *written)


def _run_often(args: argparse.Namespace, data: Any, rows: Any) -> None:
    """Judge a classifier by ``repeated_holdout``, print the table, and write the numbers."""
    from kernelkit.cli.choices import parameter_list
    from kernelkit.experiments import repeated_holdout
    from kernelkit.experiments.candidates import folds_for, prepare
    from kernelkit.experiments.verdict import hardest_samples

    name = args.classifier[0]
    model, grid = _model_and_grid(args)
    if not grid:  # a grid of one point, the model as it is, by which its row of the table is named
        first = next(iter(model.get_params(deep=False)))
        grid = {first: [getattr(model, first)]}
    machine, grid = prepare(model, data, args.scale, grid)
    runs, folds = args.runs or RUNS, folds_for(data.y, args.test_size)
    protocol = f"{runs} runs, {args.test_size:g} held out, {folds} folds (seed {args.seed})"
    show(field("classifier", f"{name} ({parameter_list(model)})"), field("protocol", protocol))
    how = {"runs": runs, "test_size": args.test_size, "folds": folds, "seed": args.seed}
    found = repeated_holdout(machine, grid, data.X, data.y, **how, **_workers(data))
    pairs = [["true", "taken for", "% of the true class"]]
    for mean, i, j in _mistakes(found.confusion_mean):
        spread = 100 * found.confusion_std[i, j]
        names = [clip(data.class_names[k]) for k in (i, j)]
        pairs.append([*names, f"{100 * mean:.2f} ± {spread:.2f}"])
    show("", found.table(), "")
    show("the commonest confusions, at the chosen points", *aligned(pairs, left=2))
    hardest = hardest_samples(found, data, rows, 5)
    if hardest:
        listed = [
            f"{each['row']} ({each['misclassified']} of {each['tested']})" for each in hardest
        ]
        show("", field("hardest", f"rows {', '.join(listed)}"))
    if args.json is not None:
        told = {"classifier": name, "parameters": model.get_params(), **how}
        _write_numbers(args, data, {**told, **found._asdict()})
        show(field("results", str(args.json)))


def _compare(args: argparse.Namespace, data: Any, rows: Any, notes: list[str]) -> None:
    """Compare, choose, test once, and report.

    Some samples are kept aside. On the others every candidate is tuned and judged by
    :func:`~kernelkit.experiments.compare`; the one with the smallest validation error learns from
    all of them, and is tested once on those kept aside.
    """
    from kernelkit.estimators import CLASSIFIERS
    from kernelkit.experiments.candidates import BASELINE, candidates_for, folds_for, split_rows
    from kernelkit.experiments.report import as_html, draw_regions
    from kernelkit.experiments.verdict import best_model, comparison_numbers
    from kernelkit.writing import write_whole

    check_known("--classifier", args.classifier, CLASSIFIERS)
    train, test = split_rows(data, args.test_size, args.seed)
    candidates = candidates_for(data, args.classifier, len(train))
    folds = folds_for(data.y[train], HELD_OUT)
    show(
        field("candidates", ", ".join(candidates)),
        field("samples", f"{len(train):,} to compare on, {len(test):,} kept aside"),
    )
    found = _compare_candidates(args, data, train, candidates, folds, notes)
    lines = found.rows()
    show("", *aligned([row[:-1] for row in lines]), "")
    numbers = comparison_numbers(found, candidates, data, rows, train, test, folds, args.seed)
    verdict = numbers["verdict"]
    name, wrong = verdict["classifier"], verdict["wrong"]
    low, high = (100 * end for end in verdict["interval"])
    show(
        field("chosen", f"{name} ({verdict['settings']}), by validation"),
        field(
            "test",
            f"{wrong:,} wrong of {plural(len(test), 'sample')} kept aside, "
            f"{100 * wrong / len(test):.1f} % (95 % interval {low:.1f} to {high:.1f})",
        ),
    )
    content = _write_numbers(args, data, {"label": args.label, "notes": notes, **numbers})
    drawn = {name} if args.plot is None else set(candidates)
    pictures = {}
    if len(data.feature_names) > 1:
        for each in drawn - {BASELINE}:
            model, _ = best_model(candidates[each][0], found.results[each])
            pictures[each], _ = draw_regions(model, each, data, train, test)
    write_whole(args.report, as_html(content, lines, pictures.get(name)))
    show(field("report", str(args.report)), field("numbers", str(args.json)))
    if args.plot is not None:
        places = {each: _picture_place(args, each) for each in candidates if each in pictures}
        for each, place in places.items():
            write_whole(place, pictures[each])
        show(field("pictures", ", ".join(map(str, places.values()))))


def _compare_candidates(
    args: argparse.Namespace,
    data: Any,
    train: Any,
    candidates: dict[str, Any],
    folds: int,
    notes: list[str],
) -> Any:
    """Compare; where a class gives the Gaussians nothing to learn, the others alone."""
    from kernelkit.experiments import compare
    from kernelkit.experiments.candidates import expected_seconds
    from kernelkit.validation import TooFewSamplesError, naming

    X, y = data.X[train], data.y[train]
    runs, workers = args.runs or RUNS, _workers(data)
    how: dict[str, Any] = {"runs": runs, "test_size": HELD_OUT, "folds": folds}
    how |= {"seed": args.seed, **workers}
    seconds = expected_seconds(candidates, X, y, runs, folds, workers["n_jobs"])
    if seconds > LONG:
        minutes = plural(math.ceil(seconds / 60), "minute")
        show(field("time", f"up to {minutes}; fewer --runs, --subsample or --classifier take less"))
    with naming({"test_size": "the share held out in each run"}):
        try:
            return compare(candidates, X, y, **how)
        except TooFewSamplesError:
            if args.classifier:
                raise
            del candidates["gaussian"]
            notes.append("gaussian is left out: samples of one class are all alike, or nearly all")
            show(field("note", notes[-1]))
            return compare(candidates, X, y, **how)


def _model_and_grid(args: argparse.Namespace) -> tuple[Any, dict[str, list[Any]]]:
    """Make the classifier of ``--classifier``, ``--kernel`` and ``--set``, and the grid to tune."""
    from kernelkit.cli.choices import make_classifier, read_settings

    model = make_classifier(args.classifier[0], args.kernel, args.seed)
    values = read_settings(model, "--set", args.set)
    grid = read_settings(model, "--tune", args.tune)
    for name in values.keys() & grid.keys():
        stop(f"--tune: expected parameters that --set does not set, got {name!r} in both")
    return model.set_params(**{name: value for name, [value] in values.items()}), grid


def _workers(data: Any) -> dict[str, Any]:
    """One worker for little work, else all; a bar where somebody watches.

    Two workers that load everything anew took 64 s of processor time for 72 samples of three
    features, this process alone 37 s, and no longer by the clock.
    """
    small = data.X.ndim == 2 and data.X.size <= SMALL_TABLE
    return {"n_jobs": 1 if small else None, "progress": sys.stdout.isatty()}


def _share_right(part: dict[str, Any]) -> str:
    """Give a share in per cent and in numbers: 96.7 % right (29 of 30)."""
    right, n = part["right"], part["samples"]
    return f"{100 * right / n:.1f} % right ({right:,} of {n:,})"


def _write_numbers(args: argparse.Namespace, data: Any, numbers: dict[str, Any]) -> dict[str, Any]:
    """Write what came out, below what it came from, as JSON; give what was written."""
    from kernelkit.writing import write_whole

    content: dict[str, Any] = plain(
        {
            "kernelkit": __version__,
            "data": {
                "name": args.data,
                "samples": len(data),
                "features": data.feature_names,
                "classes": data.class_names,
            },
            "seed": args.seed,
            "test_size": args.test_size,
            "subsample": args.subsample,
            **numbers,
        }
    )
    write_whole(args.json, json.dumps(content, allow_nan=False) + "\n")
    return content


def confusion_lines(cells: Any, names: Sequence[str]) -> list[str]:
    """Draw a confusion matrix, or list the commonest mistakes where it is too wide to be read."""
    order = counting_order(names)
    words = [clip(names[k]) for k in order]
    cells = cells[order][:, order]
    # A dot stands for 0, so that the others are seen.
    body = [
        [name, *(str(count) if count else "." for count in counts)]
        for name, counts in zip(words, cells, strict=True)
    ]
    lines = aligned([["true", *words], *body])
    if max(map(len, lines)) <= width():
        return ["test samples: true class in rows, predicted class in columns", *lines]
    pairs = [[words[i], words[j], f"{count:,}"] for count, i, j in _mistakes(cells)]
    head = ["true", "predicted", "samples"]
    return ["the commonest mistakes on test samples", *aligned([head, *pairs], left=2)]


def _mistakes(cells: Any) -> list[tuple[Any, int, int]]:
    """The largest entries beside the diagonal of a matrix, with their rows and columns."""
    k = range(len(cells))
    found = [(cells[i, j], i, j) for i in k for j in k if i != j and cells[i, j]]
    return sorted(found, key=lambda each: (-each[0], each[1:]))[:MOST_MISTAKES]
