"""``kernelkit run``: its options, what they may be, and the data they ask for.

What is then done stands in ``run_ways.py``: one classifier runs once or many times, or several are
compared.
"""

from __future__ import annotations

import argparse
import math
import os
from typing import TYPE_CHECKING, Any

from kernelkit.cli.own_table import examined, scale_note
from kernelkit.cli.text import check_known, field, plural, show, stop

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from kernelkit.datasets import Dataset
    from kernelkit.datasets.csv_reader import Column

__all__ = ["HELP", "add_arguments", "execute"]

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
MOST = 100_000  # runs
# How the library calls what is an option here.
OPTIONS = {"leave_out": "--leave-out", "test_size": "--test-size", "label": "--label"}
# Options for one of the three ways alone, and what to say to the others.
OF_ONE = "is for one classifier"
OF_MANY = "is for a comparison, which several classifiers are, or none named"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the data, the classifiers, how to split, and what to write."""

    def add(name: str, metavar: str, words: str, **options: Any) -> None:
        parser.add_argument(name, metavar=metavar, help=words, **options)

    many: dict[str, Any] = {"nargs": "+", "default": []}
    again: dict[str, Any] = {"action": "append", "default": []}
    add("data", "DATA", "a data set of kernelkit list, or a file", nargs="?")
    add("--data", "DATA", "the same", dest="data_too")
    add("--label", "COLUMN", "labels of a table: name or number from 0 (else last)")
    add("--features", "COLUMN", "use these features only: names or numbers", nargs="+")
    add("--leave-out", "COLUMN", "columns of a table not to use", **many)
    add("--positive", "CLASS", "make two classes: these, and all others", nargs="+")
    add("--subsample", "N", "use N of the samples", type=_whole(1))
    compare_all = "compare on all samples, however many"
    parser.add_argument("--all", action="store_true", help=compare_all)
    add("--classifier", "NAME", "of kernelkit list", **many)
    add("--kernel", "NAME", "linear, polynomial, gaussian or laplacian")
    add(
        "--set",
        "PARAMETER=VALUE",
        "a parameter of the classifier or of its kernel; may be given many times",
        **again,
    )
    add(
        "--tune",
        "PARAMETER=VALUE,VALUE",
        "values among which cross-validation chooses in each run",
        **again,
    )
    scaled = "bring columns to mean 0 and standard deviation 1, as learnt from training samples"
    parser.add_argument("--scale", action="store_true", help=scaled)
    add("--runs", "N", "how many random splits (default 10)", type=_whole(2, MOST))
    add(
        "--test-size",
        "F",
        "share of the samples kept for testing, above 0 and below 1 (default 0.2)",
        type=_number("a number above 0 and below 1", 1),
        default=0.2,
    )
    add("--seed", "S", "decides what is drawn (default 0)", type=_whole(0, LARGEST_SEED), default=0)
    add("--jobs", "N", "how many workers (default: all cores, and at most)", type=_whole(1))
    add(
        "--time-limit",
        "SECONDS",
        "begin no further run of a comparison after this time; two are always made",
        type=_number("a number of seconds above 0", math.inf),
    )
    add("--plot", "FILE.png", "draw one classifier on the two features with largest F")
    add("--report", "FILE.html", "where to report (default: DATA-report.html)")
    add("--json", "FILE", "all results for other programs (default: FILE.json)")


def execute(args: argparse.Namespace) -> int:
    """Run, and name options as they are written here where the library names its parameters."""
    from kernelkit.validation import naming

    with naming(OPTIONS):
        _run(args)
    return 0


def _run(args: argparse.Namespace) -> None:
    """Check the options, load the data, and run in the way that the options ask for."""
    from sklearn.utils import get_tags

    from kernelkit.cli import run_ways
    from kernelkit.cli.choices import files_of, make_classifier

    if (args.data is None) == (args.data_too is None):
        stop("expected the data once, as in kernelkit run iris; kernelkit list shows what there is")
    args.data = args.data or args.data_too
    if not args.data:
        stop("expected a data set of kernelkit list or a file, got an empty name")
    args.jobs = args.jobs and min(args.jobs, os.cpu_count() or 1)
    compared = len(args.classifier) != 1 or args.report is not None
    _check_way(args, compared)
    _places(args, compared)
    _check_apart(
        files_of(args.data), {f"--{n}": getattr(args, n) for n in ("plot", "json", "report")}
    )
    if compared:
        run_ways.run_compared(args, *_loaded(args))
        return
    model = make_classifier(args.classifier[0], args.set, args.seed, args.kernel)
    data, _, notes = _loaded(args)
    if data.X.ndim == 1 and not get_tags(model).input_tags.sparse:
        stop(f"--data: {args.classifier[0]} needs numbers, and {args.data} holds texts")
    if data.X.ndim == 1 and args.scale:
        stop(f"--scale is for numbers, and {args.data} holds texts")
    if notes and not args.scale:
        notes += scale_note(data)
    show(*[field("note", note) for note in notes])
    tuned = args.tune or args.runs is not None
    (run_ways.run_tuned if tuned else run_ways.run_once)(args, data, model)


def _loaded(args: argparse.Namespace) -> tuple[Dataset, list[Column], list[str]]:
    """Load the data, make two classes of them if asked for, and say how many there are.

    Of a table of the reader's own, notes say what became of its columns.
    """
    from kernelkit.cli.choices import load_table

    data, columns = load_table(args.data, args.label, args.features, args.leave_out)
    data, notes = examined(args, data, columns) if columns else (data, [])
    if args.positive is not None:
        data = _in_two(data, args.positive)
    n, k = len(data), len(data.class_names)
    kind = plural(len(data.feature_names), "feature") if data.feature_names else "texts"
    show(field("data", f"{args.data}: {plural(n, 'sample')}, {kind}, {plural(k, 'class')}"))
    return data, columns, notes


def _in_two(data: Dataset, positive: Sequence[str]) -> Dataset:
    """Make two classes: those named, and the others."""
    from dataclasses import replace

    import numpy as np

    from kernelkit.datasets import indicator

    if len(set(positive)) < len(positive):
        stop(f"--positive: expected each class once, got {' '.join(positive)}")
    names = dict(zip(data.class_names, np.unique(data.y).tolist(), strict=True))
    check_known("--positive", positive, names)
    others = [name for name in names if name not in positive]
    if not others:
        stop("--positive: expected some of the classes, got all of them")
    y = indicator(data.y, [names[name] for name in positive])
    return replace(data, y=y, class_names=(", ".join(others), ", ".join(positive)))


def _check_way(args: argparse.Namespace, compared: bool) -> None:
    """Refuse what the chosen way would ignore."""
    if compared:
        refused = {"set": OF_ONE, "tune": OF_ONE, "kernel": OF_ONE}
        refused["plot"] = f"{OF_ONE}; the report of a comparison has its picture"
        refused["scale"] = f"{OF_ONE}; a comparison scales columns anyway"
        if args.all:
            refused["subsample"] = "asks for some samples, and --all for all"
    else:
        refused = {"all": OF_MANY, "time_limit": OF_MANY}
        if args.tune or args.runs is not None:
            refused["plot"] = "is for a single run: leave out --runs and --tune"
        else:
            refused["jobs"] = "is for many runs: give --runs or --tune, or several classifiers"
    for name, why in refused.items():
        if getattr(args, name):
            stop(f"--{name.replace('_', '-')} {why}")
    doubled = {name for name in args.classifier if args.classifier.count(name) > 1}
    if doubled:
        stop(f"--classifier: expected each name once, got {min(doubled)!r} twice")


def _places(args: argparse.Namespace, compared: bool) -> None:
    """Check that what is to be written can be, before anything is computed."""
    from pathlib import Path

    from kernelkit.writing import check_place

    if compared:
        stem = Path(args.data).name.partition(".")[0]
        args.report = args.report or f"{stem}-report.html"
        if args.json is None and Path(args.report).suffix.lower() == ".html":
            args.json = str(Path(args.report).with_suffix(".json"))
            if _is_foreign(Path(args.json)):
                stop(f"--json: expected another place, {args.json} is there and not kernelkit's")
    for name, ending in (("plot", ".png"), ("report", ".html"), ("json", "")):
        given = getattr(args, name)
        if given is None:
            continue
        if not str(given).lower().endswith(ending):
            stop(f"--{name} must be the name of a file that ends in {ending}, got {given!r}")
        setattr(args, name, check_place(given, f"--{name}"))


def _is_foreign(file: Path) -> bool:
    """Whether there is a file that no comparison wrote before."""
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return not opened.read(20).startswith(b'{"kernelkit"')


def _check_apart(read: Sequence[Path], written: Mapping[str, Path | None]) -> None:
    """Refuse to write over what was read, or twice to the same file."""
    from itertools import combinations

    targets = [(option, path) for option, path in written.items() if path is not None]
    for option, path in targets:
        if any(_same(path, file) for file in read):
            stop(f"{option} must be another file than the data, got {str(path)!r}")
    for (one, left), (other, right) in combinations(targets, 2):
        if _same(left, right):
            stop(f"{other} must be another file than {one}, got {str(right)!r} for both")


def _same(left: Path, right: Path) -> bool:
    if left.exists() and right.exists():
        return left.samefile(right)
    return left.resolve() == right.resolve()


def _whole(at_least: int, at_most: float = math.inf) -> Callable[[str], int]:
    bounds = f"at least {at_least}" + f" and at most {at_most}" * (at_most < math.inf)

    def convert(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = at_least - 1
        if not at_least <= number <= at_most:
            message = f"expected a whole number, {bounds}, got {text!r}"
            raise argparse.ArgumentTypeError(message)
        return number

    return convert


def _number(wanted: str, below: float) -> Callable[[str], float]:
    def convert(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = 0.0
        if not 0 < number < below:  # false for NaN too
            message = f"expected {wanted}, got {text!r}"
            raise argparse.ArgumentTypeError(message)
        return number

    return convert
