"""The linear support vector machine as a scikit-learn classifier; lesson 12_hinge_subgradient."""

import numbers
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.utils.metaestimators import available_if

from kernelkit.certificates import mu_of_penalty, penalty_of_mu
from kernelkit.estimators._base import LinearClassifier, all_or_nothing, as_generator, training_set
from kernelkit.estimators._blocks import LearnsFromStream
from kernelkit.solvers import hinge_subgradient, pegasos
from kernelkit.solvers.svm.coordinate_descent import descents
from kernelkit.solvers.svm.pegasos import pegasos_stream
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    Vector,
    check_choice,
    check_penalty,
    naming,
    shown,
)

SOLVERS = ("dual", "subgradient", "pegasos")


def _is_a_stream(model: Any) -> bool:
    """Whether the solver takes one sample at a time."""
    if not isinstance(model.solver, str) or model.solver != "pegasos":
        message = f"partial_fit belongs to solver='pegasos', got {shown(model.solver)}"
        raise AttributeError(message)
    return True


@dataclass(eq=False, repr=False)
class LinearSVM(LearnsFromStream, LinearClassifier):
    r"""Linear support vector machine: the hyperplane of the widest margin, with exceptions.

    .. math::

        \tfrac12\lVert w \rVert^2 + C\sum_i\max(0, 1 - y_i f(x_i))
        \quad\text{or}\quad
        \mu\lVert w \rVert^2 + \frac1N\sum_i\max(0, 1 - y_i f(x_i)), \qquad C = \frac{1}{2\mu N}

    More than two classes are learnt each against the rest.

    With ``solver="pegasos"`` and a ``mu``, ``partial_fit`` goes once through one more block of a
    stream, in steps that grow shorter as in ``fit``; there are no multipliers, no gap and no end.

    Parameters
    ----------
    C : float, default 1.0
        The price of samples inside the margin or on the wrong side.
    solver : {"dual", "subgradient", "pegasos"}, default "dual"
        :func:`~kernelkit.solvers.dual_coordinate_descent` comes as near to the optimum as
        ``tolerance`` says; :func:`~kernelkit.solvers.hinge_subgradient` takes steps of a given
        length; :func:`~kernelkit.solvers.pegasos` takes one sample at a time, and penalises the
        bias like a weight.
    mu : float, optional
        The price of large weights, instead of C (which must then stay 1).
    step : float, optional
        The length of the steps of ``"subgradient"``. This and the next two are, unless given, what
        the solver's own defaults are.
    tolerance : float, optional
        The largest relative duality gap; for ``"subgradient"``, the largest last change of the
        objective.
    max_iter : int, optional
        The most steps or epochs; reaching it is a ``ConvergenceWarning``.
    random_state : int, RandomState or None, default 0
        Seeds the orders in which ``"dual"`` and ``"pegasos"`` visit the samples, a whole number as
        the solvers do; None draws others in each fit.

    Attributes
    ----------
    coef_, intercept_ : arrays of shapes (k, d) and (k,); (1, d) and (1,) for two classes
        The weights and the biases.
    margin_ : array of float
        The distance :math:`1/\lVert w \rVert` of the margins to the boundary, one per hyperplane.
    duality_gap_ : array of float
        Proof of quality, one per hyperplane: the relative distance of its objective from the best
        possible is no larger, rounding included. Not for ``"subgradient"`` nor after
        ``partial_fit``, as the next.
    support_, dual_coef_ : arrays of int and float
        The samples with a multiplier; multipliers times signs, one row per hyperplane.
    learning_curve_ : array of float
        The solver's objective after each epoch, or for ``"subgradient"`` at zero and after each
        step, summed over hyperplanes. After ``partial_fit``, the moves in each block.
    converged_, n_iter_ : bool and int
        Whether all hyperplanes met the tolerance; the number of epochs, steps or blocks.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris().select(["setosa", "versicolor"])
    >>> model = LinearSVM().fit(X, y)
    >>> model.score(X, y), bool(model.duality_gap_[0] <= 1e-3)
    (1.0, True)
    """

    C: float = 1.0
    solver: str = "dual"
    mu: float | None = None
    step: float | None = None
    tolerance: float | None = None
    max_iter: int | None = None
    random_state: Any = 0

    _kinds: ClassVar = {"pixels": True}

    @all_or_nothing
    @naming({"max_epochs": "max_iter"})
    @one_blas_thread()
    def fit(self, X: Any, y: Any) -> Self:
        """Find one hyperplane for two classes, one per class for more."""
        check_choice(self.solver, "solver", SOLVERS)
        self._refuse_what_would_be_ignored()
        X, codes = training_set(self, X, y, **self._kinds)
        signs = self._signs(codes)
        results = self._solve(X, signs)
        weights = np.array([result.weights for result in results])
        self._keep(weights, np.array([result.bias for result in results]))
        self.learning_curve_ = _add_up([result.objective for result in results])
        self.converged_ = all(result.converged for result in results)
        self.n_iter_ = len(self.learning_curve_)
        if self.solver == "subgradient":
            self.n_iter_ -= 1  # its curve begins before the first step
        else:
            self.duality_gap_ = np.array([result.gap for result in results])
            coefficients = signs * [result.alpha for result in results]
            self.support_ = np.flatnonzero(coefficients.any(axis=0))
            self.dual_coef_ = coefficients[:, self.support_]
        return self

    partial_fit = available_if(_is_a_stream)(LearnsFromStream.partial_fit)

    def _pass(self, X: Matrix, codes: Integers, order: Integers, state: Any) -> Any:
        self._refuse_what_would_be_ignored()
        if self.mu is None:
            why = "C = 1/(2 mu N) needs the number N of samples, which nobody knows in a stream"
            raise InputError("mu", f"must be given for partial_fit, got None: {why}")
        stream, planes, moves = pegasos_stream(X, self._signs(codes), self.mu, order, state)
        self._keep(planes[:, :-1].copy(), planes[:, -1].copy())
        return stream, moves

    def _orders(self) -> np.random.Generator:
        return as_generator(self.random_state)

    def _signs(self, codes: Integers) -> Matrix:
        """Labels +1 and -1 for each hyperplane: of two classes the second, of more each."""
        k = len(self.classes_)
        return np.array([np.where(codes == c, 1.0, -1.0) for c in ([1] if k == 2 else range(k))])

    def _keep(self, weights: Matrix, bias: float | Vector) -> None:
        super()._keep(weights, bias)
        # Without a direction the margin has no end; with weights of 1e200 it has no width.
        with np.errstate(divide="ignore", over="ignore"):
            self.margin_ = 1.0 / np.sqrt((weights**2).sum(axis=1))

    def _solve(self, X: Matrix, signs: Matrix) -> list[Any]:
        n = len(X)
        given = {"step": self.step, "tolerance": self.tolerance}
        given["max_iter" if self.solver == "subgradient" else "max_epochs"] = self.max_iter
        options: dict[str, Any] = {name: v for name, v in given.items() if v is not None}
        if self.solver == "dual":
            C = self.C if self.mu is None else penalty_of_mu(self.mu, n)
            return descents(X, signs, C, random_state=self._seed(), **options)
        mu = mu_of_penalty(self.C, n) if self.mu is None else self.mu
        if self.solver == "pegasos":
            return [pegasos(X, y, mu, random_state=self._seed(), **options) for y in signs]
        return [hinge_subgradient(X, y, mu, **options) for y in signs]

    def _seed(self) -> Any:
        """A whole number as the solvers take it, whatever else as scikit-learn would."""
        whole = isinstance(self.random_state, numbers.Integral)
        return self.random_state if whole else as_generator(self.random_state)

    def _refuse_what_would_be_ignored(self) -> None:
        if self.mu is not None and check_penalty(self.C) != 1:
            both = f"C = {self.C} and mu = {self.mu}"
            raise InputError("C", f"must stay 1 where mu is given, got {both}")
        if self.step is not None and self.solver != "subgradient":
            text = f"belongs to solver='subgradient', got {shown(self.step)} for {self.solver!r}"
            raise InputError("step", text)


def _add_up(curves: list[Vector]) -> Vector:
    """Add up curves of different lengths; one that has ended stays where it ended."""
    total = np.zeros(max(map(len, curves)))
    for curve in curves:
        total[: len(curve)] += curve
        total[len(curve) :] += curve[-1:].sum()  # of no epoch, nothing
    return total
