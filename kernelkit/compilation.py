"""Compile ahead of time what the lessons use, so that no lesson makes its reader wait.

Lesson 00_start_here runs it. What numba compiles is kept on disk: once is enough for an
installation.
"""

import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from threading import Thread
from time import perf_counter
from types import ModuleType
from typing import Any

import numpy as np

from kernelkit import distances, features, gram, kernels, losses, neighbors, showing, solvers
from kernelkit._jit import before_compiling
from kernelkit.estimators import CLASSIFIERS
from kernelkit.kernels import functions
from kernelkit.solvers.kernel_cache import GivenRows, KernelCache
from kernelkit.solvers.svm.multiclass import svm_machines
from kernelkit.solvers.voting import STRATEGIES
from kernelkit.validation import Matrix, Vector, as_classes, as_gram, check_flag

__all__ = ["warmup"]

Step = tuple[str, Callable[[], object]]

CHILD = """
from kernelkit.compilation import compile_all
compile_all(lambda line: print(line, flush=True))
"""
# On another core, from the other end: what either has compiled, the other finds on disk.
OTHER_END = """
from kernelkit.compilation import steps
for name, call in reversed(steps()):
    call()
"""
WIDTH, BLOCK = 30, "\N{FULL BLOCK}"
FAITH = 3.0  # seconds of work after which a machine's own pace counts as much as the costs below

# About how many seconds a step takes to compile, for the bar to say how long it will be; the
# others take about a tenth of a second.
COSTS = {
    "euclidean": 0.8,
    "cosine": 0.7,
    "Euclidean matrix": 4.5,
    "other distance matrices": 3.3,
    "nearest neighbours": 4.0,
    "nearest among many": 3.0,
    "nearest by other distances": 0.9,
    "votes": 1.1,
    "one epoch of a perceptron": 0.8,
    "kernel perceptron, one-vs-rest": 0.6,
    "kernels of two rows": 0.8,
    "hinge subgradient": 2.1,
    "hinge subgradient, float32": 2.1,
    "hinge subgradient, pixels": 2.0,
    "dual coordinate descent": 3.0,
    "the same, long rows": 5.0,
    "SMO": 3.1,
    "SMO by rows, float32": 5.5,
    "SMO of many classes": 1.0,
    "SMO of many classes, float32": 0.7,
}


def warmup(progress: bool = True, background: bool = False) -> Thread | None:
    """Compile, or load from disk, every function the lessons use, in the order they use them.

    Parameters
    ----------
    progress : bool, default True
        Whether to draw a progress bar that says about how long it will take.
    background : bool, default False
        Whether to return at once and to compile in a process of its own: a notebook then answers
        meanwhile as quickly as ever, and finds on disk what is compiled already.

    Returns
    -------
    Thread or None
        With ``background``, the thread that waits for the other process; its ``join`` waits, too.
    """
    shown = check_flag(progress, "progress")
    aside = check_flag(background, "background")
    put = showing.line_in_place() if shown else _nothing
    if aside:
        thread = Thread(target=_compile_aside, args=(put,), name="kernelkit warmup", daemon=True)
        thread.start()
        return thread
    compile_all(put, cores=os.cpu_count() or 1)
    if shown and not showing.in_notebook():
        sys.stdout.write("\n")
    return None


def compile_all(put: Callable[[str], object], cores: int = 1) -> None:
    """Take step after step; before each, and in the end, ``put`` gets a bar as a line of text.

    With two cores, another process meets this one half way, if there is anything to compile.
    """
    todo = steps()
    others: list[subprocess.Popen[bytes]] = []

    def share_the_work() -> None:
        if cores > 1:
            command, silent = [sys.executable, "-c", OTHER_END], subprocess.DEVNULL
            others.append(subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent))

    before_compiling(share_the_work)
    total = sum(_cost(name) for name, _ in todo)
    started, done = perf_counter(), 0.0
    try:
        for count, (name, call) in enumerate(todo):
            way = total / (1 + len(others))
            # The pace is that of the machine the costs were measured on, until this one has shown
            # its own.
            pace = (perf_counter() - started + FAITH) / (done + FAITH)
            left = max(1, round((way - done) * pace))
            put(_bar(name, min(done / way, 1), f"{count} of {len(todo)}, about {left} s left"))
            call()
            done += _cost(name)
    finally:
        before_compiling(_silent)
        for other in others:
            other.kill()
            other.wait()
    put(_bar("ready", 1.0, f"{len(todo)} of {len(todo)}"))


def _bar(name: str, share: float, words: str) -> str:
    return f"{name:<28}{share:4.0%} |{round(WIDTH * share) * BLOCK:<{WIDTH}}| {words}"


def _cost(name: str) -> float:
    return COSTS.get(name, 0.1)


def _compile_aside(put: Callable[[str], object]) -> None:
    """Let another process compile, and pass on what it says; of an error the last line."""
    said = "no answer"
    with subprocess.Popen(
        [sys.executable, "-c", CHILD],
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as process:
        for line in process.stdout or ():
            said = line.strip() or said
            if "% |" in line:
                put(line.rstrip("\n"))
    if process.returncode:
        put(f"compiling stopped ({said}); each function will be compiled when it is first used")


def _nothing(_: str) -> None:
    """Show nothing."""


def _silent() -> None:
    """Nor start anything more."""


def steps(copy: Callable[[Any], Any] = np.copy) -> list[Step]:
    """List what to compile: a name to show and a call on tiny data, in the order of the lessons.

    ``copy`` makes the arrays. However they lie in memory, and whether they may be written to, the
    same machine code serves.
    """
    X, K = copy(np.array([[0.0, 1.0], [2.0, 0.5], [1.0, 1.0]])), copy(np.eye(3))
    single, pixels = copy(X.astype(np.float32)), copy(X.astype(np.uint8))
    labels, signs = copy(np.array([0, 1, 2])), copy(np.array([1, -1, 1]))
    # Twelve points around three corners, four of each class.
    corners, steps = np.array([[0, 9], [9, 0], [9, 9]]), np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    points = copy((corners[:, None] + steps).reshape(12, 2).astype(np.float64))
    classes = copy(np.repeat(labels, 4))
    # Enough to be searched and read in float32.
    many, long = copy(np.arange(128.0).reshape(64, 2)), copy(np.tile(single, (1, 2**17)))
    return [
        *[_step(distances, name, X[0], X[1]) for name in distances.METRICS if name != "minkowski"],
        ("Minkowski distance", lambda: distances.minkowski(X[0], X[1], 3)),
        ("Euclidean matrix", lambda: distances.pairwise(X)),
        ("other distance matrices", lambda: distances.pairwise(X, metric="manhattan")),
        ("nearest neighbours", lambda: neighbors.k_nearest(X, X, 1)),
        ("nearest among many", lambda: neighbors.k_nearest(many, many, 1)),
        ("nearest by other distances", lambda: neighbors.k_nearest(X, X, 1, "manhattan")),
        ("votes", lambda: neighbors.vote(np.ones((3, 3)), labels[[[0, 1, 2]] * 3], 3, True)),
        ("perceptron", lambda: solvers.perceptron(X, signs)),
        ("perceptron of many classes", lambda: solvers.multiclass_perceptron(X, labels, 3)),
        ("dual perceptron", lambda: solvers.dual_perceptron(K, signs)),
        ("one epoch of a perceptron", partial(_epochs, X, K, signs)),
        *[(f"kernel perceptron, {s}", partial(_perceptrons, K, labels, s)) for s in STRATEGIES],
        ("kernels of two rows", partial(_of_two_rows, X[0], X[1])),
        *[(f"{kind.__name__} kernel", partial(_kernel, kind, X)) for kind in kernels.KERNELS],
        ("normalisation", lambda: gram.normalize(K)),
        ("polynomial features", lambda: features.polynomial_map(X, 2)),
        ("hinge subgradient", lambda: solvers.hinge_subgradient(X, signs)),
        ("hinge subgradient, float32", lambda: solvers.hinge_subgradient(single, signs)),
        ("hinge subgradient, pixels", lambda: solvers.hinge_subgradient(pixels, signs)),
        ("Pegasos", lambda: solvers.pegasos(X, signs, tolerance=1.0)),
        ("Pegasos, float32", lambda: solvers.pegasos(single, signs, tolerance=1.0)),
        ("dual coordinate descent", lambda: solvers.dual_coordinate_descent(X, signs)),
        ("the same, long rows", lambda: solvers.dual_coordinate_descent(long, signs)),
        ("SMO", lambda: solvers.smo(K, signs)),
        ("SMO by rows", lambda: solvers.smo(KernelCache(kernels.Gaussian(), X), signs)),
        (
            "SMO by rows, float32",
            lambda: solvers.smo(KernelCache(kernels.Gaussian(), single), signs),
        ),
        ("SMO of many classes", lambda: _many_machines(K, labels)),
        ("SMO of many classes, float32", lambda: _many_machines(K.astype(np.float32), labels)),
        *[
            (f"{name} loss".replace("_", " "), partial(getattr(losses, name), K[0]))
            for name in losses.__all__
        ],
        *[(name, partial(_fit, kind, points, classes)) for name, kind in CLASSIFIERS.items()],
    ]


def _epochs(X: Matrix, K: Matrix, signs: Any) -> object:
    w, alpha = np.zeros(X.shape[1]), np.zeros(len(K))
    primal = solvers.perceptron_epoch(X, signs, w, 0.0, 1.0, 1.0)
    return primal, solvers.dual_perceptron_epoch(K, signs, alpha, 0.0, 1.0)


def _of_two_rows(x: Vector, z: Vector) -> object:
    of_products = functions.linear(x, z), functions.polynomial(x, z, 2, 1.0)
    return of_products, functions.gaussian(x, z, 1.0), functions.laplacian(x, z, 1.0)


def _kernel(kind: type[kernels.Kernel], X: Matrix) -> object:
    return kind()(X), kind().diagonal(X)


def _fit(kind: type[Any], X: Matrix, y: Any) -> object:
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():  # of classes that a hyperplane separates, for one
        warnings.simplefilter("ignore", ConvergenceWarning)
        return kind().fit(X, y).predict(X)


def _perceptrons(K: Matrix, labels: Any, strategy: str) -> object:
    return solvers.kernel_perceptron(K, labels, 3, strategy, average=True)


def _many_machines(K: Matrix, labels: Any) -> object:
    machines = GivenRows(as_gram(K)), as_classes(labels, len(K), len(K)), len(K)
    return svm_machines("one-vs-one", *machines, np.ones(len(K)), 1e-3, 1000)


def _step(module: ModuleType, name: str, *args: Any) -> Step:
    return name.replace("_", " "), partial(getattr(module, name), *args)
