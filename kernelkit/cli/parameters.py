"""Classifiers by name, and the values that ``--set`` gives their parameters.

A classifier joins by a line in ``kernelkit.estimators.CLASSIFIERS``. Its parameters are those of
its constructor, with the fields of a kernel among them (``kernel__sigma``).
"""

import inspect
from collections.abc import Sequence
from typing import Any, get_args

from kernelkit.estimators import CLASSIFIERS
from kernelkit.validation import InputError, check_choice

__all__ = ["described", "make_classifier"]

WORDS = {bool: "true or false", int: "a whole number", float: "a number or inf", str: "a word"}
YES_OR_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def make_classifier(name: str, settings: Sequence[str], seed: int) -> Any:
    """Make a classifier by its name in ``CLASSIFIERS``.

    Parameters
    ----------
    name : a key of ``CLASSIFIERS``
    settings : ``parameter=value``, each parameter at most once
    seed : the ``random_state`` of classifiers that have one, unless the settings say another
    """
    kind = CLASSIFIERS[check_choice(name, "--classifier", tuple(CLASSIFIERS))]
    model = kind()
    defaults = model.get_params()
    values: dict[str, Any] = {}
    for setting in settings:
        parameter, equals, text = setting.partition("=")
        if not equals:
            message = f"--set: expected PARAMETER=VALUE, got {setting!r}"
            raise InputError(message)
        if parameter not in defaults:
            message = f"--set: expected one of {', '.join(defaults)} for {name}, got {parameter!r}"
            raise InputError(message)
        if parameter in values:
            message = f"--set: expected each parameter once, got {parameter!r} twice"
            raise InputError(message)
        values[parameter] = _parse(
            parameter, text, defaults[parameter], _annotated(kind, parameter)
        )
    if "random_state" in defaults:
        values.setdefault("random_state", seed)
    return model.set_params(**values)


def described(model: Any) -> str:
    """List the parameters of a classifier: ``n_neighbors=5, metric=euclidean``."""
    # In the order of the constructor; get_params sorts them.
    names = inspect.signature(type(model)).parameters
    return ", ".join(f"{name}={getattr(model, name)}" for name in names)


def _annotated(kind: type, parameter: str) -> Any:
    # Not the type of the default: that of "p: float = 2" is int.
    signature = inspect.signature(kind).parameters
    return signature[parameter].annotation if parameter in signature else None


def _parse(parameter: str, text: str, default: Any, annotation: Any) -> Any:
    """Read a value of the parameter's type; one without a type is a whole number or none."""
    optional = default is None
    if optional and text.lower() == "none":
        return None
    kind = _kind(default, annotation)
    if kind not in WORDS:
        message = f"--set: {parameter} is a {kind.__name__} and cannot be set from here"
        raise InputError(message)
    try:
        return YES_OR_NO[text.lower()] if kind is bool else kind(text)
    except (ValueError, KeyError) as error:
        wanted = WORDS[kind] + " or none" * optional
        message = f"--set: expected {wanted} for {parameter}, got {text!r}"
        raise InputError(message) from error


def _kind(default: Any, annotation: Any) -> Any:
    """Find the type of a parameter: ``float`` for ``mu: float | None = None``."""
    if annotation in WORDS:
        return annotation
    if default is not None:
        return type(default)
    return next((kind for kind in get_args(annotation) if kind in WORDS), int)
