"""``kernelkit doctor --timings``: how long people wait before anything is computed.

Each number is taken in fresh processes, the best of a few for those that are short.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

__all__ = ["timings"]

NOTHING = "pass"
NUMBA = "import numba"
LIGHT = "import kernelkit"
SOLVERS = "import kernelkit.solvers"
WARMUP = "import kernelkit; kernelkit.warmup(progress=False)"


def timings() -> Iterator[tuple[str, str]]:
    """Give a name and a sentence for each: imports, compiling everything, loading it again."""
    bare = _best(NOTHING)
    yield "import", f"kernelkit {max(0.0, _best(LIGHT) - bare):.2f} s (names load on first use)"
    numba = _best(NUMBA)
    over = max(0.0, _best(SOLVERS) - numba)
    yield "import", f"solvers {over:.2f} s over numba, which takes {numba - bare:.2f} s"
    with tempfile.TemporaryDirectory() as empty:
        yield "compile", f"everything from an empty cache {_run(WARMUP, empty):.0f} s"
        yield "load", f"everything from a warm cache {_run(WARMUP, empty):.1f} s"


def _best(code: str, repeats: int = 3) -> float:
    return min(_run(code) for _ in range(repeats))


def _run(code: str, cache: str | None = None) -> float:
    """Seconds that a fresh process takes for the code."""
    environment = {**os.environ, **({"NUMBA_CACHE_DIR": cache} if cache else {})}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - start
