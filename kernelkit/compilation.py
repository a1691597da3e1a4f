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
from typing import Any

import numpy as np

from kernelkit import core, distances, features, gram, kernels, losses, neighbors, showing, solvers
from kernelkit._jit import BEFORE_COMPILING
from kernelkit.estimators import CLASSIFIERS, KernelSVM
from kernelkit.solvers import KernelCache
from kernelkit.solvers.voting import STRATEGIES
from kernelkit.validation import Matrix, check_flag

__all__ = ["warmup"]

Step = tuple[str, Callable[[], object]]

# What other processes run: all steps, told line by line, or all in silence from the other end.
AHEAD = [sys.executable, "-m", "kernelkit.compilation"]
BACKWARDS = [*AHEAD, "--backwards"]
WIDTH, BLOCK = 30, "\N{FULL BLOCK}"


def warmup(progress: bool = True, background: bool = False) -> Thread | None:
    """Compile, or load from disk, every function the lessons use, in the order they use them.

    Parameters
    ----------
    progress : bool, default True
        Whether to draw a progress bar.
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
    put = showing.line_in_place() if shown else str  # which shows nothing
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
            silent = subprocess.DEVNULL  # what either has compiled, the other finds on disk
            others.append(subprocess.Popen(BACKWARDS, stdin=silent, stdout=silent, stderr=silent))

    BEFORE_COMPILING[:] = [share_the_work]
    try:
        for done, (name, call) in enumerate(todo):
            put(_bar(name, done, len(todo)))
            call()
    finally:
        BEFORE_COMPILING.clear()
        for other in others:
            other.kill()
            other.wait()
    put(_bar("ready", len(todo), len(todo)))


def _bar(name: str, done: int, total: int) -> str:
    filled = round(WIDTH * done / total) * BLOCK
    return f"{name:<28}{done / total:4.0%} |{filled:<{WIDTH}}| {done} of {total}"


def _compile_aside(put: Callable[[str], object]) -> None:
    """Let another process compile, and pass on what it says; of an error the last line."""
    said = "no answer"
    with subprocess.Popen(
        AHEAD,
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


def steps(copy: Callable[[Any], Any] = np.copy) -> list[Step]:
    """List what to compile: a name to show and a call on tiny data, in the order of the lessons.

    ``copy`` makes the arrays. However they lie in memory, and whether they may be written to, the
    same machine code serves; but for the loops of the core, which are called as they are.
    """
    X, K = copy(np.array([[0.0, 1.0], [2.0, 0.5], [1.0, 1.0]])), copy(np.eye(3))
    single, pixels = copy(X.astype(np.float32)), copy(X.astype(np.uint8))
    labels, signs = copy(np.array([0, 1, 2])), copy(np.array([1, -1, 1]))
    # Twelve points around three corners, four of each class.
    corners, steps = np.array([[0, 9], [9, 0], [9, 9]]), np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    points = copy((corners[:, None] + steps).reshape(12, 2).astype(np.float64))
    classes = copy(np.repeat(labels, 4))
    # Enough to be searched and read in float32.
    many, long = copy(np.arange(1024.0).reshape(512, 2)), copy(np.tile(single, (1, 2**17)))
    machines = KernelSVM(kernel="precomputed")
    return [
        *[
            (name.replace("_", " "), partial(getattr(distances, name), X[0], X[1]))
            for name in distances.METRICS
            if name != "minkowski"
        ],
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
        (
            "one epoch of a perceptron",
            lambda: (
                core.perceptron_epoch(X, signs, np.zeros(2)),
                core.dual_perceptron_epoch(K, signs, np.zeros(3)),
            ),
        ),
        *[
            (
                f"kernel perceptron, {strategy}",
                partial(solvers.kernel_perceptron, K, labels, 3, strategy, average=True),
            )
            for strategy in STRATEGIES
        ],
        (
            "kernels of two rows",
            lambda: [getattr(core.kernels, name)(X[0], X[1]) for name in core.kernels.__all__],
        ),
        *[(f"{kind.__name__} kernel", partial(_kernel, kind, X)) for kind in kernels.KERNELS],
        ("normalisation", lambda: gram.normalize(K)),
        ("polynomial features", lambda: features.polynomial_map(X, 2)),
        ("hinge subgradient", lambda: solvers.hinge_subgradient(X, signs)),
        ("hinge subgradient, float32", lambda: solvers.hinge_subgradient(single, signs)),
        ("hinge subgradient, pixels", lambda: solvers.hinge_subgradient(pixels, signs)),
        ("Pegasos", lambda: solvers.pegasos(X, signs, tolerance=1.0)),
        ("Pegasos, float32", lambda: solvers.pegasos(single, signs, tolerance=1.0)),
        ("dual coordinate descent", lambda: solvers.dual_coordinate_descent(X, signs)),
        (
            "the same, long rows",  # for a tolerance that lets them be float32
            lambda: solvers.dual_coordinate_descent(long, signs, tolerance=1.0),
        ),
        ("SMO", lambda: solvers.smo(K, signs)),
        ("SMO by rows", lambda: solvers.smo(KernelCache(kernels.Gaussian(), X), signs)),
        (
            "SMO by rows, float32",
            lambda: solvers.smo(KernelCache(kernels.Gaussian(), single), signs),
        ),
        ("SMO of many classes", lambda: machines.fit(K, labels)),
        ("SMO of many classes, float32", lambda: machines.fit(K.astype(np.float32), labels)),
        *[
            (f"{name} loss".replace("_", " "), partial(getattr(losses, name), K[0]))
            for name in losses.__all__
        ],
        *[(name, partial(_fit, kind, points, classes)) for name, kind in CLASSIFIERS.items()],
    ]


def _kernel(kind: type[kernels.Kernel], X: Matrix) -> object:
    return kind()(X), kind().diagonal(X)


def _fit(kind: type[Any], X: Matrix, y: Any) -> object:
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():  # of classes that a hyperplane separates, for one
        warnings.simplefilter("ignore", ConvergenceWarning)
        return kind().fit(X, y).predict(X)


if __name__ == "__main__":
    if sys.argv[1:] == ["--backwards"]:
        for _, call in reversed(steps()):
            call()
    else:
        compile_all(lambda line: print(line, flush=True))  # noqa: T201
