"""The border: arrays and numbers are checked and made alike here, once; then code trusts them.

A check returns what compiled code wants (C-contiguous, aligned, float32 or float64) or raises an
error that names the argument, what is allowed and what came: an ``InputError`` for a wrong value
(it is a ``ValueError``), an ``InputTypeError`` for a wrong type (it is a ``TypeError`` too). These
two are raised for nothing else, so whoever catches them knows that the input is at fault.
"""

import functools
import inspect
import math
import numbers
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import is_dataclass
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

__all__ = ["InputError", "InputTypeError"]  # for readers; the library takes what it needs

SMALL_GRAM = 1000  # a Gram matrix of so many rows is read as a whole
TRIED_ROWS = 64  # how many rows of a larger one, or of one that is only sampled, are tried
COMPARED_TOGETHER = 128  # rows and columns that are compared with their mirror image at a time
LARGE_GRAM = 4096  # up to so many rows all of them have their symmetry tried
LARGEST_ARRAY = 2**31  # bytes: what a laptop can spare, and the same on every machine
NOT_THE_USERS = {"kernelkit", "contextlib", "sklearn", "joblib", "concurrent"}  # modules
LARGEST_DEGREE = 1000  # of a polynomial kernel
NO_NUMBERS = bool, np.bool_, np.timedelta64  # though Python or NumPy counts them among them
LARGEST_WHOLE = 2**63 - 1  # that compiled code can count to
# What scikit-learn and SciPy call what has another name here.
OTHER_WORDS = (
    ("C", "prior_variance"),
    ("alpha", "ridge"),
    ("alpha", "smoothing"),
    ("cityblock", "manhattan"),
    ("coef0", "offset"),
    ("crammer_singer", "multiclass"),
    ("decision_function_shape", "strategy"),
    ("eta0", "learning_rate"),
    ("k", "n_neighbors"),
    ("l1", "manhattan"),
    ("l2", "euclidean"),
    ("max_iter", "max_epochs"),
    ("multi_class", "strategy"),
    ("n_components", "n_features"),
    ("ovo", "one-vs-one"),
    ("ovr", "one-vs-rest"),
    ("seed", "random_state"),
    ("tol", "tolerance"),
)

# NumPy's types do not count dimensions; these two names do, for readers.
Matrix: TypeAlias = npt.NDArray[np.floating[Any]]
Vector: TypeAlias = npt.NDArray[np.floating[Any]]
Integers: TypeAlias = npt.NDArray[np.int64]  # counts, indices, classes
Labels: TypeAlias = npt.NDArray[Any]
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class InputError(ValueError):
    """What is wrong with a value that was given, in a sentence that names the argument.

    The argument is a field, so that a caller whose own name for it is another can put that there. A
    sentence about no argument, such as one of scikit-learn's, is given whole.
    """

    def __init__(self, argument: str, text: str = "") -> None:
        super().__init__(argument, text)
        self.argument, self.text = argument, text

    def __str__(self) -> str:
        return f"{self.argument} {' '.join(self.text.split())}" if self.text else self.argument


class InputTypeError(InputError, TypeError):
    """The same for a value of a wrong type."""


class TooFewSamplesError(InputError):
    """The same for samples that are all right, but too few or too much alike for a model."""


@contextmanager
def naming(names: Mapping[str, str]) -> Iterator[None]:
    """Let errors name arguments as the caller does, and not as what it calls: ``{"K": "X"}``."""
    try:
        yield
    except InputError as error:
        error.argument = names.get(error.argument, error.argument)
        raise


def as_matrix(X: Any, name: str = "X", *, pixels: bool = False) -> Matrix:
    """Samples in rows, features in columns: not empty, finite, float32 or float64.

    With ``pixels`` an array of bytes (uint8) stays one, for compiled code that reads bytes.
    """
    array = _as_floats(X, name, pixels)
    shape = f"got shape {array.shape}"
    if array.ndim != 2:
        hint = f"; {name}.reshape(-1, 1) makes it one feature" if array.ndim == 1 else ""
        rule = "must be two-dimensional (samples in rows, features in columns)"
        raise InputError(name, f"{rule}, {shape}{hint}")
    if array.size == 0:
        raise InputError(name, f"must have at least one sample and one feature, {shape}")
    return _finite(array, name)


def as_vector(x: Any, name: str = "x") -> Vector:
    """One-dimensional, not empty, finite, float32 or float64."""
    array = _as_floats(x, name)
    if array.ndim != 1 or array.size == 0:
        raise InputError(name, f"must be one-dimensional and not empty, got shape {array.shape}")
    return _finite(array, name)


def as_margins(t: Any, name: str = "t") -> Any:
    """Check the argument of a loss: a finite number, or an array of them of any shape."""
    array = _as_floats(t, name)
    if array.size == 0:
        raise InputError(name, f"must hold at least one number, got shape {array.shape}")
    array = _finite(array, name)
    return array if array.ndim else float(array)


def as_pair(X: Any, Z: Any = None) -> tuple[Matrix, Matrix]:
    """Two matrices of the same features and dtype; without Z (or with Z = X) the same one twice."""
    left = as_matrix(X, "X")
    if Z is None or Z is X:
        return left, left
    right = as_matrix(Z, "Z")
    if left.shape[1] != right.shape[1]:
        raise InputError("Z", f"must have the {left.shape[1]} features of X, got {right.shape[1]}")
    dtype = np.promote_types(left.dtype, right.dtype)
    return left.astype(dtype, copy=False), right.astype(dtype, copy=False)


def as_gram(K: Any, name: str = "K", *, sampled: bool = False) -> Matrix:
    """Turn a Gram matrix into floats: square, finite, symmetric up to rounding.

    With ``sampled`` only some rows are read, for solvers that are done sooner than the whole matrix
    could be read, and notice in their scores what is not finite.
    """
    array = _as_floats(K, name)
    _check_square(array, name)
    few = sampled and len(array) > SMALL_GRAM
    if not few or not np.isfinite(array[_tried_rows(len(array))]).all():
        _finite(array, name)
    return check_gram(array, name, whole=not sampled)


def check_gram(array: Matrix, name: str, *, whole: bool = False) -> Matrix:
    """Return finite numbers that are a square matrix, symmetric up to rounding.

    It is read as a whole on request, if it is not too large; else where some rows meet, because to
    read whole columns takes longer than to learn.
    """
    _check_square(array, name)
    tried = _tried_rows(len(array))
    some = array if whole and len(array) <= LARGE_GRAM else array[tried[:, np.newaxis], tried]
    starts, gap = range(0, len(some), COMPARED_TOGETHER), 0.0
    with np.errstate(over="ignore"):
        for i, j in ((i, j) for i in starts for j in starts if j <= i):
            tile, mirror = (
                some[i : i + COMPARED_TOGETHER, j : j + COMPARED_TOGETHER],
                some[j : j + COMPARED_TOGETHER, i : i + COMPARED_TOGETHER],
            )
            gap = max(gap, float(np.abs(tile - mirror.T).max()))
    if gap > 1e4 * float(np.finfo(array.dtype).eps) * float(np.abs(some).max()):
        raise InputError(name, f"must be symmetric, got entries {gap:.3g} off their mirror image")
    return array


def _check_square(array: Matrix, name: str) -> None:
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.size == 0:
        rule = "must be a square matrix, the kernel values of samples with one another"
        raise InputError(name, f"{rule}, at least one, got shape {array.shape}")


def _tried_rows(n: int) -> Integers:
    """The first row, the last, and some between."""
    tried = np.arange(0, n, -(-n // TRIED_ROWS))
    tried[-1] = n - 1
    return tried


def as_signs(y: Any, n: int, name: str = "y", *, both: bool = False) -> Vector:
    """Check labels +1 and -1, one per sample, with ``both`` each of them; they become float64."""
    labels = _as_numeric_labels(y, n, name)
    strange = labels[~np.isin(labels, (-1, 1))]
    if strange.size > 0:
        raise InputError(name, f"must hold labels +1 and -1, got {strange[0]}")
    if both and (labels == labels[0]).all():
        raise InputError(name, f"must hold both labels, +1 and -1, got only {labels[0]:+g}")
    return labels.astype(np.float64)


def as_classes(y: Any, n: int, n_classes: int, name: str = "y") -> Integers:
    """Check labels 0, 1, ..., n_classes - 1, one per sample."""
    labels = _as_numeric_labels(y, n, name)
    fits = (labels >= 0) & (labels < n_classes) & (labels == np.floor(labels))
    if not fits.all():
        whole = f"whole numbers from 0 to {n_classes - 1}"
        raise InputError(name, f"must hold {whole}, got {labels[~fits][0]}")
    return labels.astype(np.int64)


def as_labels(y: Any, n_samples: int | None, name: str = "y") -> Labels:
    """Turn labels into an array: all numbers or all strings, one for each sample if it counts."""
    # Lists go through dtype=object: NumPy would turn ["a", 1] into two strings without a word.
    labels = as_array(y, name, None if hasattr(y, "dtype") else object)
    if labels.ndim != 1 or labels.size == 0 or n_samples not in {None, labels.size}:
        each = "" if n_samples is None else f" for each of the {n_samples} samples"
        text = f"must be one-dimensional with one label{each}, got shape {labels.shape}"
        raise InputError(name, text)
    return _of_one_kind(labels, name)


def as_strings(strings: Any, name: str = "X") -> list[str]:
    """Make a list of strings of a list, tuple or array of them; one bare string is a mistake."""
    rule = "must be a list of strings, got"
    if is_frame(strings):  # which would give the names of its columns
        raise InputTypeError(name, f"{rule} a frame: choose one of its columns")
    bare = isinstance(strings, np.ndarray) and strings.ndim == 0
    if bare or isinstance(strings, str) or not isinstance(strings, Iterable):
        raise InputTypeError(name, f"{rule} {_describe(strings)}")
    items = []
    for i, item in enumerate(strings):
        if not isinstance(item, str):
            raise InputTypeError(name, f"{rule} {_describe(item)} at position {i}")
        items.append(str(item))
    if not items:
        raise InputError(name, "must hold at least one string, got an empty list")
    return items


def as_path(path: Any, name: str = "path") -> Path:
    """Make a path of what a person gave as one."""
    text = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(text, str) or "\0" in text:
        raise InputTypeError(name, f"must be the name of a file or folder, got {_describe(path)}")
    return Path(text)


def check_number(
    value: Any,
    name: str,
    *,
    above: float = -math.inf,
    at_least: float = -math.inf,
    at_most: float = math.inf,
) -> float:
    """Return a finite number within bounds, as a float."""
    number = _as_real(value, name)
    if not (math.isfinite(number) and above < number and at_least <= number <= at_most):
        bounds = {"above": above, "at least": at_least, "at most": at_most}
        given = [f"{word} {bound:g}" for word, bound in bounds.items() if math.isfinite(bound)]
        raise InputError(name, f"must be {' and '.join(['finite', *given])}, got {shown(value)}")
    return number


def check_whole(value: Any, name: str, *, at_least: int = 1, at_most: int = LARGEST_WHOLE) -> int:
    """Return a whole number, at least 1 unless told otherwise, as an int."""
    if isinstance(value, NO_NUMBERS) or not isinstance(value, numbers.Real):
        raise InputTypeError(name, f"must be a whole number, got {_describe(value)}")
    # Not by way of a float: that has digits for whole numbers up to 2**53 only.
    number = int(value) if isinstance(value, numbers.Integral) else float(value)
    if not (at_least <= number <= at_most and number == int(number)):
        limited = at_most < LARGEST_WHOLE or at_most < number < math.inf
        bounds = f"at least {at_least} and at most {at_most}" if limited else f"at least {at_least}"
        raise InputError(name, f"must be a whole number, {bounds}, got {shown(value)}")
    return int(number)


def check_flag(value: Any, name: str) -> bool:
    """Return True or False; nothing else is taken, for Python counts the word "False" as true."""
    if not isinstance(value, bool | np.bool_):
        raise InputTypeError(name, f"must be True or False, got {shown(value)}")
    return bool(value)


def check_size(n_bytes: int, what: str, remedy: str) -> None:
    """Refuse what is too large for a laptop by arithmetic, before any memory is asked for."""
    if n_bytes > LARGEST_ARRAY:
        rule = f"must need at most {LARGEST_ARRAY / 2**30:g} GiB of memory"
        raise InputError(what, f"{rule}, got {-(-n_bytes // 2**30):,} GiB; {remedy}")


def empty_matrix(n: int, m: int, dtype: npt.DTypeLike = np.float64) -> Matrix:
    """Memory for a value for each of n times m pairs of samples, or a sentence."""
    try:
        return np.empty((n, m), dtype)
    except (MemoryError, ValueError) as error:  # more than there is, more than NumPy can count
        what = f"a matrix of {n:,} x {m:,} pairs of samples"
        gibibytes = -(-n * m * np.dtype(dtype).itemsize // 2**30)
        text = f"must fit in memory, got {gibibytes:,} GiB; ask for fewer rows at a time"
        raise InputError(what, text) from error


def check_choice(value: Any, name: str, allowed: Sequence[str]) -> str:
    """Return one of the allowed words."""
    if not isinstance(value, str) or value not in allowed:
        hint = meant(value, allowed) if isinstance(value, str) else ""
        raise InputError(name, f"must be one of {', '.join(allowed)}, got {shown(value)}{hint}")
    return str(value)


def check_parameters(owner: type, given: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse a keyword that a class does not know, and name the one that was meant."""
    for name, value in given.items():
        if name not in known:
            kind = owner.__name__
            other = f"; did you mean {kind}.from_{name}({shown(value)})?"  # another way to make one
            hint = other if hasattr(owner, f"from_{name}") else meant(name, known)
            has = ", ".join(known) or "none"
            raise InputTypeError(name, f"is not a parameter of {kind}, which has {has}{hint}")


class Parameters:
    """Base of classes whose constructor answers a keyword that it does not know kindly."""

    def __new__(cls, *args: Any, **keywords: Any) -> Self:
        known = inspect.signature(cls.__init__).parameters if keywords else {}
        if not any(each.kind == each.VAR_KEYWORD for each in known.values()):
            check_parameters(cls, keywords, list(known)[1:])  # the first is self
        return super().__new__(cls)


def check_generator(random_state: Any) -> np.random.Generator | None:
    """Return a random generator, made from a seed where that is given, or None for none."""
    if random_state is None or isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, numbers.Integral) and not isinstance(random_state, bool):
        return np.random.default_rng(check_whole(random_state, "random_state", at_least=0))
    rule = "must be a numpy.random.Generator, a whole number or None"
    raise InputTypeError("random_state", f"{rule}, got {shown(random_state)}")


def warn(message: str, category: type[Warning] | None = None) -> None:
    """Warn, by default that a solver stopped early, pointing at the line of kernelkit's user."""
    from sklearn.exceptions import ConvergenceWarning

    level, frame = 2, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in NOT_THE_USERS:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category or ConvergenceWarning, stacklevel=level)


def as_array(values: Any, name: str, dtype: Any = None) -> npt.NDArray[Any]:
    """Make an array of anything, of whatever shape and dtype: the one place that asks NumPy to."""
    if hasattr(values, "toarray"):
        remedy = f"{name}.toarray() makes it dense"
        raise InputTypeError(name, f"must be a dense array, got a sparse one; {remedy}")
    listed = isinstance(values, list | tuple)
    rows = values if listed else [values]
    if any(isinstance(row, np.ma.MaskedArray) and np.ma.is_masked(row) for row in rows):
        text = "must have no masked entries, got some; leave out their rows or fill them"
        raise InputError(name, text)
    try:
        array = np.asarray(values, dtype)
    except Exception as error:  # whatever an object of another library raises
        got = "rows of different lengths" if listed else f"{_describe(values)} that is none"
        raise InputError(name, f"must be an array of numbers, got {got}") from error
    if array.dtype.kind == "T":  # NumPy's strings of any length, which others do not know yet
        array = array.astype(object)
    is_series = hasattr(type(values), "to_frame")  # of pandas or polars
    return _entries_of(array, name) if is_series and array.dtype.kind in "Of" else array


def is_frame(values: Any) -> bool:
    """Whether this is a table of pandas or polars; by its looks, for neither is imported."""
    return all(hasattr(type(values), each) for each in ("__array__", "columns", "dtypes"))


def cells_of(frame: Any, name: str) -> npt.NDArray[Any]:
    """Make an array of numbers of a frame; a cell that holds none is told by its column."""
    # One by one: of several kinds pandas makes objects, and polars makes numbers even of dates.
    columns = getattr(frame, "iloc", frame)
    places = [f"in column {shown(title)}" for title in frame.columns]
    parts = [_numbers_in(np.asarray(columns[:, j]), name, at) for j, at in enumerate(places)]
    array = np.column_stack(parts) if parts else np.empty(frame.shape)
    if array.dtype.kind == "f" and np.isnan(array).any():
        row, column = np.argwhere(np.isnan(array))[0]
        got = f"got one {places[column]} at row {row}"
        raise InputError(name, f"must have no missing cells, {got}; leave out its row or fill it")
    return array


def _numbers_in(column: npt.NDArray[Any], name: str, where: str) -> npt.NDArray[Any]:
    """Give the numbers of a column, NaN where one is missing."""
    if column.dtype.kind in "fiub":
        return column
    if column.dtype.kind not in "OUT":  # objects, words
        raise InputTypeError(name, f"must hold real numbers, got dtype {column.dtype} {where}")
    cells = [math.nan if _is_missing(cell) else cell for cell in column.tolist()]
    for cell in cells:
        if not isinstance(cell, numbers.Real | Decimal):
            raise InputTypeError(name, f"must hold real numbers, got {_describe(cell)} {where}")
    return np.array([_as_float(cell) for cell in cells])


def _entries_of(array: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
    """Give what is in a Series, none of it missing; numbers that it keeps as objects, as such."""
    entries = array.tolist()
    for place, entry in enumerate(entries):
        if _is_missing(entry):
            got = f"got one at position {place}; leave out its row or fill it"
            raise InputError(name, f"must have no missing entries, {got}")
    numeric = all(isinstance(entry, numbers.Real) for entry in entries)
    return _all_apart(entries, name) if numeric and array.dtype == object else array


def _is_missing(cell: Any) -> bool:
    """Whether a cell is None, NaN, or what pandas has in their place: NA, NaT."""
    if isinstance(cell, numbers.Real | Decimal):
        return math.isnan(cell)
    return cell is None or type(cell).__name__ in {"NAType", "NaTType"}


def no_overflow(*names: str, infinite: bool = False) -> Callable[[Decorated], Decorated]:
    """Say which arguments are to blame when numbers run out of range on the way to a result.

    What is checked at the border is finite, so a NaN in the result, or an infinity unless that can
    be right, comes of squares and quotients beyond the largest float.
    """
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    text = (
        "must be of moderate size, got numbers so large or so small that the computation runs out "
        "of range; scale them"
    )

    def decorate(function: Decorated) -> Decorated:
        @functools.wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Any:
            try:
                with np.errstate(all="ignore"), interruptible():
                    result = function(*args, **kwargs)
            except (ArithmeticError, np.linalg.LinAlgError) as error:
                raise InputError(listed, text) from error
            if not _in_range(result, infinite):
                raise InputError(listed, text)
            return result

        return cast("Decorated", checked)

    return decorate


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise Ctrl-C as what it is: of calls that return arrays numba makes it a SystemError."""
    try:
        yield
    except SystemError as error:
        cause: BaseException | None = error
        while isinstance(cause, SystemError):
            cause = cause.__cause__
        if isinstance(cause, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise


def shown(value: Any) -> str:
    """A value as messages show it: on one line, and not too long."""
    try:
        text = str(value) if isinstance(value, numbers.Real) else repr(value)
    except Exception:  # some numbers are too long even for Python
        return _describe(value)
    return short(text)


def short(text: str) -> str:
    """The same for words that need no quotes."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:40]}...{text[-10:]}"


def meant(given: str, names: Iterable[str]) -> str:
    """The end of a message about a name that is none: the one it is like, if there is one.

    >>> meant("Knm", ["svm", "knn"]), meant("tree", ["svm", "knn"])
    ("; did you mean 'knn'?", '')
    >>> meant("ovo", ["one-vs-rest", "one-vs-one"])
    "; did you mean 'one-vs-one'?"
    """
    small = {name.lower(): name for name in names}
    translated = [ours for theirs, ours in OTHER_WORDS if theirs == given and ours in small]
    near = translated or get_close_matches(given.lower(), small, n=1)
    return f"; did you mean {small[near[0]]!r}?" if near else ""


def class_names(classes: Labels) -> list[str]:
    """Give the words for a legend; -1 and 1 are written with their signs, as in the lessons."""
    if classes.dtype.kind != "U" and np.array_equal(classes, [-1, 1]):
        return ["\N{MINUS SIGN}1", "+1"]
    return [f"{label:g}" if isinstance(label, float) else str(label) for label in classes.tolist()]


def natural(name: str) -> list[Any]:
    """Sort names by this key and they stand as people count.

    >>> sorted(["k10", "k2", "K1", "0.5", "-1"], key=natural)
    ['-1', '0.5', 'K1', 'k2', 'k10']
    """
    if re.fullmatch(r"[+-]?\d+(\.\d+)?", name):
        return ["", float(name)]
    parts = re.split(r"(\d+)", name.lower())
    return [int(part) if i % 2 else part for i, part in enumerate(parts)]


def as_indices(samples: Any, name: str, n: int, *, once: bool = False) -> Integers:
    """Indices of some of n samples, in any order; if asked for, each of them once."""
    order = as_array(samples, name)
    if order.ndim != 1 or order.size == 0 or order.dtype.kind not in "iu":
        raise InputError(name, f"must be a list of whole numbers, got shape {order.shape}")
    if order.min() < 0 or order.max() >= n:
        raise InputError(name, f"must be between 0 and {n - 1}, got {order.min()} to {order.max()}")
    if once and len(np.unique(order)) < len(order):
        raise InputError(name, "must name each sample once, got some more than once")
    return np.ascontiguousarray(order, dtype=np.int64)


def as_penalties(C: Any, y: Vector) -> Vector:
    r"""Give every sample its :math:`C_i`, the upper bound of its :math:`\alpha_i`.

    C is a number above 0, ``inf`` for the hard margin, or a pair of those: the price of a sample of
    class -1, then of class +1.

    >>> as_penalties((1.0, 5.0), np.array([1.0, -1.0, 1.0])).tolist()
    [5.0, 1.0, 5.0]
    """
    if isinstance(C, numbers.Real):
        return np.full(len(y), check_penalty(C))
    if not isinstance(C, tuple | list | np.ndarray) or as_array(C, "C").shape != (2,):
        raise InputTypeError(
            "C", f"must be a number, or a pair of numbers for the classes -1 and +1, got {shown(C)}"
        )
    negative, positive = (check_penalty(C[k], f"C[{k}]") for k in range(2))
    return np.where(y > 0, positive, negative)


def check_penalty(value: Any, name: str = "C") -> float:
    """Return a number above 0, or infinity."""
    number = _as_real(value, name)
    if not number > 0 or (
        number == math.inf and value != math.inf
    ):  # a whole number may be beyond all floats
        raise InputError(name, f"must be above 0, or inf for the hard margin, got {shown(value)}")
    return number


def _in_range(value: Any, infinite: bool) -> bool:
    if isinstance(value, np.ndarray):
        if value.dtype.kind != "f":
            return True
        return not np.isnan(value).any() if infinite else bool(np.isfinite(value).all())
    if isinstance(value, (float, np.floating)):
        return not math.isnan(value) if infinite else math.isfinite(value)
    if isinstance(value, (tuple, list)):
        return all(_in_range(item, infinite) for item in value)
    return not is_dataclass(value) or _in_range(list(vars(value).values()), infinite)


def _as_real(value: Any, name: str) -> float:
    if isinstance(value, NO_NUMBERS) or not isinstance(value, numbers.Real):
        raise InputTypeError(name, f"must be a number, got {_describe(value)}")
    return _as_float(value)


def _as_float(value: Any) -> float:
    """A number as a float, infinite where it is larger than any."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _as_numeric_labels(y: Any, n: int, name: str) -> npt.NDArray[Any]:
    labels = as_array(y, name)
    if labels.dtype.kind not in "fiub":
        got = f"got dtype {labels.dtype}; estimators take any labels"
        raise InputTypeError(name, f"must hold numbers, {got}")
    if labels.shape != (n,):
        rule = f"must hold one label per sample, {n} in all"
        raise InputError(name, f"{rule}, got shape {labels.shape}")
    return labels


def _of_one_kind(labels: Labels, name: str) -> Labels:
    if labels.dtype == object:
        items = labels.tolist()
        if all(isinstance(item, str) for item in items):
            for place, item in enumerate(items):
                if item.endswith("\0"):
                    got = f"got {shown(item)} at position {place}"
                    raise InputError(
                        name, f"must hold strings without a zero byte at the end, {got}"
                    )
            labels = labels.astype(str)
        elif all(isinstance(item, numbers.Real) for item in items):
            labels = _all_apart(items, name)
        else:
            kinds = " and ".join(sorted({type(item).__name__ for item in items}))
            rule = "must hold labels of one kind, all numbers or all strings"
            raise InputTypeError(name, f"{rule}, got {kinds}")
    if labels.dtype.kind not in "biufU":
        raise InputTypeError(name, f"must hold numbers or strings, got dtype {labels.dtype}")
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        place = int(np.flatnonzero(~np.isfinite(labels))[0])
        raise InputError(name, f"must hold finite labels, got {labels[place]} at position {place}")
    return labels


def _all_apart(items: list[Any], name: str) -> npt.NDArray[Any]:
    """An array of numbers, none of which becomes equal to another in NumPy's types."""
    array = np.array(items)
    pairs = zip(items, array.tolist(), strict=True)
    rounded = [item for item, entry in pairs if item != entry and not math.isnan(entry)]
    if rounded and len(np.unique(array)) < len(set(items)):
        rule = "must hold numbers that float64 tells apart"
        raise InputError(name, f"{rule}, got {shown(rounded[0])}, which it rounds to another")
    return array


def _as_floats(values: Any, name: str, pixels: bool = False) -> Matrix:
    array = cells_of(values, name) if is_frame(values) else as_array(values, name)
    if array.dtype.kind not in "fiub":
        got = f"{_describe(values)} of dtype {array.dtype}"
        raise InputTypeError(name, f"must hold real numbers, got {got}")
    kept = (np.float32, np.uint8) if pixels else (np.float32,)
    dtype = array.dtype if array.dtype in kept else np.float64
    # Writable, for numba would compile everything once more for arrays that are not.
    with np.errstate(over="ignore"):  # of a longer float, which then is not finite
        return np.require(array, dtype, ["C_CONTIGUOUS", "ALIGNED", "WRITEABLE"])


def _finite(array: Matrix, name: str) -> Matrix:
    # A finite sum means finite entries; only after another a slower look is needed.
    with np.errstate(over="ignore", invalid="ignore"):
        total = array.sum()
    if not np.isfinite(total) and not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        names = ("row", "column") if array.ndim == 2 else ("position",) * array.ndim
        where = ", ".join(f"{axis} {i}" for axis, i in zip(names, place, strict=True))
        at = f" at {where}" if where else ""  # a single number has no place
        raise InputError(name, f"must be finite, got {array[place]}{at}")
    return array


def _describe(value: Any) -> str:
    kind = type(value).__name__
    if isinstance(value, str):
        return f"the string {short(str.__repr__(value))}"
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
