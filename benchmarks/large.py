"""Digits by the million: ``python -m benchmarks.large [--rows N ...] [--workers N]``.

Parity and ten classes are learnt from 0.1, 1 and 8 million digits that ``stream_digits`` makes
block by block, and tested on the 10,000 test digits of MNIST as they are. Error, seconds and the
peak memory of the whole process go to results/large/, and LARGE.md is written anew from the files
of all processors; beside them stands a kernel machine on 20,000 digits. A full run takes hours.
"""

import argparse
import json
import resource
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from sklearn.pipeline import make_pipeline

from benchmarks.report import machine, results_file
from kernelkit import (
    Gaussian,
    GaussianClassifier,
    KernelSVM,
    LeastSquares,
    LinearSVM,
    RandomFourier,
)
from kernelkit.datasets import load_mnist, stream_digits
from kernelkit.experiments import fit_in_blocks
from kernelkit.writing import write_whole

HERE = Path(__file__).parent
ROWS = (100_000, 1_000_000, 8_000_000)
KERNEL_ROWS = 20_000
TESTED = 10_000
WIDTH = 5.0 * 255  # of the Gaussian kernel, in grey levels
LIMIT = 1000  # megabytes
TASKS = {"ten classes": list(range(10)), "parity": [0, 1]}
ABOUT = """Written by `make bench-large`: digits that `stream_digits` makes of the 60,000 training
digits of MNIST, learnt block by block, and the share of mistakes on the 10,000 test digits. Seconds
include making the digits. Memory is the peak of the whole process up to that line, Python and its
packages included."""


class Learnt(NamedTuple):
    """What came of one model on so many rows."""

    task: str
    model: str
    rows: int
    workers: int  # of a Dask cluster; 0 is this process alone
    seconds: float
    error: float
    megabytes: float


def models(task: str, features: int) -> dict[str, Callable[[], Any]]:
    """What learns: all but the last exactly, by sums, the last by going through a stream."""
    waves = partial(RandomFourier, features, WIDTH, random_state=0)
    found: dict[str, Callable[[], Any]] = {
        "Gaussians, a covariance per class": lambda: GaussianClassifier("per-class", 0.1),
        f"least squares, {features:,} waves": lambda: make_pipeline(waves(), LeastSquares(1e-3)),
        f"Pegasos, {features:,} waves": lambda: make_pipeline(
            waves(), LinearSVM(solver="pegasos", mu=1e-5)
        ),
    }
    if task == "parity":  # one Gaussian is no model of five digits
        del found["Gaussians, a covariance per class"]
    return found


def digits(task: str, first: int, last: int) -> tuple[Any, Any]:
    """One block of the stream, made where it is used."""
    ((X, y),) = stream_digits(last - first, block=last - first, start=first)
    return X, labelled(task, y)


def labelled(task: str, y: Any) -> Any:
    """The labels of a task."""
    return y % 2 if task == "parity" else y


def blocks(task: str, rows: int, size: int) -> Iterator[Callable[[], tuple[Any, Any]]]:
    """Functions that make the blocks."""
    for first in range(0, rows, size):
        yield partial(digits, task, first, min(first + size, rows))


def learn(
    task: str, name: str, model: Any, rows: int, size: int, client: Any = None
) -> tuple[Learnt, Any]:
    """Fit on so many rows and test."""
    start = perf_counter()
    fit_in_blocks(model, blocks(task, rows, size), TASKS[task], client)
    seconds = perf_counter() - start
    workers = len(client.scheduler_info()["workers"]) if client else 0
    return _tested(task, name, model, rows, seconds, workers), model


def kernel_machine(task: str, rows: int) -> Learnt:
    """A Gaussian support vector machine on some of the same digits, which is all it can hold."""
    X, y = digits(task, 0, rows)
    model = KernelSVM(10.0, Gaussian(WIDTH), memory=3e8)
    start = perf_counter()
    model.fit(np.float32(X), y)
    return _tested(task, "Gaussian SVM", model, rows, perf_counter() - start, 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, print each line as soon as it is there, and return 1 if the memory ran over."""
    args = _parse(arguments)
    found: list[Learnt] = []
    place = args.json or HERE / "results" / "large" / results_file(machine(args.threads))

    def keep(learnt: Learnt) -> None:
        found.append(learnt)
        print(line(learnt), flush=True)
        place.parent.mkdir(parents=True, exist_ok=True)
        content = {"machine": machine(args.threads), "learnt": [one._asdict() for one in found]}
        write_whole(place, json.dumps(content, indent=1) + "\n")

    for task in TASKS:
        for rows in args.rows:
            for name, make in models(task, args.features).items():
                keep(learn(task, name, make(), rows, args.block)[0])
    if args.workers:
        for learnt in _on_a_cluster(args):
            keep(learnt)
    for task in TASKS:
        keep(kernel_machine(task, min(KERNEL_ROWS, args.rows[-1])))
    if not args.json:
        write_page()
    return int(max(learnt.megabytes for learnt in found) > LIMIT)


def _on_a_cluster(args: argparse.Namespace) -> Iterator[Learnt]:
    """The exact models once more on the middle size, which must give the same bits."""
    from distributed import Client, LocalCluster

    rows = args.rows[len(args.rows) // 2]
    options = {"n_workers": args.workers, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(processes=True, **options) as cluster, Client(cluster) as client:
        for task in TASKS:
            name, make = list(models(task, args.features).items())[-2]
            learnt, there = learn(task, name, make(), rows, args.block, client)
            _, here = learn(task, name, make(), rows, args.block)
            np.testing.assert_array_equal(here[-1].coef_, there[-1].coef_)
            yield learnt


def line(learnt: Learnt) -> str:
    """One line of the table on a terminal."""
    where = f" on {learnt.workers} workers" if learnt.workers else ""
    return (
        f"{learnt.task:<12} {learnt.model + where:<44}{learnt.rows:>10,} rows"
        f"{learnt.seconds:>9.1f} s{learnt.error:>9.2%}{learnt.megabytes:>7.0f} MB"
    )


def write_page(folder: Path = HERE) -> None:
    """LARGE.md, from the files of all processors."""
    parts = ["# Digits by the million", ABOUT]
    for path in sorted((folder / "results" / "large").glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        about = content["machine"]
        parts.append(f"## {about['processor']}, {about['cores']} cores")
        rows = [
            "| task | model | rows | seconds | test error | memory |",
            "|---|---|--:|--:|--:|--:|",
        ]
        for learnt in (Learnt(**one) for one in content["learnt"]):
            where = f", {learnt.workers} Dask workers" if learnt.workers else ""
            rows.append(
                f"| {learnt.task} | {learnt.model}{where} | {learnt.rows:,} | {learnt.seconds:.0f} "
                f"| {learnt.error:.2%} | {learnt.megabytes:.0f} MB |"
            )
        parts.append("\n".join(rows))
    write_whole(folder / "LARGE.md", "\n\n".join(parts) + "\n")


def _tested(task: str, name: str, model: Any, rows: int, seconds: float, workers: int) -> Learnt:
    X, y = (each[:TESTED] for each in load_mnist("test"))
    wrong = [
        np.sum(model.predict(X[first : first + 1000]) != labelled(task, y[first : first + 1000]))
        for first in range(0, len(y), 1000)
    ]
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return Learnt(task, name, rows, workers, seconds, float(sum(wrong) / len(y)), megabytes)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    import numba

    parser = argparse.ArgumentParser(prog="benchmarks.large", description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS, help="how many digits")
    parser.add_argument("--features", type=int, default=2000, help="waves of the kernel")
    parser.add_argument("--block", type=int, default=5000, help="digits in a block")
    parser.add_argument("--workers", type=int, default=2, help="of a Dask cluster; 0 for none")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all measurements there")
    args = parser.parse_args(arguments)
    args.threads = numba.get_num_threads()
    return args


if __name__ == "__main__":
    raise SystemExit(main())
