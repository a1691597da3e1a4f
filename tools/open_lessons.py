"""Open the first lesson in JupyterLab: ``make lessons``, on any machine.

Further options are JupyterLab's, for example ``make lessons OPTIONS=--ip=0.0.0.0`` in a container.
"""

import os
import secrets
import socket
import sys
from pathlib import Path

from jupyterlab.labapp import LabApp

FIRST = Path(__file__).resolve().parent.parent / "lessons" / "00_start_here.ipynb"
PORT = 8888  # where people look for Jupyter


def main(further: list[str]) -> None:
    """Say where the lesson is, then serve it until somebody ends it."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    port = free_port(PORT)
    # Through the environment: everybody on a machine can see the arguments of a command.
    token = os.environ.setdefault("JUPYTER_TOKEN", secrets.token_hex(24))
    print(words(f"http://localhost:{port}/lab/tree/{FIRST.name}?token={token}", root), flush=True)
    LabApp.launch_instance([str(FIRST), *options(port, root, has_screen()), *further])


def free_port(port: int) -> int:
    """The first port from this one on where nobody answers."""
    while True:
        try:
            socket.create_connection(("localhost", port), timeout=1).close()
        except OSError:
            return port
        port += 1


def has_screen() -> bool:
    """Whether a browser could show itself."""
    always = sys.platform in {"win32", "darwin"}
    return always or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def words(address: str, root: bool) -> str:
    """What to tell the reader."""
    lines = [f"The first lesson is at {address}", "Control-C here ends it."]
    if root:
        lines.append(
            "You are root, so JupyterLab is started with --allow-root: "
            "whoever has this address can do anything on this machine."
        )
    return "\n".join(lines)


def options(port: int, root: bool, screen: bool) -> list[str]:
    """What JupyterLab needs here; it would rather end than start as root."""
    given = [f"--port={port}", "--log-level=WARN"]
    return given + ["--allow-root"] * root + ["--no-browser"] * (not screen)


if __name__ == "__main__":
    main(sys.argv[1:])
