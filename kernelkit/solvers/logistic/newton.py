r"""Logistic regression by Newton's method, for two classes and for more; lesson 10.

A sample :math:`z = (x, 1)` has values :math:`f = \Omega z`, one per row of :math:`\Omega`,
probabilities p of f, and targets t that are 1 for its class. With precisions r of the prior and
:math:`C_i = \operatorname{diag}(p_i) - p_i p_i^\top`,

.. math::

    F(\Omega) = -\sum_i \log p(y_i \mid x_i) + \tfrac12 \sum_{cj} r_j \Omega_{cj}^2, \quad
    \nabla F = \sum_i (p_i - t_i) z_i^\top + \Omega \operatorname{diag}(r), \quad
    \nabla^2 F = \sum_i C_i \otimes z_i z_i^\top + I \otimes \operatorname{diag}(r) \tag{LOG1}

The sigmoid of two classes is the softmax with one row of parameters: the first class has none, and
always the value 0. Steps S from :math:`\Omega = 0` are halved until they lower F enough:

.. math::

    S = -H^{-1} g, \qquad \Omega \leftarrow \Omega + t S, \qquad
    F(\Omega + tS) \le F(\Omega) + 10^{-4}\, t \langle g, S \rangle, \quad
    t = 1, \tfrac12, \tfrac14, \dots \tag{NEW1}

Stop after a whole step that promised to lower F by little per sample, of n, and moved no value by
much:

.. math::

    -\tfrac12 \langle g, S \rangle \le n \cdot \text{tolerance}, \qquad
    \max_{ic} |(\Omega + S)_c z_i - \Omega_c z_i| \le 0.1. \tag{NEW2}

Since that step is taken, and errors square from one to the next, what is then left is far less. The
second condition is for weights that run off to where F hardly changes: margins then grow by 1 in
each step.

**The direction.** Two classes of up to 1000 parameters, and more classes with a small Hessian, have
the whole Hessian and its Cholesky factor; all others conjugate gradients, preconditioned by the
Hessian's block of each class, or beyond 1000 features by its diagonal: on 1,797 digits of 64 pixels
ten classes take 31 ms by conjugate gradients and 350 ms by factorisations.

No step needs an accurate Hessian: an error in its seventh digit makes the last steps shrink what is
left a millionfold instead of squaring it. A large Hessian of two classes is summed in single
precision until a step falls short; without a prior, until one promises little, for then the last
steps tell whether a minimum exists.

**Separable data.** Without a prior there is no minimum if a direction separates the classes, that
is, if it moves no margin :math:`f_y - f_c` down and some up; else there is one (Albert and Anderson
1984).
"""

import math
import numbers
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import linalg

from kernelkit.core import logistic_at
from kernelkit.engine.products import gram_of_columns, sums, times
from kernelkit.solvers.class_moments import class_counts
from kernelkit.solvers.results import LogisticResult, SoftmaxResult
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    Vector,
    as_classes,
    as_matrix,
    as_signs,
    check_number,
    check_whole,
    no_overflow,
    warn,
)

FEW_PARAMETERS = 20  # up to here the plain loop beats products of matrices: 23 times at 4 features
LARGEST_FEATURE = 1e150  # squares of larger numbers overflow, of their inverses vanish
LARGEST_HESSIAN = 1000  # the most parameters for which a Hessian is made
LITTLE_WORK = 2e6  # products in a Hessian of several classes, up to which it is the shorter way
FEW_CG_STEPS = 10  # iterations of conjugate gradients that call for no new preconditioner
LIGHT_WEIGHT = 0.03  # a preconditioner leaves out samples of less than this share of the largest
EXPENSIVE_HESSIAN = 1e7  # multiplications from which on a Hessian is expensive
ROUGH_PROMISE = 1e-3  # single precision will do while a step promises more than this per sample
SHORTEST_STEP = 2.0**-40  # the shortest step that the line search tries
EPS_32, EPS_64 = float(np.finfo(np.float32).eps), float(np.finfo(np.float64).eps)
AT_REST = 0.1  # the most that a step at a minimum moves a value
NO_MARGIN = 1e-9  # rounding makes a margin of 0 at most this share of the largest
SCALED_TOGETHER = 128  # rows that are scaled while they are in the cache

Solve = Callable[[Matrix], Matrix]


def logistic_newton(
    X: Any, y: Any, prior_variance: float = math.inf, tolerance: float = 1e-8, max_iter: int = 100
) -> LogisticResult:
    r"""Logistic regression for labels y = ±1.

    The log odds are modelled as :math:`f(x) = \langle w, x \rangle + b`, so that
    :math:`p(y \mid x) = \sigma(y f(x))` with the sigmoid :math:`\sigma(t) = 1/(1 + e^{-t})`. With a
    Gaussian prior of variance v on each weight, but none on the bias, minimise

    .. math::

        F(w, b) = -\sum_i \log \sigma(y_i f(x_i)) + \frac{1}{2v} \lVert w \rVert^2
        \tag{LOGIT1}

    which is minus the logarithm of likelihood times prior, up to a constant: maximum a posteriori
    for finite v, maximum likelihood for :math:`v = \infty`. The prior is in the units of X as they
    are given; Newton's method scales features inside, so that units of 1e-8 beside 1e8 do no harm.

    Where a linear function separates the classes, with or without samples on the boundary itself,
    the maximum of the likelihood does not exist: a ``ConvergenceWarning`` says so, ``separable`` is
    True and the weights are the best so far.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of n labels
        +1 or -1, both of them.
    prior_variance : float, default infinity
        The variance v, above 0; infinity for maximum likelihood.
    tolerance : float, default 1e-8
        Stop after a whole step that promised to lower F by less than this per sample.
    max_iter : int, default 100
        The most steps.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1]
    >>> result = logistic_newton(X, y)
    >>> result.weights.round(3).tolist(), round(result.bias, 3), result.converged
    ([0.908], -1.362, True)
    """
    return fit_logistic(*as_two_classes(X, y), prior_variance, tolerance, max_iter)


@no_overflow("X", "prior_variance")
@one_blas_thread()
def fit_logistic(
    X: Matrix, y: Vector, prior_variance: Any, tolerance: Any, max_iter: Any
) -> LogisticResult:
    """Do what :func:`logistic_newton` does, with samples and labels that were checked."""
    columns, _, found = fit_sigmoid(X, y, prior_variance, tolerance, max_iter)
    W, b = columns.original(found.point.omega)
    return LogisticResult(W[0], float(b[0]), found.objective, found.converged, found.separable)


def softmax_newton(
    X: Any,
    y: Any,
    n_classes: int,
    prior_variance: float = math.inf,
    tolerance: float = 1e-8,
    max_iter: int = 100,
) -> SoftmaxResult:
    r"""Multi-class logistic regression for labels y = 0, ..., k - 1.

    Each class has a function :math:`f_c(x) = \langle w_c, x \rangle + b_c`, and
    :math:`p(y = c \mid x) = e^{f_c(x)} / \sum_a e^{f_a(x)}`. With the prior of
    :func:`logistic_newton`, minimise

    .. math::

        F(W, b) = -\sum_i \log p(y_i \mid x_i) + \frac{1}{2v} \sum_c \lVert w_c \rVert^2.
        \tag{LOGIT2}

    Adding one function to all :math:`f_c` changes no probability; of all such solutions take the
    one with :math:`\sum_c w_c = 0` and :math:`\sum_c b_c = 0`. For two classes
    :math:`w_1 - w_0` and :math:`b_1 - b_0` are those of :func:`logistic_newton` with a prior
    variance of 2v.

    Parameters
    ----------
    y : array of n labels
        Whole numbers from 0 to n_classes - 1, each of them at least once.
    n_classes : int
        The number k of classes, at least 2.
    X, prior_variance, tolerance, max_iter : as in :func:`logistic_newton`

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], [0, 1, 0, 2, 1, 1]
    >>> result = softmax_newton(X, y, 3, prior_variance=1.0)
    >>> result.weights.round(3).tolist()
    [[-0.513], [0.339], [0.174]]
    """
    X = as_matrix(X)
    k = check_whole(n_classes, "n_classes", at_least=2, at_most=max(2, len(X)))
    y = as_classes(y, len(X), k)
    class_counts(y, k)
    return fit_softmax(X, y, k, prior_variance, tolerance, max_iter)


@no_overflow("X", "prior_variance")
@one_blas_thread()
def fit_softmax(
    X: Matrix, y: Integers, k: int, prior_variance: Any, tolerance: Any, max_iter: Any
) -> SoftmaxResult:
    """Do what :func:`softmax_newton` does, with samples and labels that were checked."""
    precision = _precision(prior_variance)
    columns = standardise(X)
    model = softmax(columns.Z, y, k, columns.ridge(precision))
    found = newton(model, tolerance, max_iter)
    W, b = columns.original(found.point.omega)
    return SoftmaxResult(W, b, found.objective, found.converged, found.separable)


@one_blas_thread()
def newton_step(
    X: Any, y: Any, w: Any, b: float = 0.0, ridge: float = 0.0
) -> tuple[float, Vector, float]:
    r"""One whole step of Newton's method (IRLS) for logistic regression of labels y = ±1.

    .. math:: (w, b) \leftarrow (w, b) - (\nabla^2 F)^{-1} \nabla F \tag{LR2}

    with F, its gradient and its Hessian of :func:`kernelkit.core.logistic_at`. Returns F before the
    step, and the new weights and bias.

    >>> value, w, b = newton_step([[2.0], [-2.0]], [1, -1], [0.0])
    >>> w.round(9).tolist(), round(b, 9)
    ([1.0], 0.0)
    """
    value, gradient, hessian = logistic_at(X, y, w, b, ridge)
    try:
        factor = linalg.cho_factor(hessian, lower=True)
    except linalg.LinAlgError:
        text = f"must be above 0 where second derivatives are singular, as here, got {ridge:g}"
        raise InputError("ridge", text) from None
    step = linalg.cho_solve(factor, gradient)
    return float(value), np.asarray(w) - step[:-1], float(b - step[-1])  # (LR2)


def as_two_classes(X: Any, y: Any) -> tuple[Matrix, Vector]:
    """Check samples and their labels, +1 and -1, both of them."""
    X = as_matrix(X)
    return X, as_signs(y, len(X), both=True)


def fit_sigmoid(
    X: Matrix, y: Vector, prior_variance: Any, tolerance: Any, max_iter: Any
) -> tuple["Standardised", "Likelihood", "Optimum"]:
    """Minimise (LOGIT1) for samples and labels that were checked."""
    precision = _precision(prior_variance)
    columns = standardise(X)
    model = sigmoid(columns.Z, y, columns.ridge(precision))
    return columns, model, newton(model, tolerance, max_iter)


def _precision(prior_variance: Any) -> float:
    """Check a variance above 0 and return one over it: 0 for infinity."""
    if isinstance(prior_variance, numbers.Real) and not prior_variance > 0:  # type: ignore[operator]
        raise InputError(
            "prior_variance", f"must be above 0, or infinity for none, got {prior_variance}"
        )
    if isinstance(prior_variance, float) and prior_variance == math.inf:
        return 0.0
    return 1.0 / check_number(prior_variance, "prior_variance", at_least=1e-150)


class Standardised(NamedTuple):
    r"""Rows :math:`z = ((x - m) \circ s, 1)`: the last entry meets the bias.

    Then :math:`\langle \omega, z \rangle = \langle w, x \rangle + b` for
    :math:`w = s \circ \omega_{1:d}` and :math:`b = \omega_{d+1} - \langle w, m \rangle`.
    """

    Z: Matrix
    shift: Vector  # m, the means
    scale: Vector  # s, one over the largest distance from the mean; 1 for a constant feature

    def original(self, omega: Matrix) -> tuple[Matrix, Vector]:
        """Weights and biases of X, of one row or several in the units of Z."""
        W = omega[..., :-1] * self.scale
        return W, omega[..., -1] - W @ self.shift

    def ridge(self, precision: float) -> Vector:
        """The precision of the prior of each weight in the units of Z, 0 for the bias."""
        return np.append(np.minimum(self.scale**2 * precision, LARGEST_FEATURE), 0.0)


def standardise(X: Matrix) -> Standardised:
    """Centre each feature and divide it by its largest distance from its mean, in float64.

    A feature that varies by no more than the rounding of float64 becomes exactly 0.
    """
    low, high = X.min(axis=0).astype(np.float64), X.max(axis=0).astype(np.float64)
    size = np.maximum(high, -low)
    if size.max() > LARGEST_FEATURE:
        j = int(size.argmax())
        raise InputError(
            "X",
            f"must hold numbers up to {LARGEST_FEATURE:g} in size, got {size[j]:.3g} in column {j}",
        )
    shift = np.clip(np.ones(len(X)) @ X / len(X), low, high)
    width = np.maximum(high - shift, shift - low)
    varies = width > 4 * EPS_64 * size
    narrow = varies & (width < 1 / LARGEST_FEATURE)
    if narrow.any():
        raise InputError(
            "X",
            f"must vary by at least {1 / LARGEST_FEATURE:g}, or not at all, in column "
            f"{narrow.argmax()}; scale it",
        )
    scale = np.where(varies, 1.0, 0.0) / np.where(varies, width, 1.0)
    Z = np.empty((len(X), X.shape[1] + 1))
    Z[:, -1] = 1.0
    for i in range(0, len(X), SCALED_TOGETHER):  # while they are in the cache: half the time
        np.subtract(X[i : i + SCALED_TOGETHER], shift, out=Z[i : i + SCALED_TOGETHER, :-1])
        Z[i : i + SCALED_TOGETHER, :-1] *= scale
    return Standardised(Z, shift, np.where(varies, scale, 1.0))


class Point(NamedTuple):
    """Everything about one choice of parameters but second derivatives."""

    omega: Matrix  # shape (m, d)
    value: float
    gradient: Matrix
    F: Matrix  # values of the samples, shape (k, n)
    P: Matrix  # probabilities of the samples; none where the core's loop makes the Hessian
    H: Matrix | None = None  # the Hessian, where it came with the gradient


class Likelihood:
    """The objective (LOG1) of k classes, with m = k rows of parameters or, of two classes, one."""

    def __init__(self, Z: Matrix, T: Matrix, m: int, ridge: Vector) -> None:
        self.Z, self.T, self.ridge = Z, T, ridge
        self.n, self.ones = len(Z), np.ones(len(Z))  # BLAS adds up by them
        self.shape = m, Z.shape[1]
        expensive = m == 1 and Z.size * Z.shape[1] > EXPENSIVE_HESSIAN
        self.rough = Z.astype(np.float32) if expensive else Z

    def at(self, omega: Matrix) -> Point:
        """Objective and gradient: values less their largest cannot overflow.

        The loss is the logarithm of 1, for the class the sample has, plus the rest: of a sample
        beyond doubt it keeps its digits.
        """
        T, m = self.T, len(omega)
        F = np.zeros(T.shape)
        F[-m:] = times(omega, self.Z)
        if m == 1 and self.shape[1] <= FEW_PARAMETERS:
            return self._at_by_the_core(omega, F)
        P = F - (T * F).sum(axis=0)
        largest = P.max(axis=0)
        P -= largest
        np.exp(P, out=P)
        rest = (P - T * P).sum(axis=0) + np.expm1(-largest)
        loss = self.ones @ (largest + np.log1p(rest))
        P /= 1.0 + rest
        slope = sums(P[-m:] - T[-m:], self.Z)
        value = float(loss + 0.5 * (self.ridge * omega**2).sum())
        return Point(omega, value, slope + self.ridge * omega, F, P)  # (LOG1)

    def _at_by_the_core(self, omega: Matrix, F: Matrix) -> Point:
        """The same for two classes and few features, and the Hessian, in one pass of the core.

        Rows of Z meet the bias with their last entry, so that of the core is left at 0.
        """
        w, y = omega[0], self.T[1] - self.T[0]
        value, gradient, H = logistic_at(self.Z, y, w)
        value += 0.5 * float(self.ridge @ w**2)
        gradient = gradient[np.newaxis, :-1] + self.ridge * omega
        return Point(omega, value, gradient, F, np.empty((0, 0)), H[:-1, :-1] + np.diag(self.ridge))

    def hessian(self, point: Point, *, roughly: bool = False) -> Matrix:
        """All second derivatives, one row and column per entry of omega.

        Roughly, large sums of two classes are added up in single precision, in half the time.
        """
        if point.H is not None:
            return point.H
        (m, d), Z, bends = self.shape, self.Z, self.bends(point)
        if m == 1:
            # Relative to the largest, since single precision has no numbers below 1e-45.
            largest = bends.max() or 1.0
            G = gram_of_columns(self.rough if roughly else Z, bends[0] / largest)
            H = largest * G.astype(np.float64, copy=False)
        else:
            G = (point.P.T[:, :, np.newaxis] * Z[:, np.newaxis]).reshape(-1, m * d)
            H = -G.T @ G
            for c, bend in enumerate(bends):
                block = slice(c * d, (c + 1) * d)
                H[block, block] = (bend * Z.T) @ Z
        H.flat[:: len(H) + 1] += np.tile(self.ridge, m)
        return H  # (LOG1)

    def times_hessian(self, point: Point, S: Matrix) -> Matrix:
        """The same matrix times a direction."""
        P, F = point.P[-len(S) :], times(S, self.Z)
        F -= np.einsum("cn,cn->n", P, F)
        F *= P
        return sums(F, self.Z) + self.ridge * S  # (LOG1)

    def bends(self, point: Point) -> Matrix:
        """The diagonal of the matrix C of each sample."""
        P = point.P[-self.shape[0] :]
        return P * (1.0 - P)

    def margins(self, F: Matrix) -> Matrix:
        """By how much the value of each sample's class is above that of each other class."""
        return ((self.T * F).sum(axis=0) - F).T[self.T.T == 0.0]


def sigmoid(Z: Matrix, y: Vector, ridge: Vector) -> Likelihood:
    """Two classes, y = ±1, and one row of parameters."""
    return Likelihood(Z, np.array([y < 0, y > 0], dtype=np.float64), 1, ridge)


def softmax(Z: Matrix, y: Integers, k: int, ridge: Vector) -> Likelihood:
    """Classes y = 0, ..., k - 1, with a row of parameters each."""
    return Likelihood(Z, np.eye(k)[:, y], k, ridge)


class Optimum(NamedTuple):
    """Where Newton's method ended, and why."""

    point: Point
    objective: Vector  # of the start and after each step
    converged: bool
    separable: bool


@one_blas_thread()
def newton(model: Likelihood, tolerance: float, max_iter: int) -> Optimum:
    """Minimise from zero, and warn where that does not end in a minimum.

    Without a prior a minimum need not exist. Each iterate is then tried for complete separation,
    and a step that promised little but moved samples, for a separating direction.
    """
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_iter = check_whole(max_iter, "max_iter")
    flat, small = not model.ridge.any(), few_parameters(model)
    roughly = model.rough is not model.Z
    # Without a prior the last steps must be accurate, to tell whether they are the last.
    enough = 0.0 if flat else 0.1 * tolerance * model.n
    point = model.at(np.zeros(model.shape))
    objective = [point.value]
    solve = None
    for _ in range(max_iter):
        if small:
            S = exact_direction(model, point, roughly=roughly)
        else:
            solve = solve or preconditioner(model, point)
            S, iterations = conjugate_direction(model, point, enough, solve)
            if iterations > FEW_CG_STEPS:
                solve = None  # it was made too far from here
        slope = float((point.gradient * S).sum())
        promise = -0.5 * slope / model.n
        before = point
        t, point = _search(model, point, S, slope)
        objective.append(point.value)
        moved = point.F - before.F
        little = t == 1.0 and promise <= tolerance and not (roughly and flat)
        converged = little and bool(np.abs(moved).max() <= AT_REST)  # (NEW2)
        runs_off = little and not converged and separates_along(model, moved)
        # All margins are positive: complete separation, by these very parameters.
        separable = flat and (runs_off or bool(model.margins(point.F).min() > 0.0))
        roughly = roughly and t == 1.0 and (promise > ROUGH_PROMISE or not flat)
        if converged or separable or t < SHORTEST_STEP:
            break
    if separable:
        warn(
            "the maximum likelihood estimate does not exist: a linear function separates classes, "
            "so larger weights are always more likely; the weights are the best so far, and "
            "a finite prior_variance makes them well defined"
        )
    elif not converged:
        count = len(objective) - 1
        warn(
            f"Newton's method did not converge in {count} iteration{'' if count == 1 else 's'}: "
            f"the last step promised to lower the objective by {promise:.1e} per sample; allow "
            "a larger max_iter or tolerance, or set a smaller prior_variance"
        )
    return Optimum(point, np.array(objective), converged and not separable, separable)


def _search(model: Likelihood, point: Point, S: Matrix, slope: float) -> tuple[float, Point]:
    """Halve the step until it lowers the objective enough, or is all but gone."""
    t = 1.0
    while t >= SHORTEST_STEP:
        new = model.at(point.omega + t * S)
        if new.value <= point.value + 1e-4 * t * slope + 16 * EPS_64 * abs(point.value):  # (NEW1)
            return t, new
        t /= 2.0
    return t, point


def few_parameters(model: Likelihood) -> bool:
    """Whether the whole Hessian is the shortest way."""
    m, d = model.shape
    work = float(len(model.Z)) * (m * d) ** 2
    return m * d <= LARGEST_HESSIAN and (m == 1 or work <= LITTLE_WORK)


def exact_direction(model: Likelihood, point: Point, *, roughly: bool = False) -> Matrix:
    """Solve with the whole Hessian; of many solutions, take the shortest in scaled units.

    Adding one vector to the rows of all classes changes no probability, so the Hessian of the
    softmax is flat along those directions. A gradient has nothing along them either: some
    curvature put there makes the matrix definite and leaves the solution as it is.
    """
    H = model.hessian(point, roughly=roughly)
    m, d = model.shape
    if m > 1:
        curvature = H.diagonal().reshape(m, d).mean(axis=0)
        np.einsum("ajbj->abj", H.reshape(m, d, m, d))[...] += curvature / m
    scaled, units = unit_diagonal(H)
    g = -point.gradient.ravel() * units
    L, failed = linalg.lapack.dpotrf(scaled, lower=True)
    noise = len(H) * (EPS_32 if roughly else EPS_64)
    doubtful = failed or L.diagonal().min() ** 2 < 10 * noise
    if doubtful and roughly:
        return exact_direction(model, point)
    if doubtful:
        solution = linalg.lstsq(scaled, g, cond=10 * noise, lapack_driver="gelsy")[0]
    else:
        solution, _ = linalg.lapack.dpotrs(L, g, lower=True)
    return (solution * units).reshape(m, d)


def conjugate_direction(
    model: Likelihood, point: Point, enough: float, solve: Solve
) -> tuple[Matrix, int]:
    r"""Solve by preconditioned conjugate gradients, as far as Newton's method can use it.

    With :math:`\rho = r^\top M^{-1} r` of the residual r, stop at
    :math:`\rho \le \max(\eta^2 \rho_0, \varepsilon)`, where :math:`\varepsilon` is ``enough`` and
    :math:`\eta = \min(\frac12, \sqrt{\rho_0 / n})`, which makes Newton's method converge faster
    than linearly. Returns S and the number of iterations, by which to tell whether ``solve``, the
    preconditioner of this point or of one before, is still a good one.
    """
    S, R = np.zeros(model.shape), -point.gradient
    D = U = solve(R)
    first = rho = float(np.vdot(R, D))
    target = max(min(0.25, first / model.n) * first, enough)
    iterations = 0
    while rho > target and iterations < S.size:
        iterations += 1
        HU = model.times_hessian(point, U)
        curvature = float(np.vdot(U, HU))
        if curvature <= 0.0:  # flat but for rounding
            break
        S = S + (rho / curvature) * U
        R = R - (rho / curvature) * HU
        D = solve(R)
        before, rho = rho, float(np.vdot(R, D))
        U = D + (rho / before) * U
    return S - S.mean(axis=0) if len(S) > 1 else S, iterations


def preconditioner(model: Likelihood, point: Point) -> Solve:
    """A function that nearly solves with the Hessian: class by class, or entry by entry.

    Most samples are soon beyond doubt and hardly bend the objective. Where a prior keeps the
    blocks definite they are left out, which makes them many times cheaper.
    """
    bends, d = model.bends(point), model.shape[1]
    if d > LARGEST_HESSIAN:
        diagonal = bends @ model.Z**2 + model.ridge
        return lambda R: R / np.where(diagonal > 0.0, diagonal, 1.0)
    if (bends == bends[0]).all():  # at the start all classes are alike
        bends = bends[:1]
    light = LIGHT_WEIGHT if model.ridge.any() else 0.0
    inverses = np.empty((len(bends), d, d))
    for c, bend in enumerate(bends):
        heavy = bend > light * bend.max()
        H = gram_of_columns(model.Z[heavy], bend[heavy])
        diagonal = H.diagonal() + model.ridge
        H.flat[:: d + 1] = np.where(diagonal > 0.0, diagonal, 1.0) * (1.0 + 1e-6)  # definite
        L, _ = linalg.lapack.dpotrf(H, lower=True)
        half, _ = linalg.lapack.dpotri(L, lower=True)
        inverses[c] = half + np.tril(half, -1).T
    return lambda R: (inverses @ R[:, :, np.newaxis])[:, :, 0]


def unit_diagonal(H: Matrix) -> tuple[Matrix, Vector]:
    """Scale rows and columns to a diagonal of 1, and tell by how much; rows of 0 become 1 too."""
    diagonal = H.diagonal().copy()
    units = 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
    scaled = H * units * units[:, np.newaxis]
    scaled.flat[:: len(H) + 1] = 1.0
    return scaled, units


def separates_along(model: Likelihood, moved: Matrix) -> bool:
    """Whether a step that moved the values so separates the classes, up to rounding.

    Where a linear function separates the data but for samples on the boundary itself, the margins
    of those samples converge and all others run off: Newton's steps become such a direction.
    """
    margins = model.margins(moved)
    return bool(margins.max() > AT_REST and margins.min() >= -NO_MARGIN * margins.max())
