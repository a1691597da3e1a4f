"""Run the lessons and their solutions in fresh kernels and store what they print and draw.

``make execute`` runs all of them, ``make execute LESSONS=01_linear_machines`` (or 01) the lesson
and the solutions of that name; the path of a notebook runs that one. A notebook that fails keeps
its file as it was; the others go on. Running twice gives the same bytes: times are not recorded.
Of an interactive picture the notebook keeps what it starts from and a still, and not its widget,
which would carry all of its JavaScript. A figure carries its alt text. What is marked as folded in
one place, by the tag hide-input or by a click in JupyterLab, is folded in both; headings are open,
because Shift + Enter on one that is closed throws the reader to the top. Numbers of the text that
are no longer printed, times above all, are told.
``times.json`` keeps how long each lesson took.
"""

import argparse
import copy
import json
import os
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from queue import Empty
from typing import Any, NamedTuple

import nbformat
from jupyter_client import AsyncKernelClient, AsyncKernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from tqdm import tqdm
from traitlets import default

from kernelkit.live.picture import MIME as LIVE
from kernelkit.writing import write_whole
from tools.lessons.course import lessons
from tools.lessons.gates.numbers import numbers_printed
from tools.lessons.guard import fold, half_folded
from tools.lessons.notebook import COLLAPSED, UNKEPT, WIDGET, alt_text, figures, read, tags
from tools.lessons.stills import add_stills

ROOT = Path(__file__).resolve().parents[2]
SECONDS_PER_CELL = 300
INLINE = "module://matplotlib_inline.backend_inline"  # figures go into the notebook


class Failure(NamedTuple):
    """Where a notebook stopped, and why."""

    path: Path
    cell: int
    error: str


class ThisEnvironment(AsyncKernelManager):
    """Starts kernels with the Python that runs this file, whatever is installed elsewhere."""

    @default("kernel_spec_manager")
    def _kernel_spec_manager_default(self) -> KernelSpecManager:
        return KernelSpecManager(kernel_dirs=[])  # without folders, python3 is the Python in use


class PatientClient(NotebookClient):
    """Asks for a reply again every second, however long a cell may take.

    A cell with a widget makes the client send while it waits, and then it may not notice that the
    reply has come until the time for the cell is over (nbclient issue 312).
    """

    def __init__(self, notebook: NotebookNode, **options: Any) -> None:
        super().__init__(notebook, **options)
        self.seconds: dict[int, float] = {}

    async def async_execute_cell(self, cell: NotebookNode, cell_index: int, **options: Any) -> Any:
        """Run a cell and take its time."""
        start = time.perf_counter()
        done = await super().async_execute_cell(cell, cell_index, **options)
        self.seconds[cell_index] = time.perf_counter() - start
        return done

    async def async_start_new_kernel_client(self) -> AsyncKernelClient:
        """Wrap the channel on which replies come."""
        client = await super().async_start_new_kernel_client()
        wait = client.shell_channel.get_msg

        async def get_msg(timeout: float | None = None) -> dict[str, Any]:
            end = None if timeout is None else time.monotonic() + timeout
            while True:
                try:
                    return await wait(timeout=1)
                except Empty:
                    if end is not None and time.monotonic() > end:
                        raise

        client.shell_channel.get_msg = get_msg
        return client


def main(arguments: Sequence[str] | None = None, folder: Path = ROOT / "lessons") -> int:
    """Run the named notebooks, or all; return 0 if every one ran to its end."""
    parser = argparse.ArgumentParser(description="Run the lessons and store their outputs.")
    parser.add_argument("names", nargs="*", help="such as 01_linear_machines; all if none is given")
    try:
        paths = select(parser.parse_args(arguments).names, folder)
    except ValueError as error:
        parser.error(str(error))
    return _run_all(paths)


def select(names: Sequence[str], folder: Path = ROOT / "lessons") -> list[Path]:
    """The notebooks of these names, numbers or paths, or all; a name without one is an error."""
    places = (folder, folder / "solutions", folder.parent / "examples")
    paths = [path for place in places for path in sorted(place.glob("*.ipynb"))]
    for name in names:
        if not any(_is_named(path, name) for path in paths):
            message = f"no notebook in {folder.name} is named {name}"
            raise ValueError(message)
    return [path for path in paths if not names or any(_is_named(path, name) for name in names)]


def execute(path: Path, bar: tqdm) -> Failure | None:
    """Run one notebook and replace its file, or say where it failed and leave the file alone."""
    notebook = nbformat.v4.upgrade(nbformat.read(path, as_version=4))
    before = copy.deepcopy(notebook)
    reached = 0

    def count(cell: NotebookNode, cell_index: int) -> None:
        nonlocal reached
        reached = cell_index + 1
        bar.update()

    client = PatientClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        kernel_name="python3",
        kernel_manager_class=ThisEnvironment,
        resources={"metadata": {"path": str(path.parent)}},
        extra_arguments=["--log-level=ERROR"],
        coalesce_streams=True,  # else the pieces of a text depend on how fast it was printed
        on_cell_start=count,
    )
    try:
        client.execute(env=os.environ | {"MPLBACKEND": INLINE})
    except CellExecutionError as error:
        return Failure(path, reached, f"{error.ename}: {error.evalue}")
    except (RuntimeError, TimeoutError) as error:  # the kernel died, or a cell took too long
        return Failure(path, reached, " ".join(str(error).split()))
    add_stills(notebook, before)
    write_whole(path, written(notebook))
    if path.stem in {lesson.path.stem for lesson in lessons()}:
        for words in numbers_printed(read(path)):
            tqdm.write(words)
    if path.parent.name not in {"solutions", "examples"}:
        _keep_times(path, client)
    return None


def written(notebook: NotebookNode) -> str:
    """Write a notebook as text that is the same for the same outputs."""
    notebook.metadata.get("language_info", {}).pop("version", None)
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if half_folded(cell):
            fold(cell)
        cell.metadata.pop(COLLAPSED, None)
        if cell.cell_type == "code":
            _tidy_outputs(cell)
    return nbformat.writes(notebook) + "\n"


def _tidy_outputs(cell: NotebookNode) -> None:
    if UNKEPT in tags(cell):
        cell.outputs = []
    for output in cell.outputs:
        if LIVE in output.get("data", {}):
            output.data.pop(WIDGET, None)
    for output in figures(cell):
        if alt_text(cell):
            output.metadata.setdefault("image/png", {})["alt"] = alt_text(cell)


def _is_named(path: Path, name: str) -> bool:
    return name in {path.stem, path.stem[:2]} or path.resolve() == Path(name).resolve()


def _run_all(paths: Sequence[Path]) -> int:
    cells = [len(nbformat.read(path, as_version=4).cells) for path in paths]
    failures = []
    with tqdm(total=sum(cells), unit="cell") as bar:
        for i, path in enumerate(paths):
            bar.set_description(path.stem)
            failures.append(execute(path, bar))
            bar.update(sum(cells[: i + 1]) - bar.n)
    failures = [failure for failure in failures if failure is not None]
    for path, cell, error in failures:
        tqdm.write(f"{path.parent.name}/{path.name}, cell {cell}: {error}")
    tqdm.write(f"{len(paths) - len(failures)} of {len(paths)} notebooks ran to their end.")
    return 1 if failures else 0


def _keep_times(path: Path, client: PatientClient) -> None:
    """Note in times.json how long a notebook took, and its slowest cell."""
    kept = path.parent / "times.json"
    times = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    slowest = max(client.seconds, key=lambda index: client.seconds[index])
    times[path.stem] = {
        "seconds": round(sum(client.seconds.values()), 1),
        "slowest_cell": slowest + 1,
        "slowest_seconds": round(client.seconds[slowest], 1),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
    write_whole(kept, json.dumps(times, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main())
