"""What classifiers share: checking the training set, numbering its classes, and prediction.

Prediction is by linear functions, by posteriors, or by sums of kernels at some training samples.
"""

import functools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import NotFittedError
from sklearn.utils import Tags, check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelkit.engine.products import times
from kernelkit.kernels import Kernel
from kernelkit.kernels.base import as_objects, gram_of, is_precomputed
from kernelkit.solvers import least_expected_loss, log_posteriors
from kernelkit.solvers.voting import winners
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    InputTypeError,
    Integers,
    Matrix,
    Parameters,
    Vector,
    as_array,
    as_labels,
    as_vector,
    cells_of,
    check_flag,
    is_frame,
    no_overflow,
    short,
    shown,
)

if TYPE_CHECKING:
    # scikit-learn has no types, and of a dataclass with a base of which nothing is known mypy takes
    # any keyword. So this is what mypy is to know of the bases.
    class BaseEstimator:
        def get_params(self, deep: bool = True) -> dict[str, Any]: ...
        def set_params(self, **params: Any) -> Self: ...
        def __sklearn_tags__(self) -> Tags: ...

    class ClassifierMixin: ...

    class TransformerMixin:
        def fit_transform(self, X: Any, y: Any = None) -> Any: ...
        def set_output(self, *, transform: str | None = None) -> Self: ...

    class ClassNamePrefixFeaturesOutMixin:
        def get_feature_names_out(self, input_features: Any = None) -> Any: ...
else:
    from sklearn.base import (
        BaseEstimator,
        ClassifierMixin,
        ClassNamePrefixFeaturesOutMixin,
        TransformerMixin,
    )

FLOAT_TYPES = [np.float64, np.float32]
BLOCK_BYTES = 2**26  # the kernel values that prediction computes at a time

Method = TypeVar("Method", bound=Callable[..., Any])


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
    estimator: Any, X: Any, y: Any, *, min_classes: int = 2, strings: bool = False, **kinds: bool
) -> tuple[Any, Integers]:
    """Return the samples and y as numbers 0, ..., k - 1; the estimator learns ``classes_``.

    A fit begins anew: what it learnt before is forgotten. Samples are floats, or with ``strings``
    strings or objects, for kernels that take them; ``kinds`` are those of ``validate``.
    """
    forget(estimator)
    y = as_targets(y)
    objects = as_objects(X) if strings else None
    if objects is not None:
        X, y = objects, as_labels(y, len(objects))
    else:
        X, y = validate(estimator, X, y, **kinds)
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
    return validate(estimator, X, reset=False, accept_sparse=accept_sparse)


def validate(
    estimator: Any, X: Any, *y: Any, accept_sparse: bool = False, pixels: bool = False, **more: Any
) -> Any:
    """Samples, and labels if given, by scikit-learn's checks, whose words people know.

    What those let pass or answer in NumPy's words is refused before. With ``accept_sparse`` a
    sparse matrix comes back as CSR; with ``pixels``, bytes stay bytes.
    """
    if not (accept_sparse and hasattr(X, "tocsr")):
        X = _as_numbers(X)
    dtypes = [*FLOAT_TYPES, np.uint8] if pixels else FLOAT_TYPES
    sparse = accept_sparse and "csr"
    with _input_errors():
        checked = validate_data(
            estimator, X, *y, dtype=dtypes, order="C", accept_sparse=sparse, **more
        )
    return (_writable(checked[0]), checked[1]) if y else _writable(checked)


def _writable(X: Any) -> Any:
    """Samples that can be written to: numba would compile everything once more for others."""
    return (
        X if hasattr(X, "tocsr") else np.require(X, None, ["C_CONTIGUOUS", "ALIGNED", "WRITEABLE"])
    )


def _as_numbers(X: Any) -> Any:
    """Samples as an array of numbers, none of them missing; a frame of such as it is."""
    frame = is_frame(X)
    array = cells_of(X, "X") if frame else as_array(X, "X")
    # In these sentences scikit-learn's checks look for "Reshape your data", for the words after
    # "got dtype ...;", for "Complex data not supported" and for "NaN".
    if array.ndim != 2:
        raise InputError(
            "X",
            "must be two-dimensional (samples in rows, features in columns), got shape "
            f"{array.shape}; Reshape your data by X.reshape(-1, 1) if it is one feature, by "
            "X.reshape(1, -1) if it is one sample",
        )
    if array.dtype.kind in "OU":
        with suppress(TypeError, ValueError, OverflowError):  # then they are no numbers
            array = array.astype(np.float64)
    if array.dtype.kind == "c":
        raise InputError(
            "X", "must hold real numbers, got complex ones: Complex data not supported"
        )
    if array.dtype.kind not in "fiub":
        raise InputTypeError(
            "X",
            f"must hold real numbers, got dtype {array.dtype}; each entry of this argument must be "
            "a number or the string of a number",
        )
    if array.dtype.kind == "f" and np.isnan(array).any():
        row, column = np.argwhere(np.isnan(array))[0]
        raise InputError(
            "X",
            f"must have no missing values, got NaN at row {row}, column {column}; leave out its "
            "row, or fill it by scikit-learn's SimpleImputer in a pipeline",
        )
    return X if frame and array.size else array  # of a frame scikit-learn keeps the names


@contextmanager
def _input_errors() -> Iterator[None]:
    """Raise what scikit-learn's checks find wrong as the library's own error, with its argument."""
    try:
        with np.errstate(all="ignore"):  # they cast first, and look at what came of it then
            yield
    except (TypeError, ValueError) as error:
        kind, text = InputTypeError if isinstance(error, TypeError) else InputError, str(error)
        if re.search(r"\b[Xy]\b|feature names", text):
            raise kind(text) from error
        others = {"inconsistent numbers of samples": "X and y", "label type": "y"}
        name = next((name for words, name in others.items() if words in text), "X")
        raise kind(name, f"cannot be used: {text}") from error


def as_targets(y: Any) -> Any:
    """Labels as an array, of one kind if they are in one row; what is not is left to others."""
    # Not by NumPy alone, which would turn ["a", 1] into two strings without a word.
    labels = as_array(y, "y", None if hasattr(y, "dtype") else object)
    if labels.ndim != 1:
        return y
    return as_labels(labels, None) if labels.dtype == object else labels


def _check_discrete(y: npt.NDArray[Any]) -> None:
    """Refuse measurements: floats that are no whole numbers."""
    if y.dtype.kind not in "biuU":  # others are classes, whatever they hold
        with _input_errors():
            check_classification_targets(y)


def as_generator(random_state: Any) -> np.random.Generator:
    """Make a generator of scikit-learn's ``random_state``."""
    try:
        state = check_random_state(random_state)
    except ValueError as error:
        rule = "must be a whole number from 0 to 2**32 - 1, a RandomState or None"
        raise InputError("random_state", f"{rule}, got {shown(random_state)}") from error
    return np.random.default_rng(state.randint(2**31 - 1))


def orders(shuffle: Any, random_state: Any) -> np.random.Generator | None:
    """Draws the orders of the samples, if they are to be shuffled."""
    return as_generator(random_state) if check_flag(shuffle, "shuffle") else None


class Transformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Parameters, BaseEstimator):
    """What all transformers share with scikit-learn's."""


class Classifier(ClassifierMixin, Parameters, BaseEstimator):
    """What all classifiers share with scikit-learn's; the largest of ``decision_function`` wins."""

    classes_: Any
    decision_function: Callable[[Any], Matrix]

    def predict(self, X: Any) -> Any:
        """The class of the largest value; of two, that on whose side a sample is, sgn(0) = +1."""
        chosen = winners(self.decision_function(X))  # first: it says if there are no classes yet
        return self.classes_[chosen]

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of samples whose class is predicted; with weights, their share of those."""
        predicted = self.predict(X)
        labels = as_labels(y, len(predicted))
        _check_discrete(labels)
        if (labels.dtype.kind == "U") != (self.classes_.dtype.kind == "U"):
            learnt, came = (shown(each[0].item()) for each in (self.classes_, labels))
            raise InputTypeError("y", f"must hold labels like those learnt, {learnt}, got {came}")
        right = predicted == labels
        if sample_weight is None:
            return float(right.mean())
        weight = as_vector(sample_weight, "sample_weight")
        if weight.shape != right.shape or weight.min() < 0 or not weight.any():
            rule = f"must hold {len(right)} numbers of at least 0, not all zero"
            got = f"got shape {weight.shape} from {weight.min():g} to {weight.max():g}"
            raise InputError("sample_weight", f"{rule}, {got}")
        return float(np.average(right, weights=np.float64(weight) / weight.max()))


class LinearClassifier(Classifier):
    """A classifier by ``coef_`` and ``intercept_``: one row for two classes, one per class."""

    def _keep(self, weights: Matrix, bias: float | Vector) -> None:
        self.coef_, self.intercept_ = np.atleast_2d(weights), np.atleast_1d(bias)

    @no_overflow("X")
    def decision_function(self, X: Any) -> Matrix:
        """Values f(x): one per sample for two classes, one per sample and class for more."""
        f = times(query(self, X), self.coef_) + self.intercept_
        return f[:, 0] if len(self.classes_) == 2 else f


class PosteriorClassifier(Classifier):
    """A classifier by scores log p(x, y = k), up to a term that all classes share."""

    def _scores(self, X: Any) -> Matrix:
        """Scores of shape (n, k); of two classes, 0 and the log odds."""
        f = self.decision_function(X)
        return np.column_stack([np.zeros_like(f), f]) if f.ndim == 1 else f

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
            ``loss[y, decision]``, both in the order of ``classes_``; without it, any mistake costs
            the same. Ties go to the class that comes first.
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
        fields = [name for name in params if name.startswith("kernel__")]
        inner = {name.removeprefix("kernel__"): params.pop(name) for name in fields}
        super().set_params(**params)  # type: ignore[misc]  # the next in line is a BaseEstimator
        if inner and not isinstance(self.kernel, Kernel):
            has = ", ".join(inner)
            text = f"must be a kernel object to have {has}, got {shown(self.kernel)}"
            raise InputError("kernel", text)
        if inner:
            self.kernel = self.kernel.with_params(**inner)
        return self


class KernelMachine(KernelParameters, Classifier):
    """A classifier by machines that are sums of kernels at the samples ``support_``."""

    intercept_: Vector

    def _keep_support(self, X: Any, coefficients: Matrix) -> None:
        """Keep the samples that have a coefficient in any machine, and their coefficients."""
        self.support_ = np.flatnonzero(coefficients.any(axis=0))
        self.dual_coef_ = coefficients[:, self.support_]
        self._support_vectors = X[self.support_] if isinstance(self.kernel, Kernel) else None

    @one_blas_thread()
    def _machine_scores(self, X: Any) -> Matrix:
        """Scores of new samples, one row per machine."""
        X = query(self, X)
        scores = np.zeros((len(self.dual_coef_), len(X)))
        if len(self.support_) > 0:
            block = max(1, BLOCK_BYTES // (8 * len(self.support_)))
            for start in range(0, len(X), block):
                rows = slice(start, start + block)
                scores[:, rows] = self._weigh(self._against_support(X[rows]))
        return scores + self.intercept_[:, np.newaxis]

    @no_overflow("X", "kernel")
    def _weigh(self, K: Matrix) -> Matrix:
        """Sums of kernel values; apart, for errors of a reader's own kernel stay as they are."""
        return times(K, self.dual_coef_).T

    def _against_support(self, X: Any) -> Matrix:
        if self._support_vectors is None:
            return X[:, self.support_]
        return gram_of(self.kernel, X, self._support_vectors)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = is_precomputed(self.kernel)
        return tags
