"""``kernelkit doctor``: whether all that kernelkit needs is here, and computes right.

Every check imports what it tries, so that a broken package is a line that failed and not the end.
"""

import argparse
import platform
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from kernelkit import __version__
from kernelkit.cli.text import one_line, show, stop

HELP = """Check this installation.

Each line ends in "ok" or "failed"; the exit code is 1 if any failed.

examples:
  kernelkit doctor
"""
PACKAGES = ("numpy", "numba", "scipy", "sklearn", "matplotlib")

# Data set, file, and sha256 of the unpacked file: another version of zlib packs it differently.
CHECKSUMS = """
iris iris.csv dad19dc3817625a5490ab6be0fdb592efdcd6921badbbaf4275cef90bcfaa994
penguins penguins.csv 98c66ef1c4b7a66abbff24bfcf932160c09378f2cca8add6cbd34f7ea1a22701
usps usps.npy.gz cd888d793ac2571c2ecfbf5753f9a2139e8b4e1b1629bd1bc5bc9925aa5705c6
mnist train-images-idx3-ubyte.gz ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db
mnist train-labels-idx1-ubyte.gz 65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5
mnist t10k-images-idx3-ubyte.gz 0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7
mnist t10k-labels-idx1-ubyte.gz ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2
mnist-42000 mnist_42000_rows.gz f32645ce678b9bdabc1e054346020074fbf446f7e5151aa1b83c04dde8ce0a4b
adult adult.libsvm.gz f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906
a4a a4a_rows.gz 4f26c085ff21204c62eb7a0ea2386bae90f4cb297e35702b8d052b585687aa96
sms sms_spam.tsv.gz 7d039a24a6083ed9ef0f806ebad56bbb976e3aeb8de05669173bfdc4996c239d
"""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Take no options."""


def execute(_: argparse.Namespace) -> int:
    """Make every check, print a line for each, and return 1 if any failed."""
    failed = 0
    for name, check in _checks():
        try:
            words, verdict = check(), "ok"
        except Exception as error:  # whatever is broken, the next line is still wanted
            words, verdict = f"{type(error).__name__}: {one_line(error)}", "failed"
            failed += 1
        show(f"{name:<13} {words}: {verdict}")
    show(f"{failed} failed" if failed else "all is well")
    return int(failed > 0)


def _checks() -> Iterator[tuple[str, Callable[[], str]]]:
    yield "python", lambda: f"{platform.python_version()} on {platform.machine()}"
    yield "kernelkit", lambda: f"{__version__} in {Path(__file__).resolve().parent.parent}"
    for package in PACKAGES:
        yield package, partial(_version, package)
    for line in CHECKSUMS.strip().splitlines():
        name, file, digest = line.split()
        yield f"data {name}", partial(_intact, file, digest)
    yield "gaussian", _gaussian
    yield "picture", _picture
    yield "threads", lambda: str(import_module("numba").get_num_threads())
    yield "cache", _cache


def _version(package: str) -> str:
    return str(import_module(package).__version__)


def _intact(file: str, digest: str) -> str:
    from hashlib import sha256

    from kernelkit.datasets.files import read_bytes, shipped_file

    path = shipped_file(file)
    if sha256(read_bytes(path)).hexdigest() != digest:
        stop(f"{path} is not the file that was shipped; install kernelkit again")
    return f"{file} with the right sha256"


def _gaussian() -> str:
    r"""Compare the Gaussian kernel with :math:`\exp(-\lVert x - z \rVert^2 / 2 \sigma^2)`."""
    import numpy as np

    from kernelkit.kernels import Gaussian

    X = np.random.default_rng(0).normal(size=(60, 5))
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    gap = np.abs(Gaussian(sigma=2.0)(X) - np.exp(-squares / 8.0)).max()
    if not gap < 1e-12:  # true for NaN too
        stop(f"expected values within 1e-12 of NumPy's, got {gap:.3g}")
    return "within 1e-12 of NumPy's"


def _picture() -> str:
    """Let a classifier learn which flower is which, and draw it into memory."""
    import numpy as np

    from kernelkit.datasets import load_iris
    from kernelkit.estimators import Perceptron
    from kernelkit.experiments.report import draw_regions

    rows = np.arange(150)
    _, names = draw_regions(Perceptron(max_epochs=10), "perceptron", load_iris(), rows, rows)
    return f"{' and '.join(names)} drawn"


def _cache() -> str:
    import tempfile

    from kernelkit.engine.tiles import power

    stats = getattr(power, "stats", None)
    if stats is None:
        return "none, NUMBA_DISABLE_JIT is set"
    if stats.cache_path is None:
        stop(
            "no folder to keep compiled code in, so that every start compiles it again; "
            "NUMBA_CACHE_DIR can name one"
        )
    with tempfile.TemporaryFile(dir=stats.cache_path):
        return f"{stats.cache_path} can be written to"
