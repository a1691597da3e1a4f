"""Compile ahead of time what the lessons use, so that no lesson makes its reader wait.

Lesson 00_start_here runs it. What numba compiles is kept on disk: once is enough for an
installation.
"""

import sys
import warnings
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from kernelkit import distances, features, gram, kernels, losses, neighbors, solvers
from kernelkit.estimators import CLASSIFIERS
from kernelkit.kernels import functions
from kernelkit.solvers.kernel_cache import GivenRows, KernelCache
from kernelkit.solvers.svm.multiclass import svm_machines
from kernelkit.solvers.voting import STRATEGIES
from kernelkit.validation import Matrix, Vector, as_classes, as_gram, check_flag

__all__ = ["warmup"]

Step = tuple[str, Callable[[], object]]


def warmup(progress: bool = True) -> None:
    """Compile, or load from disk, every function the lessons use, in the order they use them.

    Parameters
    ----------
    progress : bool, default True
        Whether to draw a progress bar on standard output.
    """
    from tqdm import tqdm

    shown = check_flag(progress, "progress")
    form = "{desc:<28}{percentage:3.0f}% |{bar:30}| {n_fmt} of {total_fmt}"
    todo = steps()
    with tqdm(total=len(todo), bar_format=form, file=sys.stdout, disable=not shown) as bar:
        for name, call in todo:
            bar.set_description_str(name)
            call()
            bar.update()
        bar.set_description_str("ready")


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
    return [
        *[_step(distances, name, X[0], X[1]) for name in distances.METRICS if name != "minkowski"],
        ("Minkowski distance", lambda: distances.minkowski(X[0], X[1], 3)),
        ("Euclidean matrix", lambda: distances.pairwise(X)),
        ("other distance matrices", lambda: distances.pairwise(X, metric="manhattan")),
        ("nearest neighbours", lambda: neighbors.k_nearest(X, X, 1)),
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
        ("the same, float32", lambda: solvers.dual_coordinate_descent(single, signs)),
        ("SMO", lambda: solvers.smo(K, signs)),
        ("SMO by rows", lambda: solvers.smo(KernelCache(kernels.Gaussian(), X), signs)),
        (
            "SMO by rows, float32",
            lambda: solvers.smo(KernelCache(kernels.Gaussian(), single), signs),
        ),
        ("SMO of many classes", lambda: _many_machines(K, labels)),
        ("SMO of many classes, float32", lambda: _many_machines(K.astype(np.float32), labels)),
        *[_step(losses, name, K[0]) for name in losses.__all__],
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
