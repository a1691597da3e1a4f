"""``kernelkit bench``: time kernelkit beside its peers. The benchmarks live in the repository."""

import argparse
import sys
from importlib import import_module

from kernelkit.cli.text import stop

__all__ = ["HELP", "add_arguments", "execute"]

HELP = """Time kernelkit beside its peers.

Each job runs kernelkit and a peer in turn, warm, on the same arrays, and counts
only if both answers agree. It needs a clone of the repository. A full run takes
about 25 minutes, writes a file for this processor in benchmarks/results, and
benchmarks/RESULTS.md from the files of all.

examples:
  kernelkit bench --quick
  kernelkit bench gram --quick --json out.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to time, and how long."""
    add = parser.add_argument
    add("area", nargs="*", metavar="AREA", help="what to time (default: everything)")
    add("--quick", action="store_true", help="toy sizes, under 90 seconds")
    add("--json", metavar="FILE", help="write all measurements for other programs to read")


def execute(args: argparse.Namespace) -> int:
    """Run the suite that stands beside the package, with the peers it compares with."""
    from pathlib import Path

    from kernelkit.writing import check_place

    repository = Path(__file__).resolve().parents[2]
    if not (repository / "benchmarks" / "__main__.py").exists():
        stop(
            "the benchmarks are not part of the installed package: "
            "run kernelkit bench from a clone of the repository, in the environment make test makes"
        )
    if str(repository) not in sys.path:
        sys.path.insert(0, str(repository))
    options = [*args.area, *(["--quick"] if args.quick else [])]
    if args.json:
        options += ["--json", str(check_place(args.json, "--json"))]
    code: int = import_module("benchmarks.__main__").main(options)
    return code
