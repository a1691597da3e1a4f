"""Dual coordinate descent: the exact linear support vector machine, one multiplier at a time.

Lesson 12_hinge_subgradient holds subgradient descent against it. The algorithm is that of Hsieh,
Chang, Lin, Keerthi and Sundararajan (2008), with an intercept that need not be penalised.
"""

import math
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from kernelkit._jit import njit, njit_sum
from kernelkit.engine.products import move_along, row_value
from kernelkit.engine.tiles import have_squares
from kernelkit.solvers.results import LinearSVMResult
from kernelkit.solvers.svm._gap import certify, warn_of_gap
from kernelkit.threads import ROWS_PER_THREAD, in_blocks, one_blas_thread
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

# More numbers than these do not stay in the processor's cache; then so many neighbours are visited
# together, because memory delivers them together: 1.6 times as fast on 33,600 digits.
CACHED, NEIGHBOURS = 2**19, 16
GROWTH = 4.0  # the factor of C from one stage to the next; a power of 2 keeps the bounds exact
# The smallest gap for which rows that do not stay in the cache, and the weights, are float32: on
# digits that is 1.3 to 1.8 times as fast as float64. So they stay until this many epochs have not
# made slopes small.
SINGLE, PATIENCE = 1e-4, 1000
GUESSES = 8  # how often (CD5) may be solved for another set F before the jump is given up
JUMP_EPOCHS = 4  # a jump may cost as much as this many epochs
JITTER = 1e-10  # this share is added to the diagonal of (CD5), which repeated rows make singular
# The limit of the slopes, those of f(x) = 0 being 1, before the first jump, and the first proof.
BEFORE_JUMP, BEFORE_PROOF = 0.1, 0.2
TIGHTENING = 0.2  # the smallest factor by which the limit of the slopes is lowered at a time
BIAS_PENALTY = 0.2  # beta of an unpenalised bias, in units of the mean squared length of a row


class _Problem(NamedTuple):
    """What epochs read, for compiled code; letters as in :func:`dual_coordinate_descent`."""

    y: Vector
    C: Vector
    Z: Matrix
    p: Vector
    q: Vector
    beta: float
    inverse: float  # 1/M, and 0 where the bias is not penalised


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
    multiplier the dual is a parabola, and it moves to the top of that, or to a bound: the rule
    (CD1) of :func:`kernelkit.core.coordinate_descent_epoch`, which has it as a plain loop.

    **The intercept.** An *augmented* one is the weight of one more feature that is always 1, and
    penalised like the others: :math:`b = \sum_i \alpha_i y_i`, and :math:`b^2/2` is part of both
    objectives. An *unpenalised* one brings :math:`\sum_i \alpha_i y_i = 0` into the dual, and no
    single multiplier could move. So b is penalised for its distance to where it was, and whenever
    the slopes of all multipliers are no larger than the step that this makes, it is where it was
    from there on (a method of multipliers):

    .. math:: b \leftarrow b + \beta \Bigl(\sum_i \alpha_i y_i - h\Bigr), \qquad h = 0. \tag{CD2}

    It runs on centred rows :math:`z_i = x_i - m`, which changes b and nothing else. An augmented
    bias gains as much by it, a third of the epochs on MNIST: with :math:`p_i = \langle z_i, m
    \rangle`, :math:`M = 1 + \lVert m \rVert^2` and :math:`c = b + \langle w, m \rangle` in place
    of b, the best weights for c are

    .. math::

        w = \sum_i \alpha_i y_i z_i + h m, \qquad h = \Bigl(c - \sum_i \alpha_i y_i p_i\Bigr)/M,
        \qquad f(x_i) = \langle w, z_i \rangle + c,

    and c is best where (CD2) stands still. Without a penalty p and 1/M are 0. In both cases

    .. math:: q_i = \lVert z_i \rVert^2 - p_i^2/M + \beta(1 + p_i/M)^2.

    **Shrinking.** A multiplier at a bound whose slope points outwards by more than any slope inside
    did in the last epoch is left out until the others are done (CD3). **Growing C.** Multipliers
    for a small C come quickly, and times 4 they are a good start for 4 C (CD4). **Jumping.** Once
    it is known which multipliers lie inside their bounds, the set F, they and b solve a linear
    system,

    .. math:: y_i f(x_i) = 1 \quad (i \in F), \qquad w = \sum_i \alpha_i y_i x_i, \tag{CD5}

    with all others at the bound where (CD1) puts them. So whenever slopes have become smaller,
    (CD1) is asked for F and (CD5) for the multipliers in turn, until F repeats (the primal-dual
    active sets of Hintermueller, Ito and Kunisch, 2003); the answer is taken if its gap is smaller.
    Only where the rows stay in the cache: there it saves most epochs, elsewhere it costs more.

    Other rows, and the weights, are float32 while that brings slopes down, for gaps from 1e-4 on.

    Stops when the gap, (primal - dual) / primal, is at most ``tolerance``, measured on all samples
    with w computed afresh from :math:`\alpha` in float64; after ``max_epochs``, a
    ``ConvergenceWarning``.

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
    return descents(X, y[np.newaxis], C, intercept, tolerance, max_epochs, random_state)[0]


@no_overflow("X", "C")
@one_blas_thread()
def descents(
    X: Matrix,
    signs: Matrix,
    C: Any,
    intercept: str = "unpenalised",
    tolerance: float = 1e-3,
    max_epochs: int = 10_000,
    random_state: Any = 0,
) -> list[LinearSVMResult]:
    """The same for each row of ``signs``; X, which ``as_matrix`` has seen, is centred once."""
    if X.dtype == np.uint8:  # float32 holds bytes exactly, and nothing is compiled for them
        X = X.astype(np.float32)
    penalties = [as_penalties(C, y) for y in signs]
    if np.isinf(penalties).any():
        raise InputError(
            "C", "must be finite for a linear solver, got inf; smo solves the hard margin"
        )
    kinds = ("unpenalised", "augmented")
    unpenalised = check_choice(intercept, "intercept", kinds) == "unpenalised"
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_epochs = check_whole(max_epochs, "max_epochs")
    draw = check_generator(random_state) or np.random.default_rng()
    state = draw.integers(2**64, size=1, dtype=np.uint64)
    rounding = X.shape[1] * float(np.finfo(np.float32).eps)  # of a sum of so many terms, at most
    centred = _centred(X, unpenalised, X.size > CACHED and tolerance >= max(SINGLE, rounding))
    return [
        _descent(X, _Problem(y, C_i, *centred), unpenalised, tolerance, max_epochs, state.copy())
        for y, C_i in zip(signs, penalties, strict=True)
    ]


def _descent(
    X: Matrix, problem: _Problem, unpenalised: bool, tolerance: float, max_epochs: int, state: Any
) -> LinearSVMResult:
    """One hyperplane, with its proof."""
    y, C = problem.y, problem.C
    alpha: Vector = np.zeros(len(X))
    curve: Vector = np.empty(256)  # grows
    # At C = 1/q the first step from 0 reaches the bound: nothing smaller is easier.
    stages = round(math.log(max(1.0, float(C.max() * problem.q.mean())), GROWTH))
    found: list[LinearSVMResult] = []
    jumps, single = X.size <= CACHED, problem.Z.dtype == np.float32
    b, epochs, small = 0.0, 0, BEFORE_JUMP if jumps else BEFORE_PROOF
    while not found or (epochs < max_epochs and found[-1].gap > tolerance):
        most = min(max_epochs, epochs + PATIENCE) if single else max_epochs
        epochs, curve, b = _descend(problem, alpha, b, stages, small, state, curve, epochs, most)
        jumped, far, far_b = _jump(problem, alpha, b) if jumps else (False, alpha, b)
        far = np.clip(far, 0.0, C) if jumped else alpha
        here = certify(X, y, C, far, unpenalised=unpenalised)
        if jumped and here.gap > tolerance:
            stayed = certify(X, y, C, alpha, unpenalised=unpenalised)
            jumped, here = here.gap < stayed.gap, min(here, stayed, key=attrgetter("gap"))
        if jumped:
            alpha, b = far, far_b
        if single and epochs == most < max_epochs:
            single, problem = False, problem._replace(Z=X - X.mean(axis=0, dtype=np.float64))
        found.append(here)
        # The gap falls about as slopes do: ask for what it takes.
        small *= min(0.5, max(TIGHTENING, (tolerance / max(here.gap, tolerance)) ** 0.6))
        stages = 0
    best = min(found, key=attrgetter("gap"))
    if best.gap > tolerance:
        warn_of_gap("dual coordinate descent", best.gap, tolerance, epochs)
    return best._replace(objective=curve[:epochs].copy(), converged=best.gap <= tolerance)


def _centred(
    X: Matrix, unpenalised: bool, single: bool
) -> tuple[Matrix, Vector, Vector, float, float]:
    """The rows without their mean m, in float32 where that is wanted and can be, and p to 1/M."""
    m = X.mean(axis=0, dtype=np.float64)
    Z = np.empty(X.shape, np.float32 if single else np.float64)
    squares, p = np.empty(len(X)), np.empty(len(X))
    in_blocks(_centre, len(X), ROWS_PER_THREAD, 3.0 * X.size, X, m, Z, squares, p)
    if single and not have_squares(np.float32, squares, squares):
        return _centred(X, unpenalised, single=False)
    beta, inverse = BIAS_PENALTY * float(squares.mean()) or 1.0, 1.0 / (1.0 + float(m @ m))
    if unpenalised:
        inverse, p = 0.0, np.zeros(len(X))
    beta /= 1.0 + beta * inverse
    q = squares - p * p * inverse + beta * (1.0 + p * inverse) ** 2
    return Z, p, q, beta, inverse


@njit_sum
def _centre(
    start: int, stop: int, X: Matrix, m: Vector, Z: Matrix, squares: Vector, p: Vector
) -> None:
    for i in range(start, stop):
        square, along = 0.0, 0.0
        for j in range(X.shape[1]):
            z = X[i, j] - m[j]
            Z[i, j] = z
            square += z * z
            along += z * m[j]
        squares[i], p[i] = square, along


@njit
def _descend(
    problem: _Problem,
    alpha: Vector,
    b: float,
    stages: int,
    small: float,
    state: Any,
    curve: Vector,
    epochs: int,
    max_epochs: int,
) -> tuple[int, Vector, float]:
    """Solve for small C first, then for larger ones; for C itself until slopes are small.

    The curve gets the dual objective after each epoch, and grows. Returns how many epochs there
    were in all, the curve and the bias.
    """
    y, C, Z, _, _, beta, inverse = problem
    n = Z.shape[0]
    size = NEIGHBOURS if Z.size > CACHED else 1
    awake, order = np.arange(n), np.empty(n, np.int64)
    limits, price = np.empty(2), np.empty(n)
    for stage in range(stages, -1, -1):
        _scale(C, GROWTH**-stage, price)
        exact, h = _weights(problem, alpha, b)
        w = exact.astype(Z.dtype)
        enough = 1.0 if stage > 0 else small
        n_awake = _wake(awake, limits)
        while epochs < max_epochs:
            blocks = (n_awake + size - 1) // size
            _shuffle(state, order[:blocks])
            least, most, h, b = _epoch(
                problem, price, alpha, w, h, b, awake[:n_awake], limits, order[:blocks]
            )
            n_awake = _still_awake(awake[:n_awake])
            limits[0] = least if least < 0.0 else -np.inf
            limits[1] = most if most > 0.0 else np.inf
            total, balance, square = _sums(alpha, y, w)
            if inverse > 0.0:  # the square of the weights of X, and that of the bias
                square += 2.0 * balance * b + balance * (balance - 2.0 * h) / inverse
            if epochs == curve.shape[0]:
                curve = np.append(curve, curve)
            curve[epochs] = total - square / 2
            epochs += 1
            shift = beta * (balance - h)
            # By so much the bias of the proof, that of the multipliers, differs from this one.
            off = abs(shift) if inverse == 0.0 else abs(balance - h) / inverse
            if most - least + off <= enough:
                break
            if most - least <= abs(shift):
                h += shift * inverse
                b += shift  # (CD2)
                n_awake = _wake(awake, limits)
        if stage > 0 and epochs < max_epochs:
            _scale(alpha, GROWTH, alpha)  # (CD4)
            b *= GROWTH
    return epochs, curve, b


@njit
def _weights(problem: _Problem, alpha: Vector, b: float) -> tuple[Vector, float]:
    r"""Compute :math:`\sum_i \alpha_i y_i z_i` and h without what steps lose to rounding."""
    y, _, Z, p, _, _, inverse = problem
    w, along = np.zeros(Z.shape[1]), 0.0
    for i in range(Z.shape[0]):
        if alpha[i] != 0.0:
            move_along(Z, i, alpha[i] * y[i], w)
            along += alpha[i] * y[i] * p[i]
    return w, (b - along) * inverse


@njit
def _scale(values: Vector, factor: float, scaled: Vector) -> None:
    """As array expressions these would take numba seconds to compile."""
    for i in range(values.shape[0]):
        scaled[i] = factor * values[i]


@njit
def _wake(awake: Integers, limits: Vector) -> int:
    """Let all multipliers move, and none be shrunk away before an epoch has seen the slopes."""
    limits[0], limits[1] = -np.inf, np.inf
    for i in range(awake.shape[0]):
        awake[i] = i
    return awake.shape[0]


@njit
def _shuffle(state: Any, order: Integers) -> None:
    """Count up to the length of an order and exchange each place with one not after it.

    The random numbers are those of Marsaglia's xorshift (2003).
    """
    random = state[0]
    for t in range(order.shape[0]):
        random ^= random << np.uint64(13)
        random ^= random >> np.uint64(7)
        random ^= random << np.uint64(17)
        s = np.int64(((random >> np.uint64(32)) * np.uint64(t + 1)) >> np.uint64(32))
        order[t] = order[s]
        order[s] = t
    state[0] = random


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
    for j in range(w.shape[0]):
        square += w[j] * w[j]
    return total, balance, square


@njit
def _epoch(
    problem: _Problem,
    C: Vector,
    alpha: Vector,
    w: Vector,
    h: float,
    b: float,
    awake: Integers,
    limits: Vector,
    order: Integers,
) -> tuple[float, float, float, float]:
    """Visit all awake multipliers; those that may rest become -1.

    Returns the extreme slopes, h and the bias.
    """
    y, _, Z, p, q, beta, inverse = problem
    size = -(-awake.shape[0] // order.shape[0])
    low, high = limits[0], limits[1]
    least, most = 0.0, 0.0
    rounded = Z.dtype.type  # all of a sum in one precision is faster
    for block in order:
        for t in range(block * size, min(awake.shape[0], (block + 1) * size)):
            i = awake[t]
            slope = y[i] * (row_value(Z, i, w, rounded(0.0)) + p[i] * h + b) - 1.0
            before = alpha[i]
            if (before <= 0.0 and slope > high) or (before >= C[i] and slope < low):  # (CD3)
                awake[t] = -1
                continue
            moved = min(C[i], max(0.0, before - slope / q[i]))  # (CD1)
            if moved != before:
                least, most = min(least, slope), max(most, slope)
                step = (moved - before) * y[i]
                alpha[i] = moved
                move_along(Z, i, rounded(step), w)
                shift = beta * step * (1.0 + p[i] * inverse)
                b += shift
                h += (shift - step * p[i]) * inverse
    return least, most, h, b


@njit
def _jump(problem: _Problem, alpha: Vector, b: float) -> tuple[bool, Vector, float]:
    """Solve (CD5) for the multipliers that (CD1) leaves inside their bounds, until they repeat.

    Returns whether that came to an end, and with which multipliers, up to rounding within their
    bounds, and bias.
    """
    y, C, Z, p, q, _, _ = problem
    n = Z.shape[0]
    w, h = _weights(problem, alpha, b)
    inside, F, moved = np.zeros(n, np.bool_), np.empty(n, np.int64), np.empty(n)
    for _ in range(GUESSES):
        size, repeats = 0, True
        for i in range(n):
            slope = y[i] * row_value(Z, i, w, p[i] * h + b) - 1.0
            moved[i] = alpha[i] - slope / q[i]  # (CD1)
            now = 0.0 < moved[i] < C[i]
            repeats &= now == inside[i]
            inside[i] = now
            if now:
                F[size] = i
                size += 1
        if repeats:
            return True, alpha, b
        if not 0 < size**2 <= JUMP_EPOCHS * n:
            break
        solved, alpha, w, h, b = _free(problem, moved, F[:size])
        if not solved:
            break
    return False, alpha, b


@njit
def _free(
    problem: _Problem, moved: Vector, F: Integers
) -> tuple[bool, Vector, Vector, float, float]:
    """Solve (CD5) for F, with the others at the bound beyond which they would have moved.

    Returns whether it could be solved, the multipliers, the weights, h and the bias.
    """
    y, C, Z, p, q, _, inverse = problem
    n, d, size = Z.shape[0], Z.shape[1], F.shape[0]
    M = 1.0 / inverse if inverse > 0.0 else 0.0
    # With those of F at 0: the sums of alpha y (z, 1, p).
    alpha, w, t, g = np.zeros(n), np.zeros(d), 0.0, 0.0
    for i in range(n):
        if moved[i] >= C[i]:
            alpha[i] = C[i]
            move_along(Z, i, C[i] * y[i], w)
            t += C[i] * y[i]
            g += C[i] * y[i] * p[i]
    # The system, and below it its right sides: without the bias, and what the bias takes off.
    H = np.empty((size + 2, size))
    for k in range(size):
        i = F[k]
        H[size, k] = 1.0 - y[i] * row_value(Z, i, w, p[i] * t + g + M * t)
        H[size + 1, k] = y[i]
        for m in range(k + 1):
            j = F[m]
            H[k, m] = y[i] * y[j] * row_value(Z, i, Z[j], p[i] + p[j] + M)
        H[k, k] += JITTER * q[i]  # for rows that repeat
    solved = _solve(H)
    # All multipliers sum to 0 with their signs where the bias is not penalised.
    above, below = t, 0.0
    for k in range(size):
        above += y[F[k]] * H[size, k]
        below += y[F[k]] * H[size + 1, k]
    bias = above / below if solved and inverse == 0.0 else 0.0
    for k in range(size):
        i = F[k]
        alpha[i] = H[size, k] - bias * H[size + 1, k]
        move_along(Z, i, alpha[i] * y[i], w)
        t += alpha[i] * y[i]
        g += alpha[i] * y[i] * p[i]
    h, b = (t, g + M * t) if inverse > 0.0 else (0.0, bias)
    return solved, alpha, w, h, b


@njit
def _solve(H: Matrix) -> bool:
    r"""Solve :math:`H x = s` for each row s below the square H; x takes its place.

    By Cholesky's :math:`H = L L^\top`, of which row after row is found as :math:`L l = h`, those
    below as well; then from the last unknown back to the first. False where H is not positive.
    """
    n = H.shape[1]
    for k in range(H.shape[0]):
        for m in range(min(k + 1, n)):
            total = H[k, m]
            for j in range(m):
                total -= H[k, j] * H[m, j]
            if m < k:
                H[k, m] = total / H[m, m]
            elif total > 0.0:
                H[k, k] = math.sqrt(total)
            else:
                return False
    for k in range(n, H.shape[0]):
        for m in range(n - 1, -1, -1):
            H[k, m] /= H[m, m]
            for j in range(m):
                H[k, j] -= H[m, j] * H[k, m]
    return True
