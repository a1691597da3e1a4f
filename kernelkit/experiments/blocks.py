"""Learning from more samples than memory holds, block by block, here or on a Dask cluster.

A model whose learning is a sum has ``statistics``: they are taken of each block, here or on
workers, and added here in the order of the blocks, so that the same numbers are added wherever
that is. Any other model learns from one block after the other by ``partial_fit``.
"""

import operator
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from kernelkit.datasets import Dataset
from kernelkit.estimators._base import unchanged_by_errors
from kernelkit.estimators._blocks import LearnsFromSums, Statistics, announced_classes
from kernelkit.validation import InputError, InputTypeError, shown, warn

Block = tuple[int, Any]  # its number, and the pair or the function


def fit_in_blocks(
    model: Any, blocks: Iterable[Any], classes: Any, client: Any = None
) -> BaseEstimator:
    """Let a model learn from blocks of samples: one at a time is in memory, or some per worker.

    ``GaussianClassifier``, ``LeastSquares`` and ``MultinomialNaiveBayes`` need only sums over their
    samples, so they learn from blocks what ``fit`` would learn from all samples at once, up to
    rounding. What ``joblib.parallel_config`` names, or a Dask cluster, takes the sums of the
    blocks. On workers with the processor and the packages of this machine the result has the same
    bits as here, however many workers there are and, on a Dask cluster, whichever of them die.
    For other models, such as ``Perceptron`` or ``LinearSVM(solver="pegasos", mu=...)``,
    ``partial_fit`` is called for each block in turn, once.

    Parameters
    ----------
    model : classifier with ``partial_fit``, or a pipeline that ends in one
        What it has learnt before is forgotten. Steps before it that are not fitted yet, such as
        ``Nystroem`` or a scaler, are fitted on the first block, which should then be a fair sample.
    blocks : iterable of pairs (X, y), or of functions without arguments that return one
        They are asked for one by one. A function is called by the worker that uses its block, so
        that files are read on all machines of a cluster; a pair is sent to the worker.
    classes : list of labels
        All labels that occur in any block.
    client : dask.distributed.Client, optional
        The cluster that is to sum up the blocks, for a model whose learning is a sum.

    Returns
    -------
    The model itself. If a block is invalid or the cluster is lost, a note of the error says how
    many blocks it has learnt, and it can go on with the others by ``partial_fit``; a pipeline by
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
    is_sum = isinstance(last, LearnsFromSums)
    labels = announced_classes(classes)
    if isinstance(blocks, str | np.ndarray) or not isinstance(blocks, Iterable):
        raise InputTypeError(
            "blocks", f"must be pairs (X, y), one after the other, got {shown(blocks)}"
        )
    if client is not None:
        _check_client(client, is_sum, last)
    rest = enumerate(blocks)
    first = next(rest, None)
    if first is None:
        raise InputError("blocks", "must hold at least one block, got none")
    # Of a sum a blank copy is sent to workers; of the first block it learns the features to expect.
    call = last._blank(labels)._statistics if is_sum else partial(last.partial_fit, classes=labels)
    learn = partial(_learn, steps, call)
    with unchanged_by_errors(*steps, last):
        _forget(last)
        total = learn(first)
        if is_sum:
            last._take(total)  # now, so that a bad parameter is not found hours later
    if not is_sum:
        for _ in _count_blocks(map(learn, rest)):
            pass
    elif client is None:
        sums = Parallel(return_as="generator")(delayed(learn)(block) for block in rest)
        _add_up(last, total, sums)
    else:
        _add_up(last, total, _on_cluster(client, learn, rest))
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


def _check_client(client: Any, is_sum: bool, model: Any) -> None:
    distributed = sys.modules.get("distributed")  # who has a client has imported it
    if distributed is None or not isinstance(client, distributed.Client):
        raise InputTypeError("client", f"must be a dask.distributed.Client, got {shown(client)}")
    if not is_sum:
        text = "must be None for a model that goes through its blocks one after the other, got one"
        raise InputError("client", f"{text} for {shown(model)}")


def _forget(model: Any) -> None:
    """Remove all that any model may have learnt; what was set by hand stays."""
    kept = {*model.get_params(deep=False), "_sklearn_output_config", "_metadata_request"}
    for name in set(vars(model)) - kept:
        delattr(model, name)


def _learn(steps: list[Any], call: Callable[..., Any], block: Block) -> Any:
    """Learn from a block or sum it up, on whatever machine; steps not fitted yet are, before."""
    number, content = block
    try:
        X, y = _pair(content() if callable(content) else content)
        for step in steps:
            try:
                check_is_fitted(step)
            except NotFittedError:
                step.fit(X, y)
            X = step.transform(X)
        return call(X, y)
    except InputError as error:
        error.argument = f"block {number}: {error.argument}"
        raise


def _pair(block: Any) -> tuple[Any, Any]:
    if not isinstance(block, tuple | list | Dataset) or len(pair := tuple(block)) != 2:
        raise InputTypeError(
            "a block",
            "must be a pair (X, y), or a function without arguments that returns one, got "
            f"{shown(block)}",
        )
    return pair


def _add_up(model: Any, total: Statistics, sums: Iterator[Statistics]) -> None:
    try:
        for each in _count_blocks(sums):
            total = total + each
    finally:  # also if somebody interrupts it
        model._take(total)
    if model._seen.lacking:
        warn(f"the blocks are too little for a model: {model._seen.lacking}")


def _count_blocks(learnt: Iterator[Any]) -> Iterator[Any]:
    """Give what was learnt from each block; if that breaks off, a note says after how many."""
    count = 1
    try:
        for each in learnt:
            yield each
            count += 1
    except BaseException as error:
        error.add_note(f"fit_in_blocks: the model has learnt the first {count} of the blocks")
        raise


def _on_cluster(client: Any, learn: Callable[[Block], Any], rest: Iterator[Block]) -> Iterator[Any]:
    """Give what workers make of the blocks, in their order, while later ones are worked on.

    Tasks know all they need, so what a worker takes with it when it dies is computed once more.
    """

    def submit(function: Any, *args: Any) -> Any:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph")  # blocks, landmarks are large
            return client.submit(function, *args, pure=False)

    learner = submit(copy, learn)  # a task and no scattered data: what is lost is made again
    ahead = max(16, 2 * sum(client.ncores().values()))
    underway: deque[Any] = deque()
    for block in rest:
        underway.append(submit(operator.call, learner, block))
        if len(underway) > ahead:
            yield underway.popleft().result()
    for future in underway:
        yield future.result()
