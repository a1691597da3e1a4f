"""Digits made on the fly: the same bytes everywhere, and what a moved digit should look like."""

import hashlib
import math

import numpy as np
import pytest
from checks import assert_kind_error
from scipy.ndimage import map_coordinates

from kernelkit.datasets import digit_stream, load_mnist, stream_digits
from kernelkit.datasets.digit_stream import ANGLES, DRAWN_TOGETHER, PERCENTAGES


def all_of(blocks):
    X, y = zip(*blocks, strict=True)
    return np.concatenate(X), np.concatenate(y)


def test_the_same_seed_gives_these_bytes_on_every_machine():
    X, y = all_of(stream_digits(1200, seed=3, block=500, split="test"))
    digest = hashlib.sha256(X.tobytes() + y.astype("<i8").tobytes()).hexdigest()
    assert digest == "e981c93d2d2d04877314257f7faa32fe7b39c7152afb23264fe5e356b760f2f0"


@pytest.mark.parametrize("block", [1, 7, DRAWN_TOGETHER, 1000])
def test_neither_the_size_of_blocks_nor_the_start_matters(block):
    n = 2 * DRAWN_TOGETHER + 30 if block > 1 else 40
    X, y = all_of(stream_digits(n, seed=1, block=5000, split="test"))
    blocks = list(stream_digits(n, seed=1, block=block, split="test"))
    assert [len(labels) for _, labels in blocks[:-1]] == [block] * (len(blocks) - 1)
    np.testing.assert_array_equal(all_of(blocks)[0], X)
    np.testing.assert_array_equal(all_of(blocks)[1], y)
    first = n // 3
    (tail,) = stream_digits(n - first, seed=1, block=5000, split="test", start=first)
    np.testing.assert_array_equal(tail[0], X[first:])


def test_seeds_and_places_in_the_stream_draw_different_digits():
    X, y = all_of(stream_digits(3 * DRAWN_TOGETHER, seed=0, split="test"))
    other, _ = all_of(stream_digits(3 * DRAWN_TOGETHER, seed=1, split="test"))
    assert len(np.unique(X, axis=0)) > 0.99 * len(X)
    assert (other != X).any(axis=1).all()
    assert X.dtype == np.uint8
    assert X.shape == (3 * DRAWN_TOGETHER, 784)
    shares = np.bincount(y) / len(y)
    np.testing.assert_allclose(shares, 0.1, atol=0.03)


def test_what_is_not_moved_stays_as_it_is():
    X = load_mnist("test").X[:50]
    still = np.zeros((2, 50), int), np.full(50, 4096, np.int32), np.zeros(50, np.int32)
    np.testing.assert_array_equal(digit_stream._warp(X, *still), X)


@pytest.mark.parametrize(("down", "right"), [(1, 0), (0, -2), (2, 2)])
def test_a_whole_step_moves_pixels_and_lets_black_in(down, right):
    X = load_mnist("test").X[:5]
    steps = np.full((2, 5), [[down], [right]])
    still = np.full(5, 4096, np.int32), np.zeros(5, np.int32)
    moved = digit_stream._warp(X, steps, *still).reshape(5, 28, 28)
    padded = np.pad(X.reshape(5, 28, 28), [(0, 0), (2, 2), (2, 2)])
    expected = padded[:, 2 - down : 30 - down, 2 - right : 30 - right]
    np.testing.assert_array_equal(moved, expected)


def test_pictures_are_those_of_the_formula_up_to_two_grey_levels():
    X = load_mnist("test").X[:40]
    random = np.random.default_rng(0)
    steps, turns, scales = (random.integers(*range_, size=size) for range_, size in [
        ((-2, 3), (2, 40)), ((0, len(ANGLES)), 40), ((0, len(PERCENTAGES)), 40)
    ])  # fmt: skip
    found = digit_stream._warp(X, steps, *digit_stream._matrices()[:, turns, scales])
    for i in range(40):
        a, s = math.radians(ANGLES[turns[i]]), PERCENTAGES[scales[i]] / 100
        y, x = np.indices((28, 28)) - 13.5
        row = (math.cos(a) * y - math.sin(a) * x) / s + 13.5 - steps[0, i]
        column = (math.sin(a) * y + math.cos(a) * x) / s + 13.5 - steps[1, i]
        expected = map_coordinates(
            X[i].reshape(28, 28).astype(float), [row, column], order=1, mode="grid-constant"
        )
        np.testing.assert_allclose(found[i].reshape(28, 28), expected, atol=2)


def test_no_cosine_is_so_near_to_a_half_that_its_last_digit_could_matter():
    parts = np.array([
        [4096 * f(math.radians(a)) * 100 / s % 1 for a in ANGLES for s in PERCENTAGES]
        for f in (math.cos, math.sin)
    ])  # fmt: skip
    assert np.abs(parts - 0.5).min() > 1e-4


def test_blocks_are_made_when_they_are_asked_for(monkeypatch):
    made = []
    real = digit_stream._draw
    monkeypatch.setattr(digit_stream, "_draw", lambda *a: made.append(a) or real(*a))
    stream = stream_digits(10**9, block=DRAWN_TOGETHER, split="test")
    assert made == []
    next(stream)
    next(stream)
    assert len(made) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"n_samples": 0}, "n_samples must be a whole number, at least 1, got 0"),
        ({"n_samples": 9, "block": 0}, "block must be a whole number, at least 1, got 0"),
        (
            {"n_samples": 10**9, "block": 10**8},
            "a block of 100,000,000 digits must need at most 2 GiB",
        ),
    ],
)
def test_bad_arguments_are_named_at_once(arguments, words):
    assert_kind_error(ValueError, words, lambda: stream_digits(**arguments))
