"""Numbers of any size, in float32 and in float64, against decimals that never leave their range."""

import warnings
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kernelkit import (
    Gaussian,
    KernelPerceptron,
    KernelSVM,
    LeastSquares,
    Linear,
    LogisticRegression,
    Perceptron,
    Polynomial,
    certificates,
    core,
)
from kernelkit.distances import METRICS, pairwise
from kernelkit.engine.tiles import squared_norms
from kernelkit.kernels import gram
from kernelkit.neighbors import k_nearest
from kernelkit.solvers import (
    constrained_least_squares,
    dual_coordinate_descent,
    fisher,
    gaussian_fit,
    multiclass_perceptron,
    multinomial_fit,
    pegasos,
    smo,
    softmax_newton,
)
from kernelkit.solvers.svm import _gap
from kernelkit.validation import InputError

RTOL = {np.float32: 2e-5, np.float64: 1e-9}  # what products of matrices leave, before roots
LARGEST = {np.float32: 37, np.float64: 300}  # exponents of ten
dtypes = pytest.mark.parametrize("dtype", [np.float32, np.float64])
digits = arrays(
    np.int64, st.tuples(st.integers(2, 6), st.integers(1, 3)), elements=st.integers(-9, 9)
)
beyond = pytest.mark.filterwarnings("ignore:.* encountered in:RuntimeWarning")  # of plain NumPy
shares = st.floats(-1, 1)  # of the exponents that there are


def of_sizes(rows, shares, dtype):
    """Small whole numbers as rows of these sizes, one after the other and then again."""
    exponents = np.resize(np.round(LARGEST[dtype] * np.array(shares)), len(rows))
    return (rows * 10.0 ** exponents[:, np.newaxis]).astype(dtype)


def exact(X):
    return [[Decimal(float(x)) for x in row] for row in X]


def distance(x, z, metric):
    gaps = [abs(a - b) for a, b in zip(x, z, strict=True)]
    if metric == "manhattan":
        return sum(gaps)
    if metric == "chebyshev":
        return max(gaps)
    if metric == "cosine":
        return 1 - cosine(x, z) if any(x) and any(z) else Decimal(any(x) != any(z))
    squares = sum(gap * gap for gap in gaps)
    return squares if metric == "squared_euclidean" else squares.sqrt()


def cosine(x, z):
    xz, xx, zz = (
        sum(a * b for a, b in zip(*pair, strict=True)) for pair in ((x, z), (x, x), (z, z))
    )
    return xz / (xx.sqrt() * zz.sqrt()) if xx and zz else Decimal(0)


@beyond
@dtypes
@pytest.mark.parametrize("metric", METRICS)
@given(rows=digits, sizes=st.lists(shares, min_size=1, max_size=3))
@example(rows=np.array([[1], [3], [1]]), sizes=[-160 / 300, -160 / 300, 0.0])  # squares of 1e-320
def test_distances_have_their_digits_at_any_size(dtype, metric, rows, sizes):
    X = of_sizes(rows, sizes, dtype)
    with localcontext(prec=60):
        expected = [[distance(x, z, metric) for z in exact(X)] for x in exact(X)]
    largest, tiny = (Decimal(float(getattr(np.finfo(dtype), name))) for name in ("max", "tiny"))
    if max(map(max, expected)) > largest:
        return assert_kind_error(InputError, "X must be scaled down", pairwise, X, metric=metric)
    D = pairwise(X, metric=metric)
    assert D.dtype == dtype
    atol = RTOL[dtype] if metric == "cosine" else float(tiny) * RTOL[dtype]
    np.testing.assert_allclose(D, np.array(expected, float), rtol=RTOL[dtype], atol=atol)
    D = pairwise(X[:1], X[1:], metric)
    np.testing.assert_allclose(D, np.array(expected, float)[:1, 1:], rtol=RTOL[dtype], atol=atol)


@beyond
@dtypes
@pytest.mark.parametrize("metric", METRICS)
@given(rows=digits, sizes=st.lists(shares, min_size=1, max_size=3))
def test_no_sample_is_nearer_than_the_nearest_at_any_size(dtype, metric, rows, sizes):
    X = of_sizes(rows, sizes, dtype)
    with localcontext(prec=60):
        expected = [distance(x, exact(X[-1:])[0], metric) for x in exact(X[:-1])]
    assume(max(expected) < Decimal("1e308"))
    [[near]], [[i]] = k_nearest(X[:-1], X[-1:], 1, metric)
    slack = Decimal(1e-9 if metric == "cosine" else 0)
    assert expected[i] <= min(expected) * (1 + Decimal("1e-9")) + slack
    assert near == pytest.approx(float(expected[i]), rel=1e-9, abs=1e-9 if slack else 1e-310)


@beyond
@dtypes
@pytest.mark.parametrize("degree", [1, 2, 3])
@given(rows=digits, sizes=st.lists(shares, min_size=1, max_size=2))
def test_normalized_kernels_are_powers_of_cosines_or_say_why_not(dtype, degree, rows, sizes):
    X = of_sizes(rows, sizes, dtype)
    kernel = (Linear() if degree == 1 else Polynomial(degree)).normalized()
    sizes = np.abs(X).max(axis=1)
    if sizes.max() > 1e5 or (sizes[sizes > 0] < 1e-40).any():  # then values may leave the range
        try:
            kernel(X)
        except InputError:
            return
    K = kernel(X)
    with localcontext(prec=60):
        expected = [[float(cosine(x, z) ** degree) for z in exact(X)] for x in exact(X)]
    np.testing.assert_allclose(K, expected, atol=10 * np.finfo(dtype).eps * degree)
    np.testing.assert_allclose(
        kernel(X, X.copy()), expected, atol=20 * np.finfo(dtype).eps * degree
    )


@given(
    rows=arrays(np.int64, (8, 2), elements=st.integers(-9, 9)),
    offset=st.sampled_from([0, 10**3, -(10**5), 10**7]),
    exponent=st.integers(-30, 30),
    ridge=st.sampled_from([0.0, 1.0]),
)
def test_float32_samples_are_learnt_as_the_numbers_that_they_are(rows, offset, exponent, ridge):
    single = np.ldexp(np.float32(rows + offset), exponent)  # exact: the offset leaves digits enough
    y = np.arange(8) % 2
    ridge *= 4.0**exponent
    double = single.astype(np.float64)
    assert ((single - single[0]) == (double - double[0])).all()
    models = [LeastSquares(ridge), LogisticRegression(1e-2 / 4.0**exponent)]
    for model in models:
        expected = model.fit(double, y).coef_
        varies = np.ptp(rows, axis=0) > 0
        assert (
            (expected[0] != 0).any()
            or not varies.any()
            or abs(rows[::2].sum(0) - rows[1::2].sum(0)).min() == 0
        )
        at = model.intercept_
        np.testing.assert_array_equal(model.fit(single, y).coef_, expected)
        np.testing.assert_array_equal(model.intercept_, at)
    blocks = (
        LeastSquares(ridge).partial_fit(single[:5], y[:5], [0, 1]).partial_fit(single[5:], y[5:])
    )
    scale = np.abs(models[0].coef_).max()
    np.testing.assert_allclose(blocks.coef_, models[0].coef_, atol=1e-7 * scale)
    if np.ptp(rows, axis=0).any():
        assert (fisher(single, y).directions == fisher(double, y).directions).all()


def test_what_float32_cannot_subtract_is_subtracted_in_float64():
    X = np.float32([[4e6, 1], [1 / 3, 2], [2 / 3, -1], [5, 0.1], [-7e5, 0.2], [1e-3, 1.5]])
    double, y = X.astype(np.float64), np.arange(6) % 2
    for model in (LeastSquares(), LogisticRegression(1e-2)):
        assert (model.fit(X, y).coef_ == model.fit(double, y).coef_).all()
        at = model.intercept_
        assert (model.fit(X, y).intercept_ == at).all()
    tiny = np.float32([[3e-22, 4e-22]])
    np.testing.assert_allclose(squared_norms(tiny), [25e-44], rtol=1e-6)


@beyond
@dtypes
@given(rows=digits, size=shares, offset=st.sampled_from([0, 1, 10**3]), degree=st.integers(1, 3))
def test_functions_of_two_rows_are_those_of_exact_numbers(dtype, rows, size, offset, degree):
    """In the range of their docstrings, and of both dtypes: to the last digits of float64."""
    exponent = (35 if dtype == np.float32 else 140 // degree) * size
    x, z = ((rows[:2] + offset + np.array([[0.1], [0.7]])) * 10.0**exponent).astype(dtype)
    with localcontext(prec=60):
        a, b = exact([x, z])
        for name in set(METRICS) - {"minkowski", "cosine"}:
            expected = float(distance(a, b, name))
            assert getattr(core, name)(x, z) == pytest.approx(expected, rel=1e-13, abs=0)
        expected = float(distance(a, b, "euclidean"))
        assert core.minkowski(x, z, 2.0) == pytest.approx(expected, rel=1e-13, abs=0)
        assert core.cosine(x, z) == pytest.approx(float(distance(a, b, "cosine")), abs=1e-15 * 8)
        product = sum(s * t for s, t in zip(a, b, strict=True))
        sizes = sum(abs(s * t) for s, t in zip(a, b, strict=True))
        assert core.linear(x, z) == pytest.approx(float(product), abs=1e-15 * float(sizes))
        square, length = distance(a, b, "squared_euclidean"), distance(a, b, "manhattan")
        sigma, gamma = float(square.sqrt()) / 2 or 1.0, 1 / (float(length) or 1.0)
        expected = float((-square / (2 * Decimal(sigma) ** 2)).exp())
        assert core.gaussian(x, z, sigma) == pytest.approx(expected, rel=1e-14)
        expected = float((-Decimal(gamma) * length).exp())
        assert core.laplacian(x, z, gamma) == pytest.approx(expected, rel=1e-14)
        offset = float(sizes)
        expected = float((product + Decimal(offset)) ** degree)
        bound = 1e-15 * degree * float((sizes + Decimal(offset)) ** degree)
        assert core.polynomial(x, z, degree, offset) == pytest.approx(expected, abs=4 * bound)


@dtypes
@given(
    rows=digits,
    size=shares,
    offset=st.sampled_from([0, 1, 10**3, 10**6]),
    total=shares,
    seed=st.integers(0, 10**6),
)
def test_radius_margin_and_bound_are_those_of_exact_numbers(dtype, rows, size, offset, total, seed):
    rng = np.random.default_rng(seed)
    y = np.where(rows[:, 0] > rows[:, 0].mean(), 1, -1)
    most = 100 if dtype == np.float32 else 950  # exponents of two, of samples, weights and bias
    scale = 2.0 ** int(most * size)
    multiple = 2.0 ** min(max(int(most * total) - int(most * size), -most), most)
    X = ((rows + 0.1 * rng.normal(size=rows.shape) + offset) * scale).astype(dtype)
    w = np.append(1.0, 0.1 * rng.integers(-3, 4, rows.shape[1] - 1)).astype(dtype)
    b = float(
        -(w.astype(float) @ np.append(rows[:, 0].mean(), np.zeros(len(w) - 1)))
        - offset * w.astype(float).sum()
    )
    w, b = w * dtype(multiple), b * multiple * scale
    with localcontext(prec=1500):  # 2**-1900 has 572 digits, and products of such cancel exactly
        length = sum(Decimal(float(each)) ** 2 for each in w).sqrt()
        values = [
            sum(a * Decimal(float(c)) for a, c in zip(x, w, strict=True)) + Decimal(b)
            for x in exact(X)
        ]
        gamma = min(int(s) * v for s, v in zip(y, values, strict=True)) / length
        R = max(sum(a * a for a in x) for x in exact(X)).sqrt()
        bound = 2 * (R**2 + (Decimal(b) / length) ** 2) / gamma**2 if gamma > 0 else Decimal("inf")
    spread = float(np.ptp(X.astype(float), axis=0).max())
    assert certificates.radius(X) == pytest.approx(float(R), rel=1e-14)
    assert certificates.margin(X, y, w, b) == pytest.approx(
        float(gamma), abs=1e-14 * spread, rel=1e-14
    )
    if abs(gamma) > Decimal(1e-6 * spread):
        rel = 1e-12 * (1.0 + spread / abs(float(gamma)))
        assert certificates.novikoff_bound(X, y, w, b) == pytest.approx(float(bound), rel=rel)


@given(
    seed=st.integers(0, 10**6),
    exponent=st.integers(-900, 900),
    C=st.sampled_from([np.inf, (np.inf, 2.0)]),
)
def test_the_objective_of_a_hard_margin_is_that_of_any_multiple(seed, exponent, C):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(9, 2))
    w, b, alpha = rng.normal(size=2), 0.1, rng.uniform(size=9)
    y = np.where(X @ w + b > 0, 1, -1)
    assume(abs(y.sum()) < 9)
    c = 2.0**exponent
    expected = certificates.linear_primal(X, y, w, b, C)
    assert certificates.linear_primal(X, y, c * w, c * b, C) == pytest.approx(expected, rel=1e-12)
    expected = certificates.kernel_primal(X @ X.T, y, alpha, b, C)
    assert certificates.kernel_primal(X @ X.T, y, c * alpha, c * b, C) == pytest.approx(
        expected, rel=1e-12
    )


@dtypes
@given(
    rows=digits,
    seed=st.integers(0, 10**6),
    offset=st.sampled_from([0, 1, 10**3, 10**6]),
    size=shares,
    C=st.sampled_from([1e-3, 1.0, 1e5]),
)
def test_objectives_are_those_of_exact_numbers(dtype, rows, seed, offset, size, C):
    rng = np.random.default_rng(seed)
    scale = 2.0 ** int((60 if dtype == np.float32 else 400) * size)
    X = ((rows + rng.normal(size=rows.shape) + offset) * scale).astype(dtype)
    y, w = np.where(np.arange(len(X)) % 2, 1, -1), rng.normal(size=X.shape[1]) / scale
    alpha, b = C * rng.uniform(size=len(X)) / scale**2, float(-w.sum() * offset * scale)
    alpha[-1] = max(0.0, alpha[-1] - y[-1] * (alpha @ y))  # nearly in balance
    exact_X = [[Fraction(float(value)) for value in row] for row in X]
    moved = [Fraction(a) * int(s) for a, s in zip(alpha.tolist(), y, strict=True)]
    v = [
        sum(c * x for c, x in zip(moved, column, strict=True))
        for column in zip(*exact_X, strict=True)
    ]
    w_exact = [Fraction(each) for each in w.tolist()]
    f = [sum(a * c for a, c in zip(x, w_exact, strict=True)) + Fraction(b) for x in exact_X]
    losses = [max(Fraction(0), 1 - int(s) * value) for s, value in zip(y, f, strict=True)]
    primal = sum(each * each for each in w_exact) / 2 + Fraction(C) * sum(losses)
    dual = sum(map(abs, moved)) - sum(each * each for each in v) / 2
    found = certificates.linear_primal(X, y, w, b, C)
    spread = np.ptp(X.astype(float), axis=0).max() * np.abs(w).max()
    assert found == pytest.approx(float(primal), rel=1e-13, abs=1e-13 * C * (1 + spread))
    off = float(alpha.sum()) * np.ptp(X.astype(float), axis=0).max()  # of a weight
    off += abs(float(sum(moved))) * float(np.abs(X).max())
    bound = 1e-14 * (float(alpha.sum()) + off * (off + float(max(map(abs, v)))))
    found = certificates.linear_dual(X, y, alpha)
    assert found == pytest.approx(float(dual), rel=1e-13, abs=bound)


def gaussians(seed, d=3, n=12):
    rng = np.random.default_rng(seed)
    Q, _ = np.linalg.qr(rng.normal(size=(d, d)))
    return (
        rng.normal(size=(n, d)),
        np.arange(n) % 2,
        rng.normal(size=(2, d)),
        Q,
        rng.uniform(1, 9, d),
    )


@given(seed=st.integers(0, 10**6), exponents=arrays(np.int64, 3, elements=st.integers(-450, 450)))
def test_the_likelihood_of_gaussians_knows_units(seed, exponents):
    X, y, means, Q, values = gaussians(seed)
    Sigma, priors, units = (Q * values) @ Q.T, np.array([0.25, 0.75]), 2.0**exponents
    expected = -len(X) * np.log(units).sum() + sum(
        np.log(prior)
        - 0.5 * (3 * np.log(2 * np.pi) + np.log(values).sum() + ((x @ Q) ** 2 / values).sum())
        for x, prior in zip(X - means[y], priors[y], strict=True)
    )
    found = certificates.gaussian_log_likelihood(
        X * units, y, means * units, Sigma * units * units[:, np.newaxis], priors
    )
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-10)
    for offset in (0.0, 1e3):
        single = [M.astype(np.float32) for M in (X + offset, means + offset, Sigma)]
        double = [M.astype(np.float64) for M in single]
        assert certificates.gaussian_log_likelihood(
            single[0], y, *single[1:], priors.astype(np.float32)
        ) == certificates.gaussian_log_likelihood(double[0], y, *double[1:], priors)


@given(
    seed=st.integers(0, 10**6),
    signs=st.lists(st.sampled_from([-1, 0, 1]), min_size=3, max_size=3),
    off=st.sampled_from([0.0, 1e-3]),
    total=st.sampled_from([1.0, 0.5, 2.0]),
)
def test_what_is_no_covariance_or_no_prior_has_no_likelihood(seed, signs, off, total):
    X, y, means, Q, values = gaussians(seed)
    values[np.array(signs) > 0] *= 100.0  # so that variances are positive where two others are not
    Sigma = (Q * (values * signs)) @ Q.T
    Sigma = (Sigma + Sigma.T) / 2
    Sigma[0, 1] += off
    for certify in (certificates.gaussian_log_likelihood, certificates.gaussian_gradient):
        arguments = X, y, means, Sigma, np.array([0.25, 0.75]) * total
        if total != 1:
            assert_kind_error(
                InputError, f"priors must sum to 1, got a sum of {total:g}", certify, *arguments
            )
        elif off or min(signs) < 1:
            assert_kind_error(
                InputError, "covariance must be (symmetric|positive definite)", certify, *arguments
            )
        else:
            certify(*arguments)


@given(
    n=st.integers(2, 400),
    pair=st.tuples(shares, shares),
    dtype=st.sampled_from([np.float32, np.float64]),
)
def test_no_entry_of_a_gram_matrix_is_off_its_mirror_image(n, pair, dtype):
    K = np.eye(n, dtype=dtype)
    assert gram.is_psd(K)
    i, j = (int((share + 1) / 2 * (n - 1)) for share in pair)
    assume(i != j)
    K[i, j] = 1e-2
    assert_kind_error(InputError, "K must be symmetric, got entries 0.01 off", gram.is_psd, K)


@pytest.mark.parametrize("n", [200, 3000])
def test_nor_is_one_of_a_matrix_that_is_learnt_from_however_many_rows_are_between(n):
    K, y = np.eye(n), np.arange(n) % 2
    K[1, n - 3] = 1e-2
    for model in (KernelSVM(kernel="precomputed"), KernelPerceptron("precomputed")):
        words = "X must be symmetric, got entries 0.01 off"
        assert_kind_error(InputError, words, model.fit, K, y)


@pytest.mark.parametrize(
    "solver", [multinomial_fit, gaussian_fit, softmax_newton, multiclass_perceptron]
)
def test_more_classes_than_memory_are_refused(solver):
    words = r"n_classes must be a whole number, at least 2 and at most \d+, got 1000000000"
    assert_kind_error(InputError, words, solver, np.eye(3), [0, 1, 0], 10**9)


def exact_gap(X, y, C, result, unpenalised):
    """By fractions, with multipliers in balance: those of one class are scaled down."""
    X = [[Fraction(float(x)) for x in row] for row in X]
    signs = [int(sign) for sign in y]
    alpha = [min(max(Fraction(a), Fraction(0)), Fraction(C)) for a in result.alpha.tolist()]
    w, b = [Fraction(each) for each in result.weights.tolist()], Fraction(result.bias)
    if unpenalised:
        sums = {s: sum(a for a, t in zip(alpha, signs, strict=True) if s == t) for s in (-1, 1)}
        alpha = [
            a * min(sums.values()) / sums[s] if sums[s] else a
            for a, s in zip(alpha, signs, strict=True)
        ]
    values = [sum(a * c for a, c in zip(x, w, strict=True)) + b for x in X]
    losses = sum(max(Fraction(0), 1 - s * f) for f, s in zip(values, signs, strict=True))
    moved = [a * s for a, s in zip(alpha, signs, strict=True)]
    v = [sum(c * x for c, x in zip(moved, column, strict=True)) for column in zip(*X, strict=True)]
    penalised = 0 if unpenalised else b * b
    v_penalised = 0 if unpenalised else sum(moved) ** 2
    primal = (sum(each * each for each in w) + penalised) / 2 + Fraction(C) * losses
    return 1 - (sum(alpha) - (sum(each * each for each in v) + v_penalised) / 2) / primal


@dtypes
@pytest.mark.filterwarnings("ignore:.*relative duality gap")
@given(
    rows=digits,
    noise=st.integers(0, 10**6),
    offset=st.sampled_from([0.0, 1.0, 1e3, 1e6, 1e8, 1e9]),
    C=st.floats(-3, 6).map(lambda exponent: 10.0**exponent),
    kind=st.sampled_from(["unpenalised", "augmented", "pegasos"]),
)
def test_no_hyperplane_is_farther_from_the_best_than_its_gap(dtype, rows, noise, offset, C, kind):
    rng = np.random.default_rng(noise)
    X = (rows + rng.normal(size=rows.shape) + offset).astype(dtype)
    y = np.where(np.arange(len(X)) % 2, 1, -1)
    if kind == "pegasos":
        mu = 1 / (2 * C * len(X))
        result, C = pegasos(X, y, mu, max_epochs=3), 1 / (2 * mu * len(X))
    else:
        result = dual_coordinate_descent(X, y, C, intercept=kind, max_epochs=200)
    true = exact_gap(X, y, C, result, kind == "unpenalised")
    assert true <= Fraction(result.gap)
    if (offset <= 1 or kind == "unpenalised") and C <= 100:
        assert result.gap - float(true) <= 1e-9, "and rounding hides no more than it can"


@given(seed=st.integers(0, 10**6), unpenalised=st.booleans())
def test_no_multipliers_are_farther_from_the_best_than_their_gap(seed, unpenalised):
    """Also those that no solver returns, and features of different sizes."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 9), rng.integers(1, 4)
    X = rng.normal(size=(n, d)) * 10.0 ** rng.integers(-4, 5, size=d)
    X *= 10.0 ** rng.integers(-3, 4, size=(n, 1)) if rng.random() < 0.5 else 1.0
    X += 10.0 ** rng.integers(0, 10) * rng.choice([-1, 0, 1], size=d)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    if rng.random() < 0.5:
        X[:, 0] = np.abs(X[:, 0]) * y
    C = 10.0 ** rng.uniform(-4, 6)
    alpha = C * rng.uniform(size=n) * 10.0 ** -rng.integers(0, 4, size=n)
    result = _gap.certify(X, _gap.centre_of(X), y, np.full(n, C), alpha, unpenalised=unpenalised)
    assert exact_gap(X, y, C, result, unpenalised) <= Fraction(result.gap)


@given(seed=st.integers(0, 10**6), unpenalised=st.booleans())
def test_weights_whose_terms_cancel_are_no_more_exact_than_the_terms(seed, unpenalised):
    """Pairs far away, on the right sides of a plane between them: no slack hides what is lost."""
    rng = np.random.default_rng(seed)
    n = rng.integers(1, 6)
    along = 10.0 ** rng.uniform(0, 6) * rng.normal(size=n)
    X = np.concatenate([np.column_stack([along + s, s - along]) for s in (-1.0, 1.0)])
    y, alpha = np.repeat([-1.0, 1.0], n), np.tile(rng.uniform(1, 9, size=n), 2)
    C = np.full(2 * n, 10.0)
    result = _gap.certify(X, _gap.centre_of(X), y, C, alpha, unpenalised=unpenalised)
    assert exact_gap(X, y, 10.0, result, unpenalised) <= Fraction(result.gap)


@given(seed=st.integers(0, 10**6))
def test_sums_over_many_samples_are_no_more_exact_than_their_terms(seed):
    """All of one class but one, and nearly in one place: the objectives are those of the bias."""
    rng = np.random.default_rng(seed)
    X, y = 1e-9 * rng.normal(size=(200, 1)), np.where(np.arange(200) > 0, 1.0, -1.0)
    alpha = rng.uniform(0.5, 1.0, size=200)
    result = _gap.certify(X, _gap.centre_of(X), y, np.ones(200), alpha, unpenalised=False)
    assert exact_gap(X, y, 1.0, result, False) <= Fraction(result.gap)


def exact_kernel_gap(K, y, C, result):
    """By fractions, for the entries of K as they are; multipliers as in :func:`exact_gap`."""
    K, b = [[Fraction(float(k)) for k in row] for row in K], Fraction(result.bias)
    signs = [int(sign) for sign in y]
    alpha = [min(max(Fraction(a), Fraction(0)), Fraction(C)) for a in result.alpha.tolist()]
    c = [a * s for a, s in zip(alpha, signs, strict=True)]
    f = [sum(k * each for k, each in zip(row, c, strict=True)) for row in K]
    square = sum(each * value for each, value in zip(c, f, strict=True))
    losses = sum(max(Fraction(0), 1 - s * (v + b)) for s, v in zip(signs, f, strict=True))
    primal = square / 2 + Fraction(C) * losses
    sums = {s: sum(a for a, t in zip(alpha, signs, strict=True) if s == t) for s in (-1, 1)}
    c = [a * s * min(sums.values()) / (sums[s] or 1) for a, s in zip(alpha, signs, strict=True)]
    f = [sum(k * each for k, each in zip(row, c, strict=True)) for row in K]
    dual = sum(map(abs, c)) - sum(each * value for each, value in zip(c, f, strict=True)) / 2
    return 1 - dual / primal


@dtypes
@pytest.mark.filterwarnings("ignore:SMO stopped")
@given(
    rows=digits,
    noise=st.integers(0, 10**6),
    offset=st.sampled_from([0.0, 1.0, 1e3, 1e6, 1e8]),
    C=st.floats(-4, 6).map(lambda exponent: 10.0**exponent),
    kernel=st.sampled_from([Linear(), Gaussian(3.0), Polynomial(2, 1.0)]),
)
@example(rows=np.arange(12).reshape(6, 2) % 5, noise=1, offset=1e8, C=42.0, kernel=Linear())
def test_no_kernel_machine_is_farther_from_the_best_than_its_gap(
    dtype, rows, noise, offset, C, kernel
):
    rng = np.random.default_rng(noise)
    K = kernel((rows + rng.normal(size=rows.shape) + offset).astype(dtype))
    y = np.where(np.arange(len(K)) % 2, 1, -1)
    result = smo(K, y, C, max_iter=100_000)
    if result.converged:  # entries of float32 make a Gram matrix up to their own digits only
        slack = Fraction(1e-5 if dtype == np.float32 else 1e-9)
        assert exact_kernel_gap(K, y, C, result) <= Fraction(result.gap) + slack


@given(seed=st.integers(0, 10**6), exponent=st.integers(-950, 950))
def test_limited_weights_and_perceptrons_know_units_or_say_why_not(seed, exponent):
    rng = np.random.default_rng(seed)
    X, y, unit = rng.normal(size=(9, 2)), np.where(rng.random(9) < 0.5, 1, -1), 2.0**exponent
    y[:2] = -1, 1
    limited = constrained_least_squares(X, y, 0.01).weights
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no plane separates them
        learnt = Perceptron(max_epochs=20).fit(X, y).predict(X)
        try:
            again = Perceptron(max_epochs=20).fit(X * unit, y).predict(X * unit)
        except InputError:
            assert abs(exponent) > 480, "or the squares of units do not leave the range of numbers"
        else:
            assert (again == learnt).all()
    if abs(exponent) < 480:
        found = constrained_least_squares(X * unit, y, 0.01 / unit / unit).weights
        np.testing.assert_allclose(found * unit, limited, rtol=1e-9)
