"""Files of lessons/results: what was computed, with what, written whole or not at all."""

import json
import platform
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from joblib import Memory

from kernelkit.writing import write_whole

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "lessons" / "results"
PACKAGES = ("kernelkit", "numpy", "numba", "scikit-learn")


def write(path: Path, facts: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    """Write tables of USPS under the facts that a reader needs to compute them again."""
    versions = {"python": platform.python_version(), **{p: version(p) for p in PACKAGES}}
    about = {"data": "USPS, 9,298 digits", **facts, "versions": versions}
    text = json.dumps({"about": about, "tables": tables}, indent=1)
    path.parent.mkdir(exist_ok=True)
    write_whole(path, f"{text}\n")


def kept(work: Callable[..., Any]) -> Callable[..., Any]:
    """The same work, whose results stay in .cache: an interrupted tool goes on with what is left.

    Results are told apart by the arguments and by the text of ``work``, not by the code of what it
    calls: after a change in the library remove the folder.
    """
    return Memory(ROOT / ".cache", verbose=0).cache(work, ignore=["n_jobs", "progress"])
