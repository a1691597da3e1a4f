"""What numba refuses of a student's loop is said in one sentence that helps."""

import math

import numpy as np
import pytest
from numba import njit

from kernelkit.exercises.attempt import Attempt, StoppedError, WrongAnswerError
from kernelkit.exercises.compiled import require_compiled

pytestmark = pytest.mark.compiled
X = np.eye(3)


def plain(X):
    return X.sum()


@njit
def right(X):
    total = 0.0
    for row in X:
        for value in row:
            total += value
    return total


@njit
def calls_python(X):
    return plain(X)


@njit
def misspelt(X):
    return XX.sum()  # noqa: F821


@njit
def two_types(X):
    best = 0.0
    for row in X:
        best = row
    return best


@njit
def unknown_method(X):
    return X.trace()


@njit
def unsupported(X):
    return np.einsum("ij,ij", X, X)


@njit
def wrong_types(X):
    return math.sqrt("2")


@njit
def empty_list(X):
    return []


@njit
def generator(X):
    return sum(value for value in X[0])


@njit
def too_many(X, y):
    return X


@njit
def read_by_words(X):
    return X["first"]


@njit
def write_words(X):
    X[0, 0] = "first"
    return X


REFUSED = {
    read_by_words: "it cannot read an entry in this way",
    write_words: "it cannot write an entry in this way",
    calls_python: "at the line return plain(X): compiled code calls compiled functions only, and "
    "plain is plain Python",
    misspelt: "there is no XX; is it misspelt",
    two_types: "best would be a number with a fraction here and an array there",
    unknown_method: "it has no .trace of an array; write that step as a loop",
    unsupported: "np.einsum has no compiled form|has no .einsum of numpy",
    wrong_types: "it has no sqrt for arguments of these types",
    empty_list: "an empty list has no type",
    generator: "write the loop out, line by line",
    too_many: "the exercise calls it with 1 arguments and it takes 2",
}


@pytest.mark.parametrize(
    ("function", "words"), REFUSED.items(), ids=lambda x: getattr(x, "__name__", "")
)
def test_what_numba_refuses_is_said_in_a_sentence(function, words):
    with pytest.raises(StoppedError, match=words.replace("(X)", r"\(X\)")) as caught:
        require_compiled(Attempt(function), X)
    said = str(caught.value)
    assert said.count("\n") == 0
    assert len(said) < 320


def test_plain_python_is_told_and_a_compiled_loop_accepted():
    with pytest.raises(WrongAnswerError, match="write @njit in the line above def"):
        require_compiled(Attempt(plain), X)
    require_compiled(Attempt(right), X)
    assert not right.signatures, "compiled by the worker, where time can run out, and once"
