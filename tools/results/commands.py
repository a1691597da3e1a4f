"""Run the commands of docs/pages/commands.md and put what they print below them.

``make results`` does it; a test runs them again and compares.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import tempfile
from pathlib import Path
from unittest import mock

from kernelkit.cli import main as kernelkit
from kernelkit.writing import write_whole

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "pages" / "commands.md"
BLOCK = re.compile(r"```console\n\$ kernelkit (.*)\n((?:.*\n)*?)```\n")
WIDTH = 100


def commands() -> list[tuple[str, str]]:
    """Each command of the page, and what stands below it."""
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def printed(command: str) -> str:
    """What a command prints in an empty folder with the table of apples, without the seconds."""
    shown = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copy(ROOT / "examples" / "apples.csv", folder)
        with mock.patch.dict(os.environ, COLUMNS=str(WIDTH)), contextlib.redirect_stdout(shown):
            code = kernelkit(shlex.split(command))
    if code:
        message = f"kernelkit {command} ended with {code}"
        raise RuntimeError(message)
    lines = re.sub(r".*\r", "", shown.getvalue()).splitlines(keepends=True)
    told = [
        line for line in lines if not re.match(r"seconds|time | *\d+%\|", line)
    ]  # times, and bars
    return "".join(told)


def main() -> None:
    """Write the page anew."""
    text = PAGE.read_text(encoding="utf-8")
    for command, _ in commands():
        print(command, flush=True)
        block = f"```console\n$ kernelkit {command}\n{printed(command)}```\n"
        pattern = re.compile(
            r"```console\n\$ kernelkit " + re.escape(command) + r"\n(?:.*\n)*?```\n"
        )
        text = pattern.sub(lambda _, new=block: new, text)
    write_whole(PAGE, text)


if __name__ == "__main__":
    main()
