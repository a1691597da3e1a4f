"""Assertions that several test modules share."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest
from threadpoolctl import threadpool_limits

# To be evaluated in a page: waits until everything has faded in or over, however long that takes.
SETTLED = "Promise.all(document.getAnimations().map(each => each.finished)).then(() => null)"


def assert_kind_error(
    error: type[Exception] | tuple[type[Exception], ...],
    words: str,
    function: Callable[..., Any],
    *args: Any,
    **kwargs: Any,
) -> None:
    """The call fails with one clear sentence that holds these words (a regular expression)."""
    with pytest.raises(error, match=words) as caught:
        function(*args, **kwargs)
    message = str(caught.value)
    assert "\n" not in message, "one sentence, one line"
    assert not message.endswith("."), "no full stop: Python adds context after it"


@contextmanager
def threads(of_numba: int, of_blas: int) -> Iterator[None]:
    """So many threads of either kind, at most four (see conftest.py), whatever the machine has."""
    before = numba.get_num_threads()
    numba.set_num_threads(of_numba)
    try:
        with threadpool_limits(of_blas, user_api="blas"):
            yield
    finally:
        numba.set_num_threads(before)


def assert_threads_change_no_bit(compute: Callable[[], Sequence[Any]]) -> None:
    """The arrays and numbers that `compute` gives are the same on 1, 2 and 4 threads."""
    with threads(1, 1):
        alone = [np.asarray(result) for result in compute()]
    for counts in ((2, 1), (1, 2), (2, 2), (4, 4)):
        with threads(*counts):
            many = [np.asarray(result) for result in compute()]
        for place, (one, other) in enumerate(zip(alone, many, strict=True)):
            said = f"result {place}, {counts[0]} threads of numba and {counts[1]} of BLAS"
            np.testing.assert_array_equal(other, one, said)
            assert other.tobytes() == one.tobytes(), f"{said}: the sign of a zero"


def assert_gram(K: np.ndarray) -> None:
    """What every kernel of X with itself gives: exactly symmetric, positive semidefinite."""
    np.testing.assert_array_equal(K, K.T)
    eigenvalues = np.linalg.eigvalsh(K.astype(np.float64))
    slack = 100 * np.finfo(K.dtype).eps * len(K) * np.abs(eigenvalues).max()
    assert eigenvalues[0] >= -slack


def clouds(
    seed: int, n: int = 60, d: int = 3, k: int = 3
) -> tuple[np.ndarray, npt.NDArray[np.int64]]:
    """Correlated samples of k classes, the last of them twice as often as the others."""
    random = np.random.default_rng(seed)
    y = np.minimum(np.arange(n) % (k + 1), k - 1)
    mix = random.normal(size=(k, d, d))
    spread = np.einsum("nd,nde->ne", random.normal(size=(n, d)), mix[y])
    return random.normal(size=(k, d))[y] + spread, y


BAD_MATRICES = {
    "NaN": ([[1.0, np.nan]], ValueError, "X must be finite, got nan at row 0, column 1"),
    "infinity": ([[1.0], [np.inf]], ValueError, "X must be finite, got inf at row 1, column 0"),
    "empty": (np.empty((0, 2)), ValueError, r"X must have at least one sample.*\(0, 2\)"),
    "no features": (np.empty((2, 0)), ValueError, r"X must have at least one sample.*\(2, 0\)"),
    "one dimension": ([1.0, 2.0], ValueError, r"X must be two-dimensional.*\(2,\)"),
    "three dimensions": (
        np.zeros((2, 2, 2)),
        ValueError,
        "X must be two-dimensional",
    ),
    "objects": (np.array([[1, 2]], dtype=object), TypeError, "X must hold real numbers.*object"),
    "strings": ([["a", "b"]], TypeError, "X must hold real numbers.*a list"),
    "strings with numbers": ([[1.0, "b"]], TypeError, "X must hold real numbers"),
    "complex": ([[1j]], TypeError, "X must hold real numbers.*complex"),
    "ragged": ([[1.0], [1.0, 2.0]], ValueError, "X must be an array.*rows of different lengths"),
    "nothing": (None, TypeError, "X must hold real numbers.*NoneType"),
}


def linear_problem(seed: int, n: int = 40, d: int = 5, k: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Samples around some point, and k columns of targets that have nothing to do with them."""
    random = np.random.default_rng(seed)
    return random.normal(size=(n, d)) + random.normal(size=d), random.normal(size=(n, k))


def forgotten(ax):
    """Stands for as_png where a test is not about pictures: drawing takes most of its seconds."""
    import matplotlib.pyplot as plt

    plt.close(ax.figure)
    return b"a picture"
