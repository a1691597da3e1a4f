"""Digits by the million: ``python -m benchmarks.large [--rows N ...] [--workers N]``.

Parity and ten classes are learnt from up to 8 million digits that ``stream_digits`` makes block by
block. All models learn in one pass and are tested on the way, after 0.1, 1 and 8 million digits and
between, since the first digits of a long stream are a short one. Beside them stand the same work on
a Dask cluster and a kernel machine on 20,000 digits. A full run takes about an hour; its results go
to results/large/, and LARGE.md is made anew from the files of all processors.
"""

import argparse
import json
import re
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from sklearn.pipeline import make_pipeline

from benchmarks.report import machine, results_file, title
from kernelkit import Gaussian, GaussianClassifier, KernelSVM, LeastSquares, LinearSVM, Nystroem
from kernelkit.datasets import load_mnist, stream_digits
from kernelkit.experiments import fit_in_blocks
from kernelkit.writing import write_whole

HERE = Path(__file__).parent
ROWS = (100_000, 200_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000)
ON_A_CLUSTER = 100_000
KERNEL_ROWS = 20_000
TESTED = 10_000
WIDTH = 5.0  # of the Gaussian kernel, for grey levels from 0 to 1
RIDGE = 2e-6  # of least squares, for each sample
MU = 1e-5  # of Pegasos
LIMIT = 1000  # megabytes
TASKS = {"ten classes": list(range(10)), "parity": [0, 1]}
ABOUT = """Written by `make bench-large`: digits that `stream_digits` makes of the 60,000 training
digits of MNIST are learnt block by block, and the mistakes are those on its 10,000 test digits,
once as they are and once moved, turned and scaled as the others. *Parity* asks whether a digit is
odd; least squares for it is the sum of the five odd classes of least squares for ten. *Landmarks*
are the features of `Nystroem` for a Gaussian kernel of width 5. The ridge of least squares is 2e-6
for each sample, mu of Pegasos 1e-5, C of the SVM 10, the shrinkage of the Gaussians 0.1. Seconds
are those of making the digits, their features and what the model learns of them, for the SVM of its
fit alone. Memory is the peak of the whole process up to that line, with Python, its packages and
all models of the pass; of a cluster, that of its largest worker."""
PICTURE = (
    "![Mistakes against the number of digits learnt, a curve for each model.](../docs/large.png)"
)


class Learnt(NamedTuple):
    """What came of one model on so many rows."""

    task: str
    model: str
    rows: int
    workers: int  # of a Dask cluster; 0 is this process alone
    seconds: float
    error: float  # on the test digits
    error_moved: float  # on the test digits, moved like those it learnt from
    megabytes: float


@dataclass
class Runner:
    """A model that learns in the pass: by a sum, if it has one, or else from the stream."""

    name: str
    task: str  # whose labels it learns
    model: Any
    on_features: bool  # or on pixels
    seconds: float = 0.0  # that learning took
    total: Any = 0

    def learn(self, X: Any, y: Any) -> None:
        """Learn from one block."""
        start = perf_counter()
        y, classes = labelled(self.task, y), TASKS[self.task]
        if hasattr(self.model, "statistics"):
            self.total = self.total + self.model.statistics(X, y, classes)
        else:
            self.model.partial_fit(X, y, classes=classes)
        self.seconds += perf_counter() - start

    def models(self, rows: int) -> dict[str, Any]:
        """What it has learnt so far, for each task."""
        start = perf_counter()
        if isinstance(self.model, LeastSquares):
            self.model.ridge = RIDGE * rows
        if hasattr(self.model, "statistics"):
            self.model.fit_statistics(self.total)
        self.seconds += perf_counter() - start
        if isinstance(self.model, LeastSquares):
            return {"ten classes": self.model, "parity": OddOrEven(self.model)}
        return {self.task: self.model}


class OddOrEven:
    """Least squares for parity, from that for ten classes.

    Least squares is linear in its targets. The target of parity, 1 for odd digits and 0 for even
    ones, is the sum of the targets of the five odd digits, and so are its weights and its values.
    """

    def __init__(self, ten: Any) -> None:
        self.ten = ten

    def predict(self, X: Any) -> Any:
        """1 where the value is above one half."""
        return (self.ten.decision_function(X)[:, 1::2].sum(axis=1) > 0.5).astype(np.int64)


def runners(landmarks: int) -> list[Runner]:
    """All that learn; Gaussians are for the ten classes only, being no model of five digits."""
    gaussians = GaussianClassifier("per-class", 0.1)
    found = [
        Runner("Gaussians, a covariance per class", "ten classes", gaussians, False),
        Runner(f"least squares, {landmarks:,} landmarks", "ten classes", LeastSquares(), True),
    ]
    for task in TASKS:
        pegasos = LinearSVM(solver="pegasos", mu=MU)
        found.append(Runner(f"Pegasos, {landmarks:,} landmarks", task, pegasos, True))
    return found


def learn(rows: Sequence[int], landmarks: int, size: int) -> Iterator[Learnt]:
    """Go through the stream once, and test all models after so many rows each."""
    everyone = runners(landmarks)
    features = Nystroem(Gaussian(WIDTH), landmarks, random_state=0)
    making = transforming = 0.0
    start = 0
    for end in _borders(rows, size):
        (X, y), seconds = timed(digits, start, end)
        making += seconds
        if start == 0:
            transforming += timed(features.fit, X)[1]
        Z, seconds = timed(features.transform, X)
        transforming += seconds
        for each in everyone:
            each.learn(Z if each.on_features else X, y)
        start = end
        if end not in rows:
            continue
        for each in everyone:
            for task, model in each.models(end).items():
                seconds = making + each.seconds + (transforming if each.on_features else 0.0)
                steps = [features.transform] if each.on_features else []
                yield tested(task, each.name, model, end, seconds, steps)


def _borders(rows: Sequence[int], size: int) -> list[int]:
    """Where blocks end: after every so many digits, and where models are tested."""
    return sorted({*range(size, max(rows), size), *rows})


def on_a_cluster(rows: int, landmarks: int, size: int, workers: int) -> Learnt:
    """Least squares on the workers of a Dask cluster, with the bits of ``fit_in_blocks`` here."""
    import distributed

    dask: Any = distributed  # which has no types

    def fitted(client: Any = None) -> Any:
        blocks = (partial(digits, first, min(first + size, rows)) for first in range(0, rows, size))
        features = Nystroem(Gaussian(WIDTH), landmarks, random_state=0)
        model = make_pipeline(features, LeastSquares(RIDGE * rows))
        return fit_in_blocks(model, blocks, TASKS["ten classes"], client)

    here = fitted()
    options = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    with dask.LocalCluster(processes=True, **options) as cluster, dask.Client(cluster) as client:
        there, seconds = timed(fitted, client)
        largest = max(client.run(peak).values())
    np.testing.assert_array_equal(here[-1].coef_, there[-1].coef_)
    name = f"least squares, {landmarks:,} landmarks"
    learnt = tested("ten classes", name, there, rows, seconds, [])
    return learnt._replace(workers=workers, megabytes=largest)


def kernel_machine(task: str, rows: int) -> Learnt:
    """A Gaussian support vector machine on some of the same digits, which is all it can hold."""
    model = KernelSVM(10.0, Gaussian(WIDTH), memory=2e8)
    X, y = digits(0, rows)
    _, seconds = timed(model.fit, X, labelled(task, y))
    return tested(task, "Gaussian SVM", model, rows, seconds, [])


def digits(first: int, last: int) -> tuple[Any, Any]:
    """One block of the stream, made where it is used, with grey levels from 0 to 1."""
    ((X, y),) = stream_digits(last - first, block=last - first, start=first)
    return np.float32(X) / 255, y


def labelled(task: str, y: Any) -> Any:
    """The labels of a task."""
    return y % 2 if task == "parity" else y


def tested(
    task: str, name: str, model: Any, rows: int, seconds: float, steps: Sequence[Any]
) -> Learnt:
    """The mistakes of a model that comes after some steps, in blocks as well."""
    X, y = (each[:TESTED] for each in load_mnist("test"))
    ((moved, y_moved),) = stream_digits(TESTED, seed=1, block=TESTED, split="test")

    def error(X: Any, y: Any) -> float:
        wrong = 0
        for first in range(0, len(y), 1000):
            part = slice(first, first + 1000)
            block = np.float32(X[part]) / 255
            for step in steps:
                block = step(block)
            wrong += np.sum(model.predict(block) != labelled(task, y[part]))
        return float(wrong / len(y))

    return Learnt(task, name, rows, 0, seconds, error(X, y), error(moved, y_moved), peak())


def timed(work: Callable[..., Any], *arguments: Any) -> tuple[Any, float]:
    """What it returns, and the seconds it took."""
    start = perf_counter()
    result = work(*arguments)
    return result, perf_counter() - start


def peak() -> float:
    """The most memory that this process has ever held, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux, getrusage counts what the parent held as well
        held = re.search(r"VmHWM:\s*(\d+) kB", status.read_text(encoding="utf-8"))
        if held:
            return int(held[1]) * 1024 / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most * (1 if sys.platform == "darwin" else 1024) / 1e6


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, print each line as soon as it is there, and return 1 if the memory ran over.

    What is stored of this processor is replaced by a full run that came to its end, and by nothing
    else; a shorter one is stored where ``--json`` says.
    """
    args = _parse(arguments)
    found: list[Learnt] = []
    about = machine(args.threads)
    for learnt in _all(args):
        found.append(learnt)
        print(line(learnt), flush=True)
        if args.json:
            _store(args.json, about, found)
    if tuple(args.rows) == ROWS and args.workers and not args.json:
        _store(HERE / "results" / "large" / results_file(about), about, found)
        write_page()
        write_for_lesson()
    return int(max(learnt.megabytes for learnt in found) > LIMIT)


def _store(place: Path, about: dict[str, Any], found: Sequence[Learnt]) -> None:
    content = {"machine": about, "learnt": [one._asdict() for one in found]}
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, json.dumps(content, indent=1) + "\n")


def _all(args: argparse.Namespace) -> Iterator[Learnt]:
    most = max(args.rows)
    yield from learn(args.rows, args.landmarks, args.block)
    if args.workers:
        yield on_a_cluster(min(ON_A_CLUSTER, most), args.landmarks, args.block, args.workers)
    for task in TASKS:
        yield kernel_machine(task, min(KERNEL_ROWS, most))


def line(learnt: Learnt) -> str:
    """One line of the table on a terminal."""
    where = f" on {learnt.workers} workers" if learnt.workers else ""
    return (
        f"{learnt.task:<12} {learnt.model + where:<44}{learnt.rows:>10,} rows"
        f"{learnt.seconds:>9.1f} s{learnt.error:>8.2%}{learnt.error_moved:>8.2%} moved"
        f"{learnt.megabytes:>7.0f} MB"
    )


def read_large(folder: Path = HERE) -> list[tuple[str, list[Learnt]]]:
    """What the files hold, by processor."""
    found = []
    for path in sorted((folder / "results" / "large").glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        found.append((title(content["machine"]), [Learnt(**one) for one in content["learnt"]]))
    return found


def write_page(folder: Path = HERE) -> None:
    """LARGE.md, from the files of all processors."""
    parts = ["# Digits by the million", ABOUT, PICTURE]
    for processor, learnt in read_large(folder):
        rows = [
            "| task | model | rows | seconds | mistakes | moved | memory |",
            "|---|---|--:|--:|--:|--:|--:|",
        ]
        for one in learnt:
            where = f", {one.workers} Dask workers" if one.workers else ""
            rows.append(
                f"| {one.task} | {one.model}{where} | {one.rows:,} | {one.seconds:.0f} "
                f"| {one.error:.2%} | {one.error_moved:.2%} | {one.megabytes:.0f} MB |"
            )
        parts += [f"## {processor}", "\n".join(rows)]
    write_whole(folder / "LARGE.md", "\n\n".join(parts) + "\n")


def write_for_lesson(folder: Path = HERE, lessons: Path = HERE.parent / "lessons") -> None:
    """What lesson 17 draws: the run on the first of the processors."""
    processor, learnt = read_large(folder)[0]
    content = {"about": processor, "learnt": [one._asdict() for one in learnt]}
    place = lessons / "results" / "17_large_kernels.json"
    write_whole(place, json.dumps(content, indent=1) + "\n")


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    import numba

    parser = argparse.ArgumentParser(prog="benchmarks.large", description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS, help="test after so many")
    parser.add_argument("--landmarks", type=int, default=1500, help="features of the kernel")
    parser.add_argument("--block", type=int, default=2000, help="digits in a block")
    parser.add_argument("--workers", type=int, default=2, help="of a Dask cluster; 0 for none")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all measurements there")
    args = parser.parse_args(arguments)
    args.threads = numba.get_num_threads()
    return args


if __name__ == "__main__":
    raise SystemExit(main())
