"""The options of every command, and their help with examples that run."""

import argparse
import math
import textwrap
from collections.abc import Callable
from typing import NoReturn

from kernelkit import __version__
from kernelkit.cli.text import printable

__all__ = ["make_parser"]

LARGEST_SEED = 2**32 - 1  # that NumPy and scikit-learn take

TOP = """
examples:
  kernelkit run --classifier knn --data iris
  kernelkit list
  kernelkit doctor

kernelkit COMMAND --help shows the options of a command and more examples.
"""
RUN = """
FILE is a table of numbers and one column of labels, separated by commas
(--label says which column), or a file in LIBSVM's format; .gz and .xz are
unpacked. The samples are drawn and split class by class, in an order that
--seed decides. The first run of a classifier waits some seconds for its
compilation: kernelkit warmup does that ahead.

The picture shows the two features with the largest F values (the variance
between the classes over the variance within them, on the training samples)
and the same classifier, fitted again to these two alone.

examples:
  kernelkit run --classifier knn --data iris
  kernelkit run --classifier knn --data iris --set n_neighbors=3 --set metric=manhattan
  kernelkit run --classifier perceptron --data usps --subsample 2000 --test-size 0.3 --seed 1
  kernelkit run --classifier knn --data flowers.csv --label species --plot out.png
  kernelkit run --classifier knn --data iris --features "petal length" "petal width" --plot out.png
  kernelkit run --classifier perceptron --data people.libsvm.gz --json out.json
"""
LIST = """
examples:
  kernelkit list
"""
DATA = """
examples:
  kernelkit data
  kernelkit data iris
  kernelkit data flowers.csv --label species
  kernelkit data --fetch a4a
"""
WARMUP = """
examples:
  kernelkit warmup
"""
DOCTOR = """
Each line ends in "ok" or "failed"; the exit code is 1 if any failed.

examples:
  kernelkit doctor
  kernelkit doctor --timings
"""
BENCH = """
Each job runs kernelkit and a peer in turn, warm, on the same arrays, and counts
only if both answers agree. It needs a clone of the repository. A full run takes
about 25 minutes, writes a file for this processor in benchmarks/results, and
benchmarks/RESULTS.md from the files of all.

examples:
  kernelkit bench --quick
  kernelkit bench gram --quick --json out.json
"""
NEW_LESSON = """
Works in a checkout of the course. Writes a lesson that runs and passes every
gate, with solutions, checks and wrong answers, for you to replace piece by
piece. NAME is small letters and underscores; the number is put before it.

examples:
  kernelkit new-lesson boosting
  kernelkit new-lesson random_forests --title "Forests that vote"
"""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line, and takes no option by half its name."""

    def __init__(self, *, description: str, epilog: str, prog: str | None = None) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=textwrap.dedent(epilog),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """End with one line; argparse would print the usage above it."""
        words = printable(" ".join(message.removeprefix("argument ").split()))
        self.exit(2, f"{self.prog}: {words} ({self.prog} --help shows what is allowed)\n")


def make_parser() -> Parser:
    """Make the parser of all commands."""
    about = "Classifiers and kernel methods from the command line."
    parser = Parser(prog="kernelkit", description=about, epilog=TOP)
    parser.add_argument("--version", action="version", version=f"kernelkit {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, home: str, about: str, epilog: str) -> Parser:
        made = commands.add_parser(name, help=about, description=f"{about}.", epilog=epilog)
        made.set_defaults(home=home)
        return made

    _run_options(
        command("run", "run", "Fit a classifier to data and say how well it does on the rest", RUN)
    )
    command("list", "listing", "List the classifiers and the data sets", LIST)
    _data_options(command("data", "finding", "Say where data are, and what is in them", DATA))
    command("warmup", "ahead", "Compile everything now, so that nothing waits later", WARMUP)
    doctor = command("doctor", "doctor", "Check this installation", DOCTOR)
    doctor.add_argument("--timings", action="store_true", help="also time start-up and compiling")
    _bench_options(command("bench", "bench", "Time kernelkit beside its peers", BENCH))
    about = "Begin a new lesson of the course from one that works"
    _lesson_options(command("new-lesson", "lesson", about, NEW_LESSON))
    return parser


def _run_options(parser: Parser) -> None:
    add = parser.add_argument
    add("--classifier", required=True, metavar="NAME", help="a classifier of kernelkit list")
    add(
        "--data", required=True, metavar="NAME|FILE", help="a data set of kernelkit list, or a file"
    )
    add("--label", metavar="COLUMN", help="labels of a CSV FILE: name or number from 0 (else last)")
    add("--features", nargs="+", metavar="COLUMN", help="use these features only: names or numbers")
    add("--subsample", type=_whole(1), metavar="N", help="use N of the samples")
    add(
        "--test-size",
        type=_share,
        default=0.2,
        metavar="F",
        help="share of the samples kept for testing, above 0 and below 1 (default 0.2)",
    )
    add(
        "--seed",
        type=_whole(0, LARGEST_SEED),
        default=0,
        metavar="S",
        help="decides what is drawn (default 0)",
    )
    add(
        "--set",
        action="append",
        default=[],
        metavar="PARAMETER=VALUE",
        help="a parameter of the classifier; may be given many times",
    )
    add("--plot", metavar="FILE.png", help="draw the two most informative features")
    add("--json", metavar="FILE", help="write all results for other programs to read")


def _data_options(parser: Parser) -> None:
    add = parser.add_argument
    add("data", nargs="?", metavar="NAME|FILE", help="a data set or a file (default: all sets)")
    add("--label", metavar="COLUMN", help="labels of a CSV FILE: name or number from 0 (else last)")
    add("--fetch", metavar="NAME", help="download a data set that is not shipped (a4a)")


def _bench_options(parser: Parser) -> None:
    add = parser.add_argument
    add("area", nargs="*", metavar="AREA", help="what to time (default: everything)")
    add("--quick", action="store_true", help="toy sizes, under 90 seconds")
    add("--json", metavar="FILE", help="write all measurements for other programs to read")


def _lesson_options(parser: Parser) -> None:
    add = parser.add_argument
    add("name", metavar="NAME", help="such as boosting: the lesson becomes 17_boosting")
    add("--title", metavar="TITLE", help="its title (default: the name in words)")
    add("--unrun", action="store_true", help="write the files only; make execute runs them")


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


def _share(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1:  # false for NaN too
        message = f"expected a number above 0 and below 1, got {text!r}"
        raise argparse.ArgumentTypeError(message)
    return number
