"""The core: called from Python and from compiled code, and what every fast path is held to."""

import inspect

import numba
import numpy as np
import pytest
from checks import assert_kind_error

from kernelkit import Gaussian, Polynomial, core, losses, neighbors, solvers
from kernelkit._jit import bare
from kernelkit.solvers.svm.smo import bounds
from kernelkit.solvers.voting import class_values

random = np.random.default_rng(0)
X = random.normal(size=(600, 7))  # more than two blocks of rows
y = np.where(X[:, 0] + 0.3 * random.normal(size=600) > 0, 1.0, -1.0)
classes = random.integers(0, 4, 600)
x, z, w = X[0], X[1], X[2]
K = X @ X.T
pytestmark = pytest.mark.loops
NAN = np.where(np.arange(7) == 3, np.nan, 0.0)

OF_TWO_ROWS = {
    **{
        name: (getattr(core, name), ())
        for name in ("euclidean", "squared_euclidean", "manhattan", "chebyshev", "cosine", "linear")
    },
    "minkowski": (core.minkowski, (3.0,)),
    "polynomial": (core.polynomial, (3, 0.5)),
    "gaussian": (core.gaussian, (1.5,)),
    "laplacian": (core.laplacian, (0.5,)),
}
# One call of each of the others, with all that it changes in place at zero.
CALLS = {
    "nearest_to": lambda: (x, X, 5),
    "majority": lambda: (classes[:9], 4),
    "perceptron_epoch": lambda: (X, y, np.zeros(7), 0.25, 0.5, 30.0),
    "multiclass_perceptron_epoch": lambda: (X, classes, np.zeros((4, 7)), np.zeros(4), 30.0),
    "dual_perceptron_epoch": lambda: (K, y, np.zeros(600), 0.25, 30.0),
    "one_vs_rest_epoch": lambda: (K, classes, *np.zeros((2, 4, 600))),
    "one_vs_one_epoch": lambda: (K, classes, 4, *np.zeros((2, 6, 600))),
    "multiclass_kernel_epoch": lambda: (K, classes, *np.zeros((2, 4, 600))),
    "one_vs_one_vote": lambda: (np.arange(6.0) - 2.5, 4),
    "gaussian_gram": lambda: (X[:20], 1.5),
    "hinge_subgradient_at": lambda: (X, y, w, 0.25, 0.1),
    "pegasos_epoch": lambda: (X, y, np.zeros(7), 0.25, 0.1, 3),
    "coordinate_descent_epoch": lambda: (X, y, np.zeros(600), np.zeros(7), 0.25, 2.0),
    "choose_pair": lambda: (K, *bounds(y, np.ones(600)), np.zeros(600), y),
    "move_pair": lambda: (K, *bounds(y, np.ones(600)), np.zeros(600), y.copy(), *PAIR),
    "logistic_at": lambda: (X, y, w, 0.25, 0.1),
    "newton_step": lambda: (X, y, np.zeros(7), 0.25, 0.1),
}
PAIR = int(np.argmax(y)), int(np.argmin(y))


def compiled_caller(function, count):
    """What a reader writes: a compiled function of their own, which calls one of ours."""
    names = ", ".join("abcdefgh"[:count])
    space = {"function": function}
    exec(f"def caller({names}):\n    return function({names})\n", space)
    return numba.njit(space["caller"])


def flat(results):
    return np.concatenate([np.ravel(np.asarray(each, float)) for each in results])


def test_every_function_is_called_below():
    assert {*OF_TWO_ROWS, *CALLS} == set(core.__all__)


@pytest.mark.compiled
@pytest.mark.parametrize("name", OF_TWO_ROWS)
def test_functions_of_two_rows_are_called_from_compiled_code(name):
    function, more = OF_TWO_ROWS[name]
    caller = compiled_caller(function, 2 + len(more))
    # Inlined into another loop, a sum may be added up in another order.
    assert caller(x, z, *more) == pytest.approx(function(x, z, *more), rel=1e-14)
    # Pixels are bytes, and bytes less larger ones are not negative numbers.
    pixels = np.array([0, 200, 3], np.uint8), np.array([7, 10, 250], np.uint8)
    expected = caller(*(row.astype(float) for row in pixels), *more)
    assert caller(*pixels, *more) == pytest.approx(expected, rel=1e-14)
    with pytest.raises(ValueError, match="arguments must have matching lengths"):
        caller(x, z[:3].copy(), *more)


SLOW_TO_COMPILE = {*CALLS} - {"perceptron_epoch", "dual_perceptron_epoch", "hinge_subgradient_at"}


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.storm] * (name in SLOW_TO_COMPILE)) for name in CALLS],
)
def test_the_others_do_the_same_from_compiled_code(name):
    function, ours, theirs = getattr(core, name), CALLS[name](), CALLS[name]()
    from_python = function(*ours)
    from_compiled = compiled_caller(function, len(theirs))(*theirs)
    results = [one if isinstance(one, tuple) else (one,) for one in (from_python, from_compiled)]
    np.testing.assert_allclose(flat(results[1]), flat(results[0]), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(flat(theirs), flat(ours), rtol=1e-9, atol=1e-12)


@pytest.mark.compiled
def test_defaults_are_those_of_the_objects_in_compiled_code_too():
    @numba.njit
    def all_defaults(x, z):
        return core_polynomial(x, z), core_polynomial(x, z, 3), core_gaussian(x, z)

    core_polynomial, core_gaussian = core.polynomial, core.gaussian
    both = np.array([x, z])
    expected = [Polynomial()(both)[0, 1], Polynomial(3)(both)[0, 1], Gaussian()(both)[0, 1]]
    np.testing.assert_allclose(all_defaults(x, z), expected, rtol=1e-12)
    assert inspect.signature(core.laplacian).parameters["gamma"].default == 1.0


@pytest.mark.compiled
@pytest.mark.parametrize("name", losses.__all__)
def test_losses_are_called_from_compiled_code_with_numbers_and_arrays(name):
    loss = getattr(losses, name)
    caller = compiled_caller(loss, 1)
    for t in (-1.5, 0.0, 1.0, 2.5):
        assert caller(t) == pytest.approx(loss(t), rel=1e-14)
        assert type(caller(t)) is float
    for t in (X[0], X[:5]):
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


# What a call from Python refuses, and in which words.


@pytest.mark.parametrize("name", OF_TWO_ROWS)
def test_functions_of_two_rows_refuse_bad_rows_in_python(name):
    function, more = OF_TWO_ROWS[name]
    words = "z must have the 7 features of x, got 3"
    assert_kind_error(ValueError, words, function, x, z[:3], *more)
    assert_kind_error(ValueError, "z must be finite, got nan", function, x, NAN, *more)
    assert_kind_error(TypeError, "x must hold real numbers", function, "x", z, *more)
    assert_kind_error(ValueError, "x must be one-dimensional", function, X, z, *more)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("function", "arguments", "error", "words"),
    [
        (core.gaussian, (x,), TypeError, r"gaussian\(x, z, sigma\) cannot be called.*'z'"),
        (core.polynomial, (x, z, 0, 1.0), ValueError, "degree must be a whole number, at"),
        (core.polynomial, (x, z, 2, -1.0), ValueError, "offset must be finite and at least"),
        (core.polynomial, (1e3 * x, z, 900, 0.0), ValueError, "polynomial .*must be smaller"),
        (core.linear, (1e200 * x, 1e200 * x), ValueError, "linear .*must be smaller"),
        (core.gaussian, (x, z, 0.0), ValueError, "sigma must be finite and above 0, got 0"),
        (core.gaussian, (x, z, "1"), TypeError, "sigma must be a number"),
        (core.laplacian, (x, z, -1), ValueError, "gamma must be finite and above 0, got -1"),
        (core.nearest_to, (x, X, 601), ValueError, "k must be 1 to the number of samples"),
        (core.nearest_to, (x[:3], X, 1), ValueError, "X must have the 3 features of x|x must"),
        (core.majority, ([0, 4], 3), ValueError, "labels must"),
        (core.hinge_subgradient_at, (X, y, w[:2], 0, 1), ValueError, "w must have the 7 features"),
        (core.hinge_subgradient_at, (X, y, w, 0, 0), ValueError, "mu must be finite and above"),
        (core.hinge_subgradient_at, (X, 2 * y, w, 0, 1), ValueError, r"y must hold labels \+1"),
        (core.hinge_subgradient_at, (X, y, w * 1e200, 0, 1), ValueError, "must be smaller"),
        (core.perceptron_epoch, (X, y[:5], w.copy()), ValueError, "y must hold one label per"),
        (core.perceptron_epoch, (X, y, np.zeros(3)), ValueError, "w must have the 7 features of X"),
        (core.perceptron_epoch, (X, y, w.copy(), np.inf), ValueError, "b must be finite"),
        (core.perceptron_epoch, (X, y, w.copy(), 0, 0), ValueError, "learning_rate must be"),
        (core.perceptron_epoch, (X, y, w.copy(), 0, 1, -1), ValueError, "R2 must be finite and at"),
        (core.dual_perceptron_epoch, (X, y, w.copy()), ValueError, "K must be a square matrix"),
        (core.one_vs_rest_epoch, (K, classes, *np.zeros((2, 3, 600))), ValueError, "y must hold"),
        (core.one_vs_one_vote, ([1.0, 2.0], 4), ValueError, "matching lengths"),
        (core.move_pair, (*CALLS["move_pair"]()[:5], 0, 600), ValueError, "i and j must be"),
    ],
)
def test_bad_arguments_are_named_in_python(function, arguments, error, words):
    assert_kind_error(error, words, function, *arguments)


@pytest.mark.parametrize(
    ("epoch", "name", "arguments"),
    [
        (core.perceptron_epoch, "w", lambda w: (X, y, w)),
        (core.dual_perceptron_epoch, "alpha", lambda alpha: (K, y, alpha)),
    ],
)
def test_what_is_changed_in_place_must_be_an_array_that_can_be(epoch, name, arguments):
    n = 7 if name == "w" else 600
    words = f"{name} is changed in place: it must be a float64 array of 1 dimension"
    for bad in (np.zeros(n, np.float32), np.zeros(n, int), np.zeros((n, 1)), [0.0] * n):
        assert_kind_error(TypeError, words, epoch, *arguments(bad))
    frozen = np.zeros(n)
    frozen.flags.writeable = False
    words = f"{name} is changed in place: it must be finite and writable"
    assert_kind_error(ValueError, words, epoch, *arguments(frozen))
    assert_kind_error(ValueError, words, epoch, *arguments(np.full(n, np.nan)))


@pytest.mark.compiled
def test_an_epoch_that_overflows_changes_nothing():
    w = np.ones(7)
    words = "perceptron_epoch is beyond the largest float64"
    assert_kind_error(
        ValueError, words, core.perceptron_epoch, 1e200 * X, y, w, learning_rate=1e200
    )
    np.testing.assert_array_equal(w, 1.0)


def test_strided_weights_are_changed_in_place():
    both, alone = np.zeros((7, 2)), np.zeros(7)
    core.perceptron_epoch(X, y, both[:, 0])
    core.perceptron_epoch(X, y, alone)
    np.testing.assert_array_equal(both, np.column_stack([alone, np.zeros(7)]))


# Every fast path gives what the plain loop gives.


def test_gram_matrices_are_those_of_the_kernel_objects():
    for samples in (X[:300], X[:300] + 1e3):
        close = {"rtol": 1e-9, "atol": 1e-12}
        np.testing.assert_allclose(
            Gaussian(1.5)(samples), core.gaussian_gram(samples, 1.5), **close
        )
        plain = [[core.polynomial(x, z, 3, 0.5) for z in samples[:9]] for x in samples]
        np.testing.assert_allclose(Polynomial(3, 0.5)(samples, samples[:9]), plain, **close)


def test_neighbours_and_votes_are_those_of_the_tiles():
    samples = np.round(X, 1)  # with ties
    found = neighbors.k_nearest(samples, samples[:40], 5)
    won = neighbors.vote(found.distances, classes[found.indices], 4, by_distance=False)
    for i, query in enumerate(samples[:40]):
        indices, distances = core.nearest_to(query, samples, 5)
        np.testing.assert_array_equal(indices, found.indices[i])
        np.testing.assert_allclose(distances, found.distances[i], rtol=1e-9, atol=1e-12)
        assert core.majority(classes[indices], 4) == won[1][i]


def test_of_samples_equally_far_the_lower_index_comes_first():
    indices, _ = core.nearest_to([0.0], [[2.0], [1.0], [-1.0], [1.0]], 2)
    assert indices.tolist() == [1, 2]


def test_a_subgradient_is_that_of_the_blocks():
    w, b, values = np.zeros(7), 0.0, []
    for _ in range(4):
        value, dw, db = core.hinge_subgradient_at(X, y, w, b, 0.1)
        values.append(value)
        w, b = w - 0.01 * dw, b - 0.01 * db
    with pytest.warns(match="the last that max_iter allows"):
        result = solvers.hinge_subgradient(X, y, 0.1, 0.01, 0.0, 4)
    np.testing.assert_allclose(result.objective[:4], values, rtol=1e-12)
    np.testing.assert_allclose([*result.weights, result.bias], [*w, b], rtol=1e-12)


def test_pairs_that_move_come_to_the_optimum_of_smo():
    few, labels = Gaussian(2.0)(X[:150]), y[:150]
    lower, upper = bounds(labels, np.full(150, 2.0))
    beta, r = np.zeros(150), labels.copy()
    choose, move = bare(core.choose_pair), bare(core.move_pair)
    i, j, violation = choose(few, lower, upper, beta, r)
    while violation > 1e-6:
        assert move(few, lower, upper, beta, r, i, j) > 0.0
        i, j, violation = choose(few, lower, upper, beta, r)
    np.testing.assert_allclose(r, labels - few @ beta, atol=1e-9)
    expected = solvers.smo(few, labels, 2.0, tolerance=1e-6)
    dual = float(labels @ beta - 0.5 * beta @ few @ beta)
    assert dual == pytest.approx(expected.objective, rel=1e-6)


def test_coordinate_descent_comes_to_the_optimum_of_the_solver():
    alpha, w, b = np.zeros(600), np.zeros(7), 0.0
    for _ in range(400):
        b = bare(core.coordinate_descent_epoch)(X, y, alpha, w, b, 0.5, np.arange(600))
    np.testing.assert_allclose(w, (alpha * y) @ X, rtol=1e-9)
    assert b == pytest.approx(float(alpha @ y))
    found = solvers.dual_coordinate_descent(X, y, 0.5, intercept="augmented", tolerance=1e-6)
    objective = 0.5 * (w @ w + b * b) + 0.5 * np.maximum(0, 1 - y * (X @ w + b)).sum()
    assert objective == pytest.approx(found.primal, rel=1e-4)


def test_newton_steps_come_to_the_optimum_of_the_solver():
    w, b = np.zeros(7), 0.0
    for _ in range(8):
        value, b = core.newton_step(X, y, w, b, 0.5)
    expected = solvers.logistic_newton(X, y, prior_variance=2.0)
    np.testing.assert_allclose([*w, b], [*expected.weights, expected.bias], rtol=1e-6)
    assert value == pytest.approx(expected.objective[-1], rel=1e-9)


def test_a_newton_step_that_has_no_solution_names_the_way_out():
    same = np.ones((6, 1))  # a column that is the bias once more
    assert_kind_error(ValueError, "ridge above 0", core.newton_step, same, y[:6], np.zeros(1))
    core.newton_step(same, y[:6], np.zeros(1), 0.0, 0.1)


def test_gradient_and_hessian_are_the_differences():
    step = 1e-5
    _, gradient, hessian = core.logistic_at(X, y, w, 0.25, 0.5)
    for j in range(8):
        ahead, behind = np.append(w, 0.25), np.append(w, 0.25)
        ahead[j] += step
        behind[j] -= step
        high = core.logistic_at(X, y, ahead[:7], ahead[7], 0.5)
        low = core.logistic_at(X, y, behind[:7], behind[7], 0.5)
        assert gradient[j] == pytest.approx((high[0] - low[0]) / (2 * step), rel=1e-6, abs=1e-6)
        np.testing.assert_allclose(
            hessian[j], (high[1] - low[1]) / (2 * step), rtol=1e-5, atol=1e-5
        )


def test_one_against_one_votes_as_the_solver_counts():
    scores = np.random.default_rng(1).integers(-1, 2, (6, 300)) * 0.5  # with ties
    values = class_values(scores, "one-vs-one", 4)
    assert [core.one_vs_one_vote(f, 4) for f in scores.T] == values.argmax(axis=0).tolist()


def test_scores_that_are_kept_are_the_sums():
    for name, rows in (("one_vs_rest", 4), ("one_vs_one", 6), ("multiclass_kernel", 4)):
        alpha, scores = np.zeros((2, rows, 600))
        more = (4,) if rows == 6 else ()
        for _ in range(2):
            getattr(core, f"{name}_epoch")(K, classes, *more, alpha, scores)
        np.testing.assert_allclose(scores, alpha @ K, atol=1e-8)


def test_epochs_are_the_solvers_one_at_a_time():
    """Python's loop around an epoch is what the solvers do."""
    w, b, alpha, c = np.zeros(7), 0.0, np.zeros(600), 0.0
    R2 = float(K.diagonal().max())
    mistakes = []
    for _ in range(8):
        count, b = core.perceptron_epoch(X, y, w, b, 0.5, (X**2).sum(axis=1).max())
        mistakes.append(count)
        more, c = core.dual_perceptron_epoch(K, y, alpha, c, R2)
        assert more == count
    with pytest.warns(match="still made"):
        primal = solvers.perceptron(X, y, 0.5, 8)
    with pytest.warns(match="still made"):
        dual = solvers.dual_perceptron(K, y, 8)
    assert primal.mistakes.tolist() == dual.mistakes.tolist() == mistakes
    np.testing.assert_allclose([*primal.weights, primal.bias], [*w, b], rtol=1e-12)
    np.testing.assert_array_equal(dual.alpha, alpha)
    assert dual.bias == pytest.approx(c)


@pytest.mark.parametrize("name", ["mistaken", "guesses"])
def test_an_order_longer_than_the_room_for_its_visits_is_refused(name):
    X, y, room = [[1.0], [1.0]], [0, 1], {name: np.zeros(2, np.int64)}
    for order in ([0, 1], [1, 1]):
        core.multiclass_perceptron_epoch(X, y, np.zeros((2, 1)), np.zeros(2), order=order, **room)
    words = f"order must be no longer than {name}, which has 2 places, got 3 visits"
    epoch = core.multiclass_perceptron_epoch
    W, b = np.zeros((2, 1)), np.zeros(2)
    assert_kind_error(ValueError, words, epoch, X, y, W, b, order=[0, 1, 0], **room)
