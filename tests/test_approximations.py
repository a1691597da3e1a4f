import numpy as np
import pytest
from checks import assert_kind_error
from sklearn.base import clone
from sklearn.kernel_approximation import Nystroem as PeerNystroem

from kernelkit import Function, Gaussian, Nystroem, Polynomial, RandomFourier
from kernelkit.datasets import load_usps
from kernelkit.features import nystroem, random_fourier

pytestmark = pytest.mark.loops

X = load_usps().X[:300]
KERNEL = Gaussian(10.0)
K = KERNEL(X)


def error(phi, K):
    return np.sqrt(((phi @ phi.T - K) ** 2).mean())


def test_fourier_errors_fall_as_one_over_the_root_of_their_number():
    numbers = np.array([16, 64, 256, 1024])
    errors = [
        np.mean([error(random_fourier(X, int(D), 10.0, seed), K) for seed in range(5)])
        for D in numbers
    ]
    slope = np.polyfit(np.log(numbers), np.log(errors), 1)[0]
    assert slope == pytest.approx(-0.5, abs=0.1)


def test_fourier_features_are_unbiased_and_of_length_one():
    phis = [random_fourier(X[:40], 64, 10.0, seed) for seed in range(200)]
    mean = np.mean([phi @ phi.T for phi in phis], axis=0)
    # The mean of 200 runs of 32 waves strays by about 1 / sqrt(6400).
    assert np.abs(mean - K[:40, :40]).max() < 5 / np.sqrt(6400)
    np.testing.assert_allclose((phis[0] ** 2).sum(axis=1), 1.0, rtol=1e-12)


def test_fourier_features_of_new_samples_fit_those_of_the_old():
    together = random_fourier(X, 32, 10.0, seed=3)
    np.testing.assert_array_equal(random_fourier(X[:7], 32, 10.0, seed=3), together[:7])
    assert not np.allclose(random_fourier(X, 32, 10.0, seed=4), together)
    assert random_fourier(np.float32(X), 32, 10.0).dtype == np.float32


@pytest.mark.parametrize("kernel", [KERNEL, Polynomial(3, 1.0)], ids=str)
def test_nystroem_never_overrates_and_is_exact_between_landmarks(kernel):
    samples = X[:150]
    full = kernel(samples)
    errors = []
    for m in (10, 40, 150):
        phi = nystroem(samples, samples[:m], kernel)
        rest = full - phi @ phi.T
        assert np.linalg.eigvalsh(rest)[0] > -1e-8 * np.linalg.norm(full, 2), "rest is a kernel too"
        np.testing.assert_allclose(rest[:m, :m], 0, atol=1e-6 * full.max())
        errors.append(np.linalg.norm(rest) / np.linalg.norm(full))
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-7


def test_landmarks_that_coincide_do_no_harm():
    twice = np.concatenate([X[:20], X[:20]])
    once, both = (nystroem(X, landmarks, KERNEL) for landmarks in (X[:20], twice))
    np.testing.assert_allclose(both @ both.T, once @ once.T, atol=1e-9)


def test_nystroem_agrees_with_scikit_learns_on_the_same_landmarks():
    model = Nystroem(KERNEL, 50, random_state=0).fit(X)
    peer = PeerNystroem(gamma=1 / 200, n_components=50, random_state=0).fit(X)
    phi, theirs = nystroem(X, peer.components_, KERNEL), peer.transform(X)
    np.testing.assert_allclose(phi @ phi.T, theirs @ theirs.T, atol=1e-8)
    np.testing.assert_allclose(model.transform(X), nystroem(X, model.landmarks_, KERNEL))
    np.testing.assert_array_equal(model.landmarks_, X[model.indices_])


@pytest.mark.parametrize("model", [RandomFourier(20), Nystroem(n_components=20)], ids=str)
def test_a_seed_decides(model):
    made = [clone(model).set_params(random_state=s).fit_transform(X[:60]) for s in (0, 0, 1)]
    np.testing.assert_array_equal(made[0], made[1])
    assert not np.allclose(made[0], made[2])


@pytest.mark.parametrize("model", [RandomFourier(4), Nystroem(n_components=4)], ids=str)
def test_features_have_names_so_that_pipelines_can_make_tables_of_them(model):
    names = model.fit(X[:60]).get_feature_names_out().tolist()
    assert names == [f"{type(model).__name__.lower()}{j}" for j in range(4)]
    assert model.transform(X[:1]).shape == (1, 4)


def test_more_landmarks_than_samples_are_all_of_them():
    model = Nystroem(KERNEL, 500).fit(X[:40])
    np.testing.assert_array_equal(model.indices_, np.arange(40))
    phi = model.transform(X[:40])
    np.testing.assert_allclose(phi @ phi.T, K[:40, :40], atol=1e-8)


def test_parameters_that_leave_all_numbers_behind_are_named():
    assert_kind_error(ValueError, "^X and sigma must be of", random_fourier, X, 4, 1e-320)
    for k, words in [(lambda x, z: np.inf, "must be finite"), (lambda x, z: -1.0, "must be pos")]:
        kernel = Function(k)
        assert_kind_error(ValueError, f"the matrix of .* {words}", nystroem, X, X[:3], kernel)
        assert_kind_error(ValueError, f"the matrix of .* {words}", Nystroem(kernel).fit, X)
