r"""Make the environment of the course, .venv, and install into it what is pinned.

Run by make before anything else, and by hand on Windows: ``py tools\environment.py`` for what the
lessons need, with ``--all`` for what the tests, the pages and the benchmarks need as well. It needs
nothing but Python, and says in a sentence what is missing of that; where uv is installed, that is
used, since it is faster than pip.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)


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
    for command in (
        [sys.executable, "-m", "venv", folder],
        [*installer(python), "--quiet", "--requirement", pins],
    ):
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            return code
    return 0


def installer(python: Path) -> list[str | Path]:
    """The command that installs into the environment of this Python: uv's, where uv is at hand."""
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", python]
    return [python, "-m", "pip", "install", "--disable-pip-version-check"]


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
