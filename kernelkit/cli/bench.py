"""``kernelkit bench``: time kernelkit beside its peers. The benchmarks live in the repository."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from kernelkit.cli.saving import check_target
from kernelkit.validation import InputError

__all__ = ["execute"]

REPOSITORY = Path(__file__).resolve().parents[2]


def execute(args: argparse.Namespace) -> int:
    """Run the suite that stands beside the package, with the peers it compares with."""
    if not (REPOSITORY / "benchmarks" / "__main__.py").exists():
        message = (
            "the benchmarks are not part of the installed package: "
            "run kernelkit bench from a clone of the repository, in the environment make test makes"
        )
        raise InputError(message)
    if str(REPOSITORY) not in sys.path:
        sys.path.insert(0, str(REPOSITORY))
    options = [*args.area, *(["--quick"] if args.quick else [])]
    if args.json:
        options += ["--json", str(check_target(args.json, "--json"))]
    code: int = import_module("benchmarks.__main__").main(options)
    return code
