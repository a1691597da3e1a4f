"""Compute the stored tables of lesson 17: test errors against digits and against features.

Run by ``make results``, in about two minutes on two cores. Least squares with the kernels of
landmarks as features, and with random Fourier features, learns from 58,000 digits of MNIST in one
pass; another 2,000 choose sigma and lambda, and 10,000 test digits are used for the errors alone.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy.linalg import solve

from kernelkit import Gaussian
from kernelkit.datasets import load_mnist
from kernelkit.features import random_fourier
from kernelkit.validation import Integers, Matrix
from tools.results import stored

RESULTS = stored.RESULTS / "17_both_axes.json"
COUNTS = (2000, 6000, 18_000, 58_000)  # digits
LANDMARKS = (100, 200, 400, 1000, 2000)
FEATURES = (100, 200, 400, 1000, 2000, 4000)  # random, two for each frequency
SIGMA = 2.0  # of the landmarks: the lesson chooses it
SIGMAS = (2.0, 3.0, 4.0, 6.0, 9.0)  # of random Fourier features: chosen for each number of them
CHOOSING = 4000  # digits that choose one of these
LAMBDAS = 10.0 ** np.arange(-7, 3)
BLOCK = 2000

Features = Callable[[Matrix], Matrix]
Sums = tuple[int, Matrix, Matrix]
Row = dict[str, float]


class Maps(NamedTuple):
    """A map to features, the matrix of their penalty, and sigma."""

    features: Features
    penalty: Matrix
    sigma: float


def main() -> None:
    """Compute the tables and write them."""
    digits = load()
    tables = {"landmarks": landmarks(digits), "Fourier": fourier(digits)}
    facts = {
        "data": "MNIST, means of 2 x 2 pixels: 58,000 digits, 2,000 to choose, 10,000 to test",
        "sigma of the landmarks": SIGMA,
        "lambdas": LAMBDAS.tolist(),
    }
    stored.write(RESULTS, facts, tables)


class Digits(NamedTuple):
    """Digits to learn from, those that choose, and those of the test; targets are one-hot."""

    X: Matrix
    T: Matrix
    X_valid: Matrix
    T_valid: Matrix
    X_test: Matrix
    y_test: Integers


def load() -> Digits:
    """All of them: the training digits are shuffled, and the last 2,000 choose."""
    images, labels = load_mnist()
    order = np.random.default_rng(0).permutation(60_000)
    X, T = means(images[order]), np.eye(10)[labels[order]]
    images, y_test = load_mnist("test")
    learn = slice(0, COUNTS[-1])
    choose = slice(COUNTS[-1], None)
    return Digits(X[learn], T[learn], X[choose], T[choose], means(images), y_test)


def means(images: Integers) -> Matrix:
    """Means of 2 x 2 pixels, from 0 to 1."""
    pixels = images.reshape(-1, 28, 28).astype(np.uint16)
    rows = pixels[:, 0::2] + pixels[:, 1::2]
    return (rows[:, :, 0::2] + rows[:, :, 1::2]).reshape(-1, 196) / 1020


def landmarks(
    digits: Digits, sizes: Sequence[int] = LANDMARKS, counts: Sequence[int] = COUNTS
) -> list[Row]:
    """A row for each number of digits and of landmarks, which are the first of the digits."""
    Z = digits.X[: max(sizes)]
    kernel = Gaussian(SIGMA)
    maps = Maps(lambda rows: kernel(rows, Z), kernel(Z), SIGMA)
    return _after(digits, maps, sizes, counts)


def fourier(digits: Digits, sizes: Sequence[int] = FEATURES) -> list[Row]:
    """A row for each number of random Fourier features, with all digits and the best sigma."""
    rows = []
    for D in sizes:
        tried = [_fourier(digits, D, sigma, CHOOSING) for sigma in SIGMAS]
        sigma = min(tried, key=lambda row: row["loss"])["sigma"]
        rows.append(_fourier(digits, D, sigma, COUNTS[-1]))
    return rows


def _fourier(digits: Digits, D: int, sigma: float, count: int) -> Row:
    maps = Maps(lambda rows: random_fourier(rows, D, sigma, seed=0), np.eye(D), sigma)
    return _after(digits, maps, [D], [count])[0]


def _after(digits: Digits, maps: Maps, sizes: Sequence[int], counts: Sequence[int]) -> list[Row]:
    """One pass; after each of the counts, and with each number of features, a fit and its error."""
    phi_valid, phi_test = maps.features(digits.X_valid), maps.features(digits.X_test)
    rows = []
    for n, G, H in running_sums(digits, maps.features, max(counts)):
        for D in sizes if n in counts else ():
            part = G[:D, :D], H[:D], maps.penalty[:D, :D]
            loss, lam, W = chosen(*part, phi_valid[:, :D], digits.T_valid)
            wrong = int(((phi_test[:, :D] @ W).argmax(axis=1) != digits.y_test).sum())
            row = {"digits": n, "features": D, "sigma": maps.sigma, "lambda": lam}
            rows.append(row | {"loss": loss, "wrong": wrong})
    return rows


def running_sums(digits: Digits, features: Features, last: int) -> Iterator[Sums]:
    """After each block: how many digits, and the sums of their products."""
    G, H = np.zeros(()), np.zeros(())
    for start in range(0, last, BLOCK):
        rows = slice(start, start + BLOCK)
        phi = features(digits.X[rows])
        G, H = G + phi.T @ phi, H + phi.T @ digits.T[rows]
        yield rows.stop, G, H


def chosen(
    G: Matrix, H: Matrix, penalty: Matrix, phi_valid: Matrix, T_valid: Matrix
) -> tuple[float, float, Matrix]:
    """The largest lambda whose loss is within 0.1 % of the least; its loss first, then weights."""
    fits = [solve(G + lam * penalty, H, assume_a="pos") for lam in LAMBDAS]
    losses = [((phi_valid @ W - T_valid) ** 2).sum(axis=1).mean() for W in fits]
    best = int(np.flatnonzero(np.array(losses) <= 1.001 * min(losses))[-1])
    return float(losses[best]), float(LAMBDAS[best]), fits[best]


if __name__ == "__main__":
    main()
