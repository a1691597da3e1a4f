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
from kernelkit.solvers.svm._gap import Centre, certify, warn_of_gap
from kernelkit.solvers.svm._passes import combination
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

# As many numbers as stay in the processor's cache. Rows that do not are visited in groups of
# NEIGHBOURS, because memory delivers neighbours together: 1.6 times as fast on 33,600 digits.
CACHED = 2**19
NEIGHBOURS = 16
ORDERS = 4  # orders of the samples that are drawn; epochs take one after the other, round and round
WORK = 2**26  # numbers that one compiled call reads, in some 50 ms: Ctrl-C is heard after it
GROWTH = 4.0  # the factor of C from one stage to the next; a power of 2 keeps the bounds exact
# The smallest gap for which rows that do not stay in the cache, and the weights, are float32: on
# digits that is 1.3 to 1.8 times as fast as float64.
SINGLE = 1e-4
PATIENCE = 1000  # epochs after which float32 is given up, if slopes have not become small
GUESSES = 8  # how often (CD5) is solved for another set F before the jump is given up
JUMP_EPOCHS = 4  # a jump may cost as much as this many epochs
JITTER = 1e-10  # this share is added to the diagonal of (CD5), which repeated rows make singular
# Slopes are 1 at f = 0. They must fall below this before the first jump, which is cheap, or, where
# there are no jumps, before the first proof.
BEFORE_JUMP = 0.1
BEFORE_PROOF = 0.2
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

    Stops when the gap, (primal - dual + what rounding may hide) / primal, is at most ``tolerance``,
    measured on all samples with w computed afresh from :math:`\alpha` in float64; after
    ``max_epochs``, a ``ConvergenceWarning``. So the claim is true of the very numbers that are
    returned: at 1e8 from the origin a bias has 8 digits after the point, which a large C can feel.

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
    rounding = X.shape[1] * float(np.finfo(np.float32).eps)  # of a sum of so many terms, at most
    single = X.size > CACHED and tolerance >= max(SINGLE, rounding)
    centre, centred = _centred(X, unpenalised, single)
    orders = _draw_orders(draw, len(X), 1 if X.size <= CACHED else NEIGHBOURS)
    return [
        _descent(
            X, centre, _Problem(y, C_i, *centred), orders.copy(), unpenalised, tolerance, max_epochs
        )
        for y, C_i in zip(signs, penalties, strict=True)
    ]


def _descent(
    X: Matrix,
    centre: Centre,
    problem: _Problem,
    orders: Integers,
    unpenalised: bool,
    tolerance: float,
    max_epochs: int,
) -> LinearSVMResult:
    """One hyperplane, with its proof."""
    y, C = problem.y, problem.C
    alpha: Vector = np.zeros(len(X))
    b = 0.0
    curve: list[float] = []
    # At C = 1/q the first step from 0 reaches the bound: nothing smaller is easier.
    stage = round(math.log(max(1.0, float(C.max() * problem.q.mean())), GROWTH))
    in_cache = X.size <= CACHED
    limit = BEFORE_JUMP if in_cache else BEFORE_PROOF
    proofs: list[LinearSVMResult] = []
    while not proofs or (len(curve) < max_epochs and proofs[-1].gap > tolerance):
        problem, b = _descend(
            X, centre.m, problem, alpha, b, stage, limit, orders, curve, max_epochs
        )
        stage = 0
        jumped, jumped_b = _try_to_jump(problem, alpha, b) if in_cache else (alpha, b)
        proof = certify(X, centre, y, C, jumped, unpenalised=unpenalised)
        if jumped is not alpha and proof.gap > tolerance:
            proof_without = certify(X, centre, y, C, alpha, unpenalised=unpenalised)
            if proof_without.gap <= proof.gap:
                proof, jumped, jumped_b = proof_without, alpha, b
        alpha, b = jumped, jumped_b
        proofs.append(proof)
        # The gap falls about as slopes do: ask for what it takes.
        limit *= min(0.5, max(TIGHTENING, (tolerance / max(proof.gap, tolerance)) ** 0.6))
    best = min(proofs, key=attrgetter("gap"))
    if best.gap > tolerance:
        warn_of_gap("dual coordinate descent", best.gap, tolerance, len(curve))
    return best._replace(objective=np.array(curve), converged=best.gap <= tolerance)


def _centred(
    X: Matrix, unpenalised: bool, single: bool
) -> tuple[Centre, tuple[Matrix, Vector, Vector, float, float]]:
    """The mean m, and the rows without it, in float32 if wanted and possible, and p to 1/M."""
    m = X.mean(axis=0, dtype=np.float64)
    Z = np.empty(X.shape, np.float32 if single else np.float64)
    squares, p = np.empty(len(X)), np.empty(len(X))
    in_blocks(_centre, len(X), ROWS_PER_THREAD, 3.0 * X.size, X, m, Z, squares, p)
    if single and not have_squares(np.float32, squares, squares):
        return _centred(X, unpenalised, single=False)
    beta = BIAS_PENALTY * float(squares.mean()) or 1.0
    inverse = 1.0 / (1.0 + float(m @ m))
    if unpenalised:
        inverse, p = 0.0, np.zeros(len(X))
    beta /= 1.0 + beta * inverse
    q = squares - p * p * inverse + beta * (1.0 + p * inverse) ** 2
    return Centre(m, np.sqrt(squares)), (Z, p, q, beta, inverse)


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


def _draw_orders(draw: np.random.Generator, n: int, neighbours: int) -> Integers:
    """Some orders of n samples, one in each row; so many neighbours stay together in them."""
    groups = np.tile(np.arange(0, n, neighbours), (ORDERS, 1))
    orders = draw.permuted(groups, axis=1)
    if neighbours > 1:
        orders = (orders[:, :, np.newaxis] + np.arange(neighbours)).reshape(ORDERS, -1)
        orders = orders[orders < n].reshape(ORDERS, n)
    return orders


def _weights(problem: _Problem, alpha: Vector, b: float) -> tuple[Vector, float]:
    r"""Compute :math:`\sum_i \alpha_i y_i z_i` and h without what steps lose to rounding."""
    c, nowhere = alpha * problem.y, np.zeros(problem.Z.shape[1])
    return combination(problem.Z, c, nowhere), (b - float(c @ problem.p)) * problem.inverse


def _descend(
    X: Matrix,
    m: Vector,
    problem: _Problem,
    alpha: Vector,
    b: float,
    stage: int,
    limit: float,
    orders: Integers,
    curve: list[float],
    max_epochs: int,
) -> tuple[_Problem, float]:
    """Run epochs for small C, for larger ones, and for C itself until slopes are within the limit.

    The multipliers alpha change, and the curve gets the dual objective after each epoch.
    Returns the problem, in float64 if float32 had not been enough, and the bias.
    """
    single = problem.Z.dtype == np.float32
    last = min(max_epochs, len(curve) + PATIENCE) if single else max_epochs
    w, h = _weights(problem, alpha, b)
    w = w.astype(problem.Z.dtype)
    awake = np.full(ORDERS, len(alpha))  # in each order, how many samples at its front still move
    resting = np.zeros(len(alpha), np.bool_)
    low, high, done = -np.inf, np.inf, False
    while len(curve) < last and not done:
        objectives = np.empty(min(last - len(curve), PATIENCE, 1 + WORK // X.size))
        visits = orders, awake, resting, len(curve)
        n_epochs, done, stage, h, b, low, high = _epochs(
            problem, alpha, w, h, b, stage, limit, low, high, visits, objectives
        )
        curve.extend(objectives[:n_epochs].tolist())
    if single and not done and last < max_epochs:
        problem = problem._replace(Z=X - m)
        return _descend(X, m, problem, alpha, b, stage, limit, orders, curve, max_epochs)
    return problem, b


@njit
def _epochs(
    problem: _Problem,
    alpha: Vector,
    w: Vector,
    h: float,
    b: float,
    stage: int,
    limit: float,
    low: float,
    high: float,
    visits: tuple[Integers, Integers, Any, int],
    objectives: Vector,
) -> tuple[int, bool, int, float, float, float, float]:
    """Run epochs until slopes are within the limit, or as many as there are objectives to fill.

    Returns how many there were, whether slopes are within the limit, and what the next call goes on
    with. These are numbers: a call that returns an array turns Ctrl-C into a SystemError, because
    numba runs Python code to wrap the array and does not look whether that raised.
    """
    y, beta, inverse = problem.y, problem.beta, problem.inverse
    orders, awake, resting, first = visits
    for epoch in range(len(objectives)):
        k = (first + epoch) % len(orders)
        awake[k], least, most, h, b = _epoch(
            problem, alpha, w, h, b, GROWTH**-stage, low, high, orders[k, : awake[k]], resting
        )
        total, balance, square = _sums(alpha, y, w)
        if inverse > 0.0:  # the square of the weights of X, and that of the bias
            square += 2.0 * balance * b + balance * (balance - 2.0 * h) / inverse
        objectives[epoch] = total - square / 2
        shift = beta * (balance - h)
        # By so much the bias of the proof, that of the multipliers, differs from this one.
        off = abs(shift) if inverse == 0.0 else abs(balance - h) / inverse
        small = most - least + off <= (1.0 if stage > 0 else limit)
        if small and stage == 0:
            return epoch + 1, True, stage, h, b, low, high
        if small:  # (CD4)
            stage -= 1
            for i in range(len(alpha)):
                alpha[i] *= GROWTH
            for j in range(len(w)):
                w[j] *= w.dtype.type(GROWTH)
            h *= GROWTH
            b *= GROWTH
        elif most - least <= abs(shift):  # (CD2)
            h += shift * inverse
            b += shift
        else:
            low = least if least < 0.0 else -np.inf
            high = most if most > 0.0 else np.inf
            continue
        awake[:] = len(alpha)
        resting[:] = False
        low, high = -np.inf, np.inf
    return len(objectives), False, stage, h, b, low, high


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
    alpha: Vector,
    w: Vector,
    h: float,
    b: float,
    share: float,
    low: float,
    high: float,
    order: Integers,
    resting: Any,
) -> tuple[int, float, float, float, float]:
    """Visit multipliers, whose bounds are this share of C; those that rest move to the order's end.

    Returns how many do not rest, the extreme slopes, h and the bias.
    """
    y, C, Z, p, q, beta, inverse = problem
    n_awake, least, most = 0, 0.0, 0.0
    rounded = Z.dtype.type  # all of a sum in one precision is faster
    for t in range(len(order)):
        i = order[t]
        if resting[i]:
            continue
        slope = y[i] * (row_value(Z, i, w, rounded(0.0)) + p[i] * h + b) - 1.0
        before, bound = alpha[i], share * C[i]
        if (before <= 0.0 and slope > high) or (before >= bound and slope < low):  # (CD3)
            resting[i] = True
            continue
        order[t] = order[n_awake]
        order[n_awake] = i
        n_awake += 1
        moved = min(bound, max(0.0, before - slope / q[i]))  # (CD1)
        if moved != before:
            least, most = min(least, slope), max(most, slope)
            step = (moved - before) * y[i]
            alpha[i] = moved
            move_along(Z, i, rounded(step), w)
            shift = beta * step * (1.0 + p[i] * inverse)
            b += shift
            h += (shift - step * p[i]) * inverse
    return n_awake, least, most, h, b


def _try_to_jump(problem: _Problem, alpha: Vector, b: float) -> tuple[Vector, float]:
    """The multipliers and the bias of (CD5), or those of before where it comes to no end."""
    w, h = _weights(problem, alpha, b)
    jumped = np.empty_like(alpha)
    try:
        done, jumped_b = _jump(problem, alpha, w, h, b, jumped)
    except np.linalg.LinAlgError:
        return alpha, b
    return (np.clip(jumped, 0.0, problem.C), jumped_b) if done else (alpha, b)


@njit
def _jump(
    problem: _Problem, alpha: Vector, w: Vector, h: float, b: float, jumped: Vector
) -> tuple[bool, float]:
    """Solve (CD5) for the multipliers that (CD1) leaves inside their bounds, until they repeat.

    Returns whether they did, and the bias; ``jumped`` then has the multipliers, and w changes. In
    NumPy and SciPy this takes five times as long on 178 rows of 13 features.
    """
    y, C, Z, p, q, _, _ = problem
    n = len(Z)
    inside, F, target = np.zeros(n, np.bool_), np.empty(n, np.int64), np.empty(n)
    jumped[:] = alpha
    for _ in range(GUESSES):
        size, repeats = 0, True
        for i in range(n):
            slope = y[i] * row_value(Z, i, w, p[i] * h + b) - 1.0
            target[i] = jumped[i] - slope / q[i]  # (CD1)
            now = 0.0 < target[i] < C[i]
            repeats &= now == inside[i]
            inside[i] = now
            if now:
                F[size] = i
                size += 1
        if repeats:
            return True, b
        if not 0 < size**2 <= JUMP_EPOCHS * n:
            break
        h, b = _solve_inside(problem, target, F[:size], jumped, w)
    return False, b


@njit
def _solve_inside(
    problem: _Problem, target: Vector, F: Integers, alpha: Vector, w: Vector
) -> tuple[float, float]:
    """Solve (CD5) for F, with the others at the bound beyond which they would have moved.

    The multipliers and the weights change. Returns h and the bias.
    """
    y, C, Z, p, q, _, inverse = problem
    size = len(F)
    M = 1.0 / inverse if inverse > 0.0 else 0.0
    # With those of F at 0: the sums of alpha y (z, 1, p).
    w[:] = 0.0
    t, g = 0.0, 0.0
    for i in range(len(Z)):
        alpha[i] = C[i] if target[i] >= C[i] else 0.0
        if alpha[i] > 0.0:
            move_along(Z, i, C[i] * y[i], w)
            t += C[i] * y[i]
            g += C[i] * y[i] * p[i]
    # The first right side is that without a bias, the second what the bias takes off.
    H, sides = np.empty((size, size)), np.empty((size, 2))
    for k in range(size):
        i = F[k]
        sides[k, 0] = 1.0 - y[i] * row_value(Z, i, w, p[i] * t + g + M * t)
        sides[k, 1] = y[i]
        for m in range(k + 1):
            j = F[m]
            H[k, m] = y[i] * y[j] * row_value(Z, i, Z[j], p[i] + p[j] + M)
            H[m, k] = H[k, m]
        H[k, k] += JITTER * q[i]  # for rows that repeat
    solution = np.linalg.solve(H, sides)
    # All multipliers sum to 0 with their signs where the bias is not penalised.
    above, below = t, 0.0
    for k in range(size):
        above += y[F[k]] * solution[k, 0]
        below += y[F[k]] * solution[k, 1]
    bias = above / below if inverse == 0.0 else 0.0
    for k in range(size):
        i = F[k]
        alpha[i] = solution[k, 0] - bias * solution[k, 1]
        move_along(Z, i, alpha[i] * y[i], w)
        t += alpha[i] * y[i]
        g += alpha[i] * y[i] * p[i]
    if inverse > 0.0:
        return t, g + M * t
    return 0.0, bias
