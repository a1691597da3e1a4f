"""Learning from more samples than memory holds, block by block, here or on a Dask cluster.

A model whose learning is a sum waits while the blocks come: a blank copy of it sums up each of
them, here or on workers, and the sums are added here in their order, so that the same numbers are
added wherever that is. The model takes the total once, at the end or when something breaks off. Any
other model keeps by itself what it has seen, and learns by ``partial_fit``.
"""

import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from copy import copy
from functools import partial
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

Learner = tuple[list[Any], Callable[..., Any]]  # steps that transform, and what then takes X and y


def fit_in_blocks(
    model: Any, blocks: Iterable[Any], classes: Any, client: Any = None
) -> BaseEstimator:
    """Let a model learn from blocks of samples: one at a time is in memory, or some per worker.

    ``GaussianClassifier``, ``LeastSquares`` and ``MultinomialNaiveBayes`` need only sums over their
    samples, so they learn from blocks what ``fit`` would learn from all samples at once, up to
    rounding. On workers with the processor and the packages of this machine the result has the same
    bits as here, however many workers there are and whichever of them die. For other models, such
    as ``Perceptron`` or ``LinearSVM(solver="pegasos", mu=...)``, ``partial_fit`` is called for each
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
    first = next(rest, None)
    if first is None:
        raise InputError("blocks", "must hold at least one block, got none")
    is_sum = isinstance(last, LearnsFromSums)
    learn = last._blank(labels)._statistics if is_sum else partial(last.partial_fit, classes=labels)
    learner = steps, learn
    with unchanged_by_errors(*steps, last):
        _blank(last)
        total = _learnt(learner, *first)
        if is_sum:
            last._take(total)  # now, so that a bad parameter is not found hours later
    learnt = (_learnt(learner, *block) for block in rest)
    if not is_sum:
        for _ in learnt:
            pass
    elif client is None:
        _add_up(last, total, learnt)
    else:
        asked = _handed_out(client, learner, rest)
        _add_up(last, total, (future.result() for future in asked), client)
    return model


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
        text = "must be None for a model that goes through its blocks one after the other, got one"
        raise InputError("client", f"{text} for {shown(model)}")
    if client.status != "running":
        raise InputError(
            "client", f"must be connected to its cluster, got one that is {client.status}"
        )


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


def _computed(thing: Any) -> Any:
    return thing.compute() if hasattr(type(thing), "__dask_graph__") else thing  # if it is delayed


def _add_up(model: Any, total: Statistics, sums: Iterator[Statistics], client: Any = None) -> None:
    blocks = 1
    try:
        for each in sums:
            total, blocks = total + each, blocks + 1
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


def _handed_out(client: Any, learner: Learner, rest: Iterator[Any]) -> Iterator[Any]:
    """Give the futures of the blocks in their order, while later ones are worked on.

    Tasks know all they need, so what a worker takes with it when it dies is computed once more.
    """

    def submit(function: Any, *args: Any) -> Any:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph")  # blocks, landmarks are large
            return client.submit(function, *args, pure=False)

    shared = submit(copy, learner)  # a task: what is lost is made again
    ahead = max(16, 2 * sum(client.ncores().values()))
    underway: deque[Any] = deque()
    try:
        for number, block in rest:
            # What is delayed of it is computed on the cluster, the rest is sent as it is.
            late = client.compute(block, traverse=False)
            underway.append(submit(_learnt, shared, number, late))
            if len(underway) > ahead:
                yield underway.popleft()
    except Exception:  # of a block that cannot be had: those before it come first
        yield from underway
        raise
    yield from underway
