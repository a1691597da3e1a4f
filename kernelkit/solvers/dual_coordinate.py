"""Dual coordinate descent: the exact linear support vector machine, one multiplier at a time.

Lesson 12_hinge_subgradient holds subgradient descent against it. The algorithm is that of Hsieh,
Chang, Lin, Keerthi and Sundararajan (2008), with an intercept that need not be penalised.
"""

import math
from typing import Any

import numpy as np

from kernelkit._jit import njit, one_blas_thread
from kernelkit.solvers.linear_gap import certify, warn_of_gap
from kernelkit.solvers.penalties import as_penalties
from kernelkit.solvers.results import Counts, LinearSVMResult
from kernelkit.solvers.rows import Columns, as_rows, row_add, row_dot
from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_matrix,
    as_signs,
    check_choice,
    check_generator,
    check_number,
    check_whole,
    no_overflow,
)

__all__ = ["INTERCEPTS", "dual_coordinate_descent"]

INTERCEPTS = ("unpenalised", "augmented")
CACHE = 2**22  # bytes; beyond, neighbouring rows are visited together, as memory likes it
BLOCK = 16  # of them
GROWTH = 4.0  # of C, from one stage to the next; a power of 2, so that bounds stay exact
PULL = 0.2  # of an unpenalised bias to where it was, measured in squared lengths of rows


@no_overflow("X", "C")
@one_blas_thread()
def dual_coordinate_descent(
    X: Any,
    y: Any,
    C: Any = 1.0,
    *,
    intercept: str = "unpenalised",
    tolerance: float = 1e-3,
    max_epochs: int = 10_000,
    shuffle: np.random.Generator | None = None,
) -> LinearSVMResult:
    r"""Linear support vector machine for labels y = ±1, by its dual.

    .. math::

        \min_{w, b}\; \tfrac12\lVert w \rVert^2 + \sum_i C_i\max(0, 1 - y_i f(x_i)),
        \qquad
        \max_{0 \le \alpha_i \le C_i}\; \sum_i \alpha_i
            - \tfrac12\Bigl\lVert \sum_i \alpha_i y_i x_i \Bigr\rVert^2

    with :math:`f(x) = \langle w, x \rangle + b` and :math:`w = \sum_i \alpha_i y_i x_i`. Of one
    multiplier the dual is a parabola, and its top, cut off at the bounds, is

    .. math::

        \alpha_i \leftarrow \min\{C_i, \max\{0, \alpha_i - (y_i f(x_i) - 1)/q_i\}\},
        \qquad q_i = \lVert x_i \rVert^2 + \beta
        \tag{D1}

    **The intercept.** An *augmented* one is the weight of one more feature that is always 1, and
    penalised like the others: :math:`\beta = 1`, :math:`b = \sum_i \alpha_i y_i`, and
    :math:`b^2/2` is part of both objectives. An *unpenalised* one, as in the documents, brings
    :math:`\sum_i \alpha_i y_i = 0` into the dual, and no single multiplier could move. So b is
    penalised for its distance to where it was, and whenever the slopes of all multipliers are no
    larger than the step that this makes, it is where it was from there on (a method of
    multipliers):

    .. math:: b \leftarrow b + \beta \sum_i \alpha_i y_i. \tag{D2}

    It runs on centred rows, which changes b and nothing else.

    **Shrinking.** A multiplier at a bound whose slope points outwards by more than any slope inside
    did in the last epoch is left out until the others are done (D3). **Growing C.** Multipliers for
    a small C come quickly, and times 4 they are a good start for 4 C (D4).

    Stops when the gap, (primal - dual) / primal, is at most ``tolerance``: measured on all samples,
    with w computed afresh from :math:`\alpha`, multipliers of an unpenalised intercept first made
    to sum to 0, and the best b for w. After ``max_epochs``, a ``ConvergenceWarning``.

    Parameters
    ----------
    X : array of shape (n, d), float64, float32 or bytes (uint8)
    y : n labels, +1 or -1, both of them
    C : the price of the hinge losses, a number or a pair for the classes -1 and +1, finite
    intercept : "unpenalised" or "augmented"
    tolerance : the largest gap
    max_epochs : the most passes over the samples that are not shrunk away
    shuffle : draws the order of each epoch; without it, a generator of seed 0 does

    Returns
    -------
    LinearSVMResult
        ``objective`` holds the dual objective after each epoch, at first that of smaller C.

    Examples
    --------
    >>> result = dual_coordinate_descent([[2.0, 0.0], [3.0, 1.0], [0.0, 0.0]], [1, 1, -1], C=10)
    >>> result.weights.round(2).tolist(), round(result.bias, 2), result.converged
    ([1.0, 0.0], -1.0, True)
    """
    X = as_matrix(X, pixels=True)
    y = as_signs(y, len(X), both=True)
    C = as_penalties(C, y)
    if np.isinf(C).any():
        message = "C must be finite for a linear solver, got inf; smo solves the hard margin"
        raise InputError(message)
    free = check_choice(intercept, "intercept", INTERCEPTS) == "unpenalised"
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_epochs = check_whole(max_epochs, "max_epochs")
    descent = _Descent(X, y, C, free)
    descent.run(tolerance, max_epochs, check_generator(shuffle) or np.random.default_rng(0))
    best = min(descent.found, key=lambda result: result.gap)
    if best.gap > tolerance:
        warn_of_gap("dual coordinate descent", best.gap, tolerance, len(descent.curve))
    return best._replace(objective=np.array(descent.curve), converged=best.gap <= tolerance)


class _Descent:
    """Multipliers on their way up, and what was proved of them."""

    def __init__(self, X: Matrix, y: Vector, C: Vector, free: bool) -> None:
        self.X, self.y, self.C, self.free = X, y, C, free
        rows = _centred(X) if free else X
        self.rows = as_rows(rows)
        squares = np.einsum("ij,ij->i", rows, rows, dtype=np.float64)
        self.beta = (PULL * float(squares.mean()) or 1.0) if free else 1.0
        self.q = squares + self.beta
        self.many = CACHE * len(X) // max(1, self.rows.values.nbytes)
        self.alpha = np.zeros(len(X))
        self.w = np.zeros(X.shape[1] + 1)  # the bias is the last entry
        self.curve: list[float] = []
        self.found: list[LinearSVMResult] = []

    def run(self, tolerance: float, max_epochs: int, shuffle: np.random.Generator) -> None:
        """Solve for small C first, then for larger ones."""
        # At C = 1/q the first step from 0 reaches the bound: nothing smaller is easier.
        stages = round(math.log(max(1.0, float(self.C.max() * self.q.mean())), GROWTH))
        for stage in range(stages, -1, -1):
            self._climb(self.C / GROWTH**stage, tolerance, max_epochs, shuffle, last=stage == 0)
            if len(self.curve) == max_epochs:
                break
            if stage > 0:
                self.alpha *= GROWTH  # (D4)
                self.w *= GROWTH

    def _climb(
        self,
        C: Vector,
        tolerance: float,
        max_epochs: int,
        shuffle: np.random.Generator,
        *,
        last: bool,
    ) -> None:
        """Run epochs until slopes are small; in the last stage, until the gap is."""
        small = 1.0
        active, low, high = np.arange(len(self.X)), -math.inf, math.inf
        while len(self.curve) < max_epochs:
            size = BLOCK if len(active) > self.many else 1
            order = shuffle.permutation((len(active) + size - 1) // size)
            fixed = *self.rows, self.y, C, self.q, self.beta
            least, most = _epoch(*fixed, order, size, low, high, active, self.alpha, self.w)
            active = active[active >= 0]
            low, high = least or -math.inf, most or math.inf
            self.curve.append(self._dual())
            spread = most - least
            shift = self.beta * float((self.alpha * self.y).sum()) if self.free else 0.0
            if spread + abs(shift) <= small or len(self.curve) == max_epochs:
                if not last and len(self.curve) < max_epochs:
                    return
                found = certify(self.X, self.y, self.C, self.alpha, free=self.free)
                self.found.append(found)
                if found.gap <= tolerance:
                    return
                # The gap falls about as slopes do: ask for what it takes, with some patience.
                small *= min(0.8, max(0.1, (tolerance / found.gap) ** 0.6))
            elif spread <= abs(shift):
                self.w[-1] += shift  # (D2)
            else:
                continue
            active, low, high = np.arange(len(self.X)), -math.inf, math.inf

    def _dual(self) -> float:
        square = float(self.w[:-1] @ self.w[:-1])
        bias = 0.0 if self.free else float(self.w[-1])
        return float(self.alpha.sum()) - (square + bias**2) / 2


def _centred(X: Matrix) -> Matrix:
    dtype = np.float64 if X.dtype == np.float64 else np.float32
    return np.subtract(X, X.mean(axis=0), dtype=dtype)


@njit
def _epoch(
    starts: Counts,
    columns: Columns,
    values: Vector,
    y: Vector,
    C: Vector,
    q: Vector,
    beta: float,
    order: Counts,
    size: int,
    low: float,
    high: float,
    active: Counts,
    alpha: Vector,
    w: Vector,
) -> tuple[float, float]:
    """Visit all active multipliers; those that may rest become -1. Return the extreme slopes."""
    least, most = 0.0, 0.0
    for block in order:
        for t in range(block * size, min(active.shape[0], (block + 1) * size)):
            i = active[t]
            slope = y[i] * (row_dot(starts, columns, values, i, w) + w[-1]) - 1.0
            at_zero, at_C = alpha[i] <= 0.0, alpha[i] >= C[i]
            if (at_zero and slope > high) or (at_C and slope < low):  # (D3)
                active[t] = -1
                continue
            moved = min(C[i], max(0.0, alpha[i] - slope / q[i]))  # (D1)
            if moved != alpha[i]:
                least, most = min(least, slope), max(most, slope)
                step = (moved - alpha[i]) * y[i]
                alpha[i] = moved
                row_add(starts, columns, values, i, step, w)
                w[-1] += step * beta
    return least, most
