"""Letters that tell values apart: equal for equal contents, in every process and on every day.

Neither ``==`` nor ``str`` will do. A class may compare less than it holds, and long arrays are
printed with dots in their middle.
"""

import hashlib
import json
from pickle import PicklingError
from typing import Any

import joblib
import numpy as np
from sklearn.base import BaseEstimator

from kernelkit.validation import InputError

__all__ = ["fingerprint"]


def fingerprint(value: Any, name: str) -> str:
    """Give 32 letters for all that a value holds, or refuse what cannot be looked into."""
    try:
        parts = json.dumps(_parts(value), sort_keys=True)
    except (PicklingError, TypeError, AttributeError) as error:
        message = (
            f"{name} must be made of what can be pickled, to be told from others: {error}; "
            "functions and classes can if they stand at the top of a module"
        )
        raise InputError(" ".join(message.split())) from error
    return hashlib.blake2b(parts.encode(), digest_size=16).hexdigest()


def _parts(value: Any) -> Any:
    """Take a classifier as its class and parameters: what it learnt before does not matter."""
    if isinstance(value, BaseEstimator):
        kind = type(value)
        return [kind.__module__, kind.__qualname__, _parts(value.get_params(deep=False))]
    if isinstance(value, dict):
        return {str(key): _parts(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_parts(item) for item in value]
    # Strings of an object array are elsewhere in memory, and wherever they please.
    if isinstance(value, np.ndarray) and value.dtype.kind in "OU":
        return joblib.hash(value.tolist())
    return joblib.hash(value)
