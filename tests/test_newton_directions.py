"""Newton's direction, whichever way it is found: the Hessian times it is minus the gradient."""

import numpy as np
import objectives
import pytest
from overlap import overlapping, three_classes

from kernelkit.engine.products import ROWS_PER_PART
from kernelkit.solvers.logistic import newton as directions
from kernelkit.solvers.logistic.newton import sigmoid, softmax, standardise

SIGMOID, SOFTMAX = "sigmoid", "softmax"


@pytest.fixture(autouse=True)
def _by_products_of_matrices(monkeypatch):
    """Few features, which these tests have, would take the loop of the core."""
    monkeypatch.setattr(directions, "FEW_PARAMETERS", 0)


@pytest.mark.parametrize("precision", [0.0, 0.5])
def test_the_loop_of_the_core_gives_what_products_give(precision, monkeypatch):
    model, point = model_and_point(SIGMOID, precision)
    monkeypatch.setattr(directions, "FEW_PARAMETERS", 4)
    other = model.at(point.omega)
    assert other.H is not None
    assert other.value == pytest.approx(point.value, rel=1e-12)
    np.testing.assert_allclose(other.gradient, point.gradient, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(model.hessian(other), model.hessian(point), rtol=1e-9, atol=1e-12)


def model_and_point(kind, precision=0.5, seed=0):
    """A likelihood with a prior, somewhere away from its optimum."""
    random = np.random.default_rng(seed)
    X, y = overlapping(seed) if kind == SIGMOID else three_classes(seed)
    columns = standardise(X)
    ridge = columns.ridge(precision)
    model = sigmoid(columns.Z, y, ridge) if kind == SIGMOID else softmax(columns.Z, y, 3, ridge)
    omega = random.normal(size=model.shape)
    return model, model.at(omega - omega.mean(axis=0) if kind == SOFTMAX else omega)


@pytest.mark.parametrize("kind", [SIGMOID, SOFTMAX])
def test_the_hessian_is_that_of_the_equations(kind):
    X, y = overlapping(1) if kind == SIGMOID else three_classes(1)
    columns = standardise(X)
    Z, ridge = columns.Z, 2.0 * np.array([1.0, 1.0, 1.0, 0.0])
    omega = np.random.default_rng(0).normal(size=(1 if kind == SIGMOID else 3, 4))
    if kind == SIGMOID:
        model = sigmoid(Z, y, ridge)
        expected = objectives.logistic_hessian(Z[:, :-1], y, omega[0, :-1], omega[0, -1], 0.5)
    else:
        model = softmax(Z, y, 3, ridge)
        expected = objectives.softmax_hessian(Z[:, :-1], y, omega[:, :-1], omega[:, -1], 0.5)
    point = model.at(omega)
    np.testing.assert_allclose(model.hessian(point), expected, rtol=1e-9, atol=1e-12)
    model.rough = model.Z.astype(np.float32)
    np.testing.assert_allclose(model.hessian(point, roughly=True), expected, atol=1e-4)


@pytest.mark.parametrize("kind", [SIGMOID, SOFTMAX])
def test_products_with_the_hessian_need_no_hessian(kind):
    model, point = model_and_point(kind)
    S = np.random.default_rng(1).normal(size=model.shape)
    expected = (model.hessian(point) @ S.ravel()).reshape(S.shape)
    np.testing.assert_allclose(model.times_hessian(point, S), expected, rtol=1e-10)


@pytest.mark.parametrize("kind", [SIGMOID, SOFTMAX])
def test_values_and_slopes_are_those_of_the_equations_across_parts_and_tiles(kind):
    random = np.random.default_rng(3)
    n, d = 2 * ROWS_PER_PART + 3, 100
    Z = np.column_stack([random.normal(size=(n, d)), np.ones(n)])
    ridge = np.append(np.full(d, 0.5), 0.0)
    omega = random.normal(size=(1 if kind == SIGMOID else 4, d + 1))
    if kind == SIGMOID:
        y = random.choice([-1.0, 1.0], size=n)
        point, likelihood = sigmoid(Z, y, ridge).at(omega), "logistic"
        at = omega[0, :-1], omega[0, -1]
    else:
        y = random.integers(0, 4, size=n)
        point, likelihood = softmax(Z, y, 4, ridge).at(omega), "softmax"
        at = omega[:, :-1], omega[:, -1]
    judge = [getattr(objectives, f"{likelihood}_{what}") for what in ("objective", "gradient")]
    value, gradient = (f(Z[:, :-1], y, *at, 2.0) for f in judge)
    assert point.value == pytest.approx(value, rel=1e-12)
    np.testing.assert_allclose(point.gradient, np.atleast_2d(gradient), rtol=1e-9, atol=1e-9)


def test_losses_of_samples_beyond_doubt_keep_their_digits_and_of_mistakes_do_not_overflow():
    Z = np.array([[40.0], [-40.0], [1e5], [-1e5]])
    sides = np.array([1.0, -1.0, 1.0, -1.0])
    for signs, expected in ((sides, 2 * np.exp(-40.0)), (-sides, 80.0 + 2e5)):
        models = (
            (sigmoid(Z, signs, np.zeros(1)), np.ones((1, 1))),
            (
                softmax(Z, (signs > 0).astype(np.int64), 2, np.zeros(1)),
                np.array([[0.0], [1]]),
            ),
        )
        for model, omega in models:
            assert model.at(omega).value == pytest.approx(expected, rel=1e-12, abs=0)


def test_the_whole_hessian_is_for_two_classes_or_little_work():
    def few(n, d, k):
        Z, ridge = np.ones((n, d)), np.zeros(d)
        y = np.arange(n) % k
        model = softmax(Z, y, k, ridge) if k > 2 else sigmoid(Z, 2.0 * y - 1, ridge)
        return directions.few_parameters(model)

    assert few(1797, 65, 2)
    assert not few(4, 1001, 2)
    assert few(178, 14, 3)
    assert not few(1797, 65, 10)


@pytest.mark.parametrize("kind", [SIGMOID, SOFTMAX])
@pytest.mark.parametrize("precision", [0.0, 0.5])
def test_both_ways_solve_newtons_equation(kind, precision, monkeypatch):
    model, point = model_and_point(kind, precision)
    exact = directions.exact_direction(model, point)
    residual = model.times_hessian(point, exact) + point.gradient
    assert np.abs(residual).max() < 1e-9 * np.abs(point.gradient).max()
    model.n *= 10**20  # asks for the smallest residual there is
    for largest in (4, 3):  # by blocks, by the diagonal
        monkeypatch.setattr(directions, "LARGEST_HESSIAN", largest)
        solve = directions.preconditioner(model, point)
        found, _ = directions.conjugate_direction(model, point, 0.0, solve)
        np.testing.assert_allclose(found, exact, rtol=1e-4, atol=1e-6)
    if kind == SOFTMAX:
        np.testing.assert_allclose(found.sum(axis=0), 0.0, atol=1e-12)


def test_the_preconditioner_of_many_features_is_the_diagonal(monkeypatch):
    model, point = model_and_point(SOFTMAX)
    monkeypatch.setattr(directions, "LARGEST_HESSIAN", 3)
    ones = np.ones(model.shape)
    found = directions.preconditioner(model, point)(ones)
    np.testing.assert_allclose(found.ravel(), 1.0 / model.hessian(point).diagonal(), rtol=1e-12)


def test_the_preconditioner_of_few_features_is_a_block_per_class():
    model, point = model_and_point(SIGMOID)
    H, R = model.hessian(point), np.random.default_rng(2).normal(size=(1, 4))
    light = point.P[1] * point.P[0]
    assert (light < directions.LIGHT_WEIGHT * light.max()).sum() < 3, "hardly a sample is left out"
    np.testing.assert_allclose(
        directions.preconditioner(model, point)(R)[0], np.linalg.solve(H, R[0]), rtol=0.05
    )


@pytest.mark.parametrize("seed", range(6))
def test_of_dependent_features_the_shortest_solution_is_taken(seed):
    random = np.random.default_rng(seed)
    X = np.column_stack(
        [
            np.eye(3)[random.integers(0, 3, 200)],
            np.eye(4)[random.integers(0, 4, 200)],
            random.normal(size=200),
        ]
    )
    X = np.column_stack([X, X[:, -1] - X[:, 0]])
    y = np.where(X[:, 0] - X[:, 4] + 2 * random.normal(size=200) > 0, 1.0, -1.0)
    columns = standardise(X)
    model = sigmoid(columns.Z, y, columns.ridge(0.0))
    point = model.at(np.zeros(model.shape))
    S = directions.exact_direction(model, point)
    _, units = directions.unit_diagonal(model.hessian(point))
    _, sizes, V = np.linalg.svd(columns.Z * units)
    flat = V[sizes < 1e-10 * sizes[0]]
    assert len(flat) == 3
    np.testing.assert_allclose(flat @ (S[0] / units), 0.0, atol=1e-9)


def test_a_rough_hessian_that_cannot_tell_two_features_apart_gives_way_to_an_exact_one():
    """In single precision their squares are equal, and the solution would lack their difference."""
    random = np.random.default_rng(0)
    x = random.normal(size=200)
    y = np.where(random.random(200) < 0.5, 1.0, -1.0)
    columns = standardise(np.column_stack([x, x + 1e-4 * y + 1e-5 * random.normal(size=200)]))
    model = sigmoid(columns.Z, y, columns.ridge(1e-12))
    model.rough = model.Z.astype(np.float32)
    point = model.at(np.zeros(model.shape))
    exact = directions.exact_direction(model, point)
    assert np.abs(exact).max() > 1e3, "the difference of the two tells the classes apart"
    np.testing.assert_array_equal(directions.exact_direction(model, point, roughly=True), exact)
