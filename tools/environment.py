r"""Make the environment of the course, .venv, and install everything that is pinned into it.

Run by make before anything else, and by hand on Windows: ``py tools\environment.py``. It needs
nothing but Python, and says in a sentence what is missing of that.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)


def main(folder: Path = ROOT / ".venv") -> int:
    """Make and fill the environment; 1 and a sentence if this Python cannot."""
    missing = what_is_missing()
    if missing:
        print(missing, file=sys.stderr)
        return 1
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for command in (
        [sys.executable, "-m", "venv", folder],
        [*install, "--requirement", ROOT / "requirements.txt"],
    ):
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            return code
    return 0


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
