"""``kernelkit run``: its options, and what they may be.

What is then done stands in ``run_ways.py`` (one classifier, once or many times) and ``compared.py``
(several), with the samples of ``samples.py``.
"""

import argparse
from pathlib import Path
from typing import Any

from kernelkit.cli.text import field, show, stop

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
# How the library calls what is an option here.
OPTIONS = {
    "label": "--label",
    "leave_out": "--leave-out",
    "test_size": "--test-size",
    "y": "the labels",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the data, the classifiers, how to split, and what to write."""

    def add(name: str, metavar: str, words: str, **options: Any) -> None:
        parser.add_argument(name, metavar=metavar, help=words, **options)

    many: dict[str, Any] = {"nargs": "+", "default": []}
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
    add("--plot", "FILE.png", "draw one classifier on the two features with largest F")
    add("--report", "FILE.html", "where to report (default: DATA-report.html)")
    add("--json", "FILE", "all results for other programs (default: FILE.json)")


def execute(args: argparse.Namespace) -> int:
    """Check the options, load the data, and run in the way that the options ask for."""
    from kernelkit.cli.run_ways import run_once, run_tuned
    from kernelkit.cli.samples import samples_of
    from kernelkit.validation import check_number, check_whole, naming

    check_whole(args.seed, "--seed", at_least=0, at_most=LARGEST_SEED)
    check_number(args.test_size, "--test-size", above=0, at_most=1)
    if args.runs is not None:
        check_whole(args.runs, "--runs", at_least=2)
    compared = len(args.classifier) != 1 or args.report is not None
    tuned = bool(args.tune) or args.runs is not None
    refused = ["plot"] if compared or tuned else []
    if compared:
        refused += ["set", "tune", "kernel", "scale"]
    for name in refused:
        if getattr(args, name):
            stop(f"--{name} is for {'one classifier' if compared else 'a single run'}")
    _check_places(args, compared)
    with naming(OPTIONS):
        data, rows, notes = samples_of(args, compared)
        show(*[field("note", note) for note in notes])
        if compared:
            from kernelkit.cli.compared import run_compared

            run_compared(args, data, rows, notes)
        else:
            (run_tuned if tuned else run_once)(args, data, rows)
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


def _is_ours(file: Path) -> bool:
    """Whether a comparison may write there: nothing is there, or what another one wrote."""
    return not file.is_file() or file.read_bytes().startswith(b'{"kernelkit"')
