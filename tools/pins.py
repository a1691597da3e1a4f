"""Renew the pins: the newest versions that pyproject.toml allows, for every platform.

Run by ``make pins``, which writes constraints.txt. Needs uv, which resolves for all platforms at
once.
"""

import subprocess
import sys
from pathlib import Path

from kernelkit.writing import write_whole

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("lessons", "dev", "site")
HEAD = """\
# The versions of everything that requirements.txt and requirements-dev.txt bring along.
# Made by `make pins` from pyproject.toml; edit the ranges there.
"""


def main() -> None:
    """Resolve first, write after, so that a failure leaves the old pins in place."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--no-header", "--no-annotate", "pyproject.toml"]
    command += [f"--extra={extra}" for extra in EXTRAS]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    write_whole(ROOT / "constraints.txt", HEAD + run.stdout)


if __name__ == "__main__":
    main()
