"""Learning from more samples than memory holds, block by block, here or on a Dask cluster.

A model whose learning is a sum waits while the blocks come: a blank copy of it sums them up, here
or on workers, eight to a group, and the groups are added here, in their order, so that the same
numbers are added wherever that is. The model takes the total once, at the end or when something
breaks off. Any other model keeps by itself what it has seen, and learns by ``partial_fit``.
"""

import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from copy import copy
from functools import partial
from itertools import islice
from operator import methodcaller
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from kernelkit.datasets import Dataset
from kernelkit.estimators._base import unchanged_by_errors
from kernelkit.estimators._blocks import LearnsFromSums, Statistics, announced_classes
from kernelkit.validation import InputError, InputTypeError, shown, warn

__all__ = ["fit_in_blocks"]

GROUP = 8  # blocks whose statistics are added up where they are, and then to those of other groups
AHEAD = 2  # groups that are worked at while the next is handed out, at least

Learner = tuple[list[Any], Callable[..., Any]]  # steps that transform, and what then takes X and y
Part = tuple[Any, int, BaseException | None]  # a sum, of how many blocks, and what ended it early


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
    steps, last = _steps(model)
    labels = announced_classes(classes)
    if isinstance(blocks, str | np.ndarray) or not isinstance(blocks, Iterable):
        raise InputTypeError(
            "blocks", f"must be pairs (X, y), one after the other, got {shown(blocks)}"
        )
    if client is not None:
        _check_client(client, last)
    rest = enumerate(blocks)
    try:
        _, first = next(rest)
    except StopIteration:
        raise InputError("blocks", "must hold at least one block, got none") from None
    is_sum = isinstance(last, LearnsFromSums)
    learn = last._blank(labels)._statistics if is_sum else partial(last.partial_fit, classes=labels)
    with unchanged_by_errors(*steps, last):
        _blank(last)
        total = _learnt((steps, learn), 0, first)
        if is_sum:
            last._take(total)  # now, so that a bad parameter is not found hours later
    if is_sum:
        _sum_up(last, total, (steps, learn), rest, client)
    else:
        for number, block in rest:
            _learnt((steps, learn), number, block)
    return model


def _blank(model: Any) -> None:
    """Remove all that any model may have learnt; what was set by hand stays."""
    kept = {*model.get_params(deep=False), "_sklearn_output_config", "_metadata_request"}
    for name in set(vars(model)) - kept:
        delattr(model, name)


def _learnt(learner: Learner, number: int, block: Any) -> Any:
    """Learn from a block or sum it up, on whatever machine; steps not fitted yet are, before."""
    steps, learn = learner
    try:
        X, y = _pair(block)
        for step in steps:
            try:
                check_is_fitted(step)
            except NotFittedError:
                step.fit(X, y)
            X = step.transform(X)
        return learn(X, y)
    except InputError as error:
        error.argument = f"block {number}: {error.argument}"
        raise
    except Exception as error:
        error.add_note(f"in block {number} of fit_in_blocks")
        raise


def _pair(block: Any) -> tuple[Any, Any]:
    """The samples and labels of a block, called for or computed if they are not there yet."""
    block = _computed(block)
    if callable(block):
        block = block()
    if not isinstance(block, tuple | list | Dataset) or len(pair := tuple(block)) != 2:
        raise InputTypeError(
            "a block",
            "must be a pair (X, y), or a function without arguments that returns one, got "
            f"{shown(block)}",
        )
    return _computed(pair[0]), _computed(pair[1])


def _computed(thing: Any, compute: Callable[[Any], Any] = methodcaller("compute")) -> Any:
    return compute(thing) if hasattr(type(thing), "__dask_graph__") else thing  # if it is delayed


def _sum_up(model: Any, total: Any, learner: Learner, rest: Iterator[Any], client: Any) -> None:
    parts = _parts_here(learner, rest) if client is None else _parts_on(client, learner, rest)
    blocks = 1
    try:
        for part, n, broken in parts:
            if n:
                total, blocks = total + part, blocks + n
            if broken is not None:
                raise broken
    except Exception as error:
        if client is None or (client.status == "running" and not isinstance(error, CancelledError)):
            raise
        message = (
            f"client lost its cluster after {blocks} blocks, which the model has learnt; go on "
            "with the others by partial_fit"
        )
        raise ConnectionError(message) from error
    finally:  # also if somebody interrupts it
        model._take(total)
    if model._seen.lacking:
        warn(f"the blocks are too little for a model: {model._seen.lacking}")


def _added(group: Iterable[Statistics]) -> Part:
    total: Any = 0
    n = 0
    try:
        for statistics in group:
            total, n = total + statistics, n + 1
    except BaseException as error:
        return total, n, error
    return total, n, None


def _parts_here(learner: Learner, rest: Iterator[Any]) -> Iterator[Part]:
    statistics = (_learnt(learner, number, block) for number, block in rest)
    while any((part := _added(islice(statistics, GROUP)))[1:]):
        yield part


def _parts_on(client: Any, learner: Learner, rest: Iterator[Any]) -> Iterator[Part]:
    """Hand out blocks by the group, and bring the sums home in their order.

    Tasks know all they need, so what a worker takes with it when it dies is computed once more.
    """
    underway: deque[tuple[list[Any], Any]] = deque()
    ahead = max(AHEAD, -(-2 * sum(client.ncores().values()) // GROUP))
    shared = _submit(client, copy, learner)  # a task: what is lost is made again
    ended = False
    while not ended:
        futures: list[Any] = []
        broken: Exception | None = None
        try:
            for number, block in islice(rest, GROUP):
                futures.append(_submit(client, _learnt, shared, number, _sent(client, block)))
        except Exception as error:  # of a block that cannot be had: those before it come first
            broken = error
        ended = len(futures) < GROUP
        if futures:
            underway.append((futures, _submit(client, _added, futures)))
        while underway and (ended or len(underway) > ahead):
            yield _brought_home(*underway.popleft())
        if broken is not None:
            yield 0, 0, broken


def _brought_home(futures: list[Any], added: Any) -> Part:
    try:
        part: Part = added.result()
    except Exception:  # of one of the blocks; those before it are kept
        part = _added(future.result() for future in futures)
    return part


def _submit(client: Any, function: Any, *args: Any) -> Any:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph")  # blocks and landmarks are large
        return client.submit(function, *args, pure=False)


def _sent(client: Any, block: Any) -> Any:
    """A block with what is delayed of it computed on the cluster."""
    if isinstance(block, tuple | list):
        return [_computed(each, client.compute) for each in block]
    return _computed(block, client.compute)


def _steps(model: Any) -> tuple[list[Any], Any]:
    """The steps of a pipeline, the last of them apart."""
    *steps, last = [step for _, step in model.steps] if isinstance(model, Pipeline) else [model]
    if not isinstance(last, BaseEstimator) or not hasattr(last, "partial_fit"):
        raise InputTypeError(
            "model",
            "must have partial_fit, as LeastSquares, GaussianClassifier or Perceptron have, "
            f"or be a pipeline that ends in such a model, got {shown(last)}",
        )
    return [step for step in steps if hasattr(step, "transform")], last


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
