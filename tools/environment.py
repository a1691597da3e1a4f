r"""Make the environment of the course, .venv, and install into it what is pinned.

Run by make before anything else, and by hand on Windows: ``py tools\environment.py`` for what the
lessons need, with ``--all`` for what the tests, the pages and the benchmarks need as well. It needs
nothing but Python, and says in a sentence what is missing of that. uv installs in a fraction of the
time that pip takes, so pip is asked for uv first; where there is none, pip installs the rest, too.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
UV = "uv>=0.9"


def main(arguments: Sequence[str] | None = None, folder: Path = ROOT / ".venv") -> int:
    """Make and fill the environment; 1 and a sentence if this Python cannot."""
    parser = argparse.ArgumentParser(description="Make the environment of the course.")
    parser.add_argument("--all", action="store_true", help="with what tests and pages need")
    everything = parser.parse_args(arguments).all
    missing = what_is_missing()
    if missing:
        print(missing, file=sys.stderr)
        return 1
    pins = "requirements-dev.txt" if everything else "requirements.txt"
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    print("Installing what is needed: about a minute, more on a slow network.", flush=True)
    code = _run([sys.executable, "-m", "venv", folder])
    return code or _run([*installer(python), "--quiet", "--requirement", pins])


def installer(python: Path) -> list[str | Path]:
    """The command that installs into the environment of this Python: uv's, or else pip's."""
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", python]
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check"]
    lacking = _run([*pip, "--quiet", "--only-binary=:all:", UV], stderr=subprocess.DEVNULL)
    return pip if lacking else [python, "-m", "uv", "pip", "install", "--python", python]


def _run(command: Sequence[str | Path], **options: Any) -> int:
    return subprocess.run(command, cwd=ROOT, check=False, **options).returncode


def what_is_missing() -> str:
    """A sentence that says what to install, empty where this Python will do."""
    version = ".".join(map(str, sys.version_info[:2]))
    if sys.version_info < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        return (
            f"kernelkit needs Python {oldest} or newer, got {version}: install a newer one and "
            "name it, as in make lessons PYTHON=python3.12"
        )
    lacking = [name for name in ("venv", "ensurepip") if find_spec(name) is None]
    if lacking:
        return (
            f"Python {version} comes without {' and '.join(lacking)} here: install the package "
            f"python{version}-venv (sudo apt install python{version}-venv on Debian and Ubuntu), "
            "then try again"
        )
    return ""


if __name__ == "__main__":
    raise SystemExit(main())
