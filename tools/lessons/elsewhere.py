"""Run every notebook as other machines would, and compare its outputs with the stored ones.

Processors add up in different orders, and a sum's last digit may decide a count or a comparison
that a lesson prints. Two kinds of variants show such outputs on any machine:

- other arithmetic: another kernel of OpenBLAS (``OPENBLAS_CORETYPE``), and with the plainest of
  them what numba and NumPy compute without this processor's own instructions;
- other last digits: data that are not whole numbers come with noise, see ``noise.py``.

``make elsewhere`` runs all notebooks in all variants, ``make elsewhere LESSONS="03 11"
VARIANTS=Haswell`` some in one. The comparison is nbval's, as pyproject.toml sets it up for ``make
test``. An output that changes is to be mended in the lesson. ``make elsewhere-tests`` runs the
unit tests with other arithmetic.
"""

import argparse
import functools
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from nbformat import NotebookNode

from kernelkit._sources import stamp
from tools.lessons.execute import ROOT, select
from tools.lessons.notebook import IGNORED, code_cells, read, tags

# The first of each needs no instruction that not all processors of its kind have.
KERNELS = {
    "x86": ("Nehalem", "Haswell", "SkylakeX"),
    "arm": ("ARMV8", "NEOVERSEN1", "NEOVERSEV1", "NEOVERSEN2"),
}
SEEDS = (0, 1)
ONE_THREAD = dict.fromkeys(("NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
# NumPy and SciPy bring a library each. A kernel that the processor cannot run ends this process.
PROBE = """
import numpy, scipy.linalg, threadpoolctl
A = numpy.eye(99)
A @ A, scipy.linalg.blas.dgemm(1.0, A, A), numpy.linalg.svd(A)
print(*(library.get("architecture", "none") for library in threadpoolctl.threadpool_info()))
"""
STARTUP = """\
from tools.lessons.noise import install as _install

_install({seed})
del _install
"""


class Variant(NamedTuple):
    """A machine to be: its name, what it adds to the environment, the seed of its noise if any."""

    name: str
    environment: dict[str, str]
    seed: int | None = None


class Case(NamedTuple):
    """A cell or a test that was run: of which file, its name, and what was wrong if anything."""

    file: str
    name: str
    complaint: str | None


class Result(NamedTuple):
    """A line of the table."""

    variant: str
    files: int
    compared: int
    differences: int
    seconds: float


def main(arguments: Sequence[str] | None = None, folder: Path = ROOT / "lessons") -> int:
    """Run the named notebooks, or all, in the named variants; return 1 if an output differs."""
    parser = argparse.ArgumentParser(description="Run the notebooks as other machines would.")
    parser.add_argument("names", nargs="*", help="such as 03 or 03_perceptron; all if none")
    parser.add_argument("--variants", nargs="*", help="such as Haswell or noise-0; all if none")
    parser.add_argument("--processes", default="auto", help="pytest's, side by side")
    parser.add_argument(
        "--tests",
        action="store_true",
        help="the unit tests instead, without noise; names are files",
    )
    options = parser.parse_args(arguments)
    known = arithmetics() if options.tests else [*arithmetics(), *map(noise, SEEDS)]
    try:
        targets = _tests(options.names) if options.tests else select(options.names, folder)
        chosen = _named(known, options.variants or [])
    except ValueError as error:
        parser.error(str(error))
    results = []
    for variant in chosen:
        missing = why_not(variant)
        if missing:
            print(f"{variant.name} is left out: {missing}", flush=True)
        else:
            results.append(_try(variant, targets, options.processes))
    print(f"\n{'variant':<12}{'files':>6}{'compared':>10}{'different':>11}{'seconds':>9}")
    for name, files, compared, differences, seconds in results:
        print(f"{name:<12}{files:>6}{compared:>10}{differences:>11}{seconds:>9.0f}")
    return 1 if any(result.differences for result in results) or not results else 0


def arithmetics() -> list[Variant]:
    """The variants that compute in another way; which of them can run here is not known yet."""
    machine = platform.machine().lower()
    plainest, *others = KERNELS["arm" if machine.startswith(("arm", "aarch")) else "x86"]
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    plain = {"NUMBA_CPU_NAME": "generic", "NPY_DISABLE_CPU_FEATURES": " ".join(found)}
    first = Variant(plainest, {"OPENBLAS_CORETYPE": plainest, **plain})
    return [first, *(Variant(name, {"OPENBLAS_CORETYPE": name}) for name in others)]


def noise(seed: int) -> Variant:
    """The variant that computes as this machine does, from data with other last digits."""
    return Variant(f"noise-{seed}", {}, seed)


def why_not(variant: Variant) -> str | None:
    """Why a variant cannot run on this processor, in words; None if it can."""
    wanted = variant.environment.get("OPENBLAS_CORETYPE")
    if wanted is None:
        return None
    command = [sys.executable, "-c", PROBE]
    env = os.environ | variant.environment
    probe = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        return "this processor cannot run it"
    took = set(probe.stdout.split()) - {"none"}
    if {name.lower() for name in took} == {wanted.lower()}:
        return None
    return f"linear algebra took {', '.join(sorted(took)) or 'no kernel of OpenBLAS'} instead"


def run(variant: Variant, targets: Sequence[Path], processes: str = "0") -> list[Case]:
    """Let pytest run notebooks or tests in processes that are set up as the variant says."""
    with tempfile.TemporaryDirectory() as kept:
        report = Path(kept) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml")]
        command += ["-q", "--no-header", "--no-summary", "--color=no", "--tb=short"]
        command += ["-o", "verbosity_assertions=2"]  # all lines of a difference
        command += ["-p", "no:cacheprovider", f"--numprocesses={processes}", "--dist=loadfile"]
        command += [f"--junitxml={report}", "-o", "junit_family=xunit1", *map(str, targets)]
        env = _environment(variant, Path(kept) / "ipython")
        ended = subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
        if ended not in {0, 1}:  # 1 is a failed test
            message = f"pytest ended with {ended}"
            raise RuntimeError(message)
        return [_case(element) for element in ElementTree.parse(report).iter("testcase")]


def _environment(variant: Variant, ipython: Path) -> dict[str, str]:
    env = os.environ | ONE_THREAD | variant.environment
    env.pop("MPLBACKEND", None)  # notebooks draw into themselves
    # Kernels run beside their notebook, and find kernelkit and these tools here.
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), env.get("PYTHONPATH")]))
    env["NUMBA_CACHE_DIR"] = str(_cache_folder())
    env["XDG_CACHE_HOME"] = str(_cache_folder() / "ipython")  # where cells of notebooks keep theirs
    if variant.seed is not None:
        startup = ipython / "profile_default" / "startup"
        startup.mkdir(parents=True)
        (startup / "noise.py").write_text(STARTUP.format(seed=variant.seed))
        env["IPYTHONDIR"] = str(ipython)
    return env


def _cache_folder() -> Path:
    """A folder for exactly these sources; numba keeps the code of different processors apart."""
    return ROOT / ".cache" / "elsewhere" / stamp()[:16]


def _case(element: ElementTree.Element) -> Case:
    wrong = [*element.iter("failure"), *element.iter("error")]
    complaint = "\n".join(one.text or one.get("message", "") for one in wrong)
    return Case(element.get("file", ""), element.get("name", ""), complaint if wrong else None)


def _named(known: Sequence[Variant], names: Sequence[str]) -> list[Variant]:
    for name in names:
        if name not in {variant.name for variant in known}:
            listed = ", ".join(variant.name for variant in known)
            message = f"no variant is named {name}; there are {listed}"
            raise ValueError(message)
    return [variant for variant in known if not names or variant.name in names]


def _tests(names: Sequence[str]) -> list[Path]:
    for name in names:
        if not Path(name).exists():
            message = f"there is no file {name}"
            raise ValueError(message)
    return [Path(name).resolve() for name in names] or [ROOT / "tests"]


def _try(variant: Variant, targets: Sequence[Path], processes: str) -> Result:
    """Run a variant and print what differs."""
    print(f"\n{variant.name}", flush=True)
    start = time.monotonic()
    cases = run(variant, targets, processes)
    seconds = time.monotonic() - start
    wrong = [case for case in cases if case.complaint is not None]
    for case in wrong:
        print(f"\n{variant.name}: {_where(case)}\n{_difference(case.complaint or '')}")
    compared = sum(_is_compared(case) for case in cases)
    files = len({case.file for case in cases})
    return Result(variant.name, files, compared, len(wrong), seconds)


def _is_compared(case: Case) -> bool:
    cell = _cell(case)
    return cell is None or IGNORED not in tags(cell[1])


def _where(case: Case) -> str:
    cell = _cell(case)
    return f"{case.file}, " + (case.name if cell is None else f"cell {cell[0]}")


def _cell(case: Case) -> tuple[int, NotebookNode] | None:
    """The cell of a case, with its place from 1 on; nbval counts cells of code from 0."""
    number = re.fullmatch(r"Cell (\d+)", case.name)
    return _cells(case.file)[int(number[1])] if number else None


@functools.cache
def _cells(file: str) -> list[tuple[int, NotebookNode]]:
    return code_cells(read(ROOT / file))


def _difference(complaint: str) -> str:
    """The lines of a complaint that say what was stored and what came; or its end."""
    lines = [line.removeprefix("  ") for line in complaint.splitlines()]
    if "assert reference_output == test_output failed" in complaint:
        stored = [f"    stored  {line[2:]}" for line in lines if line.startswith("+ ")]
        here = [f"    here    {line[2:]}" for line in lines if line.startswith("- ")]
        return "\n".join(stored + here)
    return "\n".join(f"    {line}" for line in lines[-8:])


if __name__ == "__main__":
    sys.exit(main())
