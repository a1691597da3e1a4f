"""Files of lessons/results: what was computed, with what, written whole or not at all."""

import json
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

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


def cache(name: str) -> Path:
    """A folder for finished work, so that an interrupted call goes on."""
    folder = ROOT / ".cache" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
