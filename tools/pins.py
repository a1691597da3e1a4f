"""Renew requirements.txt: the newest versions that pyproject.toml allows, for every platform.

Run by ``make pins``. Needs uv, which only this tool uses: it resolves for all platforms at once.
"""

import subprocess
import sys
from pathlib import Path

from kernelkit.writing import write_whole

ROOT = Path(__file__).resolve().parent.parent
HEADER = """\
# Everything the course, its tests and its benchmarks need, pinned; kernelkit itself is editable.
# Made by `make pins` from pyproject.toml; edit the ranges there.
-e .
"""
EXTRAS = ("lessons", "dev", "site")


def main() -> None:
    """Resolve first, write after, so that a failure leaves the old pins in place."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--no-header", "--no-annotate", "pyproject.toml"]
    command += [f"--extra={extra}" for extra in EXTRAS]
    pins = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    write_whole(ROOT / "requirements.txt", HEADER + pins)


if __name__ == "__main__":
    main()
