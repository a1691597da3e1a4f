"""Input that once made compiled code leave its arrays: a sentence, or the right answer.

CI runs these under NUMBA_BOUNDSCHECK as well. Uncompiled loops would stop at NumPy's warnings of
overflow, which compiled ones do not have.
"""

import os
import subprocess
import sys
import warnings
from dataclasses import dataclass

import numpy as np
import pytest
from checks import assert_kind_error, clouds
from sklearn.exceptions import ConvergenceWarning

from kernelkit import Gaussian, KernelPerceptron, KernelSVM, Linear, Polynomial, distances, gram
from kernelkit._jit import njit
from kernelkit.distances import METRICS, euclidean, minkowski, pairwise
from kernelkit.kernels import Kernel
from kernelkit.kernels.base import rows_against
from kernelkit.neighbors import k_nearest
from kernelkit.solvers import KernelCache, kernel_perceptron, smo

pytestmark = [pytest.mark.compiled, pytest.mark.loops]

X, classes = clouds(3, 60, 4, 3)
signs = np.where(classes == 0, 1, -1)


def pixels(n=300):
    """Bytes like those of raw digits: their inner products are near 1e6."""
    random = np.random.default_rng(0)
    return (255.0 * random.random((n, 784)) * (random.random((n, 784)) < 0.3)).round()


def test_a_degree_that_overflows_single_but_not_double_precision_has_an_answer():
    """Values near 1e39: as float32 they would be infinite."""
    x, y = pixels(), np.tile([1, -1], 150)
    machine = KernelSVM(kernel=Polynomial(6)).fit(x, y)
    assert machine.score(x, y) == 1.0
    assert machine.duality_gap_[0] <= 1e-3


def test_a_degree_that_overflows_double_precision_is_refused():
    words = r"X must be scaled down for Polynomial\(degree=60.*beyond the largest float64"
    y = [0, 1] * 10
    assert_kind_error(ValueError, words, KernelSVM(kernel=Polynomial(60)).fit, pixels(20), y)
    assert_kind_error(ValueError, words, Polynomial(60).diagonal, pixels(20))
    words = "X must be scaled down.*beyond the largest float32"
    x = pixels(20).astype(np.float32)
    assert_kind_error(ValueError, words, KernelSVM(kernel=Polynomial(9)).fit, x, y)


def test_what_is_no_gram_matrix_has_no_hard_margin():
    words = "C must be smaller for this K, got C=inf.*not positive semidefinite"
    assert_kind_error(ValueError, words, smo, [[0.0, 1.0], [1.0, 0.0]], [1, -1], C=np.inf)
    with pytest.warns(ConvergenceWarning, match="K is not positive semidefinite"):
        assert smo([[0.0, 1.0], [1.0, 0.0]], [1, -1], C=2.0).alpha.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("scale", [1e-300, 1e-39, 1e39, 1e200])
@pytest.mark.parametrize("C", [1.0, np.inf])
def test_the_unit_of_a_kernel_does_not_matter(scale, C):
    """K times s and C over s are the same machine, with multipliers over s."""
    K = Gaussian(0.7)(X)
    plain = smo(K, signs, C, tolerance=1e-6)
    scaled = smo(scale * K, signs, C / scale, tolerance=1e-6)
    np.testing.assert_allclose(scaled.alpha * scale, plain.alpha, rtol=1e-4, atol=1e-4)
    assert scaled.bias == pytest.approx(plain.bias, abs=1e-5)
    assert scaled.objective * scale == pytest.approx(plain.objective)
    assert scaled.norm * np.sqrt(scale) == pytest.approx(plain.norm)


def test_large_numbers_under_a_linear_kernel():
    far = 1e20 * X
    machine = KernelSVM(C=np.inf, kernel=Linear()).fit([[1e20], [2e20], [4e20]], [0, 1, 1])
    np.testing.assert_allclose(machine.decision_function([[1e20], [2e20]]), [-1, 1], rtol=1e-3)
    KernelSVM(kernel=Linear(), C=1e-40).fit(far, signs)
    words = "X must be scaled down for Linear.*beyond the largest float32"
    assert_kind_error(
        ValueError, words, KernelSVM(kernel=Linear()).fit, far.astype(np.float32), signs
    )


@pytest.mark.parametrize("size", [1e17, 1e18])
def test_single_precision_near_its_limits_ends(size):
    x = (size * X).astype(np.float32)
    assert KernelSVM(kernel=Linear(), C=1e-36).fit(x, signs).score(x, signs) > 0.5


@dataclass(frozen=True)
class Strange(Kernel):
    """A reader's own kernel that went wrong."""

    what: str

    def __call__(self, X, Z=None):
        K = Linear()(X, Z)
        if self.what == "nan":
            K[-1, -1] = np.nan
        if self.what == "infinite":
            K[0, 0] = np.inf
        if self.what == "complex":
            return 1j * K
        return K[:, :-1] if self.what == "shape" else K

    def diagonal(self, X):
        values = Linear().diagonal(X)
        return values[:-1] if self.what == "diagonal" else values


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("nan", "the matrix of Strange.* must be finite, got nan"),
        ("infinite", "the matrix of Strange.* must be finite, got inf"),
        ("shape", "the matrix of Strange.* must have the shape .*, a value for each pair, got"),
        ("complex", "the matrix of Strange.* must hold real numbers"),
    ],
)
def test_a_kernel_of_ones_own_is_not_trusted(what, words):
    kernel = Strange(what)
    error = TypeError if what == "complex" else ValueError
    for call in (
        lambda: KernelSVM(kernel=kernel).fit(X, classes),
        lambda: KernelSVM(kernel=kernel, memory=0).fit(X, classes),
        lambda: KernelPerceptron(kernel=kernel).fit(X, classes),
        lambda: smo(KernelCache(kernel, X), signs),
        lambda: kernel_perceptron(KernelCache(kernel, X), classes, 3),
    ):
        assert_kind_error(error, words, call)


def test_its_diagonal_is_not_trusted_either():
    words = "the diagonal of Strange.* must hold 60 values, one for each sample, got 59"
    assert_kind_error(ValueError, words, KernelCache, Strange("diagonal"), X)


def test_predict_from_gram_checks_what_it_gets():
    machine, K = KernelPerceptron(), Gaussian()(X)
    learnt = np.arange(40)
    assert len(machine.predict_from_gram(K, classes, learnt)) == 60
    for args, words in [
        ((K[:, :5], classes, learnt), "K must be a square matrix"),
        ((K, classes[:5], learnt), "codes must hold one label per sample, 60 in all"),
        ((K, -classes, learnt), "codes must hold whole numbers from 0"),
        ((K, classes, [60]), "samples must be between 0 and 59"),
    ]:
        assert_kind_error(ValueError, words, machine.predict_from_gram, *args)


@pytest.mark.parametrize(
    ("size", "dtype"),
    [(1e-25, np.float32), (1e20, np.float32)]
    + [(size, np.float64) for size in (1e-200, 1e-160, 1e154, 1e200)],
)
def test_neighbours_of_numbers_whose_squares_are_none(size, dtype):
    x = (size * np.array([[1.0], [2.0], [3.0]])).astype(dtype)
    found = k_nearest(x, x[:1], 2)
    assert found.indices.tolist() == [[0, 1]]
    np.testing.assert_allclose(found.distances, [[0.0, size]], rtol=1e-6)
    np.testing.assert_allclose(pairwise(x)[0], [0.0, size, 2 * size], rtol=1e-6)
    np.testing.assert_array_equal(Gaussian(1.0)(x).diagonal(), 1.0)
    np.testing.assert_allclose(Gaussian(size)(x)[0], np.exp([0, -0.5, -2]), rtol=1e-5)


@pytest.mark.parametrize("sigma", [1e-300, 1e-200, 1e-30, 1e30, 1e200, 1e300])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_every_width_of_a_gaussian_has_a_diagonal_of_one(sigma, dtype):
    K = Gaussian(sigma)(X.astype(dtype))
    np.testing.assert_array_equal(K, np.eye(60) if sigma < 1 else np.ones((60, 60)))
    rows = rows_against(Gaussian(sigma), X.astype(dtype))(X.astype(dtype)[:3])
    np.testing.assert_array_equal(rows, K[:3])


def test_normalising_numbers_whose_products_overflow():
    K = Linear().normalized()
    np.testing.assert_allclose(K(1e100 * X), K(X), rtol=1e-12)
    np.testing.assert_allclose(K(1e-100 * X), K(X), rtol=1e-12)


def test_vectors_of_different_lengths_are_refused_in_compiled_code():
    @njit
    def outer(x, z):
        return euclidean(x, z) + minkowski(x, z, 3.0)

    with pytest.raises(ValueError, match="z must have length 10, got 3"):
        outer(np.ones(10), np.ones(3))


@pytest.mark.parametrize("metric", [name for name in METRICS if name != "squared_euclidean"])
@pytest.mark.parametrize("scale", [1e-250, 1e-170, 1e170, 1e250])
def test_every_distance_keeps_its_digits_at_every_scale(metric, scale):
    order = 3 if metric == "minkowski" else 2
    rows = np.array([[1.0, 2.0, -2.0], [0.5, -1.0, 3.0]])
    unit = 1.0 if metric == "cosine" else scale
    expected = getattr(distances, metric)(*rows, *([3] if order == 3 else []))
    found = pairwise(scale * rows, metric=metric, p=order)[0, 1]
    assert found / unit == pytest.approx(expected, rel=1e-12)
    near = k_nearest(scale * rows[:1], scale * rows[1:], 1, metric, order)
    assert near.distances[0, 0] / unit == pytest.approx(expected, rel=1e-12)


def test_a_square_beyond_all_numbers_is_said():
    words = "X must be scaled down: a distance is beyond the largest float64"
    assert_kind_error(ValueError, words, pairwise, [[1e200], [2e200]], metric="squared_euclidean")
    assert_kind_error(ValueError, words, pairwise, [[1.7e308], [-1.7e308]])


def test_gram_matrices_of_every_size_are_compared_and_centred():
    K = Gaussian()(X)
    assert gram.alignment(1e200 * K, 1e-200 * K) == pytest.approx(1.0)
    np.testing.assert_allclose(gram.center(1e300 * K), 1e300 * gram.center(K), rtol=1e-6)


class Plain(Kernel):
    """A reader's own kernel without a word about its diagonal."""

    def __call__(self, X, Z=None):
        return Linear()(X, Z)


def test_a_kernel_that_does_not_tell_its_diagonal_is_asked_for_it():
    told = KernelSVM(kernel=Linear(), memory=0).fit(X, signs)
    asked = KernelSVM(kernel=Plain(), memory=0).fit(X, signs)
    np.testing.assert_array_equal(asked.dual_coef_, told.dual_coef_)


@pytest.mark.parametrize("what", ["nan", "infinite", "shape", "complex"])
def test_kernels_made_of_kernels_trust_none_of_them(what):
    inner = Strange(what)
    made = (inner.normalized(), inner + Linear(), Linear() * inner, 2.0 * inner)
    for kernel in made:
        assert_kind_error(ValueError, "the matrix of Strange.* must", kernel, X)
        assert_kind_error(ValueError, "the matrix of Strange.* must", kernel, X, X[:5])


def test_a_gap_below_zero_is_told():
    K = np.tanh(3 * X @ X.T - 1)
    with pytest.warns(ConvergenceWarning, match="K is not positive semidefinite"):
        result = smo((K + K.T) / 2, signs)
    assert not result.converged
    assert result.gap < 0


def test_kernels_of_every_finite_size_and_prices_of_every_size_end():
    K = Gaussian()(X)
    assert smo(1.7e308 * K, signs, C=1e-300).converged
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        smo(K, signs, C=1e308, max_iter=1000)
    assert_kind_error(ValueError, "C must be above 0, or inf.*got an int", smo, K, signs, 10**5000)


def test_too_many_machines_are_refused_by_arithmetic():
    x, y = np.arange(12_000.0).reshape(-1, 1), np.arange(12_000) // 2
    words = "17,997,000 machines on 12,000 samples must need at most 2 GiB"
    for model in (KernelSVM(memory=0), KernelPerceptron(strategy="one-vs-one")):
        assert_kind_error(ValueError, words, model.fit, x, y)


def in_a_process(script, **settings):
    """Its exit code and what it printed; a signal would be a negative code."""
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout + run.stderr


@pytest.mark.storm
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_process_forked_after_its_parent_computed_can_compute():
    script = """
import os
import threading
import numpy as np
from kernelkit import Gaussian
X = np.random.default_rng(0).normal(size=(900, 60))
expected = Gaussian()(X)  # on several threads, which the child will not have
if os.fork() == 0:
    same = np.array_equal(Gaussian()(X), expected)
    os._exit(int(not same or threading.active_count() < 2))  # on threads of its own
raise SystemExit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    code, told = in_a_process(script, NUMBA_NUM_THREADS="4")
    assert code == 0, told


@pytest.mark.storm
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_process_forked_while_another_thread_computes_can_compute():
    script = """
import os
import signal
import threading
from numba.core.compiler_lock import global_compiler_lock
from kernelkit import Gaussian, threads
Gaussian()([[1.0]])
at_work, forked = threading.Event(), threading.Event()
def work():
    with threads.one_blas_thread():
        with global_compiler_lock:  # held for moments, in the midst of one here
            with threads._blas.lock:
                at_work.set()
                forked.wait(0.2)
            forked.wait(0.2)
        forked.wait()
threading.Thread(target=work).start()
at_work.wait()
child = os.fork()
if child == 0:
    signal.alarm(20)
    with global_compiler_lock, threads.one_blas_thread():
        Gaussian()([[1.0]])
    os._exit(len(threads._blas.inside))
forked.set()
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    code, told = in_a_process(script)
    assert code == 0, told


@pytest.mark.storm
def test_several_threads_of_python_compute_at_once():
    script = """
import threading
import numpy as np
from kernelkit import Gaussian
X = np.random.default_rng(0).normal(size=(900, 60))
expected = Gaussian()(X)
wrong = []
def work():
    for _ in range(5):
        wrong.extend([1] * (not np.array_equal(Gaussian()(X), expected)))
workers = [threading.Thread(target=work) for _ in range(8)]
[worker.start() for worker in workers]
[worker.join() for worker in workers]
raise SystemExit(len(wrong))
"""
    code, told = in_a_process(script, NUMBA_NUM_THREADS="4")
    assert code == 0, told
