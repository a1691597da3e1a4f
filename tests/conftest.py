"""Set up before the first import of NumPy and kernelkit: threads, and where numba's code is kept.

Tests run in as many processes as there are cores, lessons in processes of their own. They share the
cores: otherwise each of them would start a thread for every core. The library is compiled once,
before they start.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest

from kernelkit._sources import stamp

ROOT = Path(__file__).resolve().parent.parent
collect_ignore = ["right_calls.py"]  # read and changed by bad_calls.py; nothing in it is a test
MOST_THREADS = 4  # that a test may ask of numba, on any machine
BLAS_THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)


def _cache_folder() -> Path:
    """A folder for exactly these compiled sources, in exactly this mode.

    numba does not notice an edit in a callee's file, and code from a warm cache ignores
    NUMBA_BOUNDSCHECK: a folder named after both can never hold stale machine code. Notebook
    kernels inherit the setting.
    """
    mode = "boundscheck" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in {"", "0"} else "plain"
    return ROOT / ".cache" / "numba" / f"{stamp()[:16]}-{mode}"


def fair_share(cores: int, workers: int, at_most: int) -> int:
    """How many threads each worker gets."""
    return max(1, min(cores // workers, at_most))


def _share_the_cores() -> int:
    """Give this process, and those that it starts, their share of the threads; return it."""
    cores, workers = os.cpu_count() or 1, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    share = fair_share(cores, workers, int(os.environ.get("NUMBA_NUM_THREADS", cores)))
    os.environ |= dict.fromkeys(BLAS_THREADS, str(share))
    # numba starts more threads than are in use, for tests that compare numbers of them.
    os.environ["NUMBA_NUM_THREADS"] = str(max(share, MOST_THREADS))
    import numba

    numba.set_num_threads(share)
    # It would look at the environment again before it compiles; that is now for other processes.
    numba.core.config.reload_config = lambda: None
    os.environ["NUMBA_NUM_THREADS"] = str(share)
    return share


def _draw_without_a_screen() -> None:
    """Not by MPLBACKEND: the kernels of the lessons would inherit it, and show no figure."""
    import matplotlib as mpl

    os.environ.pop("MPLBACKEND", None)

    mpl.use("Agg")


# Workers are measured, the kernels and commands that they start are not: that would double their
# time for a few lines.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
os.environ["NUMBA_CACHE_DIR"] = str(_cache_folder())
# numba keeps what cells of notebooks compile with IPython's own files, and they hold our code, too.
os.environ["XDG_CACHE_HOME"] = str(_cache_folder() / "ipython")
os.environ.setdefault("MPLCONFIGDIR", str(ROOT / ".cache" / "matplotlib"))  # a list of fonts
SHARE = _share_the_cores()
_draw_without_a_screen()

# The first call of a compiled function takes seconds, the next microseconds: no deadline. Same
# examples on every run; fewer where loops run once more, uncompiled or with bounds checked.
ONCE_MORE = any(
    os.environ.get(f"NUMBA_{name}", "0") == "1" for name in ("DISABLE_JIT", "BOUNDSCHECK")
)
hypothesis.settings.register_profile(
    "kernelkit", deadline=None, derandomize=True, max_examples=20 if ONCE_MORE else 100
)
hypothesis.settings.load_profile("kernelkit")


# Each of two processes compiles all there is, from one end and from the other, and finds what the
# other has compiled on disk.
COMPILE = """
from kernelkit.compilation import steps
for _, call in steps(){order}:
    call()
"""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile what all workers and the notebooks' kernels need, once, before there are any.

    Files that are named one by one need little of it, and compile that themselves.
    """
    config = session.config
    few = all(Path(name).is_file() for name in config.args)
    compiles = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
    if config.getoption("numprocesses", None) and compiles and not few:
        commands = [[sys.executable, "-c", COMPILE.format(order=o)] for o in ("", "[::-1]")]
        unmeasured = {k: v for k, v in os.environ.items() if k != "COVERAGE_PROCESS_CONFIG"}
        running = [subprocess.Popen(command, cwd=ROOT, env=unmeasured) for command in commands]
        if {process.wait() for process in running} != {0}:
            pytest.exit("the library does not compile", returncode=1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Notebooks first, the longest of them first: so no worker has a long one left at the end."""
    times = json.loads((ROOT / "lessons" / "times.json").read_text(encoding="utf-8"))
    seconds = {name: -time["seconds"] for name, time in times.items()}
    is_lesson = {path: path.parent == ROOT / "lessons" for path in {item.path for item in items}}

    def place(item: pytest.Item) -> float:
        long = seconds.get(item.path.stem, 0.0) if is_lesson[item.path] else 0.0
        return long - (item.path.suffix == ".ipynb")

    items.sort(key=place)


@pytest.fixture(autouse=True)
def _no_figure_and_no_style_outlives_its_test():
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    with mpl.rc_context():
        yield
    plt.close("all")
