"""Pegasos: stochastic subgradient descent on the hinge loss, with the steps that suit it.

Lesson 12_hinge_subgradient teaches it. The algorithm is that of Shalev-Shwartz, Singer, Srebro and
Cotter (2011); going through the samples in shuffled epochs gives it a proof of its answer.
"""

from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from kernelkit.core import pegasos_epoch
from kernelkit.solvers.results import LinearSVMResult
from kernelkit.solvers.svm._gap import centre_of, certify, warn_of_gap
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    Integers,
    Matrix,
    as_matrix,
    as_signs,
    check_generator,
    check_number,
    check_whole,
    no_overflow,
)


@no_overflow("X", "mu")
@one_blas_thread()
def pegasos(
    X: Any,
    y: Any,
    mu: float = 0.1,
    tolerance: float = 1e-2,
    max_epochs: int = 1000,
    *,
    random_state: Any = 0,
) -> LinearSVMResult:
    r"""Minimise the regularised hinge loss with one sample at a time, for labels y = ±1.

    .. math::

        f(\bar w) = \mu\lVert \bar w \rVert^2
            + \frac1N\sum_i \max\{0, 1 - y_i\langle \bar w, \bar x_i \rangle\},
        \qquad \bar w = (w, b),\; \bar x = (x, 1)

    Here the bias is penalised like a weight, which :func:`hinge_subgradient` does not do: the steps
    need an objective that is strongly convex in all of :math:`\bar w`. Step
    :math:`t = 1, 2, \dots` takes one sample and moves against the subgradient of its part of f
    by :math:`1/(2\mu t)`. With :math:`\bar w = v/(2\mu t)` that is a perceptron whose margin grows,
    the rule (PEG1) of :func:`kernelkit.core.pegasos_epoch`.

    After e epochs sample i has been added :math:`m_i \le e` times, so
    :math:`\alpha_i = m_i/(2\mu t) \le 1/(2\mu N) = C`: the counts are multipliers of the dual, and
    prove how far f can still fall.

    Stops after the first epoch whose gap, (primal - dual + what rounding may hide) / primal, is at
    most ``tolerance``; after ``max_epochs``, a ``ConvergenceWarning``, and the best epoch's answer.

    Parameters
    ----------
    X : array of shape (N, d), float64, float32 or bytes (uint8)
    y : array of n labels
        +1 or -1, both of them.
    mu : float, default 0.1
        The price :math:`\mu > 0` of large weights.
    tolerance : float, default 0.01
        The largest gap.
    max_epochs : int, default 1000
        The most passes over the samples.
    random_state : numpy.random.Generator, int or None, default 0
        Draws the order of each epoch; None draws others each time.

    Returns
    -------
    LinearSVMResult
        primal, dual and ``objective`` (f after each epoch) in the scale of f; alpha in that of C.

    Examples
    --------
    >>> X, y = [[3.0, 1.0], [2.0, 2.0], [-1.0, 1.0], [-2.0, 0.0]], [1, 1, -1, -1]
    >>> result = pegasos(X, y, mu=0.1)
    >>> result.converged, bool(result.gap <= 1e-2)
    (True, True)
    """
    X = as_matrix(X, pixels=True)
    N, d = X.shape
    y = as_signs(y, N, both=True)
    mu = check_number(mu, "mu", above=0)
    slope = 2.0 * mu
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_epochs = check_whole(max_epochs, "max_epochs")
    draw = check_generator(random_state) or np.random.default_rng()
    C = np.full(N, 1.0 / (slope * N))
    v, b, counts = np.zeros(d), 0.0, np.zeros(N)
    centre = centre_of(X)
    best = certify(X, centre, y, C, counts, unpenalised=False)
    objective: list[float] = []
    while len(objective) < max_epochs and best.gap > tolerance:
        t = len(objective) * N
        order = draw.permutation(N)
        visits, b = pegasos_epoch(X, y, v, b, mu, t, order)
        counts[order[visits]] += 1.0
        alpha = counts / (slope * (t + N))
        found = certify(X, centre, y, C, alpha, unpenalised=False, below=best.gap)
        objective.append(slope * found.primal)
        best = min(best, found, key=attrgetter("gap"))
    if best.gap > tolerance:
        warn_of_gap("pegasos", best.gap, tolerance, max_epochs)
    return best._replace(
        primal=slope * best.primal,
        dual=slope * best.dual,
        objective=np.array(objective),
        converged=best.gap <= tolerance,
    )


class PegasosStream(NamedTuple):
    """Where Pegasos stands in a stream of samples."""

    v: Matrix  #: one row for each hyperplane, its bias last
    t: int  #: how many samples were seen


@no_overflow("X", "mu")
def pegasos_stream(
    X: Matrix, signs: Matrix, mu: float, order: Integers, stream: PegasosStream | None = None
) -> tuple[PegasosStream, Matrix, int]:
    r"""Go once through a block of a stream, by the rule (PEG1), for several hyperplanes at once.

    Step t of the stream is step t of :func:`pegasos`, whichever block it falls into. As nothing is
    seen twice, f is the mean over all samples that the stream could bring; without the samples
    there is no gap to prove how near it is. ``signs`` has one row for each hyperplane, ``order``
    says which sample comes when, and ``stream`` where the block before ended.

    Returns where this block ends, the hyperplanes :math:`\bar w = v/(2\mu t)`, their biases last,
    and how often a sample moved one.
    """
    if stream is None:
        stream = PegasosStream(np.zeros((len(signs), X.shape[1] + 1)), 0)
    mu = check_number(mu, "mu", above=0)
    v, moves = stream.v.copy(), 0
    for y, each in zip(signs, v, strict=True):
        visits, each[-1] = pegasos_epoch(X, y, each[:-1], each[-1], mu, stream.t, order)
        moves += len(visits)
    t = stream.t + len(X)
    return PegasosStream(v, t), v / (2.0 * mu * t), moves
