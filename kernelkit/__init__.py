"""Classifiers and kernel methods: readable as a textbook's code, compiled by numba.

Names load on first use (PEP 562), so ``import kernelkit`` is free: a kernel does not wait for
matplotlib, and a plot does not wait for scikit-learn. ``__init__.pyi`` says the same to editors.
"""

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

MODULES = (
    "certificates",
    "core",
    "datasets",
    "distances",
    "estimators",
    "exercises",
    "experiments",
    "features",
    "kernels",
    "live",
    "losses",
    "neighbors",
    "plotting",
    "showing",
    "solvers",
    "validation",
)
HOMES = {
    "InputError": "validation",
    "InputTypeError": "validation",
    "confusion": "plotting",
    "decision_regions": "plotting",
    "digits": "plotting",
    "gram": "kernels",
    "gram_matrix": "plotting",
    "learning_curve": "plotting",
    "loss_functions": "plotting",
    "margins": "plotting",
    "repeated_holdout": "experiments",
    "warmup": "compilation",
}
# Names that people try here: the solver is one thing, a single pass of its loop another.
MEANT = {
    name: f"; kernelkit.solvers.{name} is the solver, kernelkit.{one_pass} one pass of it"
    for name, one_pass in {
        "perceptron": "perceptron_epoch",
        "dual_perceptron": "dual_perceptron_epoch",
        "kernel_perceptron": "kernel_perceptron_epoch",
        "hinge_subgradient": "hinge_subgradient_at",
        "pegasos": "pegasos_epoch",
    }.items()
}
# Every other name is looked for in the public names of these: functions in the core, classes in the
# others, the light one first. So a new loop, kernel or classifier is registered once, in its own
# package.
TABLES = ("core", "kernels", "estimators")


def __getattr__(name: str) -> Any:
    if name == "__all__":
        registered = [each for table in TABLES for each in _public(table)]
        return sorted({*MODULES, *HOMES, *registered})
    if name in MODULES:
        return import_module(f"kernelkit.{name}")
    home = HOMES.get(name) or (not name.startswith("_") and _table_of(name))
    if not home:
        where = MEANT.get(name, "")
        message = f"module 'kernelkit' has no attribute {name!r}{where}"
        raise AttributeError(message)
    value = getattr(import_module(f"kernelkit.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__getattr__("__all__"), "__version__"]


def _table_of(name: str) -> str | None:
    tables = TABLES[1:] if name[:1].isupper() else TABLES[:1]
    return next((table for table in tables if name in _public(table)), None)


def _public(table: str) -> list[str]:
    names: list[str] = import_module(f"kernelkit.{table}").__all__
    return names
