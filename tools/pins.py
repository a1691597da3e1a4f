"""Renew the pins: the newest versions that pyproject.toml allows, for every platform.

Run by ``make pins``. requirements.txt holds what the lessons need, requirements-dev.txt the rest.
Needs uv, which resolves for all platforms at once.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from kernelkit.writing import write_whole

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("lessons", "dev", "site")
MADE = "# Made by `make pins` from pyproject.toml; edit the ranges there.\n"
LESSONS = f"# What the lessons need, pinned; kernelkit itself is editable.\n{MADE}-e .\n"
REST = f"# What tests, web pages and benchmarks need besides, pinned.\n{MADE}-r requirements.txt\n"


def main() -> None:
    """Resolve first, write after, so that a failure leaves the old pins in place."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    pins = resolved(*[f"--extra={extra}" for extra in EXTRAS])
    with TemporaryDirectory() as folder:
        constraints = Path(folder, "constraints.txt")
        constraints.write_text("".join(pins), encoding="utf-8")
        kept = {name(pin) for pin in resolved("--extra=lessons", f"--constraint={constraints}")}
    lessons = [pin for pin in pins if name(pin) in kept]
    rest = [pin for pin in pins if name(pin) not in kept]
    write_whole(ROOT / "requirements.txt", "".join([LESSONS, *lessons]))
    write_whole(ROOT / "requirements-dev.txt", "".join([REST, *rest]))


def resolved(*options: str) -> list[str]:
    """The lines that pin what pyproject.toml asks for, with their markers."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--no-header", "--no-annotate", "pyproject.toml"]
    run = subprocess.run([*command, *options], cwd=ROOT, check=True, capture_output=True, text=True)
    return run.stdout.splitlines(keepends=True)


def name(pin: str) -> str:
    """The package of a line such as ``numpy==2.4.6 ; python_full_version < '3.12'``."""
    return pin.partition("==")[0]


if __name__ == "__main__":
    main()
