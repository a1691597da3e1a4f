"""Classifiers and kernel methods: readable as a textbook's code, compiled by numba.

Names load on first use (PEP 562), so ``import kernelkit`` is free: a kernel does not wait for
matplotlib, and a plot does not wait for scikit-learn.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

MODULES = (
    "certificates",
    "datasets",
    "distances",
    "estimators",
    "exercises",
    "experiments",
    "features",
    "kernels",
    "losses",
    "neighbors",
    "plotting",
    "solvers",
    "validation",
)
HOMES = {
    "compilation": ("warmup",),
    "estimators": (
        "KNN",
        "BagOfWords",
        "BayesianLogisticRegression",
        "FisherDiscriminant",
        "GaussianClassifier",
        "KernelPerceptron",
        "KernelSVM",
        "LeastSquares",
        "LinearSVM",
        "LogisticRegression",
        "MultinomialNaiveBayes",
        "Nystroem",
        "Perceptron",
        "RandomFourier",
    ),
    "experiments": ("repeated_holdout",),
    "kernels": (
        "Gaussian",
        "Kernel",
        "Laplacian",
        "Linear",
        "Polynomial",
        "Spectrum",
        "gram",
    ),
    "plotting": (
        "confusion",
        "decision_regions",
        "digits",
        "gram_matrix",
        "learning_curve",
        "loss_functions",
        "margins",
    ),
    "validation": ("InputError", "InputTypeError"),
}
_HOME_OF = {name: module for module, names in HOMES.items() for name in names}

__all__ = sorted([*MODULES, *_HOME_OF])  # noqa: PLE0605  # computed from the two tables above


def __getattr__(name: str) -> Any:
    if name in MODULES:
        return import_module(f"kernelkit.{name}")
    if name in _HOME_OF:
        value = getattr(import_module(f"kernelkit.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value
    message = f"module 'kernelkit' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
