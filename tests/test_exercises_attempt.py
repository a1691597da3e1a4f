"""What an author of checks can ask of an attempt, beside labels, numbers and arrays of numbers."""

import numpy as np
import pytest

from kernelkit.exercises import Attempt
from kernelkit.exercises.attempt import StoppedError, WrongAnswerError
from kernelkit.exercises.lesson_02 import nearest

X = np.arange(20.0).reshape(10, 2)


@pytest.mark.parametrize("answer", [np.nan, 1.0 + 1e-7])
def test_a_number_off_by_little_or_nan_is_wrong(answer):
    with pytest.raises(WrongAnswerError):
        Attempt(lambda x: answer).number(1.0, 0.0)


def test_string_arrays_are_compared_too():
    attempt = Attempt(lambda X: np.array(["a", "b"]))
    attempt.array(["a", "b"], X)
    with pytest.raises(WrongAnswerError, match=r"you returned 'b' in entry \[1\]; 'c' is right"):
        attempt.array(["a", "c"], X)


def test_a_property_is_told_in_the_authors_words():
    attempt = Attempt(lambda X: -X)
    negative = attempt.shaped((10, 2), X)
    attempt.require(negative.shape == X.shape, X, otherwise="never said")
    with pytest.raises(
        WrongAnswerError, match=r"^for X of shape \(10, 2\) the least entry is -19$"
    ):
        attempt.require((negative > 0).all(), X, otherwise="the least entry is -19")


def test_who_calls_the_distance_too_often_is_told_how_often():
    def looks_at_all(query, X, to_pivot, distance):
        return min(range(len(X)), key=lambda i: distance(query, X[i]))

    with pytest.raises(WrongAnswerError, match="called distance 200 times; at most 100 ") as told:
        nearest(Attempt(looks_at_all))
    assert not isinstance(told.value, StoppedError)
