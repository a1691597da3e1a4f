"""Learning from blocks of samples that are never all in memory: what estimators share.

All that a model needs to go on from is one ``Seen``, its ``_seen``. Each block puts a new one in
the place of the one before, so a block that is refused changes nothing; ``forget`` drops it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self, cast

import numpy as np

from kernelkit.estimators._base import all_or_nothing, as_targets, forget, training_set, validate
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


class Seen(NamedTuple):
    """What a model has seen of its blocks."""

    state: Any = None  # Statistics, or where the solver of a stream stands
    lacking: str = ""  # why the samples are too few for a model
    seed: int | None = None  # of the orders of samples in a stream; None keeps their order
    blocks: int = 0  # of the stream


@dataclass(frozen=True, eq=False, repr=False)
class Statistics:
    """What a model needs to know of some samples, made by ``model.statistics(X, y, classes)``.

    ``a + b`` describes the samples of both, in any order up to rounding; ``model.fit_statistics``
    makes a model of it.
    """

    classes: Labels  #: all there are, sorted
    sums: ClassMoments | WordCounts  #: over the samples of each class
    feature_names: Any = None  #: of the columns of a frame

    def __add__(self, other: Any) -> "Statistics":
        if not isinstance(other, Statistics):
            return NotImplemented
        rules = ("be of the same classes", "have the same number of features", "be of one kind")
        marks = ((s.classes.tolist(), s.sums.n_features, s.sums.kind) for s in (self, other))
        for rule, a, b in zip(rules, *marks, strict=True):
            if a != b:
                both = f"{short(str(a))} and {short(str(b))}"
                raise InputError("statistics", f"must {rule} to be added, got {both}")
        sums: Any = self.sums
        return Statistics(self.classes, sums + other.sums, self.feature_names)

    def __radd__(self, other: Any) -> "Statistics":
        """Python's ``sum`` begins with 0."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __repr__(self) -> str:
        n, k, d = self.sums.counts.sum(), len(self.classes), self.sums.n_features
        return f"Statistics of {n:,} samples, {k} classes and {d} features"


class LearnsFromBlocks:
    """Mix-in, listed before the base class of classifiers; the two below it say how it learns."""

    classes_: Labels
    _seen = Seen()
    _kinds: ClassVar[dict[str, bool]] = {}  # of samples that ``validate`` lets pass
    _go_on: Callable[[Any, Any], None]  # from what was seen, to the samples and labels of a block

    @all_or_nothing
    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn from one more block, and go on from there with the next.

        While the samples are too few for a model, their sums are kept, and ``predict`` says what is
        missing. After ``fit``, which keeps nothing to go on from, it begins anew, with a warning.

        Parameters
        ----------
        X, y : arrays of n samples and of their labels
        classes : list of labels
            All that any block may hold; needed with the first block only.
        """
        begins, known = self._seen.state is None, getattr(self, "classes_", None)
        if begins and known is not None:
            why = "fit keeps nothing of its samples to go on from"
            remedy = "begin with partial_fit to add to what was learnt"
            warn(f"partial_fit begins anew: {why}; {remedy}", UserWarning)
        if classes is None and known is None:
            raise InputError("classes", "must list all labels that any block may hold, got None")
        labels: Any = known if classes is None else announced_classes(classes)
        if begins:
            forget(self)
            self.classes_ = labels
        elif not np.array_equal(labels, self.classes_):
            both = f"{shown(self.classes_.tolist())}, got {shown(labels.tolist())}"
            raise InputError("classes", f"must stay those of the first block, {both}")
        self._go_on(X, y)
        return self

    def _check_block(self, X: Any, y: Any) -> tuple[Any, Integers]:
        """The samples of a block, and y as numbers 0, ..., k - 1 of ``classes_``.

        The first block says how many features there are, and what they are called.
        """
        first = not hasattr(self, "n_features_in_")
        X, y = validate(self, X, as_targets(y), reset=first, **self._kinds)
        y, classes = as_labels(y, X.shape[0]), self.classes_
        if (y.dtype.kind == "U") != (classes.dtype.kind == "U"):  # words are no numbers
            strange = np.ones(len(y), bool)
        else:
            codes = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
            strange = classes[codes] != y
        if strange.any():
            both = f"{shown(classes.tolist())}, got {shown(y[strange.argmax()].item())}"
            raise InputError("y", f"must hold labels of the classes announced, {both}")
        return X, codes


class LearnsFromSums(LearnsFromBlocks):
    """What learns from blocks what ``fit`` would learn from all their samples at once.

    The sums depend neither on how samples are cut into blocks nor on the order of the blocks.
    """

    _sums_of: Callable[[Any, Integers, int], Any]  # from samples of k classes to what can be added
    _learn: Callable[[Any], None]  # from that to parameters

    @all_or_nothing
    def fit(self, X: Any, y: Any) -> Self:
        """Learn from all samples at once."""
        X, codes = training_set(self, X, y, **self._kinds)
        self._learn(self._sum_up(X, codes).sums)
        return self

    def statistics(self, X: Any, y: Any, classes: Any = None) -> Statistics:
        """All that the model needs to know of these samples. The model itself does not change.

        Parameters
        ----------
        X, y : arrays of n samples and of their labels
        classes : list of labels, optional
            All labels, also those that occur in other blocks only; without it, those of y.
        """
        labels = announced_classes(as_targets(y) if classes is None else classes)
        return self._blank(labels)._statistics(X, y)

    @all_or_nothing
    def fit_statistics(self, statistics: Statistics) -> Self:
        """Learn from what :meth:`statistics` returned, or a sum of such, as from the samples."""
        check_fit(statistics, Statistics, "statistics", "statistics(X, y, classes)")
        self._take(statistics)
        if self._seen.lacking:
            raise TooFewSamplesError(self._seen.lacking)
        return self

    def _blank(self, labels: Labels) -> Self:
        """The same model that knows its classes only: it sums up, and is light to send."""
        blank = type(self)(**cast("Any", self).get_params(deep=False))
        blank.classes_ = labels
        return blank

    def _statistics(self, X: Any, y: Any) -> Statistics:
        return self._sum_up(*self._check_block(X, y))

    @no_overflow("X")
    def _sum_up(self, X: Any, codes: Integers) -> Statistics:
        sums = self._sums_of(X, codes, len(self.classes_))
        return Statistics(self.classes_, sums, getattr(self, "feature_names_in_", None))

    def _go_on(self, X: Any, y: Any) -> None:
        seen, block = self._seen.state, self._statistics(X, y)
        self._take(block if seen is None else seen + block)

    def _take(self, statistics: Statistics) -> None:
        """Learn from these samples alone; if they are too few, there is no model, but a reason."""
        forget(self)
        self.classes_, self.n_features_in_ = statistics.classes, statistics.sums.n_features
        if statistics.feature_names is not None:
            self.feature_names_in_ = statistics.feature_names
        self._seen = Seen(statistics)
        try:
            self._learn(statistics.sums)
        except TooFewSamplesError as error:
            self._seen = Seen(statistics, str(error))

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "classes_") and not self._seen.lacking


class LearnsFromStream(LearnsFromBlocks):
    """What goes through its samples block after block, once, and changes with each of them."""

    # Keeps what it learns of samples, codes, an order and the solver's state before; returns the
    # state after, and how often it moved.
    _pass: Callable[[Any, Integers, Integers, Any], Any]
    _orders: Callable[[], np.random.Generator | None]  # which draws them, if they are to be drawn

    def _go_on(self, X: Any, y: Any) -> None:
        X, codes = self._check_block(X, y)
        seen, order = self._seen, np.arange(len(X))
        if seen.blocks == 0 and (draw := self._orders()) is not None:
            seen = Seen(seed=int(draw.integers(2**31)))
        if seen.seed is not None:
            order = np.random.default_rng([seen.seed, seen.blocks]).permutation(order)
        state, moves = self._pass(X, codes, order, seen.state)
        self._seen = seen._replace(state=state, blocks=seen.blocks + 1)
        self.n_iter_ = self._seen.blocks
        before = getattr(self, "learning_curve_", np.empty(0, np.int64))
        self.learning_curve_ = np.append(before, moves)


def announced_classes(classes: Any) -> Labels:
    """All labels that blocks may hold, sorted."""
    labels = np.unique(as_labels(classes, None, "classes"))
    if len(labels) < 2:
        one = short(str(labels[0]))
        raise InputError("classes", f"must hold at least 2 classes, got 1 class: {one}")
    return labels
