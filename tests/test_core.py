"""The core: numba's own functions, which can be pasted, and what every fast path is held to."""

import inspect
from pathlib import Path

import numba
import numpy as np
import pytest
from checks import assert_kind_error

from kernelkit import Gaussian, Polynomial, core, losses, neighbors, solvers
from kernelkit.core.kernel_perceptron import check_shapes
from kernelkit.solvers.svm.smo import bounds
from kernelkit.solvers.voting import class_values

random = np.random.default_rng(0)
X = random.normal(size=(160, 7))
y = np.where(X[:, 0] + 0.3 * random.normal(size=160) > 0, 1.0, -1.0)
classes = random.integers(0, 4, 160)
SIGNS = np.where(classes[:, None] == np.arange(4), 1, -1).astype(np.int8)
x, z, w = X[0], X[1], X[2]
K = X @ X.T
PAIR = int(np.argmax(y)), int(np.argmin(y))
pytestmark = pytest.mark.loops

OF_TWO_ROWS = {
    **dict.fromkeys(
        ["euclidean", "squared_euclidean", "manhattan", "chebyshev", "cosine", "linear"], ()
    ),
    "minkowski": (3.0,),
    "polynomial": (3, 0.5),
    "gaussian": (1.5,),
    "laplacian": (0.5,),
}
# One call of each function, with all that it changes in place at zero.
CALLS = {
    **{name: lambda more=more: (x, z, *more) for name, more in OF_TWO_ROWS.items()},
    "nearest_to": lambda: (x, X, 5),
    "majority": lambda: (classes[:9], 4),
    "perceptron_epoch": lambda: (X, y, np.zeros(7), 0.25, 0.5, 30.0),
    "multiclass_perceptron_epoch": lambda: (X, classes, np.zeros((4, 7)), np.zeros(4), 30.0),
    "dual_perceptron_epoch": lambda: (K, y, np.zeros(160), 0.25, 30.0),
    "kernel_perceptron_epoch": lambda: (K, SIGNS, *np.zeros((2, 4, 160))),
    "multiclass_kernel_epoch": lambda: (K, classes, *np.zeros((2, 4, 160))),
    "one_vs_one_vote": lambda: (np.arange(6.0) - 2.5, 4),
    "hinge_subgradient_at": lambda: (X, y, w, 0.25, 0.1),
    "pegasos_epoch": lambda: (X, y, np.zeros(7), 0.25, 0.1, 3),
    "coordinate_descent_epoch": lambda: (X, y, np.zeros(160), np.zeros(7), 0.25, 2.0),
    "choose_pair": lambda: (K, *bounds(y, np.ones(160)), np.zeros(160), y),
    "move_pair": lambda: (K, *bounds(y, np.ones(160)), np.zeros(160), y.copy(), *PAIR),
    "logistic_at": lambda: (X, y, w, 0.25, 0.1),
    **{name: lambda: (X[0],) for name in losses.__all__},
}
FUNCTIONS = {name: getattr(core if name in core.__all__ else losses, name) for name in CALLS}


def compiled_caller(function, count):
    """What a reader writes: a compiled function of their own, which calls one of ours."""
    names = ", ".join("abcdefgh"[:count])
    space = {"function": function}
    exec(f"def caller({names}):\n    return function({names})\n", space)
    return numba.njit(space["caller"])


def flat(results):
    results = results if isinstance(results, tuple) else (results,)
    return np.concatenate([np.ravel(np.asarray(each, float)) for each in results])


def assert_same_numbers(function, other, name, rtol):
    """The same results, and the same in what is changed in place."""
    ours, theirs = CALLS[name](), CALLS[name]()
    np.testing.assert_allclose(flat(other(*theirs)), flat(function(*ours)), rtol=rtol, atol=1e-12)
    np.testing.assert_allclose(flat(theirs), flat(ours), rtol=rtol, atol=1e-12)


def test_every_function_is_called_below():
    assert set(CALLS) == {*core.__all__, *losses.__all__}
    assert len(CALLS) == 33


@pytest.mark.compiled
@pytest.mark.parametrize("name", CALLS)
def test_every_function_is_numbas_own(name):
    function = FUNCTIONS[name]
    assert numba.extending.is_jitted(function)
    assert inspect.isfunction(function.py_func)
    assert "typing" not in str(inspect.signature(function))
    function(*CALLS[name]())
    assert function.signatures


# What is printed can be pasted.


def plain(function):
    return getattr(function, "py_func", function)


def pasted(name):
    """What is printed of a function, run where there is nothing else."""
    alone = {}
    exec(repr(core.source(FUNCTIONS[name])), alone)
    return alone[name]


@pytest.mark.parametrize("name", CALLS)
def test_what_is_printed_can_be_pasted(name):
    assert_same_numbers(FUNCTIONS[name], plain(pasted(name)), name, rtol=1e-10)


@pytest.mark.storm
@pytest.mark.compiled
@pytest.mark.parametrize("name", CALLS)
def test_what_is_pasted_compiles(name):
    assert_same_numbers(FUNCTIONS[name], pasted(name), name, rtol=1e-12)


@pytest.mark.compiled
def test_what_is_pasted_and_not_compiled_hands_matrices_to_a_helper():
    """Of float32, for which no loop has compiled it before."""
    c = np.zeros((2, 3), np.float32)
    check_shapes(2, 3, c, c)
    words = "a row of f must have length 3, got 2"
    assert_kind_error(ValueError, words, check_shapes, 2, 3, c, np.zeros((2, 2), np.float32))


# Called from compiled code.

SLOW_TO_COMPILE = {*CALLS} - {*OF_TWO_ROWS, *losses.__all__} - {"perceptron_epoch"}


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.storm] if name in SLOW_TO_COMPILE else [])
        for name in CALLS
    ],
)
def test_all_do_the_same_from_compiled_code(name):
    function = FUNCTIONS[name]
    caller = compiled_caller(function, len(CALLS[name]()))
    # Inlined into another loop, a sum may be added up in another order.
    assert_same_numbers(function, caller, name, rtol=1e-12)


@pytest.mark.compiled
def test_a_function_of_the_core_is_an_argument_of_compiled_code():
    @numba.njit
    def total(k, x, X):
        sum_ = 0.0
        for i in range(len(X)):
            sum_ += k(x, X[i])
        return sum_

    expected = sum(core.gaussian(x, row) for row in X[:5])
    assert total(core.gaussian, x, X[:5]) == pytest.approx(expected)


@pytest.mark.compiled
@pytest.mark.parametrize("name", OF_TWO_ROWS)
def test_bytes_and_float32_are_computed_with_as_float64(name):
    """Bytes less larger ones are not negative numbers, and small squares vanish in float32."""
    function, more = FUNCTIONS[name], OF_TWO_ROWS[name]
    pixels = np.array([0, 200, 3], np.uint8), np.array([7, 10, 250], np.uint8)
    tiny = np.float32([1e-22, 3e-23]), np.float32([3e-22, 4e-23])
    for rows in (pixels, tiny):
        expected = function(*(row.astype(float) for row in rows), *more)
        assert function(*rows, *more) == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.compiled
def test_defaults_are_those_of_the_objects_in_compiled_code_too():
    @numba.njit
    def all_defaults(x, z):
        return core_polynomial(x, z), core_polynomial(x, z, 3), core_gaussian(x, z)

    core_polynomial, core_gaussian = core.polynomial, core.gaussian
    both = np.array([x, z])
    expected = [Polynomial()(both)[0, 1], Polynomial(3)(both)[0, 1], Gaussian()(both)[0, 1]]
    np.testing.assert_allclose(all_defaults(x, z), expected, rtol=1e-12)


def test_a_loss_of_a_number_can_be_added_up_in_compiled_code():
    @numba.njit
    def total(t):
        loss = 0.0
        for i in range(t.shape[0]):
            loss += losses.hinge(t[i]) + losses.hinge_derivative(t[i]) + losses.zero_one(t[i])
        return loss

    assert total(np.zeros(4)) == 4 * (1.0 - 1.0 + 1.0)


# What is refused, by whoever it was called: no array is left.

LENGTHS = {
    "perceptron_epoch": [(1, y[:5]), (2, np.zeros(3))],
    "multiclass_perceptron_epoch": [
        (1, classes[:5]),
        (2, np.zeros((4, 3))),
        (2, np.zeros((3, 7))),
        (3, np.zeros(3)),
    ],
    "dual_perceptron_epoch": [(0, X), (1, y[:5]), (2, np.zeros(5))],
    "kernel_perceptron_epoch": [
        (0, X),
        (1, SIGNS[:5]),
        (1, SIGNS[:, :2]),
        (2, np.zeros((4, 5))),
        (2, np.zeros((3, 160))),
        (3, np.zeros((4, 5))),
        (3, np.zeros((3, 160))),
    ],
    "multiclass_kernel_epoch": [
        (0, X),
        (1, classes[:5]),
        (2, np.zeros((4, 5))),
        (3, np.zeros((4, 5))),
        (3, np.zeros((5, 160))),
    ],
    "one_vs_one_vote": [(0, np.zeros(5)), (1, 5)],
    "hinge_subgradient_at": [(1, y[:5]), (2, w[:2])],
    "pegasos_epoch": [(1, y[:5]), (2, np.zeros(3))],
    "coordinate_descent_epoch": [(1, y[:5]), (2, np.zeros(5)), (3, np.zeros(3))],
    "choose_pair": [(0, X), (0, K[:5, :5]), (1, y[:5]), (2, y[:5]), (3, y[:5]), (4, y[:5])],
    "move_pair": [(0, X), (1, y[:5]), (2, y[:5]), (3, np.zeros(5)), (4, np.zeros(5))],
    "logistic_at": [(1, y[:5]), (2, w[:2])],
    "nearest_to": [(0, x[:3])],
    **{name: [(1, z[:3])] for name in OF_TWO_ROWS},
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", LENGTHS)
def test_lengths_that_do_not_fit_are_refused(name):
    for place, bad in LENGTHS[name]:
        arguments = list(CALLS[name]())
        arguments[place] = np.ascontiguousarray(bad) if isinstance(bad, np.ndarray) else bad
        assert_kind_error(
            ValueError, "must have length [0-9]+, got [0-9]+", FUNCTIONS[name], *arguments
        )


BAD_LABELS = [
    ("perceptron_epoch", 1, 2 * y, r"y must hold \+1 and -1 only, and y\[0\] is neither"),
    ("perceptron_epoch", 1, np.where(np.arange(160) == 3, np.nan, y), r"y\[3\] is neither"),
    ("dual_perceptron_epoch", 1, 0 * y, r"y must hold \+1"),
    ("hinge_subgradient_at", 1, 2 * y, r"y must hold \+1"),
    ("pegasos_epoch", 1, 2 * y, r"y must hold \+1"),
    ("coordinate_descent_epoch", 1, 2 * y, r"y must hold \+1"),
    ("logistic_at", 1, 2 * y, r"y must hold \+1"),
    ("multiclass_perceptron_epoch", 1, classes + 1, "labels must be 0 to 3, and label [0-9]+ is 4"),
    ("multiclass_kernel_epoch", 1, classes - 1, "labels must be 0 to 3, and label [0-9]+ is -1"),
    ("majority", 0, np.array([0, 9]), "labels must be 0 to 3, and label 1 is 9"),
    ("majority", 0, np.empty(0, np.int64), "labels must hold at least one label, got none"),
    ("nearest_to", 2, 161, "n_neighbors must be 1 to 160, got 161"),
    ("nearest_to", 2, 0, "n_neighbors must be 1 to 160, got 0"),
    ("move_pair", 5, 160, "i and j must be 0 to 159, got 160 and"),
    ("move_pair", 6, -1, "i and j must be 0 to 159, got [0-9]+ and -1"),
]


@pytest.mark.parametrize(("name", "place", "bad", "words"), BAD_LABELS)
def test_labels_and_indices_that_do_not_fit_are_refused(name, place, bad, words):
    arguments = list(CALLS[name]())
    arguments[place] = bad
    assert_kind_error(ValueError, words, FUNCTIONS[name], *arguments)


WITH_ORDER = [name for name in CALLS if "order" in inspect.signature(FUNCTIONS[name]).parameters]


@pytest.mark.parametrize("name", WITH_ORDER)
def test_an_order_may_be_any_length_but_names_samples(name):
    for order in ([5, 2, 5] * 300, [0]):
        result = FUNCTIONS[name](*CALLS[name](), order=np.array(order))
        visits = result[0] if isinstance(result, tuple) else result
        assert len(visits) <= len(order)
        assert (visits < len(order)).all()
    for bad in (160, -1):
        words = f"order must hold indices of samples, 0 to 159, got {bad}"
        order = np.array([0, bad])
        assert_kind_error(ValueError, words, FUNCTIONS[name], *CALLS[name](), order=order)


@pytest.mark.compiled
def test_compiled_callers_are_refused_in_the_same_words():
    caller = compiled_caller(core.perceptron_epoch, 3)
    for bad, words in [
        ((X, y[:5], np.zeros(7)), "y must have length 160, got 5"),
        ((X, 2 * y, np.zeros(7)), "y must hold"),
    ]:
        with pytest.raises(ValueError, match=words):
            caller(*bad)


# What numba has no type for.


@pytest.mark.compiled
def test_lists_and_what_numba_does_not_know_become_arrays():
    expected = core.gaussian(np.array([1.0, 2.0]), np.array([4.0, 6.0]), 5.0)
    for rows in (
        ([1, 2], (4, 6)),
        (np.array([1.0, 2.0], np.float16), np.array([4.0, 6.0], ">f8")),
        (np.array([True, 2]), np.array([4, 6], np.longdouble)),
        (np.array([1.0, 0.0, 2.0])[::2], np.ma.array([4.0, 6.0])),
    ):
        assert core.gaussian(*rows, 5.0) == pytest.approx(expected, rel=1e-12)
        assert core.gaussian(*rows, sigma=np.array(5)) == pytest.approx(expected, rel=1e-12)
    w = np.zeros(2)
    visits, b = core.perceptron_epoch([[2, 1], [-1, 1]], [1, -1], w, R2=5, order=[1, 0])
    assert (visits.tolist(), w.tolist(), b) == ([0, 1], [3.0, 0.0], 0.0)
    assert losses.hinge([[0, 2]]).tolist() == [[1.0, 0.0]]
    assert losses.hinge(0) == 1.0


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "changes", "error", "words"),
    [
        ("gaussian", {"x": "abc"}, TypeError, "x must hold real numbers, got 'abc'"),
        ("gaussian", {"z": X}, ValueError, r"z must be one-dimensional, got an array of shape"),
        ("gaussian", {"z": [1j]}, TypeError, "z must hold real numbers"),
        ("gaussian", {"z": [[1], [2, 3]]}, ValueError, "z must have rows of equal lengths"),
        ("gaussian", {"sigma": "1"}, TypeError, "sigma must be a number, got '1'"),
        ("gaussian", {"sigma": None}, TypeError, "sigma must be a number, got None"),
        ("polynomial", {"degree": 2.5}, TypeError, "degree must be a whole number, got 2.5"),
        ("nearest_to", {"X": x}, ValueError, "X must be a matrix, got an array of shape"),
        ("majority", {"labels": [0.5]}, TypeError, "labels must hold whole numbers"),
        ("perceptron_epoch", {"order": [0.5]}, TypeError, "order must hold whole numbers"),
        ("perceptron_epoch", {"w": [0.0] * 7}, TypeError, "w is changed in place: it must be a"),
        ("perceptron_epoch", {"w": np.zeros(7, int)}, TypeError, "w is changed in place.*int64"),
        ("perceptron_epoch", {"w": np.zeros((7, 1))}, ValueError, "w must be one-dimensional"),
        ("perceptron_epoch", {"b": [0.0]}, TypeError, "b must be a number"),
        ("multiclass_perceptron_epoch", {"y": y}, TypeError, "y must hold whole numbers"),
        ("multiclass_perceptron_epoch", {"b": 0.0}, ValueError, "b must be one-dimensional"),
        ("dual_perceptron_epoch", {"alpha": np.zeros(160, int)}, TypeError, "alpha is changed"),
        ("kernel_perceptron_epoch", {"c": np.zeros(160)}, ValueError, "c must be a matrix"),
        ("kernel_perceptron_epoch", {"f": np.zeros((4, 160), int)}, TypeError, "f is changed in"),
        ("multiclass_kernel_epoch", {"f": np.zeros((4, 160)).tolist()}, TypeError, "f is changed"),
    ],
)  # fmt: skip
def test_the_guilty_argument_is_named(name, changes, error, words):
    function = FUNCTIONS[name]
    bound = inspect.signature(function).bind(*CALLS[name]())
    assert_kind_error(error, words, function, **{**bound.arguments, **changes})


@pytest.mark.compiled
def test_what_cannot_be_written_to_is_refused():
    frozen = np.zeros(7)
    frozen.flags.writeable = False
    words = "w is changed in place: it must be writable, got a read-only array"
    assert_kind_error(ValueError, words, core.perceptron_epoch, X, y, frozen)


def test_strided_weights_are_changed_in_place():
    both, alone = np.zeros((7, 2)), np.zeros(7)
    core.perceptron_epoch(X, y, both[:, 0])
    core.perceptron_epoch(X, y, alone)
    np.testing.assert_array_equal(both, np.column_stack([alone, np.zeros(7)]))


# Every fast path gives what the plain loop gives.


def test_gram_matrices_are_those_of_the_kernel_objects():
    for samples in (X[:300], X[:300] + 1e3):
        close = {"rtol": 1e-9, "atol": 1e-12}
        plain = [[core.gaussian(x, z, 1.5) for z in samples[:9]] for x in samples]
        np.testing.assert_allclose(Gaussian(1.5)(samples)[:, :9], plain, **close)
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
    samples = np.array([[2.0], [1.0], [-1.0], [1.0]])
    indices, _ = core.nearest_to(np.zeros(1), samples, 2)
    assert indices.tolist() == [1, 2]


@pytest.mark.compiled
def test_neighbours_are_samples_even_where_distances_are_not_numbers():
    for x in ([np.nan], [1e200]):
        indices, _ = core.nearest_to(np.array(x), np.arange(4.0)[:, None], 3)
        assert sorted(indices) == [0, 1, 2]


@pytest.mark.parametrize("name", ["euclidean", "manhattan", "chebyshev", "minkowski", "cosine"])
def test_a_distance_to_what_is_no_number_is_none(name):
    for place in range(3):
        x = np.where(np.arange(3) == place, np.nan, 1.0)
        assert np.isnan(getattr(core, name)(x, np.array([5.0, 0.0, 2.0])))


def test_a_pair_in_the_wrong_order_does_not_move():
    lower, upper, c, r = np.zeros(2), np.ones(2), np.zeros(2), np.array([-1.0, 1.0])
    assert core.move_pair(np.eye(2), lower, upper, c, r, 0, 1) == 0.0
    assert not c.any()


def test_losses_of_bytes_are_those_of_numbers():
    for name in losses.__all__:
        loss = getattr(losses, name)
        np.testing.assert_allclose(loss(np.uint8([0, 1, 9])), loss(np.array([0.0, 1.0, 9.0])))


def test_a_subgradient_is_that_of_the_blocks():
    many, labels = np.tile(X, (4, 1)), np.resize(y, 4 * len(y))  # more than two blocks of rows
    w, b, values = np.zeros(7), 0.0, []
    for _ in range(4):
        value, dw, db = core.hinge_subgradient_at(many, labels, w, b, 0.1)
        values.append(value)
        w, b = w - 0.01 * dw, b - 0.01 * db
    with pytest.warns(match="the last that max_iter allows"):
        result = solvers.hinge_subgradient(many, labels, 0.1, 0.01, 0.0, 4)
    np.testing.assert_allclose(result.objective[:4], values, rtol=1e-12)
    np.testing.assert_allclose([*result.weights, result.bias], [*w, b], rtol=1e-12)


def test_pairs_that_move_come_to_the_optimum_of_smo():
    few, labels = Gaussian(2.0)(X[:150]), y[:150]
    lower, upper = bounds(labels, np.full(150, 2.0))
    beta, r = np.zeros(150), labels.copy()
    choose, move = core.choose_pair, core.move_pair
    i, j, violation = choose(few, lower, upper, beta, r)
    while violation > 1e-6:
        assert move(few, lower, upper, beta, r, i, j) > 0.0
        i, j, violation = choose(few, lower, upper, beta, r)
    np.testing.assert_allclose(r, labels - few @ beta, atol=1e-9)
    expected = solvers.smo(few, labels, 2.0, tolerance=1e-6)
    dual = float(labels @ beta - 0.5 * beta @ few @ beta)
    assert dual == pytest.approx(expected.objective, rel=1e-6)


def test_coordinate_descent_comes_to_the_optimum_of_the_solver():
    alpha, w, b = np.zeros(160), np.zeros(7), 0.0
    for _ in range(400):
        _, b = core.coordinate_descent_epoch(X, y, alpha, w, b, 0.5)
    np.testing.assert_allclose(w, (alpha * y) @ X, rtol=1e-9)
    assert b == pytest.approx(float(alpha @ y))
    found = solvers.dual_coordinate_descent(X, y, 0.5, intercept="augmented", tolerance=1e-6)
    objective = 0.5 * (w @ w + b * b) + 0.5 * np.maximum(0, 1 - y * (X @ w + b)).sum()
    assert objective == pytest.approx(found.primal, rel=1e-4)


def test_newton_steps_come_to_the_optimum_of_the_solver():
    w, b = np.zeros(7), 0.0
    for _ in range(8):
        value, w, b = solvers.newton_step(X, y, w, b, 0.5)
    expected = solvers.logistic_newton(X, y, prior_variance=2.0)
    np.testing.assert_allclose([*w, b], [*expected.weights, expected.bias], rtol=1e-6)
    assert value == pytest.approx(expected.objective[-1], rel=1e-9)


def test_a_newton_step_that_has_no_solution_names_the_way_out():
    same = np.ones((6, 1))  # a column that is the bias once more
    words = "ridge must be above 0 where second derivatives are singular, as here, got 0"
    assert_kind_error(ValueError, words, solvers.newton_step, same, y[:6], np.zeros(1))
    solvers.newton_step(same, y[:6], np.zeros(1), 0.0, 0.1)


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


def test_values_that_are_kept_are_the_sums():
    pairs = np.array([(classes == a) * 1 - (classes == b) for a in range(4) for b in range(a)]).T
    for labels, machines in ((SIGNS, 4), (np.int8(pairs), 6), (classes, 4)):
        c, f = np.zeros((2, machines, 160))
        epoch = core.multiclass_kernel_epoch if labels.ndim == 1 else core.kernel_perceptron_epoch
        for _ in range(3):
            epoch(K, labels, c, f)
        np.testing.assert_allclose(f, c @ K, atol=1e-8)
        assert labels.ndim == 1 or not c.T[labels == 0].any()


def test_epochs_are_the_solvers_one_at_a_time():
    """Python's loop around an epoch is what the solvers do."""
    w, b, alpha, c = np.zeros(7), 0.0, np.zeros(160), 0.0
    R2 = float(K.diagonal().max())
    mistakes = []
    for _ in range(8):
        visits, b = core.perceptron_epoch(X, y, w, b, 0.5, (X**2).sum(axis=1).max())
        mistakes.append(len(visits))
        more, c = core.dual_perceptron_epoch(K, y, alpha, c, R2)
        np.testing.assert_array_equal(more, visits)
    with pytest.warns(match="still made"):
        primal = solvers.perceptron(X, y, 0.5, 8)
    with pytest.warns(match="still made"):
        dual = solvers.dual_perceptron(K, y, 8)
    assert primal.mistakes.tolist() == dual.mistakes.tolist() == mistakes
    np.testing.assert_allclose([*primal.weights, primal.bias], [*w, b], rtol=1e-12)
    np.testing.assert_array_equal(dual.alpha, alpha)
    assert dual.bias == pytest.approx(c)


def test_the_page_of_the_core_names_every_function():
    page = (Path(core.__file__).parent / "README.md").read_text(encoding="utf-8")
    assert {name for name in CALLS if f"`{name}(" not in page} == set()
