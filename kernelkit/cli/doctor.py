"""``kernelkit doctor``: whether all that kernelkit needs is here, and computes right."""

import argparse
import platform
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from kernelkit import __version__
from kernelkit.cli.errors import one_line
from kernelkit.cli.text import plural, show
from kernelkit.cli.timings import timings
from kernelkit.validation import InputError

__all__ = ["SHIPPED", "execute"]

UNCOMPILED = "none, NUMBA_DISABLE_JIT is set"
PACKAGES = ("numpy", "numba", "scipy", "sklearn", "matplotlib")

# Data set, file, and sha256 of the unpacked file: another version of zlib packs it differently.
SHIPPED = """
iris iris.csv dad19dc3817625a5490ab6be0fdb592efdcd6921badbbaf4275cef90bcfaa994
usps usps.npy.gz cd888d793ac2571c2ecfbf5753f9a2139e8b4e1b1629bd1bc5bc9925aa5705c6
mnist train-images-idx3-ubyte.gz ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db
mnist train-labels-idx1-ubyte.gz 65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5
mnist t10k-images-idx3-ubyte.gz 0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7
mnist t10k-labels-idx1-ubyte.gz ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2
adult adult.libsvm.gz f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906
sms sms_spam.tsv.gz 7d039a24a6083ed9ef0f806ebad56bbb976e3aeb8de05669173bfdc4996c239d
"""
SELFTESTS = ("distances", "gaussian", "perceptron", "neighbours", "picture")

Check = tuple[str, Callable[[], str]]


def execute(args: argparse.Namespace) -> int:
    """Make every check, print a line for each, and return 1 if any failed."""
    failed = 0
    for name, check in _checks():
        try:
            words, verdict = check(), "ok"
        except Exception as error:  # whatever is broken, the next line is still wanted
            words, verdict = f"{type(error).__name__}: {one_line(error)}", "failed"
            failed += 1
        show(f"{name:<13} {words}: {verdict}")
    if args.timings:
        for name, words in timings():
            show(f"{name:<13} {words}")
    show(f"{failed} failed" if failed else "all is well")
    return int(failed > 0)


def _checks() -> Iterator[Check]:
    yield "python", lambda: f"{platform.python_version()} on {platform.machine()}"
    yield "kernelkit", lambda: f"{__version__} in {Path(__file__).resolve().parent.parent}"
    for package in PACKAGES:
        yield package, partial(_version, package)
    files = [line.split() for line in SHIPPED.strip().splitlines()]
    for data in dict.fromkeys(name for name, _, _ in files):
        sums = {file: digest for name, file, digest in files if name == data}
        yield f"data {data}", partial(_intact, sums)
    for test in SELFTESTS:
        yield test, partial(_selftest, test)
    yield "threads", lambda: str(import_module("numba").get_num_threads())
    yield "cache", _cache


def _version(package: str) -> str:
    return str(import_module(package).__version__)


def _intact(sums: dict[str, str]) -> str:
    from kernelkit.datasets.files import read_bytes, shipped_file

    for file, digest in sums.items():
        path = shipped_file(file)
        if sha256(read_bytes(path)).hexdigest() != digest:
            message = f"{path} is not the file that was shipped; install kernelkit again"
            raise InputError(message)
    return f"{plural(len(sums), 'file')} with the right sha256"


def _selftest(name: str) -> str:
    # Imported here, so that a broken package is a line that failed and not the end.
    words: str = getattr(import_module("kernelkit.cli.selftest"), name)()
    return words


def _cache() -> str:
    from kernelkit.distances import power

    stats = getattr(power, "stats", None)
    if stats is None:
        return UNCOMPILED
    if stats.cache_path is None:
        message = (
            "no folder to keep compiled code in, so that every start compiles it again; "
            "NUMBA_CACHE_DIR can name one"
        )
        raise InputError(message)
    with tempfile.TemporaryFile(dir=stats.cache_path):
        return f"{stats.cache_path} can be written to"
