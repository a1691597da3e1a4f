r"""Make the environment of the course, .venv, and install into it what is pinned.

Run by make before anything else, and by hand on Windows: ``py tools\environment.py`` for what the
lessons need, with ``--all`` for what the tests, the pages and the benchmarks need as well. It needs
nothing but Python, and says in a sentence what is missing of that.
"""

import argparse
import os
import subprocess
import sys
import tempfile
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
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory() as aside:
        for command in (
            [sys.executable, "-m", "venv", folder],
            [*install, *(for_everything() if everything else for_lessons(Path(aside)))],
        ):
            code = subprocess.run(command, cwd=ROOT, check=False).returncode
            if code:
                return code
    return 0


def for_everything() -> list[str | Path]:
    """What pip is to install for tests, pages and benchmarks, and for the lessons."""
    return ["--requirement", ROOT / "requirements.txt"]


def for_lessons(aside: Path) -> list[str | Path]:
    """What pip is to install for the lessons alone, in the versions of requirements.txt."""
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    kept = aside / "constraints.txt"
    kept.write_text("\n".join(line for line in pins if "==" in line) + "\n", encoding="utf-8")
    return ["--constraint", kept, "--editable", f"{ROOT}[lessons]"]


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
