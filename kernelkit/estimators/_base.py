"""What classifiers share: checking the training set, numbering its classes, and prediction.

Prediction is by linear functions, by posteriors, or by sums of kernels at some training samples.
"""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeVar, cast

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, ClassNamePrefixFeaturesOutMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import Tags, check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelkit._jit import one_blas_thread
from kernelkit.engine.products import times
from kernelkit.kernels import Kernel
from kernelkit.kernels.base import SOME, as_objects, gram_of
from kernelkit.solvers import least_expected_loss, log_posteriors
from kernelkit.solvers.logistic.newton import weighted
from kernelkit.solvers.voting import winners
from kernelkit.validation import (
    InputError,
    InputTypeError,
    Matrix,
    as_array,
    as_labels,
    as_strings,
    cells_of,
    check_flag,
    is_frame,
    no_overflow,
    short,
    shown,
)

__all__ = [
    "Classifier",
    "KernelMachine",
    "KernelParameters",
    "LinearClassifier",
    "NamesOfFeatures",
    "PosteriorClassifier",
    "all_or_nothing",
    "as_targets",
    "check_kernel_or_precomputed",
    "forget",
    "is_precomputed",
    "orders",
    "query",
    "seeded",
    "training_set",
    "unchanged_by_errors",
    "validated",
]

FLOATS = [np.float64, np.float32]

Method = TypeVar("Method", bound=Callable[..., Any])
BLOCK_BYTES = 2**26  # the kernel values that prediction computes at a time


@contextmanager
def unchanged_by_errors(*estimators: Any) -> Iterator[None]:
    """Leave the estimators exactly as they were if something is raised inside."""
    before = [dict(vars(estimator)) for estimator in estimators]
    try:
        yield
    except BaseException:
        for estimator, attributes in zip(estimators, before, strict=True):
            vars(estimator).clear()
            vars(estimator).update(attributes)
        raise


def all_or_nothing(method: Method) -> Method:
    """Leave the estimator exactly as it was if the method raises."""

    @functools.wraps(method)
    def undone(self: Any, *args: Any, **kwargs: Any) -> Any:
        with unchanged_by_errors(self):
            return method(self, *args, **kwargs)

    return cast("Method", undone)


def forget(estimator: Any) -> None:
    """Remove what was learnt: ``_seen``, and all whose names end like ``classes_``.

    Other private names are not the estimator's alone: scikit-learn keeps its own there.
    """
    for name in list(vars(estimator)):
        if name == "_seen" or (name.endswith("_") and not name.startswith("_")):
            delattr(estimator, name)


def training_set(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    min_classes: int = 1,
    strings: bool = False,
    accept_sparse: bool = False,
    pixels: bool = False,
) -> tuple[Any, npt.NDArray[np.int64]]:
    """Return the samples and y as numbers 0, ..., k - 1; the estimator learns ``classes_``.

    A fit begins anew: what it learnt before is forgotten. Samples are floats, or with ``strings``
    strings or objects, for kernels that take them. With ``accept_sparse`` a sparse matrix comes
    back as CSR; with ``pixels``, bytes stay bytes.
    """
    forget(estimator)
    if y is not None:  # scikit-learn has the words for that
        y = as_targets(y)
    objects = as_objects(X) if strings else None
    if objects is not None:
        X, y = objects, as_labels(y, len(objects))
    else:
        X, y = validated(estimator, X, y, accept_sparse=accept_sparse, pixels=pixels)
    _check_discrete(y)
    estimator.classes_, codes = np.unique(as_labels(y, X.shape[0]), return_inverse=True)
    if len(estimator.classes_) < min_classes:
        one = short(str(estimator.classes_[0]))
        raise InputError("y", f"must hold at least {min_classes} classes, got 1 class: {one}")
    return X, codes


def query(estimator: Any, X: Any, *, accept_sparse: bool = False) -> Any:
    """Return samples to predict; the estimator must be fitted on such samples."""
    seen = getattr(estimator, "_seen", None)  # of blocks, by those that learn from them
    if seen is not None and seen.lacking:
        name = type(estimator).__name__
        message = f"This {name} instance is not fitted yet: so far, {seen.lacking}"
        raise NotFittedError(message)
    check_is_fitted(estimator)
    objects = None if hasattr(estimator, "n_features_in_") else as_objects(X)
    if objects is not None:
        return objects
    return validated(estimator, X, reset=False, accept_sparse=accept_sparse)


def validated(
    estimator: Any, X: Any, *y: Any, accept_sparse: bool = False, pixels: bool = False, **more: Any
) -> Any:
    """Samples, and labels if given, by scikit-learn's checks, whose words people know.

    What those let pass or answer in NumPy's words is refused before.
    """
    if not (accept_sparse and hasattr(X, "tocsr")):
        frame = is_frame(X)
        array = _as_numbers(cells_of(X, "X") if frame else as_array(X, "X"))
        _refuse_gaps(array)
        X = X if frame and array.size else array  # of a frame scikit-learn keeps the names
    dtypes = [*FLOATS, np.uint8] if pixels else FLOATS
    sparse = accept_sparse and "csr"
    with _input_errors():
        return validate_data(
            estimator, X, *y, dtype=dtypes, order="C", accept_sparse=sparse, **more
        )


@contextmanager
def _input_errors() -> Iterator[None]:
    """Raise what scikit-learn's checks find wrong with the input as the library's own error."""
    try:
        with np.errstate(all="ignore"):  # they cast first, and look at what came of it then
            yield
    except InputError:
        raise
    except TypeError as error:
        raise InputTypeError(str(error)) from error
    except ValueError as error:
        raise InputError(str(error)) from error


def seeded(random_state: Any) -> np.random.Generator:
    """Make a generator of scikit-learn's ``random_state``."""
    try:
        state = check_random_state(random_state)
    except ValueError as error:
        raise InputError(
            "random_state",
            "must be a whole number from 0 to 2**32 - 1, a RandomState or None, "
            f"got {shown(random_state)}",
        ) from error
    return np.random.default_rng(state.randint(2**31 - 1))


def orders(shuffle: Any, random_state: Any) -> np.random.Generator | None:
    """Draws the orders of the samples, if they are to be shuffled."""
    return seeded(random_state) if check_flag(shuffle, "shuffle") else None


def as_targets(y: Any) -> Any:
    """Labels as an array, of one kind if they are in one row; what is not is left to others."""
    # Not by NumPy alone, which would turn ["a", 1] into two strings without a word.
    labels = as_array(y, "y", None if hasattr(y, "dtype") else object)
    if labels.ndim != 1:
        return y
    return as_labels(labels, None) if labels.dtype == object else labels


def _check_discrete(y: Any) -> None:
    """Refuse measurements: floats that are no whole numbers."""
    if y.ndim != 1 or y.dtype.kind not in "biuU":  # others are classes, whatever they hold
        with _input_errors():
            check_classification_targets(y)


def _as_numbers(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Samples as numbers, where objects and strings are numbers."""
    if array.ndim != 2:
        # scikit-learn's checks look for the words "Reshape your data".
        raise InputError(
            "X",
            "must be two-dimensional (samples in rows, features in columns), got shape "
            f"{array.shape}; Reshape your data by X.reshape(-1, 1) if it is one feature, by "
            "X.reshape(1, -1) if it is one sample",
        )
    if array.dtype.kind in "fiubc":
        return array
    try:
        if array.dtype.kind in "OU":
            return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        pass
    # scikit-learn's checks look for the words after the semicolon.
    raise InputTypeError(
        "X",
        f"must hold real numbers, got dtype {array.dtype}; each entry of this argument must be a "
        "number or the string of a number",
    )


def _refuse_gaps(array: npt.NDArray[Any]) -> None:
    if array.dtype.kind == "f" and np.isnan(array).any():
        row, column = np.argwhere(np.isnan(array))[0]
        # scikit-learn's checks look for the word "NaN".
        raise InputError(
            "X",
            f"must have no missing values, got NaN at row {row}, column {column}; leave out its "
            "row, or fill it by scikit-learn's SimpleImputer in a pipeline",
        )


class Classifier(ClassifierMixin, BaseEstimator):
    """What all classifiers share with scikit-learn's, and the share of classes that are right."""

    classes_: Any

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of samples whose class is predicted; with weights, their share of those."""
        predicted = cast("Any", self).predict(X)
        labels = as_labels(y, len(predicted))
        _check_discrete(labels)
        if (labels.dtype.kind == "U") != (self.classes_.dtype.kind == "U"):
            learnt, came = (shown(each[0].item()) for each in (self.classes_, labels))
            raise InputTypeError("y", f"must hold labels like those learnt, {learnt}, got {came}")
        return float(np.average(predicted == labels, weights=weighted(sample_weight, len(labels))))


class NamesOfFeatures(ClassNamePrefixFeaturesOutMixin):
    """Mix-in of transformers whose columns are numbered: ``nystroem0``, ``nystroem1``, ..."""

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The name of each column."""
        if input_features is not None:
            input_features = as_strings(input_features, "input_features")
        with _input_errors():
            return super().get_feature_names_out(input_features)


class LinearClassifier(Classifier):
    """A classifier by ``coef_`` and ``intercept_``: one row for two classes, one per class."""

    @no_overflow("X")
    def decision_function(self, X: Any) -> Matrix:
        """Values f(x): one per sample for two classes, one per sample and class for more."""
        f = times(query(self, X), self.coef_) + self.intercept_
        return f[:, 0] if len(self.classes_) == 2 else f

    def predict(self, X: Any) -> Any:
        """The class on whose side a sample is, sgn(0) = +1; the class of the largest value."""
        chosen = winners(self.decision_function(X))
        return self.classes_[chosen]


class PosteriorClassifier(Classifier):
    """A classifier by scores log p(x, y = k), up to a term that all classes share."""

    def _scores(self, X: Any) -> Matrix:
        """Scores of shape (n, k); subclasses say how."""
        raise NotImplementedError

    def predict_log_proba(self, X: Any) -> Matrix:
        """Logarithms of the posteriors, log p(y = k | x)."""
        return log_posteriors(self._scores(X))

    def predict_proba(self, X: Any) -> Matrix:
        """Posteriors p(y = k | x); each row sums to 1."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: Any, loss: Any = None) -> Any:
        """The most probable class, or the decision of least expected loss.

        Parameters
        ----------
        X : array of samples
        loss : array of shape (k, k), optional
            ``loss[y, decision]``: rows are true classes, columns are decisions, both in the order
            of ``classes_``. Without it, any mistake costs the same. Ties go to the class that comes
            first.
        """
        if loss is None:
            decisions = self._scores(X).argmax(axis=1)
        else:
            decisions = least_expected_loss(self.predict_proba(X), loss)
        return self.classes_[decisions]


class KernelParameters:
    """Mix-in, before ``BaseEstimator``: ``set_params(kernel__sigma=2.0)`` puts in a new kernel.

    scikit-learn would change the kernel itself; but kernels are values, shared and hashed, and
    never change.
    """

    kernel: Any

    @all_or_nothing
    def set_params(self, **params: Any) -> Self:
        """Set parameters; a new ``kernel`` comes first, then its fields (``kernel__sigma``)."""
        prefix = "kernel__"
        own = {name: value for name, value in params.items() if not name.startswith(prefix)}
        inner = {
            name.removeprefix(prefix): value
            for name, value in params.items()
            if name.startswith(prefix)
        }
        super().set_params(**own)  # type: ignore[misc]  # the next class in line is a BaseEstimator
        if inner and not isinstance(self.kernel, Kernel):
            has = ", ".join(inner)
            raise InputError(
                "kernel", f"must be a kernel object to have {has}, got {shown(self.kernel)}"
            )
        if inner:
            self.kernel = self.kernel.with_params(**inner)
        return self


class KernelMachine(KernelParameters):
    """Mix-in, before ``Classifier``: scores of new samples, one row per machine.

    Needs ``decision_function``, ``kernel``, ``support_``, ``dual_coef_`` (one row per machine), and
    the samples of ``support_`` in ``_support_vectors``, which is None for a precomputed matrix.
    """

    classes_: Any
    support_: Any
    dual_coef_: Matrix
    _support_vectors: Any

    def decision_function(self, X: Any) -> Matrix:
        """Values by which classes are compared."""
        raise NotImplementedError

    def predict(self, X: Any) -> Any:
        """The class with the largest value."""
        chosen = winners(self.decision_function(X))
        return self.classes_[chosen]

    @one_blas_thread()
    def _machine_scores(self, X: Any) -> Matrix:
        X = query(self, X)
        scores = np.zeros((len(self.dual_coef_), len(X)))
        if len(self.support_) == 0:
            return scores
        block = max(1, BLOCK_BYTES // (8 * max(1, len(self.support_))))
        for start in range(0, len(X), block):
            rows = slice(start, start + block)
            scores[:, rows] = self._weighted(self._against_support(X[rows]))
        return scores

    @no_overflow("X", "kernel")
    def _weighted(self, K: Matrix) -> Matrix:
        """Sums of kernel values; apart, for errors of a reader's own kernel stay as they are."""
        return times(K, self.dual_coef_).T

    def _against_support(self, X: Any) -> Matrix:
        if self._support_vectors is None:
            return X[:, self.support_]
        return gram_of(self.kernel, X, self._support_vectors)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()  # type: ignore[misc]  # the next in line has them
        tags.input_tags.pairwise = is_precomputed(self.kernel)
        return tags


def is_precomputed(kernel: Any) -> bool:
    """Whether this is the word for a Gram matrix that is there."""
    return isinstance(kernel, str) and kernel == "precomputed"


def check_kernel_or_precomputed(kernel: Any) -> None:
    """Refuse what is neither a kernel nor the word for a matrix that is there."""
    if not is_precomputed(kernel) and not isinstance(kernel, Kernel):
        raise InputError(
            "kernel", f"must be 'precomputed' or a kernel such as {SOME}, got {shown(kernel)}"
        )
