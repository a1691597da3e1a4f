"""Set up before the first import of kernelkit: where numba keeps what it compiles while testing."""

import hashlib
import os
from pathlib import Path

import hypothesis
import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

ROOT = Path(__file__).resolve().parent.parent


def _cache_folder() -> Path:
    """A folder for exactly these sources, in exactly this mode.

    numba does not notice an edit in a callee's file, and code from a warm cache ignores
    NUMBA_BOUNDSCHECK: a folder named after both can never hold stale machine code. Notebook kernels
    inherit the setting.
    """
    digest = hashlib.sha256()
    for path in sorted((ROOT / "kernelkit").rglob("*.py")):
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    mode = "boundscheck" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in {"", "0"} else "plain"
    return ROOT / ".cache" / "numba" / f"{digest.hexdigest()[:16]}-{mode}"


os.environ["NUMBA_CACHE_DIR"] = str(_cache_folder())

# The first call of a compiled function takes seconds, the next microseconds: no deadline. Same
# examples on every run.
hypothesis.settings.register_profile("kernelkit", deadline=None, derandomize=True)
hypothesis.settings.load_profile("kernelkit")

mpl.use("Agg")  # not by MPLBACKEND: the kernels of the lessons would inherit it


@pytest.fixture(autouse=True)
def _no_figure_outlives_its_test():
    yield
    plt.close("all")
