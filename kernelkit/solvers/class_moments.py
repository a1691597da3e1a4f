"""What Gaussian models and least squares need of their samples: counts, means and scatter.

All three can be added up, so the samples may come in blocks, in any order; lesson 17.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelkit.engine.products import ROWS_PER_PART, gram_of_columns
from kernelkit.threads import in_blocks, one_blas_thread
from kernelkit.validation import Integers, Matrix, TooFewSamplesError, no_overflow, short


@dataclass(frozen=True, eq=False)
class ClassMoments:
    r"""How many samples each class has, where they lie and how far they scatter.

    .. math::

        n_k, \qquad \mu_k = \frac1{n_k} \sum_{i:\,y_i = k} x_i, \qquad
        S_k = \sum_{i:\,y_i = k} (x_i - \mu_k)(x_i - \mu_k)^T \tag{MOM1}

    ``a + b`` is that of the samples of a and b together. Class by class (Chan, Golub and LeVeque,
    1983),

    .. math::

        n = n_a + n_b, \qquad \mu = \mu_a + \frac{n_b}{n} \delta, \qquad
        S = S_a + S_b + \frac{n_a n_b}{n} \delta \delta^T, \qquad \delta = \mu_b - \mu_a \tag{MOM2}

    Sums of :math:`x x^T` would be shorter to add, and useless where the mean is :math:`10^8` times
    the spread. For the same reason means are kept as steps from a sample of the class: so
    :math:`\delta` keeps its last digits, and what does not vary in a class has a step and a scatter
    of exactly 0.

    Scatter is squares, which have half of the digits only. Who needs them all, as least squares do,
    keeps a triangle R with :math:`S = R^\top R`, the QR factor of the samples less the means of
    their classes. (MOM2) is then the factor of both triangles and the rows
    :math:`\sqrt{n_a n_b / n}\, \delta^\top`, one below the other.
    """

    counts: Integers  #: of each class
    origins: Matrix  #: a sample of each class, one row each; 0 for a class without any
    steps: Matrix  #: from there to the mean of the class
    scatter: Matrix  #: (d, d), summed over the classes, or (k, d, d), each apart; or its root
    is_root: bool = False  #: whether a triangle R, of at most d rows, with S = RᵀR is kept instead

    @no_overflow("X")
    @one_blas_thread()
    def __add__(self, other: "ClassMoments") -> "ClassMoments":
        counts = self.counts + other.counts
        origins = np.where((self.counts == 0)[:, np.newaxis], other.origins, self.origins)
        share = other.counts / np.maximum(counts, 1)
        delta = other.steps + (other.origins - origins) - self.steps
        steps = self.steps + share[:, np.newaxis] * delta
        weights = self.counts * share
        if self.is_root:
            rows = np.sqrt(weights)[:, np.newaxis] * delta
            R = triangle(np.vstack([self.scatter, other.scatter, rows]))
            return ClassMoments(counts, origins, steps, R, is_root=True)
        scatter = self.scatter + other.scatter  # (MOM2), and then the steps between the means
        if self.per_class:
            for k, weight in enumerate(weights):
                scatter[k] += np.outer(weight * delta[k], delta[k])
        else:
            scatter += gram_of_columns(delta, weights)
        return ClassMoments(counts, origins, steps, scatter)

    @property
    def per_class(self) -> bool:
        """Whether the scatter of each class is kept apart."""
        return self.scatter.ndim == 3

    @property
    def kind(self) -> str:
        """Of which only one can be added."""
        if self.is_root:
            return "a triangle for all classes"
        return "a scatter for each class" if self.per_class else "one scatter for all classes"

    @property
    def means(self) -> Matrix:
        """The mean of each class, one row each."""
        return self.origins + self.steps

    @property
    def n_features(self) -> int:
        """The number d of features."""
        return self.origins.shape[1]

    def within(self) -> Matrix:
        """The scatter of all samples about the means of their classes, of shape (d, d)."""
        if self.is_root:
            return gram_of_columns(self.scatter)
        return self.scatter.sum(axis=0) if self.per_class else self.scatter


@one_blas_thread()
def class_moments(
    X: Matrix, y: Integers, n_classes: int, *, per_class: bool = False, root: bool = False
) -> ClassMoments:
    """The moments (MOM1) of samples that are checked; a class may have none.

    The scatter is that of each class or of all, or for all the root of it.

    >>> X, y = np.array([[0.0], [2.0], [7.0], [9.0]]), np.array([0, 0, 1, 1])
    >>> whole = class_moments(X, y, 2, per_class=False)
    >>> whole.means.tolist(), whole.scatter.tolist()
    ([[1.0], [8.0]], [[4.0]])
    >>> parts = [class_moments(X[i::2], y[i::2], 2, per_class=False) for i in range(2)]
    >>> (parts[0] + parts[1]).scatter.round(9).tolist()
    [[4.0]]
    """
    counts = np.bincount(y, minlength=n_classes)
    centred = X[np.argsort(y, kind="stable")].astype(np.float64, copy=False)  # class after class
    parts = np.split(centred, np.cumsum(counts)[:-1])
    origins, steps = np.zeros((2, n_classes, X.shape[1]))
    for k in np.flatnonzero(counts):
        origins[k] = parts[k][0]
        parts[k] -= origins[k]
        steps[k] = parts[k].mean(axis=0)
        parts[k] -= steps[k]
    if root:
        return ClassMoments(counts, origins, steps, triangle(centred), is_root=True)
    if per_class:
        scatter = np.array([gram_of_columns(part) for part in parts])
    else:
        scatter = gram_of_columns(centred)
    return ClassMoments(counts, origins, steps, scatter)


def triangle(A: Matrix) -> Matrix:
    r"""The factor R of A = QR, of at most d rows; its sign is not determined.

    Of many rows threads factorise parts, whose borders depend on the shape only, and the factor of
    the parts' factors, in their order, is that of A.

    >>> np.abs(triangle(np.array([[3.0], [4.0]]))).tolist()
    [[5.0]]
    """
    n, d = A.shape
    rows = max(ROWS_PER_PART, 4 * d)
    parts: list[Any] = [None] * max(1, n // rows)

    def factorise(start: int, stop: int) -> None:
        for part in range(start, stop):
            some = slice(part * n // len(parts), (part + 1) * n // len(parts))
            parts[part] = np.linalg.qr(A[some], mode="r")

    in_blocks(factorise, len(parts), 1, 2.0 * A.size * d)
    return parts[0] if len(parts) == 1 else triangle(np.vstack(parts))


def class_counts(y: Integers, n_classes: int) -> Integers:
    """Count the samples of each class; a class without any has nothing to learn from."""
    counts = np.bincount(y, minlength=n_classes)
    check_all_classes(counts, range(n_classes))
    return counts


def check_all_classes(counts: Integers, class_names: Sequence[Any]) -> None:
    """Refuse counts of samples where a class has none."""
    if not counts.all():
        missing = short(str(class_names[int(counts.argmin())]))
        raise TooFewSamplesError(
            "y", f"must hold samples of all {len(counts)} classes, got none of class {missing}"
        )
