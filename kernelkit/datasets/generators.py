r"""Toy data in the plane, made to measure: blobs, moons, circles, XOR and spirals.

Every generator is a formula plus noise, :math:`x_i = f(i) + \sigma \varepsilon_i` with
:math:`\varepsilon_i` standard normal, drawn from ``numpy.random.default_rng(seed)``. The classes
take turns: sample i has the label i mod k, so they are balanced and any first n samples are too.
Coordinates are rounded to nine decimals: the last bits of a cosine differ between machines, and the
same seed is to give the same bytes on all of them.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from kernelkit.datasets.dataset import Dataset
from kernelkit.validation import (
    InputError,
    Integers,
    as_matrix,
    check_number,
    check_size,
    check_whole,
    shown,
)

Points = npt.NDArray[np.float64]


def make_blobs(
    n_samples: int = 100,
    centers: Any = 2,
    spread: float = 1.0,
    seed: int = 0,
) -> Dataset:
    r"""Draw round Gaussian clouds, :math:`x_i = c_{y_i} + \sigma \varepsilon_i`.

    Parameters
    ----------
    n_samples : int, default 100
        How many points, at least one per centre.
    centers : int or array of shape (n_classes, n_features), default 2
        How many clouds, their centres then drawn uniformly from :math:`[-10, 10]^2`; or the
        centres, one per row.
    spread : float, default 1.0
        The standard deviation :math:`\sigma` of a cloud in each direction.
    seed : int, default 0
        The same seed gives the same points.
    """
    rng = _generator(seed)
    if isinstance(centers, str) or not hasattr(centers, "__len__"):
        k = check_whole(centers, "centers")
        check_size(16 * k, f"{k:,} centers", "ask for fewer")
        c = rng.uniform(-10.0, 10.0, size=(k, 2))
    else:
        c = as_matrix(centers, "centers").astype(np.float64)
    y, _, _ = _take_turns(n_samples, len(c), width=c.shape[1])
    check_number(spread, "spread", at_least=0.0)
    return _noisy(rng, c[y], y, spread, f"{len(c)} Gaussian blobs")


def make_moons(n_samples: int = 100, noise: float = 0.1, seed: int = 0) -> Dataset:
    r"""Draw two interleaved half circles.

    .. math:: x = (\cos \pi t, \sin \pi t) \text{ for } y = 0, \quad
              x = (1 - \cos \pi t, \tfrac12 - \sin \pi t) \text{ for } y = 1

    with :math:`t = i / (n - 1)`, where i counts the n points of a class from 0.

    Parameters
    ----------
    n_samples : int, default 100
        How many points, at least 2.
    noise : float, default 0.1
        The standard deviation of the noise added to both coordinates.
    seed : int, default 0
        The same seed gives the same points.
    """
    y, i, n = _take_turns(n_samples, 2)
    angle = np.pi * i / np.maximum(n - 1, 1)
    upper = np.column_stack([np.cos(angle), np.sin(angle)])
    X = np.where(y[:, None] == 0, upper, [1.0, 0.5] - upper)
    return _noisy(_generator(seed), X, y, noise, "two moons")


def make_circles(n_samples: int = 100, noise: float = 0.05, seed: int = 0) -> Dataset:
    r"""Draw a circle within a circle, :math:`x = r_y (\cos 2\pi t, \sin 2\pi t)`.

    Here :math:`r_0 = 1, r_1 = \tfrac12` and :math:`t = i / n`, where i counts the n points of a
    class from 0.

    Parameters
    ----------
    n_samples, noise, seed
        As in :func:`make_moons`.
    """
    y, i, n = _take_turns(n_samples, 2)
    r = np.where(y == 0, 1.0, 0.5)
    angle = 2.0 * np.pi * i / n
    X = np.column_stack([r * np.cos(angle), r * np.sin(angle)])
    return _noisy(_generator(seed), X, y, noise, "two circles")


def make_xor(n_samples: int = 100, noise: float = 0.0, seed: int = 0) -> Dataset:
    r"""Draw four squares, the diagonal ones alike: no line tells the classes apart.

    .. math:: x = s\,(a, (-1)^y\, b), \quad a, b \sim U[0, 1), \quad s = \pm 1

    So y is 0 where the coordinates have the same sign and 1 where they have not.

    Parameters
    ----------
    n_samples, noise, seed
        As in :func:`make_moons`.
    """
    rng = _generator(seed)
    y, _, _ = _take_turns(n_samples, 2)
    s = rng.choice([-1.0, 1.0], size=len(y))
    a, b = rng.random((2, len(y)))
    X = np.column_stack([s * a, s * np.where(y == 0, b, -b)])
    return _noisy(rng, X, y, noise, "XOR")


def make_spirals(n_samples: int = 100, noise: float = 0.02, seed: int = 0) -> Dataset:
    r"""Draw two spirals that wind one and a half times around each other, half a turn apart.

    .. math:: x = t\,(\cos(3\pi t + \pi y), \sin(3\pi t + \pi y)), \quad t = (i + 1) / n

    where i counts the n points of a class from 0.

    Parameters
    ----------
    n_samples, noise, seed
        As in :func:`make_moons`.
    """
    y, i, n = _take_turns(n_samples, 2)
    t = (i + 1) / n
    angle = 3.0 * np.pi * t + np.pi * y
    X = np.column_stack([t * np.cos(angle), t * np.sin(angle)])
    return _noisy(_generator(seed), X, y, noise, "two spirals")


def make_oligonucleotides(
    n_samples: int = 100,
    length: int = 30,
    motif: str = "TATAAT",
    mutation: float = 0.1,
    seed: int = 0,
) -> Dataset:
    """Write made-up DNA: letters A, C, G, T at random, and in class 1 a motif somewhere.

    X holds strings. The place of the motif is drawn for each sample, so no position means anything,
    and each of its letters is drawn anew with the probability ``mutation``.

    Parameters
    ----------
    n_samples : int, default 100
        How many strings, at least 2.
    length : int, default 30
        How many letters each has, at least as many as the motif.
    motif : str, default "TATAAT"
        The letters that mark class 1.
    mutation : float, default 0.1
        Between 0 and 1.
    seed : int, default 0
        A whole number; the same seed gives the same strings.
    """
    if not isinstance(motif, str) or not motif or set(motif) - set("ACGT"):
        raise InputError("motif", f"must be letters A, C, G and T, got {shown(motif)}")
    m = len(motif)
    length = check_whole(length, "length", at_least=m)
    check_number(mutation, "mutation", at_least=0, at_most=1)
    rng = _generator(seed)
    y, _, _ = _take_turns(n_samples, 2, width=length)
    letters = rng.choice(list("ACGT"), size=(len(y), length))
    starts = rng.integers(length - m + 1, size=len(y))
    kept = rng.random((len(y), m)) >= mutation
    for i in np.flatnonzero(y == 1):
        place = letters[i, starts[i] : starts[i] + m]
        place[kept[i]] = np.array(list(motif))[kept[i]]
    X = np.array(["".join(row) for row in letters])
    return Dataset(X, y, (), ("0", "1"), f"oligonucleotides of {length} letters, motif {motif}")


def _generator(seed: int) -> np.random.Generator:
    return np.random.default_rng(check_whole(seed, "seed", at_least=0))


def _take_turns(n_samples: int, k: int, width: int = 2) -> tuple[Integers, Integers, Integers]:
    """Label every sample, count it within its class from 0, and count its class."""
    n = check_whole(n_samples, "n_samples", at_least=k)
    check_size(8 * n * width, f"{n:,} samples of {width:,} numbers or letters", "ask for fewer")
    i = np.arange(n, dtype=np.int64)
    return i % k, i // k, (len(i) - 1 - i % k) // k + 1


def _noisy(rng: np.random.Generator, X: Points, y: Integers, noise: float, what: str) -> Dataset:
    sigma = check_number(noise, "noise", at_least=0.0)
    noisy = np.round(X + sigma * rng.standard_normal(X.shape), 9)
    features = tuple(f"x{j + 1}" for j in range(X.shape[1]))
    return Dataset(noisy, y, features, tuple(map(str, np.unique(y))), f"{what}, noise {noise}")
