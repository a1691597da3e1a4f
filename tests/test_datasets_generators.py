"""Toy data: the formulas hold without noise, and the same seed gives the same bytes."""

import hashlib

import numpy as np
import pytest
from checks import assert_kind_error

from kernelkit.datasets import (
    make_blobs,
    make_circles,
    make_moons,
    make_oligonucleotides,
    make_spirals,
    make_xor,
)

GENERATORS = [make_blobs, make_circles, make_moons, make_spirals, make_xor]
everyone = pytest.mark.parametrize("make", GENERATORS)


@pytest.mark.parametrize(
    ("make", "digest"),
    [
        (make_blobs, "15fb5609fe2e3f67"),
        (make_circles, "0fd1dbc05b3985cb"),
        (make_moons, "4312bef922546f71"),
        (make_spirals, "dc966d69fa39a87c"),
        (make_xor, "290bdcd9feff4a69"),
    ],
)
def test_the_bytes_are_the_same_on_every_machine_and_in_every_version(make, digest):
    X, y = make(n_samples=200, seed=1)
    content = X.astype("<f8").tobytes() + y.astype("<i8").tobytes()
    assert hashlib.sha256(content).hexdigest()[:16] == digest


@everyone
@pytest.mark.parametrize("n_samples", [2, 7, 100])
def test_classes_take_turns(make, n_samples):
    data = make(n_samples=n_samples)
    assert data.X.shape == (n_samples, 2)
    assert data.y.tolist() == [i % 2 for i in range(n_samples)]
    assert (data.X.dtype, data.y.dtype) == (np.float64, np.int64)
    assert (data.feature_names, data.class_names) == (("x1", "x2"), ("0", "1"))


def test_blobs_lie_around_their_centers():
    centers = [[0.0, 0.0, 5.0], [8.0, -3.0, 1.0]]
    X, y = make_blobs(20_000, centers, spread=0.5)
    for k in (0, 1):
        assert np.allclose(X[y == k].mean(axis=0), centers[k], atol=0.02)
        assert np.allclose(X[y == k].std(axis=0), 0.5, atol=0.02)
    assert np.array_equal(make_blobs(4, centers, spread=0).X, np.array(centers * 2))


def test_moons_without_noise_are_half_circles():
    X, y = make_moons(101, noise=0.0)
    upper, lower = X[y == 0], X[y == 1]
    assert np.allclose(np.linalg.norm(upper, axis=1), 1.0)
    assert np.allclose(np.linalg.norm(lower - [1.0, 0.5], axis=1), 1.0)
    assert upper[:, 1].min() >= 0.0
    assert lower[:, 1].max() <= 0.5
    assert np.allclose(upper[[0, -1]], [[1.0, 0.0], [-1.0, 0.0]])
    assert np.allclose(lower[[0, -1]], [[0.0, 0.5], [2.0, 0.5]])


def test_circles_without_noise_have_their_radii_and_no_point_twice():
    X, y = make_circles(60, noise=0.0)
    assert np.allclose(np.linalg.norm(X, axis=1), np.where(y == 0, 1.0, 0.5))
    assert np.allclose(X.mean(axis=0), 0.0)
    assert len(np.unique(X, axis=0)) == 60


def test_xor_without_noise_labels_by_the_sign_of_the_product():
    X, y = make_xor(500)
    assert np.array_equal(X[:, 0] * X[:, 1] < 0, y == 1)
    assert np.abs(X).max() < 1.0
    # all four squares are visited, evenly
    squares = np.unique(np.sign(X), axis=0, return_counts=True)[1]
    assert len(squares) == 4
    assert squares.min() > 90


def test_spirals_without_noise_wind_one_and_a_half_times_and_are_half_a_turn_apart():
    X, y = make_spirals(400, noise=0.0)
    first, second = X[y == 0], X[y == 1]
    assert np.allclose(first, -second)
    assert np.allclose(np.linalg.norm(first, axis=1), np.arange(1, 201) / 200)
    angle = np.unwrap(np.arctan2(first[:, 1], first[:, 0]))
    assert np.isclose(angle[-1] - angle[0], 3.0 * np.pi * (1 - 1 / 200))


@pytest.mark.parametrize("make", GENERATORS[1:])
def test_noise_has_the_size_asked_for(make):
    calm, loud = make(20_000, noise=0.0, seed=5), make(20_000, noise=0.3, seed=5)
    assert np.isclose((loud.X - calm.X).std(), 0.3, atol=0.01)


@pytest.mark.parametrize(
    ("make", "options", "error", "message"),
    [
        (make_blobs, {"spread": -1}, ValueError, "spread must be finite and at least 0, got -1"),
        (make_blobs, {"centers": 0}, ValueError, "centers must be a whole number, at least 1"),
        (make_blobs, {"centers": [1.0, 2.0]}, ValueError, "centers must be two-dimensional"),
        (
            make_blobs,
            {"centers": np.zeros((3, 2)), "n_samples": 2},
            ValueError,
            "n_samples must be",
        ),
    ],
)
def test_wrong_options_are_refused(make, options, error, message):
    with pytest.raises(error, match=message):
        make(**options)


def test_oligonucleotides_carry_their_motif_in_one_class_only():
    X, y = make_oligonucleotides(60, length=25, motif="GATTACA", mutation=0.0, seed=2)
    assert {len(string) for string in X} == {25}
    assert set("".join(X)) == set("ACGT")
    assert all("GATTACA" in string for string in X[y == 1])
    assert not any("GATTACA" in string for string in X[y == 0])
    places = {string.index("GATTACA") for string in X[y == 1]}
    assert len(places) > 5, "no position means anything"
    again = make_oligonucleotides(60, length=25, motif="GATTACA", mutation=0.0, seed=2)
    assert again.X.tolist() == X.tolist()
    other = make_oligonucleotides(60, length=25, motif="GATTACA", mutation=1.0, seed=2)
    assert sum("GATTACA" in string for string in other.X) < 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"motif": "TATAXX"}, "motif must be letters A, C, G and T, got 'TATAXX'"),
        ({"length": 5}, "length must be a whole number, at least 6, got 5"),
    ],
)
def test_bad_oligonucleotides_are_named(options, words):
    assert_kind_error(ValueError, words, make_oligonucleotides, **options)


@everyone
def test_more_samples_than_any_memory_holds_are_refused_by_arithmetic(make):
    assert_kind_error(ValueError, "must need at most 2 GiB of memory", make, 10**15)
