r"""Millions of digits, made on the fly by moving, turning and scaling those of MNIST.

The grey level at position p of the new picture is that of the old one at position

.. math:: q = \frac1s R(-a)\,(p - c) + c - t

for a scale s, a rotation R by the angle a, the centre c of the picture and a shift t; between the
four pixels around q it is interpolated in both directions. A cosine or a sum of floats may end in
other digits on another machine. So positions are whole numbers in units of 1/8192 of a pixel,
weights in units of 1/256 and grey levels in units of 1/65536, and the same seed gives the same
bytes on all machines.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from kernelkit.datasets.digits import SPLITS, load_mnist
from kernelkit.validation import Integers, check_choice, check_size, check_whole

SIDE = 28
LARGEST_SHIFT = 2  # pixels, in each direction
ANGLES = np.arange(-12, 13)  # degrees
PERCENTAGES = np.arange(90, 111)  # of the size
DRAWN_TOGETHER = 500  # digits; their pictures stay in the cache
EDGE = 2  # black pixels around a picture, so that what lies outside need not be asked for
WIDE = 32  # pixels with the edge
LANES = np.uint32(0x00FF00FF)  # the first and the third byte

Pixels = npt.NDArray[np.uint8]

_originals = lru_cache(maxsize=1)(load_mnist)


def stream_digits(
    n_samples: int, seed: int = 0, block: int = 10_000, *, split: str = "train", start: int = 0
) -> Iterator[tuple[Pixels, Integers]]:
    """Yield blocks of digits like those of MNIST, each made when it is asked for.

    A digit is drawn from MNIST, moved by up to 2 pixels in each direction, turned by up to 12
    degrees and scaled to between 90 and 110 per cent, all in whole steps: there are 787 million
    different digits of "train". Digit number i depends on the split, the seed and i alone: it
    matters neither how large the blocks are nor where the stream starts.

    Parameters
    ----------
    n_samples : int
        How many digits in all.
    seed : int, default 0
        The same seed gives the same bytes, on every machine.
    block : int, default 10,000
        How many digits in a block; the last may be smaller.
    split : {"train", "test", "all", "42000"}, default "train"
        Which digits of :func:`load_mnist` to draw from. Those of "test" are for testing what learnt
        from "train"; "all" and "42000" contain some of them.
    start : int, default 0
        The number of the first digit, for machines that share a stream.

    Yields
    ------
    X : array of shape (block, 784)
        Grey levels 0 to 255 (uint8).
    y : array of labels, 0 to 9

    Examples
    --------
    >>> [(X.shape, X.dtype.name, len(y)) for X, y in stream_digits(25, block=10, split="test")]
    [((10, 784), 'uint8', 10), ((10, 784), 'uint8', 10), ((5, 784), 'uint8', 5)]
    """
    n = check_whole(n_samples, "n_samples")
    seed = check_whole(seed, "seed", at_least=0)
    size, first = check_whole(block, "block"), check_whole(start, "start", at_least=0)
    check_size(784 * min(size, n), f"a block of {size:,} digits", "ask for smaller blocks")
    split = check_choice(str(split), "split", tuple(SPLITS))
    return _blocks(first, first + n, seed, size, split)


def _blocks(
    first: int, end: int, seed: int, size: int, split: str
) -> Iterator[tuple[Pixels, Integers]]:
    for i in range(first, end, size):
        j = min(i + size, end)
        X, y = np.empty((j - i, SIDE * SIDE), np.uint8), np.empty(j - i, np.int64)
        for draw in range(i // DRAWN_TOGETHER, -(-j // DRAWN_TOGETHER)):
            begin = draw * DRAWN_TOGETHER
            rows = slice(max(i - begin, 0), min(j - begin, DRAWN_TOGETHER))
            place = slice(begin + rows.start - i, begin + rows.stop - i)
            X[place], y[place] = _draw(seed, draw, split, rows)
        yield X, y


def _draw(seed: int, draw: int, split: str, rows: slice) -> tuple[Pixels, Integers]:
    """Some rows of the digits that are drawn together."""
    images, labels = _originals(split)
    random = np.random.default_rng([seed, draw])
    which = random.integers(len(labels), size=DRAWN_TOGETHER)[rows]
    shifts = random.integers(-LARGEST_SHIFT, LARGEST_SHIFT + 1, size=(2, DRAWN_TOGETHER))[:, rows]
    turns = random.integers(len(ANGLES), size=DRAWN_TOGETHER)[rows]
    scales = random.integers(len(PERCENTAGES), size=DRAWN_TOGETHER)[rows]
    return _warp(images[which], shifts, *_matrices()[:, turns, scales]), labels[which]


@lru_cache(maxsize=1)
def _matrices() -> npt.NDArray[np.int32]:
    """The cosine and the sine of each angle over each scale, in 1/4096."""
    numbers = [
        round(4096 * f(math.radians(a)) * 100 / s)
        for f in (math.cos, math.sin)
        for a in ANGLES
        for s in PERCENTAGES
    ]
    return np.array(numbers, dtype=np.int32).reshape(2, len(ANGLES), len(PERCENTAGES))


def _warp(images: Pixels, shifts: Integers, cosine: Any, sine: Any) -> Pixels:
    """Pictures moved by whole pixels, turned and scaled; all numbers are whole."""
    n = len(images)
    # Twice the way from the centre, which lies between pixels: in 1/8192 after the product.
    way = 2 * np.arange(SIDE, dtype=np.int32) - (SIDE - 1)
    along, across = (each.reshape(n, 1) * way for each in (cosine, sine))
    centre = (SIDE - 1 + 2 * EDGE) * 4096
    down, right = (centre - 8192 * shift.astype(np.int32).reshape(n, 1) for shift in shifts)
    row = (down + along)[:, :, np.newaxis] - across[:, np.newaxis, :]
    column = across[:, :, np.newaxis] + (right + along)[:, np.newaxis, :]
    # Beyond the edge all is black, so that what lies farther out may as well lie there.
    for place in (row, column):
        np.clip(place, 0, (WIDE - 1) * 8192 - 1, out=place)
    corner = (row >> 13) * WIDE + (column >> 13)
    corner += np.arange(n, dtype=np.int32).reshape(n, 1, 1) * (WIDE * WIDE)
    four = _neighbours(images).ravel().take(corner)
    # In 1/256 of a pixel; the upper and the lower neighbours share a number, 16 bits each.
    down, right = ((place >> 5).astype(np.uint32) & 255 for place in (row, column))
    pair = (four & LANES) * (256 - right) + (four >> 8 & LANES) * right
    levels = (pair & 0xFFFF) * (256 - down) + (pair >> 16) * down  # in 1/65536
    return ((levels + 2**15) >> 16).astype(np.uint8).reshape(n, SIDE * SIDE)


def _neighbours(images: Pixels) -> npt.NDArray[np.uint32]:
    """Each pixel, those to its right, below and below to the right: a byte each of one number."""
    n = len(images)
    wide = np.zeros((n, WIDE + 1, WIDE + 1), np.uint32)
    wide[:, EDGE : EDGE + SIDE, EDGE : EDGE + SIDE] = images.reshape(n, SIDE, SIDE)
    here, below = wide[:, :-1], wide[:, 1:]
    four = here[:, :, :-1] | here[:, :, 1:] << 8 | below[:, :, :-1] << 16 | below[:, :, 1:] << 24
    return np.ascontiguousarray(four)
