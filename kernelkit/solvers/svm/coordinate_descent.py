"""Dual coordinate descent: the exact linear support vector machine, one multiplier at a time.

Lesson 12_hinge_subgradient holds subgradient descent against it. The algorithm is that of Hsieh,
Chang, Lin, Keerthi and Sundararajan (2008), with an intercept that need not be penalised.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from kernelkit._jit import njit, njit_sum, one_blas_thread
from kernelkit.engine.products import move_along, row_value
from kernelkit.solvers.results import LinearSVMResult
from kernelkit.solvers.svm._gap import certify, warn_of_gap
from kernelkit.solvers.svm._sparse_rows import (
    SparseRows,
    dense_rows,
    scores_of_rows,
    sparse_add,
    sparse_dot,
    sparse_rows,
    sum_of_rows,
)
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    Vector,
    as_matrix,
    as_penalties,
    as_signs,
    check_choice,
    check_generator,
    check_number,
    check_whole,
    no_overflow,
)

__all__ = ["INTERCEPTS", "dual_coordinate_descent"]

INTERCEPTS = ("unpenalised", "augmented")
# Rows of more bytes than this do not stay in the processor's cache; then so many neighbours are
# visited together, because memory delivers them together.
CACHED_BYTES, NEIGHBOURS = 2**22, 16
GROWTH = 4.0  # the factor of C from one stage to the next; a power of 2 keeps the bounds exact
EPOCHS_AT_ONCE = 256  # the most epochs that compiled code runs before it returns to Python
RANDOM_NUMBERS = 2**12  # the fewest to draw at a time; a few samples need them for many epochs
GUESSES = 8  # how often (CD5) may be solved for another set F before the jump is given up
JUMP_EPOCHS = 4  # a jump may cost as much as this many epochs
JITTER = 1e-10  # this share is added to the diagonal of (CD5), which repeated rows make singular
TIGHTENING = 0.2  # the smallest factor by which the limit of the slopes is lowered at a time
BIAS_PENALTY = 0.2  # beta of an unpenalised bias, in units of the mean squared length of a row


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
    random_state: Any = 0,
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
        \qquad q_i = \lVert x_i \rVert^2 + \beta:

    the rule (CD1) of ``core/hinge.py``, which has it as a plain loop for :math:`\beta = 1`.

    **The intercept.** An *augmented* one is the weight of one more feature that is always 1, and
    penalised like the others: :math:`\beta = 1`, :math:`b = \sum_i \alpha_i y_i`, and
    :math:`b^2/2` is part of both objectives. An *unpenalised* one brings
    :math:`\sum_i \alpha_i y_i = 0` into the dual, and no single multiplier could move. So b is
    penalised for its distance to where it was, and whenever the slopes of all multipliers are no
    larger than the step that this makes, it is where it was from there on (a method of
    multipliers):

    .. math:: b \leftarrow b + \beta \sum_i \alpha_i y_i. \tag{CD2}

    It runs on centred rows, which changes b and nothing else.

    **Shrinking.** A multiplier at a bound whose slope points outwards by more than any slope inside
    did in the last epoch is left out until the others are done (CD3). **Growing C.** Multipliers
    for a small C come quickly, and times 4 they are a good start for 4 C (CD4). **Jumping.** Once
    it is known which multipliers lie inside their bounds, the set F, they and b solve a linear
    system,

    .. math:: y_i f(x_i) = 1 \quad (i \in F), \qquad w = \sum_i \alpha_i y_i x_i, \tag{CD5}

    with all others at the bound where (CD1) puts them. So whenever slopes have become smaller,
    (CD1) is asked for F and (CD5) for the multipliers in turn, until F repeats (the primal-dual
    active sets of Hintermueller, Ito and Kunisch, 2003); the answer is taken if its gap is smaller.

    Stops when the gap, (primal - dual) / primal, is at most ``tolerance``: measured on all samples,
    with w computed afresh from :math:`\alpha`, multipliers of an unpenalised intercept first made
    to sum to 0, and the best b for w. After ``max_epochs``, a ``ConvergenceWarning``.

    Parameters
    ----------
    X : array of shape (n, d), float64, float32 or bytes (uint8)
    y : array of n labels
        +1 or -1, both of them.
    C : float or pair of floats, default 1.0
        The price of the hinge losses, a number or a pair for the classes -1 and +1, finite.
    intercept : {"unpenalised", "augmented"}, default "unpenalised"
    tolerance : float, default 0.001
        The largest gap.
    max_epochs : int, default 10,000
        The most passes over the samples that are not shrunk away.
    random_state : numpy.random.Generator, int or None, default 0
        Draws the order of each epoch; None draws others each time.

    Returns
    -------
    LinearSVMResult
        ``objective`` holds the dual objective after each epoch, at first that of smaller C; a jump
        after the last of them is in ``dual`` only.

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
        raise InputError(
            "C", "must be finite for a linear solver, got inf; smo solves the hard margin"
        )
    unpenalised = check_choice(intercept, "intercept", INTERCEPTS) == "unpenalised"
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_epochs = check_whole(max_epochs, "max_epochs")
    descent = _Descent(X, y, C, unpenalised)
    descent.run(tolerance, max_epochs, check_generator(random_state) or np.random.default_rng())
    best = min(descent.found, key=lambda result: result.gap)
    if best.gap > tolerance:
        warn_of_gap("dual coordinate descent", best.gap, tolerance, len(descent.curve))
    return best._replace(objective=np.array(descent.curve), converged=best.gap <= tolerance)


class _Problem(NamedTuple):
    """What epochs read, for compiled code; letters as above."""

    rows: SparseRows
    y: Vector
    C: Vector
    q: Vector
    beta: float
    unpenalised: bool


class _State(NamedTuple):
    """What they change."""

    alpha: Vector
    w: Vector
    awake: Integers  # multipliers that are not shrunk away, at the front
    limits: Vector  # slopes beyond which a multiplier at a bound is left out


class _Descent:
    """Multipliers on their way up, and what was proved of them."""

    def __init__(self, X: Matrix, y: Vector, C: Vector, unpenalised: bool) -> None:
        self.X, self.y, self.C, self.unpenalised = X, y, C, unpenalised
        self.rows, squares = sparse_rows(_centred(X) if unpenalised else X)
        self.beta = (BIAS_PENALTY * float(squares.mean()) or 1.0) if unpenalised else 1.0
        self.q = squares + self.beta
        self.block = NEIGHBOURS if self.rows.values.nbytes > CACHED_BYTES else 1
        self.random = np.empty(0, np.uint32)
        self.awake, self.limits = np.empty(len(X), np.int64), np.empty(2)
        self.alpha: Vector = np.zeros(len(X))
        self.w: Vector = np.zeros(X.shape[1] + 1)  # the bias is the last entry
        self.curve: list[float] = []
        self.found: list[LinearSVMResult] = []

    def run(self, tolerance: float, max_epochs: int, shuffle: np.random.Generator) -> None:
        """Solve for small C first, then for larger ones; for C itself until the gap is small."""
        # At C = 1/q the first step from 0 reaches the bound: nothing smaller is easier.
        stages = round(math.log(max(1.0, float(self.C.max() * self.q.mean())), GROWTH))
        for stage in range(stages, 0, -1):
            self.n_awake = _wake(self.awake, self.limits)
            self._climb(self.C / GROWTH**stage, 1.0, max_epochs, shuffle)
            if len(self.curve) == max_epochs:
                break
            self.alpha *= GROWTH  # (CD4)
            self.w *= GROWTH
        small = 1.0
        while not self.found or len(self.curve) < max_epochs:
            self.n_awake = _wake(self.awake, self.limits)
            self._climb(self.C, small, max_epochs, shuffle)
            gap = self._gap(tolerance)
            if gap <= tolerance:
                return
            # The gap falls about as slopes do: ask for what it takes.
            small *= min(0.5, max(TIGHTENING, (tolerance / gap) ** 0.6))

    def _gap(self, tolerance: float) -> float:
        """Prove how good the multipliers are, or those of (CD5) if they are better."""
        jumped, alpha, w = _jump(self._problem(self.C), self.alpha, self.w)
        if jumped:
            self._certify(alpha)
            if self.found[-1].gap <= tolerance:
                return self.found[-1].gap
        self._certify(self.alpha)
        if jumped and self.found[-2].gap < self.found[-1].gap:
            self.alpha, self.w = alpha, w
            return self.found[-2].gap
        return self.found[-1].gap

    def _problem(self, C: Vector) -> _Problem:
        return _Problem(self.rows, self.y, C, self.q, self.beta, self.unpenalised)

    def _certify(self, alpha: Vector) -> None:
        self.found.append(certify(self.X, self.y, self.C, alpha, unpenalised=self.unpenalised))

    def _climb(self, C: Vector, small: float, until: int, shuffle: np.random.Generator) -> None:
        """Run epochs until slopes are small, or so many in all."""
        problem = self._problem(C)
        state = _State(self.alpha, self.w, self.awake, self.limits)
        done = False
        while not done and len(self.curve) < until:
            blocks = -(-self.n_awake // self.block)
            if len(self.random) < blocks:
                self.random = shuffle.integers(
                    2**32, size=max(RANDOM_NUMBERS, blocks), dtype=np.uint32
                )
            curve = np.empty(min(EPOCHS_AT_ONCE, until - len(self.curve)))
            epochs, used, self.n_awake, done = _epochs(
                problem, state, self.n_awake, small, self.random, self.block, curve
            )
            self.curve.extend(curve[:epochs].tolist())
            self.random = self.random[used:]


def _centred(X: Matrix) -> Matrix:
    dtype = np.float64 if X.dtype == np.float64 else np.float32
    return np.subtract(X, X.mean(axis=0), dtype=dtype)


@njit
def _jump(problem: _Problem, alpha: Vector, w: Vector) -> tuple[bool, Vector, Vector]:
    """Solve (CD5) for the multipliers that (CD1) leaves inside their bounds, until they repeat.

    Returns whether that came to an end, and with which multipliers and weights.
    """
    rows, y, C, q, _, unpenalised = problem
    d = w.shape[0] - 1
    inside = np.zeros(y.shape[0], np.bool_)
    for _ in range(GUESSES):
        slopes = y * (scores_of_rows(rows, w) + w[d]) - 1.0
        moved = alpha - slopes / q  # (CD1)
        was, inside = inside, (moved > 0.0) & (moved < C)
        if (inside == was).all():
            return True, np.minimum(C, np.maximum(0.0, alpha)), w
        F = np.flatnonzero(inside)
        if not 0 < F.shape[0] ** 2 * d <= JUMP_EPOCHS * rows.values.shape[0]:
            break
        alpha, w = np.where(moved >= C, C, 0.0), np.zeros(d + 1)
        sum_of_rows(rows, alpha * y, w)
        balance = (alpha * y).sum()
        R = dense_rows(rows, F, d + 1)
        if not unpenalised:
            w[d] = balance
            R[:, d] = 1.0
        sides = np.empty((F.shape[0], 2))
        for k in range(F.shape[0]):
            R[k] *= y[F[k]]
            sides[k, 0], sides[k, 1] = 1.0 - R[k] @ w, y[F[k]]
        H = R @ R.T
        for k in range(F.shape[0]):
            H[k, k] += JITTER * q[F[k]]  # for rows that repeat
        if not np.isfinite(H).all():
            break
        solved = np.linalg.solve(H, sides)
        u, v = solved[:, 0].copy(), solved[:, 1].copy()
        # All multipliers sum to 0 with their signs where the bias is not penalised.
        bias = (balance + y[F] @ u) / (y[F] @ v) if unpenalised else 0.0
        alpha[F] = u - bias * v
        w += alpha[F] @ R
        if unpenalised:
            w[d] = bias
    return False, alpha, w


@njit
def _epochs(
    problem: _Problem,
    state: _State,
    n_awake: int,
    small: float,
    random: Any,
    size: int,
    curve: Vector,
) -> tuple[int, int, int, bool]:
    """Run epochs until slopes are small, random numbers are used up or the curve is full.

    The curve gets the dual objective after each. Returns how many epochs there were, how many
    random numbers they used, how many multipliers are still awake, and whether slopes are small.
    """
    alpha, w, awake, limits = state
    order = np.empty(awake.shape[0], np.int64)
    used = 0
    for epoch in range(curve.shape[0]):
        blocks = (n_awake + size - 1) // size
        if used + blocks > random.shape[0]:
            return epoch, used, n_awake, False
        _shuffle(random[used : used + blocks], order[:blocks])
        used += blocks
        least, most = _epoch(problem, state, n_awake, order[:blocks], size)
        n_awake = _still_awake(awake[:n_awake])
        limits[0] = least if least < 0.0 else -np.inf
        limits[1] = most if most > 0.0 else np.inf
        total, balance, square = _sums(alpha, problem.y, w)
        curve[epoch] = total - (square if problem.unpenalised else square + w[-1] * w[-1]) / 2
        shift = problem.beta * balance if problem.unpenalised else 0.0
        if most - least + abs(shift) <= small:
            return epoch + 1, used, n_awake, True
        if most - least <= abs(shift):
            w[-1] += shift  # (CD2)
            n_awake = _wake(awake, limits)
    return curve.shape[0], used, n_awake, False


@njit
def _wake(awake: Integers, limits: Vector) -> int:
    """Let all multipliers move, and none be shrunk away before an epoch has seen the slopes."""
    limits[0], limits[1] = -np.inf, np.inf
    for i in range(awake.shape[0]):
        awake[i] = i
    return awake.shape[0]


@njit
def _shuffle(random: Any, order: Integers) -> None:
    """Count up to the length of an order and exchange each place with one not after it."""
    for t in range(order.shape[0]):
        s = (np.int64(random[t]) * (t + 1)) >> 32
        order[t] = order[s]
        order[s] = t


@njit
def _still_awake(awake: Integers) -> int:
    """Move those that are not shrunk away to the front, and count them."""
    count = 0
    for i in awake:
        if i >= 0:
            awake[count] = i
            count += 1
    return count


@njit_sum
def _sums(alpha: Vector, y: Vector, w: Vector) -> tuple[float, float, float]:
    r"""The sums :math:`\sum_i \alpha_i`, :math:`\sum_i \alpha_i y_i`, and the square of w."""
    total, balance, square = 0.0, 0.0, 0.0
    for i in range(alpha.shape[0]):
        total += alpha[i]
        balance += alpha[i] * y[i]
    for j in range(w.shape[0] - 1):
        square += w[j] * w[j]
    return total, balance, square


@njit
def _epoch(
    problem: _Problem, state: _State, n_awake: int, order: Integers, size: int
) -> tuple[float, float]:
    """Visit all awake multipliers; those that may rest become -1. Return the extreme slopes."""
    (starts, columns, values), y, C, q, beta, _ = problem
    alpha, w, awake = state.alpha, state.w, state.awake[:n_awake]
    low, high = state.limits[0], state.limits[1]
    least, most = 0.0, 0.0
    sparse = columns.shape[0] > 0
    bias = w[-1]
    for block in order:
        for t in range(block * size, min(awake.shape[0], (block + 1) * size)):
            i = awake[t]
            x = values[starts[i] : starts[i + 1]]
            at = columns[starts[i] : starts[i + 1]] if sparse else columns
            score = sparse_dot(at, x, w) if sparse else row_value(x, w, 0.0)
            slope = y[i] * (score + bias) - 1.0
            before = alpha[i]
            if (before <= 0.0 and slope > high) or (before >= C[i] and slope < low):  # (CD3)
                awake[t] = -1
                continue
            moved = min(C[i], max(0.0, before - slope / q[i]))  # (CD1)
            if moved != before:
                least, most = min(least, slope), max(most, slope)
                step = (moved - before) * y[i]
                alpha[i] = moved
                if sparse:
                    sparse_add(at, x, step, w)
                else:
                    move_along(x, step, w)
                bias += step * beta
    w[-1] = bias
    return least, most
