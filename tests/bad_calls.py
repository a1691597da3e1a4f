"""Bad calls of every public callable: the right ones, with bad values in them.

``python tests/bad_calls.py 0 2 log`` makes the first half of them, one after the other. It writes a
line to ``log`` when it begins a call and one more if something was wrong with it, so that whoever
reads them knows which call ended the process, should one do so. A call is written as Python, and
can be pasted after ``from bad_calls import *``.
"""

import ast
import faulthandler
import inspect
import itertools
import json
import random
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning, NotFittedError

from kernelkit.datasets import Dataset
from kernelkit.neighbors import Neighbors
from kernelkit.validation import InputError

EACH = 0.1  # share of the bad values that an argument gets, drawn at random
PAIRS = 500  # calls with two bad values
HANGS = 120  # seconds without an answer, compilation included

ANYTHING = """
None; True; "word"; ""; b"bytes"; float("nan"); float("inf"); -float("inf"); 0; -1; 0.5; 1j
1e200; -1e200; 1e-200; 1e39; 2**70; 10**400; -(10**400); np.float32(3e38); np.float64("nan")
[]; {}; {"a": 1}; {1, 2}; (i for i in range(3)); range(3); int; len; object(); Hostile()
[[1.0], [1.0, 2.0]]; [1, "a"]; ["a", "b"]; [["a", "b"]]; [None, None]; [[[1.0]]]; [1e400] * 6
np.array(3.0); np.array([1.0, 2.0]); np.ones((2, 2, 2)); np.empty((0, 2)); np.empty((2, 0))
np.array(["euclidean"] * 6); np.array("2020-01-01", "M8[D]"); np.array([[1j, 2j]])
np.zeros(6, [("a", float)]); sparse.csr_array(np.eye(6)); [[10**400, 1]]
np.ma.masked_array([1.0] * 6, [1] + [0] * 5); kernels.Gaussian(); estimators.KNN(); estimators.KNN
"""
# What becomes of an array A that was right.
OF_NUMBERS = """
A * 1e200; A * 1e-200; A * 1e160; A * 1e39; A * 0.0; A * 1e18; A + float("nan"); A - float("inf")
A.astype("f4") * np.float32(1e38); A.astype("f4") * np.float32(1e19); A.astype("f2"); A.astype(int)
A.astype(object); A.astype(complex); A.astype("M8[D]"); A.astype(str); A.astype(bool)
A.astype(">f8"); A.astype("u1"); A.astype("longdouble"); A.astype("S3"); A.tolist(); -A
A[:-1]; A[:1]; A[:0]; A[..., :-1]; A[0]; A[np.newaxis]; A.T; A[::2]; A[::-1]; np.concatenate([A, A])
np.asfortranarray(A); read_only(A); strided(A); np.ma.masked_array(A, A == A.flat[0])
sparse.csr_array(np.atleast_2d(A)); A.tolist()[:-1] + ["b"]; set(A.ravel().tolist())
np.zeros_like(A); np.full(A.shape, A.flat[0])
"""
OF_WORDS = """
A[:-1]; A[:1]; A[:0]; A[0]; A[np.newaxis]; A[::-1]; A.astype(object); A.astype("S3"); read_only(A)
A.tolist()[:-1] + [1]; A.tolist()[:-1] + [None]; np.concatenate([A, A])
"""
# Python's own words for a call that does not fit a signature, and words of others.
SIGNATURE = re.compile(r"missing|unexpected|multiple values|takes|keyword")
FOREIGN = re.compile(
    r"ufunc|float\(\) argument|could not convert|setting an array|inhomogeneous|truth value|"
    r"unhashable|not supported between|object is not|object has no|Expected .*array"
)
# What changes the object that it is called on, and what changes an argument, on purpose.
LEARNING = {"fit", "fit_statistics", "fit_transform", "partial_fit"}
IN_PLACE = {
    "fit_in_blocks": {"model"},
}

RIGHT = ast.parse(Path(__file__).with_name("right_calls.py").read_text(encoding="utf-8"))
_names = [node for node in RIGHT.body if not isinstance(node, ast.Expr)]
exec(compile(ast.Module(_names, []), "right_calls.py", "exec"))


class Hostile:
    """Something that cannot become an array, and says so in its own words."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        message = "I am no array"
        raise RuntimeError(message)


def read_only(A: Any) -> Any:
    """A copy that cannot be written to."""
    A = A.copy()
    A.flags.writeable = False
    return A


def strided(A: Any) -> Any:
    """The same numbers with gaps between them in memory."""
    return np.repeat(A, 2, axis=0)[::2]


def right_calls() -> list[ast.Call]:
    """The calls of ``right_calls.py``."""
    found = [node.value for node in RIGHT.body if isinstance(node, ast.Expr)]
    return [node for node in found if isinstance(node, ast.Call)]


def chain(call: ast.Call) -> list[ast.Call]:
    """The calls of ``Estimator(...).fit(...).predict(...)``, the last first."""
    inner = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    return [call, *chain(inner)] if isinstance(inner, ast.Call) else [call]


def bad_calls() -> Iterator[str]:
    """Each right call, then with each argument bad in many ways, then with two of them bad."""
    draw, several = random.Random(0), []
    for right in right_calls():
        yield ast.unparse(right)
        arguments = [keyword for call in chain(right) for keyword in call.keywords]
        ways = [bad_values(keyword.value) for keyword in arguments]
        for argument, bad in zip(arguments, ways, strict=True):
            for value in draw.sample(bad, round(EACH * len(bad))):
                yield put(right, [(argument, value)])
        if len(arguments) > 1:
            several.append((right, list(zip(arguments, ways, strict=True))))
    for _ in range(PAIRS):
        right, choices = draw.choice(several)
        yield put(right, [(arg, draw.choice(bad)) for arg, bad in draw.sample(choices, 2)])


def put(right: ast.Call, changes: list[tuple[ast.keyword, ast.expr]]) -> str:
    """The call with these arguments changed, as text."""
    kept = [keyword.value for keyword, _ in changes]
    for keyword, value in changes:
        keyword.value = value
    text = ast.unparse(right)
    for (keyword, _), value in zip(changes, kept, strict=True):
        keyword.value = value
    return text


def bad_values(right: ast.expr) -> list[ast.expr]:
    """What to put in the place of a right value."""
    bad, value = ANYTHING, _evaluate(right)
    if isinstance(value, np.ndarray | list):
        changed = OF_WORDS if np.asarray(value).dtype.kind == "U" else OF_NUMBERS
        bad += re.sub(r"\bA\b", f"np.asarray({ast.unparse(right)})", changed)
    lines = bad.replace("; ", "\n").split("\n")
    return [ast.parse(line, mode="eval").body for line in lines if line]


def attempt(text: str) -> str:
    """Make a call and say what it did that it must not do; nothing if all is well."""
    call = ast.parse(text, mode="eval").body
    try:
        owner, function = _called(call)
        given = {keyword.arg: _evaluate(keyword.value) for keyword in call.keywords}
        rest = [_evaluate(argument) for argument in call.args]
    except Exception as error:  # of a constructor
        return judge(error)
    before, was = {name: look(value) for name, value in given.items()}, look(owner)
    wrong, refused = [], False
    try:
        result = function(*rest, **given)
        garbage = function is not Dataset and is_garbage(result)  # that keeps what it is given
        wrong.append(f"returned garbage: {str(result)[:300]}" if garbage else "")
    except Exception as error:
        refused = True
        wrong.append(judge(error))
    moved = set() if refused else IN_PLACE.get(getattr(function, "__name__", ""), set())
    changed = [name for name, value in given.items() if look(value) != before[name]]
    wrong += [f"changed {name}" for name in changed if name not in moved]
    learns = not refused and getattr(call.func, "attr", "") in LEARNING
    if look(owner) != was and not learns:
        wrong.append("changed the object that it was called on")
    return "; ".join(filter(None, wrong))


def _called(call: ast.Call) -> tuple[Any, Any]:
    """What is called, after the object that it belongs to."""
    if not isinstance(call.func, ast.Attribute):
        return (function := _evaluate(call.func)), function
    owner = _evaluate(call.func.value)
    return None if inspect.ismodule(owner) else owner, getattr(owner, call.func.attr)


def _evaluate(node: ast.expr) -> Any:
    with np.errstate(all="ignore"):  # bad values may come of overflows
        return eval(compile(ast.Expression(node), "call", "eval"), globals())


def judge(error: Exception) -> str:
    """What is wrong with an error; nothing if it is ours, or Python's about a signature."""
    said = str(error)
    if isinstance(error, InputError):
        fits = said and not FOREIGN.search(said)
    else:
        signature = isinstance(error, TypeError) and SIGNATURE.search(said)
        fits = isinstance(error, NotFittedError) or signature
    return "" if fits else f"{type(error).__name__}: {said[:300]}"


def look(value: Any) -> Any:
    """Everything about a value that a call could change."""
    if isinstance(value, np.ndarray):
        bits = [look(item) for item in value.flat] if value.dtype == object else value.tobytes()
        mask = look(np.ma.getmaskarray(value)) if isinstance(value, np.ma.MaskedArray) else None
        return value.dtype.str, value.shape, value.strides, value.flags.writeable, bits, mask
    if sparse.issparse(value):
        return type(value), look(value.data), look(value.indices), look(value.indptr)
    if isinstance(value, dict):
        return [(look(key), look(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return [look(item) for item in value]
    if isinstance(value, BaseEstimator):
        return type(value), look(vars(value))
    if isinstance(value, str | bytes | int | float | complex | np.generic | None):
        return type(value), repr(value)
    return id(value)


def is_garbage(value: Any) -> bool:
    """Whether there is a NaN in what came back, or an index that points nowhere."""
    if isinstance(value, Neighbors) and not (value.indices >= 0).all():
        return True
    if isinstance(value, np.ndarray | float | np.floating):
        array = np.asarray(value)
        return array.dtype.kind in "fc" and bool(np.isnan(array).any())
    if isinstance(value, Dataset):
        return is_garbage(value.X)
    if isinstance(value, tuple | list):
        return any(map(is_garbage, value))
    if isinstance(value, BaseEstimator):
        return any(is_garbage(item) for name, item in vars(value).items() if name.endswith("_"))
    return False


def main(share: int, shares: int, log: TextIO) -> None:
    """Make one of so many shares of the calls."""
    mpl.use("Agg")
    faulthandler.enable()
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", ConvergenceWarning)
    made = 0
    for text in itertools.islice(bad_calls(), share, None, shares):
        log.write(json.dumps({"call": text}) + "\n")
        log.flush()
        faulthandler.dump_traceback_later(HANGS, exit=True)
        wrong = attempt(text)
        faulthandler.cancel_dump_traceback_later()
        plt.close("all")
        made += 1
        if wrong:
            log.write(json.dumps({"call": text, "wrong": wrong}) + "\n")
    log.write(json.dumps({"made": made}) + "\n")


if __name__ == "__main__":
    with Path(sys.argv[3]).open("w", encoding="utf-8") as log:
        main(int(sys.argv[1]), int(sys.argv[2]), log)
