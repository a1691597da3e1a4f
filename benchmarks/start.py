"""How long people wait for a first result, each time in a fresh process, and for what the most."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.side_by_side import Quartiles

REPOSITORY = Path(__file__).resolve().parent.parent
IMPORT = "spent = {}"
FIT = """
import numpy
from benchmarks.compiling import compiling
X = numpy.random.default_rng(0).normal(size=(200, 2))
with compiling() as spent:
    kernelkit.KernelSVM().fit(X, X[:, 0] > 0)
"""
EVERYTHING = """
from benchmarks.compiling import compiling
with compiling() as spent:
    kernelkit.warmup(progress=False)
"""
CHILD = """
from time import perf_counter
start = perf_counter()
import kernelkit
{work}
seconds = perf_counter() - start
import json
print(json.dumps([seconds, spent]))
"""
# As Python writes it with -X importtime: microseconds of the module itself, and with its own.
IMPORTED = re.compile(r"^import time:\s+(\d+) \|\s+\d+ \|\s+(\w+)", re.M)


class Waited(NamedTuple):
    """How long, and which part of it is the largest."""

    name: str
    seconds: Quartiles
    largest: str
    share: float  # seconds of that part


def waits(quick: bool) -> Iterator[Waited]:
    """Import and first fit; without ``quick`` also what an empty cache of compiled code costs."""
    turns = 1 if quick else 7
    yield wait("import kernelkit", IMPORT, turns)
    fit = "first fit, KernelSVM on 200 x 2"
    fresh_process(FIT)  # whose compiled code is kept
    yield wait(f"{fit}, code compiled before", FIT, turns)
    if not quick:
        yield wait(f"{fit}, nothing compiled", FIT, 1, empty=True)
        yield wait("everything compiled by warmup()", EVERYTHING, 1, empty=True)


def wait(name: str, work: str, turns: int, empty: bool = False) -> Waited:
    """Run it in so many processes, if asked with an empty cache each."""
    times, parts = [], Counter[str]()
    for _ in range(turns):
        with tempfile.TemporaryDirectory() as cache:
            seconds, spent = fresh_process(work, cache if empty else None)
        times.append(seconds)
        parts.update(spent)
    largest, share = parts.most_common(1)[0]
    return Waited(name, Quartiles.of(times), largest, share / turns)


def fresh_process(work: str, cache: str | None = None) -> tuple[float, Counter[str]]:
    """Seconds from the first import to the end of the work, and how they are spent.

    The interpreter's own start is not in it.
    """
    environment = {**os.environ, **({"NUMBA_CACHE_DIR": cache} if cache else {})}
    command = [sys.executable, "-X", "importtime", "-c", CHILD.format(work=work)]
    done = subprocess.run(
        command, check=True, env=environment, cwd=REPOSITORY, capture_output=True, text=True
    )
    seconds, compiled = json.loads(done.stdout)
    parts = imported(done.stderr)
    parts.update({f"compiling {name}": spent for name, spent in compiled.items()})
    return seconds, parts


def imported(report: str) -> Counter[str]:
    """Seconds by package, of what is imported after the interpreter has started."""
    found = Counter[str]()
    for micro, package in IMPORTED.findall(report.rpartition(" site\n")[2]):
        found[f"importing {package}"] += int(micro) / 1e6
    return found
