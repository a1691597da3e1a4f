"""Learning from blocks of samples that are never all in memory: what estimators share.

Two kinds of models can. For the first, sums over the samples are enough, which depend neither on
how the samples are cut into blocks nor on the order of the blocks. The others go through a stream
of samples and change with each of them.
"""

from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, cast

import numpy as np

from kernelkit.estimators._base import all_or_nothing, as_targets, validated
from kernelkit.solvers.class_moments import ClassMoments
from kernelkit.solvers.generative.naive_bayes import WordCounts
from kernelkit.solvers.results import check_fit
from kernelkit.validation import (
    InputError,
    Integers,
    Labels,
    TooFewSamplesError,
    as_labels,
    no_overflow,
    short,
    shown,
    warn,
)

__all__ = [
    "LearnsFromStream",
    "LearnsFromSums",
    "Statistics",
    "announced_classes",
    "classes_of_block",
    "forget",
    "labelled_block",
]


@dataclass(frozen=True, eq=False, repr=False)
class Statistics:
    """What a model needs to know of some samples, made by ``model.statistics(X, y, classes)``.

    ``a + b`` describes the samples of both. Up to rounding, addition is commutative and
    associative. ``model.fit_statistics`` makes a model of it.
    """

    classes: Labels  #: all there are, sorted
    sums: ClassMoments | WordCounts  #: over the samples of each class
    feature_names: Any = None  #: of the columns of a frame

    def __post_init__(self) -> None:
        for name, kind in (("classes", np.ndarray), ("sums", ClassMoments | WordCounts)):
            check_fit(getattr(self, name), kind, name, "statistics(X, y, classes)")

    def __add__(self, other: Any) -> "Statistics":
        if not isinstance(other, Statistics):
            return NotImplemented
        if not np.array_equal(self.classes, other.classes):
            both = f"{_listed(self.classes)} and {_listed(other.classes)}"
            raise InputError("statistics", f"must be of the same classes to be added, got {both}")
        d, other_d = self.sums.n_features, other.sums.n_features
        if d != other_d:
            both = f"{d} and {other_d}"
            raise InputError(
                "statistics", f"must have the same number of features to be added, got {both}"
            )
        if _kind(self.sums) != _kind(other.sums):
            both = f"{_kind(self.sums)} and {_kind(other.sums)}"
            raise InputError("statistics", f"must be of one kind to be added, got {both}")
        sums: Any = self.sums
        return Statistics(self.classes, sums + other.sums, self.feature_names)

    def __radd__(self, other: Any) -> "Statistics":
        """Python's ``sum`` begins with 0."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __repr__(self) -> str:
        n, k, d = self.sums.counts.sum(), len(self.classes), self.sums.n_features
        return f"Statistics of {n:,} samples, {k} classes and {d} features"


class LearnsFromSums:
    """Mix-in that learns from blocks what ``fit`` learns from their samples.

    It is listed before the base class of classifiers.
    Needs ``_sums_of``, from samples to what can be added, and ``_learn``, from that to parameters.
    """

    classes_: Labels
    _accept_sparse = False

    def _sums_of(self, X: Any, codes: Integers, n_classes: int) -> Any:
        raise NotImplementedError

    def _learn(self, sums: Any) -> None:
        raise NotImplementedError

    def statistics(self, X: Any, y: Any, classes: Any = None) -> Statistics:
        """All that the model needs to know of these samples. The model itself does not change.

        Parameters
        ----------
        X : array of shape (n, d)
        y : array of n labels
        classes : list of labels, optional
            All labels, also those that occur in other blocks only; without it, those of y.

        Returns
        -------
        An object ``a`` that can be added, ``a + b``, and is what :meth:`fit_statistics` takes.
        """
        labels = announced_classes(as_targets(y) if classes is None else classes)
        return copy(self)._statistics_of(X, y, labels, first=True)

    @all_or_nothing
    def fit_statistics(self, statistics: Statistics) -> Self:
        """Learn from samples that are summed up, as ``fit`` would from the samples.

        Parameters
        ----------
        statistics : what :meth:`statistics` returned, or a sum of such
        """
        check_fit(statistics, Statistics, "statistics", "statistics(X, y, classes)")
        self._take(statistics)
        if self._lacking:
            raise TooFewSamplesError(self._lacking)
        return self

    @all_or_nothing
    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn from one more block: the same model as ``fit`` makes of all blocks together.

        While the samples are too few for a model, their sums are kept, and ``predict`` says what is
        missing. After ``fit``, which keeps nothing to go on from, it begins anew, with a warning.

        Parameters
        ----------
        X : array of shape (n, d)
        y : array of n labels
        classes : list of labels
            All that any block may hold; needed with the first block only.
        """
        so_far: Statistics | None = getattr(self, "_so_far", None)
        labels = classes_of_block(self, classes)
        block = self._statistics_of(X, y, labels, first=so_far is None)
        self._take(block if so_far is None else so_far + block)
        return self

    def _statistics_of(self, X: Any, y: Any, labels: Labels, *, first: bool) -> Statistics:
        sparse = self._accept_sparse
        X, codes = labelled_block(self, X, y, labels, first=first, accept_sparse=sparse)
        return statistics(self, X, codes, labels)

    def _take(self, statistics: Statistics) -> None:
        """Put the parameters of these samples in the place of those before, if there are any."""
        forget(self)
        self.classes_ = statistics.classes
        self.n_features_in_ = statistics.sums.n_features
        if statistics.feature_names is not None:
            self.feature_names_in_ = statistics.feature_names
        self._so_far, self._lacking = statistics, ""
        try:
            self._learn(statistics.sums)
        except TooFewSamplesError as error:
            self._lacking = str(error)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "classes_") and not getattr(self, "_lacking", "")


class Stream(NamedTuple):
    """Where a model stands that changes with each sample of a stream."""

    state: Any  # of its solver
    seed: int | None  # of the orders of samples; None keeps their order
    blocks: int  # learnt from


class LearnsFromStream:
    """Mix-in that goes through blocks of samples, one after the other.

    It is listed before the base class of classifiers.
    Needs ``_pass``, which takes the samples of a block, their codes, an order of them and the
    solver's state before, keeps what it learns and returns the state after and how often it moved;
    and ``_draw_seed``.
    """

    classes_: Labels
    _pixels = False

    def _pass(self, X: Any, codes: Integers, order: Integers, state: Any) -> Any:
        raise NotImplementedError

    def _draw_seed(self) -> int | None:
        raise NotImplementedError

    def _go_on(self, X: Any, y: Any, classes: Any) -> None:
        stream: Stream | None = getattr(self, "_so_far", None)
        labels = classes_of_block(self, classes)
        if stream is None:
            forget(self)
            self.classes_ = labels
        X, codes = labelled_block(self, X, y, labels, first=stream is None, pixels=self._pixels)
        state, seed, blocks = stream or Stream(None, self._draw_seed(), 0)
        order = np.arange(len(X))
        if seed is not None:
            order = np.random.default_rng([seed, blocks]).permutation(order)
        state, moves = self._pass(X, codes, order, state)
        self._so_far = Stream(state, seed, blocks + 1)
        before = getattr(self, "learning_curve_", np.empty(0, np.int64))
        self.learning_curve_ = np.append(before, moves)
        self.n_iter_ = blocks + 1


def forget(model: Any) -> None:
    """Remove all that the model has learnt; what was set by hand stays."""
    kept = {*model.get_params(deep=False), "_sklearn_output_config", "_metadata_request"}
    for name in set(vars(model)) - kept:
        delattr(model, name)


@no_overflow("X")
def statistics(model: Any, X: Any, codes: Integers, classes: Labels) -> Statistics:
    """Sums over samples that are checked; an error if they overflow."""
    sums = model._sums_of(X, codes, len(classes))
    return Statistics(classes, sums, getattr(model, "feature_names_in_", None))


def announced_classes(classes: Any) -> Labels:
    """All labels that blocks may hold, sorted."""
    labels = np.unique(as_labels(classes, None, "classes"))
    if len(labels) < 2:
        raise InputError(
            "classes", f"must hold at least 2 classes, got 1 class: {short(str(labels[0]))}"
        )
    return labels


def classes_of_block(estimator: Any, classes: Any) -> Labels:
    """The classes that were announced with the first block, or are now."""
    known: Any = getattr(estimator, "classes_", None)
    goes_on = hasattr(estimator, "_so_far")
    if known is not None and not goes_on:
        message = (
            "partial_fit begins anew: fit keeps nothing of its samples to go on from; begin with "
            "partial_fit to add to what was learnt"
        )
        warn(message, UserWarning)
    if classes is None and known is not None:
        return cast("Labels", known)
    if classes is None:
        raise InputError("classes", "must list all labels that any block may hold, got None")
    labels = announced_classes(classes)
    if goes_on and not np.array_equal(labels, known):
        raise InputError(
            "classes",
            f"must stay those of the first block, {_listed(known)}, got {_listed(labels)}",
        )
    return labels


def labelled_block(
    estimator: Any,
    X: Any,
    y: Any,
    classes: Labels,
    *,
    first: bool,
    accept_sparse: bool = False,
    pixels: bool = False,
) -> tuple[Any, Integers]:
    """Return the samples of a block and y as numbers 0, ..., k - 1 of the classes announced.

    The first block says how many features there are, and what they are called.
    """
    if y is not None:  # scikit-learn has the words for that
        y = as_targets(y)
    X, y = validated(estimator, X, y, accept_sparse=accept_sparse, pixels=pixels, reset=first)
    y = as_labels(y, X.shape[0])
    if (y.dtype.kind == "U") != (classes.dtype.kind == "U"):  # words are no numbers
        strange = np.ones(len(y), bool)
    else:
        codes = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
        strange = classes[codes] != y
    if strange.any():
        raise InputError(
            "y",
            f"must hold labels of the classes announced, {_listed(classes)}, got "
            f"{shown(y[strange.argmax()].item())}",
        )
    return X, codes


def _listed(classes: Any) -> str:
    return shown(classes.tolist())


def _kind(sums: Any) -> str:
    if isinstance(sums, WordCounts):
        return "counts of words"
    return "a scatter for each class" if sums.per_class else "one scatter for all classes"
