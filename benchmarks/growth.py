"""How the cost of each algorithm grows: n is doubled, and time taken to be c n^p.

The largest Gram matrix, of 32,000 digits, takes 4 GB.
"""

import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from kernelkit import Gaussian
from kernelkit.datasets import load_adult, load_mnist
from kernelkit.neighbors import k_nearest
from kernelkit.solvers import (
    KernelCache,
    dual_coordinate_descent,
    dual_perceptron,
    gaussian_fit,
    least_squares,
    logistic_newton,
    perceptron,
    smo,
)

Run = Callable[[], Any]


class Growth(NamedTuple):
    """An algorithm to run at these sizes."""

    name: str
    theory: str
    sizes: list[int]
    prepare: Callable[[int], Run]  # from a size to the work at that size


class Grown(NamedTuple):
    """Seconds at each size, and the exponent p of the line through their logarithms."""

    name: str
    theory: str
    sizes: list[int]
    seconds: list[float]

    @property
    def exponent(self) -> float:
        """Slope of log time over log n."""
        return float(np.polyfit(np.log(self.sizes), np.log(self.seconds), 1)[0])


def growths(quick: bool) -> Iterator[Growth]:
    """List what is grown."""
    digits = load_mnist("train")
    pixels = (digits.X / 255.0).astype(np.float32)
    parity = np.where(digits.y % 2 == 0, 1, -1)
    people, income = load_adult()
    kernel = Gaussian.from_gamma(0.02)
    doubled = [(100 if quick else 1000) * 2**i for i in range(6)]  # up to 32,000

    def gram(n: int) -> Run:
        return lambda: kernel(pixels[:n])

    def neighbours(n: int) -> Run:
        return lambda: k_nearest(pixels[:n], pixels[-500:], 5)

    def linear(n: int) -> Run:
        return lambda: perceptron(people[:n], income[:n], max_epochs=5)

    def dual(n: int) -> Run:
        K = kernel(pixels[:n])
        return lambda: dual_perceptron(K, parity[:n], max_epochs=5)

    def newton(n: int) -> Run:
        return lambda: logistic_newton(people[:n], income[:n], prior_variance=1.0)

    def regression(n: int) -> Run:
        return lambda: least_squares(pixels[:n], parity[:n], ridge=1.0)

    def model(n: int) -> Run:
        return lambda: gaussian_fit(pixels[:n], digits.y[:n], 10, shrinkage=0.1)

    def margin(n: int) -> Run:
        return lambda: dual_coordinate_descent(pixels[:n], parity[:n], C=0.1)

    def svm(n: int) -> Run:
        return lambda: smo(KernelCache(kernel, pixels[:n]), parity[:n], C=10.0)

    yield Growth("Gaussian Gram matrix of n digits", "n^2", doubled, gram)
    yield Growth("5 nearest of n digits, 500 queries", "n", doubled, neighbours)
    yield Growth("perceptron, n people, 5 epochs", "n", doubled[2:], linear)
    yield Growth("dual perceptron, n digits, 5 epochs, K given", "n^2", doubled, dual)
    yield Growth("least squares, n digits", "n", doubled, regression)
    yield Growth("shared covariance, n digits", "n", doubled, model)
    yield Growth("logistic regression, n people", "n", doubled[2:], newton)
    yield Growth("linear SVM, n digits, C = 0.1", "n", doubled, margin)
    yield Growth("Gaussian SVM, n digits, C = 10", "n to n^3", doubled, svm)


def grow(growth: Growth, repeats: int = 3) -> Grown:
    """Run at all sizes and keep the best time of each, which is the least disturbed."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    seconds = []
    for n in growth.sizes:
        run = growth.prepare(n)
        run()
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
        seconds.append(min(times))
    return Grown(growth.name, growth.theory, growth.sizes, seconds)
