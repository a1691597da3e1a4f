"""Learning from more samples than memory holds, block by block, here or on a Dask cluster."""

import sys
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from copy import copy
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from kernelkit.datasets import Dataset
from kernelkit.estimators._blocks import (
    LearnsFromSums,
    Statistics,
    announced_classes,
    forget,
)
from kernelkit.validation import InputError, InputTypeError, Labels, shown, warn

__all__ = ["fit_in_blocks"]

GROUP = 8  # blocks whose statistics are added up where they are, and then to those of other groups
AHEAD = 2  # groups that are worked at while the next is handed out, at least


class Learner(NamedTuple):
    """The steps of a pipeline, the last of them apart."""

    steps: list[Any]
    model: Any


def fit_in_blocks(
    model: Any, blocks: Iterable[Any], classes: Any, client: Any = None
) -> BaseEstimator:
    """Let a model learn from blocks of samples: one at a time is in memory, or some per worker.

    ``GaussianClassifier``, ``LeastSquares`` and ``MultinomialNaiveBayes`` need only sums over their
    samples, so they learn from blocks what ``fit`` would learn from all samples at once, up to
    rounding. Eight blocks make a group; the sums of groups are added in their order. On workers
    with the processor and the packages of this machine the result has the same bits as here,
    however many workers there are and whichever of them die. For other models, such as
    ``Perceptron`` or ``LinearSVM(solver="pegasos", mu=...)``, ``partial_fit`` is called for each
    block in turn, once.

    Parameters
    ----------
    model : classifier with ``partial_fit``, or a pipeline that ends in one
        What it has learnt before is forgotten. Steps before it that are not fitted yet, such as
        ``Nystroem`` or a scaler, are fitted on the first block, which should then be a fair sample.
    blocks : iterable of pairs (X, y), or of functions without arguments that return one
        They are asked for one by one. A function is called by the worker that uses its block, so
        that files are read on all machines of a cluster; a pair is sent to the worker. A block, or
        its X and its y, may be Dask delayed objects.
    classes : list of labels
        All labels that occur in any block.
    client : dask.distributed.Client, optional
        The cluster that is to sum up the blocks, for a model whose learning is a sum.

    Returns
    -------
    The model itself. If a block is invalid or the cluster is lost, it has learnt from the blocks
    before and can go on with the others by ``partial_fit``; a pipeline by
    ``pipeline[-1].partial_fit(pipeline[:-1].transform(X), y)``. If the first block is invalid, the
    model stays as it was.

    Examples
    --------
    >>> from kernelkit import LeastSquares
    >>> from kernelkit.datasets import make_moons
    >>> blocks = (make_moons(100, seed=seed) for seed in range(20))
    >>> model = fit_in_blocks(LeastSquares(), blocks, classes=[0, 1])
    >>> model.score(*make_moons(1000, seed=99)) > 0.8
    True
    """
    learner = _learner(model)
    labels = announced_classes(classes)
    if isinstance(blocks, str | np.ndarray) or not isinstance(blocks, Iterable):
        raise InputTypeError(
            "blocks", f"must be pairs (X, y), one after the other, got {shown(blocks)}"
        )
    if client is not None:
        _check_client(client, learner.model)
    rest = _some(blocks)
    with _undone(learner):  # if the first block is refused
        forget(learner.model)
        first = _learnt_first(learner, next(rest), labels)
    if first is None:
        for number, block in enumerate(rest, start=1):
            _learn(learner, block, labels, number)
    else:
        _sum_up(learner, first, rest, labels, client)
    return model


def _learnt_first(learner: Learner, block: Any, labels: Labels) -> Statistics | None:
    """Fit the steps and learn from the first block, of which a sum is returned if there is one."""
    if isinstance(learner.model, LearnsFromSums):
        first = _statistics(learner, block, labels, 0, None)
        learner.model._take(first)  # now, so that a bad parameter is not found hours later
        return first
    _learn(learner, block, labels, 0)
    return None


def _learn(learner: Learner, block: Any, labels: Labels, number: int) -> None:
    with _naming(number):
        X, y = _transformed(learner.steps, *_pair(block))
        learner.model.partial_fit(X, y, classes=labels)


def _sum_up(
    learner: Learner, first: Statistics, rest: Iterator[Any], labels: Labels, client: Any
) -> None:
    sums = Sums()
    sums.add(first)
    blank = learner._replace(model=copy(learner.model))  # which is light to send
    forget(blank.model)
    try:
        if client is None:
            for number, block in enumerate(rest, start=1):
                sums.add(_statistics(blank, block, labels, number, sums.width))
        else:
            _sum_up_on(client, blank, rest, labels, sums)
    finally:  # also if somebody interrupts it
        learner.model._take(sums.total())
    if learner.model._lacking:
        warn(f"the blocks are too little for a model: {learner.model._lacking}")


class Sums:
    """Adds statistics in groups, so that here and on a cluster the same numbers are added."""

    def __init__(self) -> None:
        self.groups: Statistics | None = None
        self.group: Statistics | None = None
        self.blocks = 0

    def add(self, statistics: Statistics) -> None:
        """Add one block to the group at hand."""
        self.group = statistics if self.group is None else self.group + statistics
        self.blocks += 1
        if self.blocks % GROUP == 0:
            self.groups, self.group = self.total(), None

    def add_group(self, statistics: Statistics) -> None:
        """Add a whole group at once, after whole groups."""
        self.groups = statistics if self.groups is None else self.groups + statistics
        self.blocks += GROUP

    def total(self) -> Any:
        """All that was added."""
        if self.groups is None or self.group is None:
            return self.group if self.groups is None else self.groups
        return self.groups + self.group

    @property
    def width(self) -> int:
        """The number of features."""
        part: Any = self.groups if self.group is None else self.group
        return int(part.sums.n_features)


def _sum_up_on(
    client: Any, learner: Learner, blocks: Iterator[Any], labels: Labels, sums: Sums
) -> None:
    """Hand out blocks by the group, and bring the sums home in their order.

    Tasks know all they need, so what a worker takes with it when it dies is computed once more.
    """
    broken: list[Exception] = []
    source = _until_broken(blocks, broken)
    underway: deque[tuple[list[Any], Any]] = deque()
    try:
        ahead = max(AHEAD, -(-2 * sum(client.ncores().values()) // GROUP))
        with _large_graphs():
            shared = client.submit(_same, learner, pure=False)  # a task: what is lost is made again
        width, number = sums.width, 1
        while batch := list(islice(source, GROUP - number % GROUP)):
            underway.append(_handed_out(client, shared, batch, labels, number, width))
            number += len(batch)
            while len(underway) > ahead:
                _bring_home(*underway.popleft(), sums)
        while underway:
            _bring_home(*underway.popleft(), sums)
    except Exception as error:
        if client.status == "running" and not isinstance(error, CancelledError):
            raise
        message = (
            f"client lost its cluster after {sums.blocks} blocks, which the model has learnt; go "
            "on with the others by partial_fit"
        )
        raise ConnectionError(message) from error
    if broken:
        raise broken[0]


def _until_broken(blocks: Iterator[Any], broken: list[Exception]) -> Iterator[Any]:
    """The blocks before the one that cannot be had, whose error is put aside."""
    try:
        yield from blocks
    except Exception as error:
        broken.append(error)


def _handed_out(
    client: Any, shared: Any, batch: list[Any], labels: Labels, first: int, width: int
) -> tuple[list[Any], Any]:
    """Futures of the statistics of some blocks and, of a whole group, of their sum."""
    with _large_graphs():
        futures = [
            client.submit(_statistics, shared, _sent(client, block), labels, i, width, pure=False)
            for i, block in enumerate(batch, first)
        ]
    return futures, client.submit(_added, futures, pure=False) if len(batch) == GROUP else None


@contextmanager
def _large_graphs() -> Iterator[None]:
    """Without Dask's warning of what is large to send: blocks and landmarks are."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph")
        yield


def _bring_home(futures: list[Any], added: Any, sums: Sums) -> None:
    if added is not None:
        try:
            sums.add_group(added.result())
            return
        except Exception:
            pass  # of one of its blocks, which the next lines find; those before it are kept
    for future in futures:
        sums.add(future.result())


def _statistics(
    learner: Learner,
    block: Any,
    labels: Labels,
    number: int,
    width: int | None,
) -> Statistics:
    """Sum up a block, on whatever machine."""
    with _naming(number):
        X, y = _transformed(learner.steps, *_pair(block))
        found: Statistics = learner.model.statistics(X, y, labels)
        if width not in {None, found.sums.n_features}:
            raise InputError(
                "X",
                f"must have the {width} features of the blocks before, got {found.sums.n_features}",
            )
        return found


def _added(group: list[Statistics]) -> Statistics:
    total = group[0]
    for statistics in group[1:]:
        total += statistics
    return total


def _same(learner: Learner) -> Learner:
    return learner


def _pair(block: Any) -> tuple[Any, Any]:
    """The samples and labels of a block, called for or computed if they are not there yet."""
    if _is_delayed(block):
        block = block.compute()
    elif callable(block):
        block = block()
    if not isinstance(block, tuple | list | Dataset) or len(pair := tuple(block)) != 2:
        raise InputTypeError(
            "a block",
            "must be a pair (X, y), or a function without arguments that returns one, got "
            f"{shown(block)}",
        )
    X, y = (each.compute() if _is_delayed(each) else each for each in pair)
    return X, y


def _sent(client: Any, block: Any) -> Any:
    """The same with what is delayed computed on the cluster."""
    if _is_delayed(block):
        return client.compute(block)
    if isinstance(block, tuple | list):
        return [client.compute(each) if _is_delayed(each) else each for each in block]
    return block


def _is_delayed(thing: Any) -> bool:
    return hasattr(type(thing), "__dask_graph__")


def _transformed(steps: list[Any], X: Any, y: Any) -> tuple[Any, Any]:
    """Samples as the steps before the model turn them out; steps that are not fitted yet are."""
    for step in steps:
        try:
            check_is_fitted(step)
        except NotFittedError:
            step.fit(X, y)
        X = step.transform(X)
    return X, y


def _some(blocks: Iterable[Any]) -> Iterator[Any]:
    none = True
    for block in blocks:
        none = False
        yield block
    if none:
        raise InputError("blocks", "must hold at least one block, got none")


def _learner(model: Any) -> Learner:
    *steps, last = [step for _, step in model.steps] if isinstance(model, Pipeline) else [model]
    if not isinstance(last, BaseEstimator) or not hasattr(last, "partial_fit"):
        raise InputTypeError(
            "model",
            "must have partial_fit, as LeastSquares, GaussianClassifier or Perceptron have, "
            f"or be a pipeline that ends in such a model, got {shown(last)}",
        )
    return Learner([step for step in steps if hasattr(step, "transform")], last)


def _check_client(client: Any, model: Any) -> None:
    distributed = sys.modules.get("distributed")  # who has a client has imported it
    if distributed is None or not isinstance(client, distributed.Client):
        raise InputTypeError("client", f"must be a dask.distributed.Client, got {shown(client)}")
    if not isinstance(model, LearnsFromSums):
        raise InputError(
            "client",
            "must be None for a model that goes through its blocks one after the other, got "
            f"one for {shown(model)}",
        )
    if client.status != "running":
        raise InputError(
            "client", f"must be connected to its cluster, got one that is {client.status}"
        )


@contextmanager
def _undone(learner: Learner) -> Iterator[None]:
    """Leave the model and all steps as they were if something is raised."""
    parts = [*learner.steps, learner.model]
    before = [dict(vars(part)) for part in parts]
    try:
        yield
    except BaseException:
        for part, was in zip(parts, before, strict=True):
            vars(part).clear()
            vars(part).update(was)
        raise


@contextmanager
def _naming(number: int) -> Iterator[None]:
    """Say in which block something is wrong."""
    try:
        yield
    except InputError as error:
        error.argument = f"block {number}: {error.argument}"
        raise
    except Exception as error:
        error.add_note(f"in block {number} of fit_in_blocks")
        raise
