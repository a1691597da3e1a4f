"""One thread and four give the same bits: every solver, every estimator, every matrix."""

import inspect
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from checks import assert_threads_change_no_bit, clouds, threads
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_info

from kernelkit import estimators, features, gram, kernels, neighbors, solvers
from kernelkit import threads as pool
from kernelkit.distances import METRICS, pairwise
from kernelkit.engine import products
from kernelkit.engine.products import gram_of_columns, sums, times
from kernelkit.engine.tiles import TILE
from kernelkit.estimators import CLASSIFIERS
from kernelkit.kernels import KERNELS, Function, Gaussian, Laplacian, Linear, Polynomial
from kernelkit.kernels.base import rows_against
from kernelkit.solvers.voting import STRATEGIES
from kernelkit.threads import one_blas_thread

# In one piece; cut into parts of rows and into tiles; cut into tiles of columns.
SIZES = {"small": (90, 4), "tall": (5 * TILE, 20), "wide": (2 * TILE, 520)}
SET = {name: clouds(7, n, d, 3) for name, (n, d) in SIZES.items()}


def samples(name, dtype=np.float64):
    X, y = SET[name]
    X = X / np.abs(X).max()
    return X.astype(dtype), y, np.where(y == 0, 1, -1)


def grid(X):
    """Whole numbers, none below 0: counts of words."""
    return np.floor(5 * (X - X.min()))


def own(x, z):
    """A kernel of a reader's."""
    return 1.0 / (1.0 + np.sum((x - z) ** 2))


SOLVERS = {
    "constrained_least_squares": lambda X, y, s: solvers.constrained_least_squares(X, s, 0.5),
    "dual_coordinate_descent": lambda X, y, s: solvers.dual_coordinate_descent(X, s),
    "dual_perceptron": lambda X, y, s: solvers.dual_perceptron(Linear()(X), s, 5),
    "fisher": lambda X, y, s: solvers.fisher(X, y),
    "gaussian_fit": lambda X, y, s: solvers.gaussian_fit(X, y, 3, shrinkage=0.1),
    "gaussian_scores": lambda X, y, s: [
        solvers.gaussian_scores(X, solvers.gaussian_fit(X, y, 3, kind, shrinkage=0.1))
        for kind in ("shared", "per-class")
    ],
    "hinge_subgradient": lambda X, y, s: solvers.hinge_subgradient(X, s, step=0.1, max_iter=20),
    "KernelCache": lambda X, y, s: [
        *solvers.kernel_perceptron(solvers.KernelCache(Gaussian(), X), y, 3, max_epochs=4),
        *solvers.smo(solvers.KernelCache(Gaussian(), X), s, C=10.0)[:-1],
    ],
    "kernel_perceptron": lambda X, y, s: [
        array
        for kernel, strategy in zip(
            (Polynomial(3, 1.0), Gaussian(), Laplacian()), STRATEGIES, strict=True
        )
        for array in solvers.kernel_perceptron(kernel(X), y, 3, strategy, 4, average=True)
    ],
    "laplace_posterior": lambda X, y, s: solvers.laplace_posterior(X, s),
    "least_expected_loss": lambda X, y, s: [
        solvers.least_expected_loss(np.full((len(X), 3), 1 / 3), np.ones((3, 3)) - np.eye(3))
    ],
    "least_squares": lambda X, y, s: solvers.least_squares(X, s, ridge=1e-3),
    "log_posteriors": lambda X, y, s: [solvers.log_posteriors(X)],
    "logistic_newton": lambda X, y, s: solvers.logistic_newton(X, s, prior_variance=1.0),
    "multiclass_perceptron": lambda X, y, s: solvers.multiclass_perceptron(X, y, 3, 4),
    "multinomial_fit": lambda X, y, s: solvers.multinomial_fit(grid(X), y, 3),
    "multinomial_scores": lambda X, y, s: [
        solvers.multinomial_scores(grid(X), solvers.multinomial_fit(grid(X), y, 3, smoothing=a))
        for a in (0.0, 1.0)
    ],
    "pegasos": lambda X, y, s: solvers.pegasos(X, s, mu=0.1, max_epochs=20),
    "perceptron": lambda X, y, s: solvers.perceptron(X, s, max_epochs=5),
    "probit_log_odds": lambda X, y, s: [
        solvers.probit_log_odds(solvers.laplace_posterior(X, s), X)
    ],
    "smo": lambda X, y, s: solvers.smo(Gaussian()(X), s, C=10.0)[:-1],
    "softmax_newton": lambda X, y, s: solvers.softmax_newton(X, y, 3, prior_variance=1.0),
}

ESTIMATORS = {
    **{kind.__name__: [kind()] for kind in CLASSIFIERS.values()},
    "KNN": [estimators.KNN(), estimators.KNN(3, "manhattan", "distance")],
    "BayesianLogisticRegression": [estimators.BayesianLogisticRegression()],
    "FisherDiscriminant": [estimators.FisherDiscriminant()],
    "GaussianClassifier": [
        estimators.GaussianClassifier(kind, shrinkage=0.1) for kind in ("shared", "per-class")
    ],
    "KernelPerceptron": [
        estimators.KernelPerceptron(Gaussian(0.5), strategy, max_epochs=4)
        for strategy in ("one-vs-rest", "one-vs-one", "multiclass")
    ],
    "KernelSVM": [
        estimators.KernelSVM(),
        estimators.KernelSVM(strategy="one-vs-rest"),
        estimators.KernelSVM(memory=0),
    ],
    "LinearSVM": [
        estimators.LinearSVM(max_iter=20),
        estimators.LinearSVM(solver="pegasos", mu=0.1, max_iter=20),
    ],
    "LogisticRegression": [estimators.LogisticRegression(1.0)],
    "Perceptron": [
        estimators.Perceptron(max_epochs=5),
        estimators.Perceptron(average=True, max_epochs=5),
    ],
    "Nystroem": [estimators.Nystroem(n_components=30, random_state=0)],
    "RandomFourier": [estimators.RandomFourier(n_features=30, random_state=0)],
}


def quietly(compute):
    """Few epochs are enough to tell bits apart, and some solvers complain."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return list(compute())


def test_every_solver_and_every_estimator_is_tried():
    functions = {name for name in solvers.__all__ if inspect.isfunction(getattr(solvers, name))}
    assert set(SOLVERS) - {"KernelCache"} == functions
    no_numbers = {"BagOfWords", "CLASSIFIERS", "KernelParameters"}
    assert set(ESTIMATORS) == set(estimators.__all__) - no_numbers


@pytest.mark.storm
@pytest.mark.compiled
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SOLVERS)
def test_solvers(name, size):
    X, y, s = samples(size)
    results = lambda: quietly(lambda: SOLVERS[name](X, y, s))  # noqa: E731
    assert_threads_change_no_bit(results)


@pytest.mark.storm
@pytest.mark.compiled
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ESTIMATORS)
def test_estimators(name, size):
    X, y, s = samples(size)
    y = s if name == "BayesianLogisticRegression" else y
    if name == "MultinomialNaiveBayes":
        X = grid(X)

    def compute():
        for model in ESTIMATORS[name]:
            model.fit(X, y)
            for ask in ("predict", "decision_function", "predict_proba", "transform"):
                if hasattr(model, ask):
                    yield getattr(model, ask)(X)

    assert_threads_change_no_bit(lambda: quietly(compute))


@pytest.mark.storm
@pytest.mark.compiled
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("size", SIZES)
def test_matrices(size, dtype):
    X = samples(size, dtype)[0]
    Z = X[::2].copy()
    one_of_each = [*[kind() for kind in KERNELS], Polynomial(3, 0.5), Gaussian(0.3)]
    made = [
        Function(own),
        Linear() + Gaussian(),
        Linear() * Gaussian(),
        2.0 * Linear(),
        Linear().normalized(),
    ]

    def compute():
        for kernel in (*one_of_each, *made):
            yield from (kernel(X), kernel(X, Z), kernel.diagonal(X))
        thin, few = X[:, :8].copy(), Z[:, :8].copy()
        for metric in METRICS:
            order = {"p": 3} if metric == "minkowski" else {}
            yield from (
                pairwise(thin, metric=metric, **order),
                pairwise(thin, few, metric, **order),
            )
            yield from neighbors.k_nearest(thin, few, 5, metric, **order)
        yield from (pairwise(X), pairwise(X, Z), *neighbors.k_nearest(X, Z, 5))
        yield from (gram.center(Linear()(X)), gram.normalize(Linear()(X) + np.eye(len(X))))
        yield gram.alignment(Linear()(X), Gaussian()(X))
        yield from (times(X, Z[:7]), times(Z[:1], X), sums(X[:, :5].T, X), gram_of_columns(X))
        yield gram_of_columns(X, np.linspace(0, 1, len(X)))
        yield features.random_fourier(X, 40, 1.0, seed=0)
        yield features.nystroem(X, Z[:20], Gaussian())
        yield rows_against(kernels.Gaussian(), Z)(X)

    assert_threads_change_no_bit(lambda: list(compute()))


@pytest.mark.storm
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["hinge_subgradient", "logistic_newton", "softmax_newton"])
def test_threads_that_are_woken_for_little_work(name, monkeypatch):
    """In the tests above they sleep."""
    X, y, s = samples("tall")
    monkeypatch.setattr(pool, "SERIAL", 0)
    monkeypatch.setattr(products, "SERIAL", 0)

    def compute():
        yield from SOLVERS[name](X, y, s)
        yield from (
            times(X, X[:7]),
            times(X, X[:1]),
            gram_of_columns(X),
            gram_of_columns(X, X[:, 0] ** 2),
        )

    assert_threads_change_no_bit(lambda: quietly(compute))


def test_an_error_in_a_block_ends_the_work_and_reaches_the_caller():
    begun = []

    def work(start, stop):
        begun.append(start)
        if start == 2:
            raise ZeroDivisionError

    with threads(4, 1), pytest.raises(ZeroDivisionError):
        pool.in_blocks(work, 100_000, 1, 1e9)
    assert len(begun) < 100_000
    seen = np.zeros(1000, int)
    with threads(4, 1):
        pool.in_blocks(lambda i, j: np.add.at(seen, np.arange(i, j), 1), 1000, 7, 1e9)
    assert (seen == 1).all(), "afterwards every block is done once"


def blas_threads():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_linear_algebra_has_one_thread_inside_and_what_it_had_outside():
    with one_blas_thread():
        pass  # now both libraries are loaded
    before = blas_threads()
    with one_blas_thread():
        assert set(blas_threads()) == {1}
        with one_blas_thread():
            pass
        assert set(blas_threads()) == {1}, "the inner one must not set it back"
    assert blas_threads() == before
    with pytest.raises(ZeroDivisionError), one_blas_thread():
        1 / 0  # noqa: B018
    assert blas_threads() == before


def test_callers_in_several_threads_of_python_share_the_setting():
    with one_blas_thread():
        pass
    before = blas_threads()

    def seen(_):
        with one_blas_thread():
            return set(blas_threads())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(seen, range(50))) == [{1}] * 50
    assert blas_threads() == before


INTERRUPTED = """
import os, signal, sys, threading, warnings
import numpy as np
from kernelkit import Gaussian, KernelPerceptron, KernelSVM, LinearSVM, Perceptron

warnings.simplefilter("ignore")
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
random = np.random.default_rng(0)
X, y, many = random.normal(size=(300, 4)), random.integers(0, 2, 300), random.integers(0, 3, 300)
kernel = Gaussian(100.0)
fits = [
    (LinearSVM(C=1e6, tolerance=1e-15), y, "max_iter"),
    (LinearSVM(solver="pegasos", tolerance=1e-15), y, "max_iter"),
    (Perceptron(), y, "max_epochs"),
    (Perceptron(), many, "max_epochs"),
    (KernelPerceptron(kernel, bias=True), y, "max_epochs"),
    (KernelPerceptron(kernel, "multiclass"), many, "max_epochs"),
    (KernelSVM(C=1e9, kernel=kernel, tolerance=1e-15), y, "max_iter"),
]
for model, labels, limit in fits:
    model.set_params(**{limit: 2}).fit(X, labels)  # compiles
    model.set_params(**{limit: 10**9})
    for time in range(4):
        threading.Timer(0.1 + 0.01 * time, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            model.fit(X, labels)
        except KeyboardInterrupt:
            continue
        sys.exit(f"{model} was not interrupted")
"""


@pytest.mark.compiled
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a process")
def test_ctrl_c_is_a_keyboard_interrupt():
    subprocess.run([sys.executable, "-c", INTERRUPTED], check=True, timeout=300)
