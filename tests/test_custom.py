"""A reader's own function of two samples as a kernel."""

import pickle
import time

import numba
import numpy as np
import pytest
from checks import assert_gram, assert_kind_error, assert_threads_change_no_bit
from sklearn.model_selection import GridSearchCV

import kernelkit
from kernelkit import Gaussian, KernelPerceptron, KernelSVM, _jit, core, solvers, threads
from kernelkit.datasets import make_moons
from kernelkit.kernels import Function, custom
from kernelkit.plotting import decision_regions

X, y = make_moons(n_samples=60, noise=0.1, seed=0)
Z = X[:7] + 0.5
WORDS = ["spam", "maps", "ham", "hum", "eggs", "legs"]


def cauchy(x, z, width=1.0):
    total = 0.0
    for i in range(len(x)):
        total += (x[i] - z[i]) ** 2
    return 1.0 / (1.0 + total / width**2)


compiled_cauchy = numba.njit(cauchy)


def no_numba(x, z, width=1.0):
    """The same by ``eval``, which numba does not know."""
    return eval(
        "1.0 / (1.0 + ((x - z) ** 2).sum() / width**2)", {}, {"x": x, "z": z, "width": width}
    )


def shared(s, t):
    """How many different letters two words, or members two sets, share."""
    return len(set(s) & set(t))


FORMS = {"plain": cauchy, "compiled": compiled_cauchy, "never compiled": no_numba}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_matrix_holds_the_function_of_each_pair(form, dtype):
    kernel = Function(FORMS[form], width=2.0)
    A, B = X.astype(dtype), Z.astype(dtype)
    expected = 1 / (1 + ((A[:, None] - B[None]) ** 2).sum(axis=2) / 4)
    np.testing.assert_allclose(kernel(A, B), expected, rtol=20 * np.finfo(dtype).eps)
    assert kernel(A, B).dtype == kernel(A).dtype == kernel.diagonal(A).dtype == dtype
    assert_gram(kernel(A))
    np.testing.assert_array_equal(kernel(A)[:, 0], kernel(A, A[:1])[:, 0])
    np.testing.assert_array_equal(kernel.diagonal(A), kernel(A).diagonal())
    np.testing.assert_array_equal(kernel(A, A), kernel(A))


@pytest.mark.compiled
def test_what_numba_can_compile_is_compiled_and_what_it_cannot_is_called():
    calls = []

    def counted(x, z):
        calls.append(1)  # numba refuses a list from outside
        return x @ z

    def quiet(x, z):
        return float(x @ z)

    for function, compiled in ((quiet, True), (compiled_cauchy, True), (core.linear, True)):
        assert (Function(function)._try_out(X, X) is not None) == compiled
    assert Function(counted)._try_out(X, X) is None
    assert len(calls) == custom.TRIED**2
    np.testing.assert_allclose(Function(counted)(X), Function(quiet)(X), rtol=1e-12, atol=1e-12)


def test_a_kernel_of_ours_of_two_rows_is_one_too():
    np.testing.assert_allclose(Function(core.gaussian, sigma=0.5)(X), Gaussian(0.5)(X), rtol=1e-12)


def test_a_global_that_changed_is_seen():
    scale = 2.0

    def scaled(x, z):
        return scale * (x @ z)

    np.testing.assert_allclose(Function(scaled)(X), 2 * X @ X.T, atol=1e-12)
    scale = 3.0
    np.testing.assert_allclose(Function(scaled)(X), 3 * X @ X.T, atol=1e-12)


def test_parameters_that_are_given_by_name_only_arrive():
    def power(x, z, *, degree):
        return (x @ z) ** degree

    np.testing.assert_allclose(Function(power, degree=3)(X), (X @ X.T) ** 3, atol=1e-12)


@pytest.mark.parametrize(
    "samples",
    [WORDS, np.array(WORDS), [set(word) for word in WORDS], np.fromiter(map(tuple, WORDS), object)],
    ids=["strings", "array", "sets", "tuples"],
)
def test_samples_need_not_be_vectors(samples):
    expected = [[len(set(s) & set(t)) for t in WORDS] for s in WORDS]
    kernel = Function(shared)
    np.testing.assert_array_equal(kernel(samples), expected)
    np.testing.assert_array_equal(kernel(samples, samples[:2]), np.array(expected)[:, :2])
    np.testing.assert_array_equal(kernel.diagonal(samples), np.diag(expected))
    labels = ["a", "a", "a", "a", "b", "b"]
    for model in (KernelSVM(kernel=kernel), KernelPerceptron(kernel.normalized() + kernel)):
        assert model.fit(samples, labels).predict(samples[4:]).tolist() == ["b", "b"]
    rows = solvers.KernelCache(kernel, samples)
    np.testing.assert_array_equal(rows.store[rows.places(np.array([3]))], [expected[3]])


@pytest.mark.parametrize("form", FORMS)
def test_everything_that_takes_kernels_takes_it(form):
    kernel = Function(FORMS[form], width=0.5)
    for made in (kernel, kernel + Gaussian(), kernel * kernel, 2.0 * kernel, kernel.normalized()):
        for model in (KernelSVM(kernel=made), KernelPerceptron(made)):
            assert model.fit(X, y).score(X, y) > 0.95
    model = KernelSVM(kernel=Function(FORMS[form], width=3.0))
    search = GridSearchCV(model, {"kernel__width": [0.5]}, cv=2).fit(X, y)
    assert search.best_estimator_.kernel == kernel
    cache = solvers.KernelCache(kernel, X)
    assert solvers.smo(cache, np.where(y == 1, 1, -1)).converged


def test_its_regions_are_drawn():
    model = KernelSVM(kernel=Function(compiled_cauchy, width=0.5)).fit(X, y)
    assert decision_regions(model, X, y).collections


def test_numbers_are_taken_for_a_matrix_and_never_for_objects():
    for numbers in ([1.0, 2.0], np.arange(3.0), np.ma.masked_array([1.0, 2.0], [1, 0]), [None]):
        assert_kind_error(ValueError, "X must", Function(shared), numbers)


def test_it_is_a_value():
    kernel = Function(cauchy, width=2.0)
    assert kernelkit.Function is Function
    assert kernel == Function(cauchy, width=2.0) != Function(cauchy, width=3.0)
    assert kernel != Function(no_numba, width=2.0)
    assert len({kernel, Function(cauchy, width=2), Function(shared)}) == 2
    assert repr(kernel) == "Function(cauchy, width=2.0)"
    assert kernel.get_params() == {"k": cauchy, "width": 2.0}
    assert kernel.with_params(width=3.0) == Function(cauchy, width=3.0)
    assert kernel.with_params(k=no_numba) == Function(no_numba, width=2.0)
    assert_kind_error(
        ValueError,
        "wide is not a parameter of Function, which has k, w",
        kernel.with_params,
        wide=1,
    )
    with pytest.raises(AttributeError):
        kernel.k = no_numba
    for form in FORMS.values():
        assert pickle.loads(pickle.dumps(Function(form, width=2.0))) == Function(form, width=2.0)


def lopsided(x, z):
    return x[0]


def nothing(x, z):
    pass


def difference(x, z):
    return x - z


def endless(x, z):
    return np.inf if x[0] == z[0] else 0.0


def writing(x, z):
    x -= z
    return x @ x


@pytest.mark.parametrize(
    ("function", "error", "words"),
    [
        (
            lopsided,
            ValueError,
            r"^lopsided must be symmetric, got k\(x, z\) and k\(z, x\) 2.* apart",
        ),
        (nothing, TypeError, "^nothing must return a number, got None"),
        (difference, TypeError, r"^difference must return a number, got array\("),
        (endless, ValueError, r"^the matrix of Function\(endless\) must be finite, got inf"),
        (writing, ValueError, "^writing must not write to its arguments"),
    ],
)
@pytest.mark.parametrize("first", [lambda k: k, numba.njit], ids=["plain", "compiled"])
def test_what_is_no_kernel_is_told_in_a_sentence_that_names_it(function, error, words, first):
    kernel, samples = Function(first(function)), X.copy()
    for call in (kernel, kernel.diagonal, lambda X: kernel(X, X[::2])):
        assert_kind_error(error, words, call, samples)
    assert_kind_error(error, words, KernelSVM(kernel=kernel).fit, X, y)
    np.testing.assert_array_equal(samples, X)


def test_a_whole_number_beyond_the_largest_float_is_not_finite():
    words = r"the matrix of Function\(<lambda>\) must be finite, got inf"
    assert_kind_error(ValueError, words, Function(lambda x, z: 10**400), X)


def test_a_value_that_is_not_finite_is_found_among_pairs_that_were_not_tried():
    samples = np.arange(100.0).reshape(-1, 1)
    tried = custom._some(samples)
    assert 50.0 not in tried

    def holed(x, z):
        return np.nan if x[0] == 50.0 and z[0] == 50.0 else 1.0

    words = r"of Function\(holed\) must be finite, got nan at .* 50"
    assert_kind_error(ValueError, words, Function(holed), samples)
    assert_kind_error(ValueError, words, Function(holed).diagonal, samples)


class OwnError(Exception):
    """Of the reader's."""


@pytest.mark.parametrize("error", [OwnError, ZeroDivisionError, IndexError])
def test_errors_of_the_function_reach_the_reader_as_they_are(error):
    limit = [100.0]

    def failing(x, z):
        if x[0] * z[0] > limit[0]:
            raise error
        return x @ z

    model = KernelSVM(kernel=Function(failing)).fit(X, y)
    for call in (Function(failing), Function(failing).diagonal, model.predict):
        with pytest.raises(error):
            call(100 * X)


def test_an_index_beyond_the_end_is_an_error_of_python():
    def beyond(x, z):
        return x[2] * z[2] if x[0] == z[0] == 50.0 else 1.0

    samples = np.arange(100.0).reshape(-1, 1)
    with pytest.raises(IndexError):
        Function(beyond)(samples)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Function("linear"), "k must be a function of two samples, got 'linear'"),
        (lambda: Function(Gaussian()), r"k must be a function of two samples, got Gaussian\("),
        (lambda: Function(float), "k must be a function of two samples, got <class 'float'>"),
        (lambda: Function(cauchy, wide=1), r"k must take two samples and wide, got cauchy\(x, z"),
        (lambda: Function(len), r"k must take two samples, got len\(obj, /\)"),
        (lambda: Function(cauchy, width=X), "width must be hashable, got array"),
        (lambda: Function(shared)(WORDS, X), "Z must be a list of strings or objects like X"),
    ],
)
def test_bad_arguments_are_named(make, words):
    assert_kind_error(TypeError, words, make)


def test_a_function_that_takes_long_shows_how_far_it_is(capsys, monkeypatch):
    Function(no_numba)(X)
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(custom, "SECONDS", 0.01)

    def slow(s, t):
        time.sleep(0.001)
        return float(s == t)

    Function(slow)([str(i) for i in range(20)])
    assert "slow: 100%" in capsys.readouterr().out


@pytest.mark.compiled
def test_threads_share_the_pairs_and_change_no_bit(monkeypatch):
    monkeypatch.setattr(threads, "SERIAL", 0)
    kernel, many = Function(cauchy, width=2.0), np.random.default_rng(0).normal(size=(200, 3))
    assert_threads_change_no_bit(lambda: [kernel(many), kernel(many, X[:, [0, 1, 0]])])


@pytest.mark.compiled
def test_a_function_with_threads_of_its_own_is_called_by_one_of_ours(monkeypatch):
    monkeypatch.setattr(threads, "SERIAL", 0)

    @numba.njit(parallel=True)
    def product(x, z):
        total = 0.0
        for i in numba.prange(len(x)):
            total += x[i] * z[i]
        return total

    assert _jit.has_threads(product)
    assert not _jit.has_threads(compiled_cauchy)
    np.testing.assert_allclose(Function(product)(X), X @ X.T, rtol=1e-12, atol=1e-12)
