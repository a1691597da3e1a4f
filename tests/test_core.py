"""The compiled core: everything in it is called from compiled code, and checked in Python."""

import numba
import numpy as np
import pytest
from checks import assert_kind_error

from kernelkit import distances, losses, solvers
from kernelkit.kernels import functions

random = np.random.default_rng(0)
X = random.normal(size=(600, 7))  # more than two blocks of rows
y = np.where(X[:, 0] + 0.3 * random.normal(size=600) > 0, 1.0, -1.0)
x, z, w = X[0], X[1], X[2]
K = X @ X.T
pytestmark = pytest.mark.loops
NAN = np.where(np.arange(7) == 3, np.nan, 0.0)

OF_TWO_ROWS = {
    **{name: (getattr(distances, name), ()) for name in distances.METRICS},
    "minkowski": (distances.minkowski, (3.0,)),
    "linear": (functions.linear, ()),
    "polynomial": (functions.polynomial, (3, 0.5)),
    "gaussian": (functions.gaussian, (1.5,)),
    "laplacian": (functions.laplacian, (0.5,)),
}
IN_PLACE = {
    "perceptron_epoch": (solvers.perceptron_epoch, lambda w: (X, y, w, 0.25, 0.5, 30.0), 7),
    "dual_perceptron_epoch": (
        solvers.dual_perceptron_epoch,
        lambda alpha: (K, y, alpha, 0.25, 30.0),
        600,
    ),
}


def compiled_caller(function, count):
    """What a reader writes: a compiled function of their own, which calls one of ours."""
    names = ", ".join("abcdefgh"[:count])
    space = {"function": function}
    exec(f"def caller({names}):\n    return function({names})\n", space)
    return numba.njit(space["caller"])


@pytest.mark.compiled
@pytest.mark.parametrize("name", OF_TWO_ROWS)
def test_functions_of_two_rows_are_called_from_compiled_code(name):
    function, more = OF_TWO_ROWS[name]
    arguments = x, z, *more
    value = compiled_caller(function, len(arguments))(*arguments)
    # Inlined into another loop, a sum may be added up in another order.
    assert value == pytest.approx(function(*arguments), rel=1e-14)
    assert type(value) is float


@pytest.mark.compiled
@pytest.mark.parametrize("name", OF_TWO_ROWS)
def test_functions_of_two_rows_take_bytes_in_compiled_code(name):
    """Pixels are bytes, and bytes less larger ones are not negative numbers."""
    function, more = OF_TWO_ROWS[name]
    pixels = np.array([0, 200, 3], np.uint8), np.array([7, 10, 250], np.uint8)
    caller = compiled_caller(function, 2 + len(more))
    expected = caller(*(row.astype(float) for row in pixels), *more)
    assert caller(*pixels, *more) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("name", losses.__all__)
def test_losses_are_called_from_compiled_code_with_numbers_and_arrays(name):
    loss = getattr(losses, name)
    caller = compiled_caller(loss, 1)
    for t in (-1.5, 0.0, 1.0, 2.5, 3, np.float32(0.5)):
        assert caller(t) == pytest.approx(loss(t), rel=1e-6 if t == 0.5 else 1e-14)
        assert type(caller(t)) is float
    for t in (X[0], X[:5], X[:, 0]):
        np.testing.assert_allclose(caller(t), loss(t), rtol=1e-14)
        assert caller(t).shape == t.shape


def test_a_loss_of_a_number_can_be_added_up_in_compiled_code():
    @numba.njit
    def total(t):
        loss = 0.0
        for i in range(t.shape[0]):
            loss += losses.hinge(t[i]) + losses.hinge_derivative(t[i]) + losses.zero_one(t[i])
        return loss

    assert total(np.zeros(4)) == 4 * (1.0 - 1.0 + 1.0)


@pytest.mark.parametrize("name", IN_PLACE)
def test_epochs_are_called_from_compiled_code_and_move_what_they_should(name):
    epoch, arguments, n = IN_PLACE[name]
    ours, theirs = np.zeros(n), np.zeros(n)
    caller = compiled_caller(epoch, len(arguments(ours)))
    for _ in range(3):  # the second and third do not start from zero
        assert caller(*arguments(ours)) == epoch(*arguments(theirs))
    assert ours.any()
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_hinge_subgradient_is_called_from_compiled_code(dtype):
    samples = X.astype(dtype)
    caller = compiled_caller(solvers.hinge_subgradient_at, 5)
    expected = solvers.hinge_subgradient_at(samples, y, w, 0.25, 0.1)
    for labels in (y, y.astype(np.int64)):
        for ours, theirs in zip(caller(samples, labels, w, 0.25, 0.1), expected, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize("name", OF_TWO_ROWS)
def test_functions_of_two_rows_refuse_bad_rows_in_python(name):
    function, more = OF_TWO_ROWS[name]
    assert_kind_error(
        ValueError, "z must have the 7 entries of x, got 3", function, x, z[:3], *more
    )
    assert_kind_error(ValueError, "z must be finite, got nan", function, x, NAN, *more)
    assert_kind_error(TypeError, "x must hold real numbers", function, "x", z, *more)
    assert_kind_error(ValueError, "x must be one-dimensional", function, X, z, *more)


@pytest.mark.compiled
@pytest.mark.parametrize("name", OF_TWO_ROWS)
def test_rows_of_different_lengths_do_not_leave_their_arrays_in_compiled_code(name):
    function, more = OF_TWO_ROWS[name]
    with pytest.raises(ValueError, match="x and z must have the same number of entries"):
        compiled_caller(function, 2 + len(more))(x, z[:3].copy(), *more)


@pytest.mark.parametrize(
    ("function", "arguments", "error", "words"),
    [
        (functions.polynomial, (x, z, 0, 1.0), ValueError, "degree must be a whole number, at"),
        (functions.polynomial, (x, z, 2, -1.0), ValueError, "offset must be finite and at least"),
        (functions.polynomial, (1e3 * x, z, 900, 0.0), ValueError, "x and z must be scaled down"),
        (functions.linear, (1e200 * x, 1e200 * x), ValueError, "x and z must be scaled down"),
        (functions.gaussian, (x, z, 0.0), ValueError, "sigma must be finite and above 0, got 0"),
        (functions.gaussian, (x, z, "1"), TypeError, "sigma must be a number"),
        (functions.laplacian, (x, z, -1), ValueError, "gamma must be finite and above 0, got -1"),
        (solvers.hinge_subgradient_at, (X, y, w[:2], 0, 1), ValueError, "w must have a weight for"),
        (solvers.hinge_subgradient_at, (X, y, w, 0, 0), ValueError, "mu must be finite and above"),
        (solvers.hinge_subgradient_at, (X, 2 * y, w, 0, 1), ValueError, r"y must hold labels \+1"),
        (solvers.hinge_subgradient_at, (X, y, w * 1e200, 0, 1), ValueError, "must be scaled down"),
    ],
)
def test_bad_arguments_are_named_in_python(function, arguments, error, words):
    assert_kind_error(error, words, function, *arguments)


@pytest.mark.parametrize("name", IN_PLACE)
def test_what_is_changed_in_place_must_be_an_array_that_can_be(name):
    epoch, arguments, n = IN_PLACE[name]
    called = "w" if n == 7 else "alpha"
    words = f"{called} is changed in place: it must be a float64 array of {n} entries"
    for bad in (np.zeros(n, np.float32), np.zeros(n, int), np.zeros(n + 1), [0.0] * n, None):
        assert_kind_error(TypeError, words, epoch, *arguments(bad))
    frozen = np.zeros(n)
    frozen.flags.writeable = False
    words = f"{called} is changed in place: it must be finite and writable"
    assert_kind_error(ValueError, words, epoch, *arguments(frozen))
    assert_kind_error(ValueError, words, epoch, *arguments(np.full(n, np.nan)))


@pytest.mark.compiled
def test_an_epoch_that_overflows_changes_nothing():
    w = np.ones(7)
    words = "w must stay finite, got an epoch that overflows"
    arguments = 1e200 * X, y, w, 0.0, 1e200, 1.0
    assert_kind_error(ValueError, words, solvers.perceptron_epoch, *arguments)
    np.testing.assert_array_equal(w, 1.0)


def test_strided_weights_are_changed_in_place():
    both = np.zeros((7, 2))
    solvers.perceptron_epoch(X, y, both[:, 0], 0.0, 1.0, 1.0)
    alone = np.zeros(7)
    solvers.perceptron_epoch(X, y, alone, 0.0, 1.0, 1.0)
    np.testing.assert_array_equal(both, np.column_stack([alone, np.zeros(7)]))


@pytest.mark.parametrize(
    ("epoch", "arguments", "words"),
    [
        (solvers.perceptron_epoch, (X, y[:5], w, 0, 1, 1), "y must hold one label per sample"),
        (solvers.perceptron_epoch, (X, y, w, np.inf, 1, 1), "b must be finite"),
        (solvers.perceptron_epoch, (X, y, w, 0, 0, 1), "learning_rate must be finite and above 0"),
        (solvers.perceptron_epoch, (X, y, w, 0, 1, -1), "R2 must be finite and at least 0"),
        (solvers.dual_perceptron_epoch, (X, y, w, 0, 1), "K must be a square matrix"),
        (solvers.dual_perceptron_epoch, (K, y, np.zeros(600), 0, -1), "R2 must be finite and at"),
    ],
)
def test_bad_arguments_of_an_epoch_are_named(epoch, arguments, words):
    assert_kind_error(ValueError, words, epoch, *arguments)


def test_epochs_are_the_solvers_one_at_a_time():
    """Python's loop around an epoch is what the solvers do."""
    w, b, alpha, c = np.zeros(7), 0.0, np.zeros(600), 0.0
    R2 = float(K.diagonal().max())
    mistakes = []
    for _ in range(8):
        count, b = solvers.perceptron_epoch(X, y, w, b, 0.5, (X**2).sum(axis=1).max())
        mistakes.append(count)
        more, c = solvers.dual_perceptron_epoch(K, y, alpha, c, R2)
        assert more == count
    with pytest.warns(match="still made"):
        primal = solvers.perceptron(X, y, 0.5, 8)
    with pytest.warns(match="still made"):
        dual = solvers.dual_perceptron(K, y, 8)
    assert primal.mistakes.tolist() == dual.mistakes.tolist() == mistakes
    np.testing.assert_allclose([*primal.weights, primal.bias], [*w, b], rtol=1e-12)
    np.testing.assert_array_equal(dual.alpha, alpha)
    assert dual.bias == pytest.approx(c)


def test_a_step_against_the_subgradient_is_a_step_of_the_solver():
    w, b, values = np.zeros(7), 0.0, []
    for _ in range(4):
        value, dw, db = solvers.hinge_subgradient_at(X, y, w, b, 0.1)
        values.append(value)
        w, b = w - 0.01 * dw, b - 0.01 * db
    with pytest.warns(match="the last that max_iter allows"):
        result = solvers.hinge_subgradient(X, y, 0.1, 0.01, 0.0, 4)
    assert result.objective[:4].tolist() == values
    np.testing.assert_array_equal(result.weights, w)
    assert result.bias == b
