"""Open the first lesson in JupyterLab: ``make lessons``, on any machine.

JupyterLab shows the lessons and the examples, and none of what they are made with. It keeps the
course's tabs apart from those of other work, asks nobody for news, and leaves the settings of the
person who uses it alone.

Further options are JupyterLab's, for example ``make lessons OPTIONS=--ip=0.0.0.0`` in a container.
"""

import os
import secrets
import socket
import sys
from pathlib import Path
from typing import Any

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.serverapp import ServerApp
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyterlab.labapp import LabApp
from traitlets import default

ROOT = Path(__file__).resolve().parent.parent
FIRST = "lessons/00_start_here.ipynb"
# Without the plug-in that asks about news; and pictures one can touch are saved with a notebook.
SETTINGS = ROOT / "tools" / "jupyterlab"
PORT = 8888  # where people look for Jupyter
# What a reader of lessons need not see: names of the repository, wherever they stand.
HIDDEN = [
    "benchmarks",
    "binder",
    "build",
    "datasets",
    "dist",
    "docs",
    "kernelkit",
    "tests",
    "tools",
]
HIDDEN += ["CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "Makefile", "deno.json"]
HIDDEN += ["SECURITY.md", "pyproject.toml", "requirements*.txt", "constraints.txt"]
HIDDEN += ["conftest.py", "course.toml", "times.json", "results"]
HIDDEN += ["make_apples.py", "__pycache__", "*.egg-info", "job*.log"]


class CourseFiles(AsyncLargeFileManager):
    """Files as they are, but notebooks with the version of Python that will run them.

    JupyterLab writes that version into a notebook as soon as it is open, and then marks its tab as
    changed. The lessons in the repository have none, since every machine has another.
    """

    async def get(self, path: str, *arguments: Any, **options: Any) -> Any:
        """One file, with its content if it is asked for."""
        files: Any = super()  # which have no types
        model = await files.get(path, *arguments, **options)
        if model["type"] == "notebook" and model["content"]:
            model["content"]["metadata"]["language_info"] = IPythonKernel.language_info
        return model


class CourseServer(ServerApp):
    """Its style sheet is the course's."""

    @default("static_custom_path")
    def _style(self) -> list[str]:
        return [str(SETTINGS)]


LabApp.serverapp_class = CourseServer


def main(further: list[str]) -> None:
    """Say where the lesson is, then serve it until somebody ends it."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    port = free_port(PORT)
    # Through the environment: everybody on a machine can see the arguments of a command.
    # Where the token is empty, the server would draw one that nobody is told.
    token = os.environ["JUPYTER_TOKEN"] = os.environ.get("JUPYTER_TOKEN") or secrets.token_hex(24)
    os.environ.pop("MPLBACKEND", None)  # lessons draw into their notebooks
    os.environ.setdefault("JUPYTERLAB_WORKSPACES_DIR", str(ROOT / ".cache" / "jupyterlab"))
    print(words(f"http://localhost:{port}/lab/tree/{FIRST}?token={token}", root), flush=True)
    LabApp.launch_instance([*options(port, root, has_screen()), *further])


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
    given = [
        f"--port={port}",
        "--ServerApp.log_level=ERROR",  # warnings would look like faults
        "--LabApp.log_level=ERROR",
        "--ServerApp.answer_yes=True",  # Control-C ends it, without a question
        "--ServerApp.websocket_ping_timeout=30000",
        "--LabApp.custom_css=True",
        f"--ServerApp.root_dir={ROOT}",
        f"--LabApp.default_url=/lab/tree/{FIRST}",
        f"--LabApp.app_settings_dir={SETTINGS}",
        f"--ServerApp.contents_manager_class={__name__}.CourseFiles",
        *[f"--ContentsManager.hide_globs={name}" for name in HIDDEN],
    ]
    return given + ["--allow-root"] * root + ["--no-browser"] * (not screen)


if __name__ == "__main__":
    main(sys.argv[1:])
