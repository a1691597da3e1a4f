"""``kernelkit run``: fit a classifier to some samples, and say how well it does on the others."""

import argparse
import json
import time
from typing import Any

import numpy as np

from kernelkit.cli.notes import noted
from kernelkit.cli.outcome import Outcome, as_json
from kernelkit.cli.parameters import described, make_classifier
from kernelkit.cli.report import confusion_lines, data_line, result_lines, split_line
from kernelkit.cli.saving import check_apart, check_target
from kernelkit.cli.sources import files_of, load
from kernelkit.cli.splitting import Split, split
from kernelkit.cli.text import field, show
from kernelkit.datasets import Dataset
from kernelkit.validation import InputError
from kernelkit.writing import write_whole

__all__ = ["evaluate", "execute"]


def execute(args: argparse.Namespace) -> int:
    """Run the experiment that the options describe, print it, and save what was asked for."""
    plot = None if args.plot is None else check_target(args.plot, "--plot", ".png")
    target = None if args.json is None else check_target(args.json, "--json")
    check_apart(files_of(args.data), {"--plot": plot, "--json": target})
    model = make_classifier(args.classifier, args.set, args.seed)
    data = load(args.data, args.label, args.features)
    if data.X.ndim == 1:
        message = f"--data: {args.classifier} needs numbers, and {args.data} holds texts"
        raise InputError(message)
    if plot is not None and data.X.shape[1] < 2:
        message = "--plot: expected data of at least two features, got 1"
        raise InputError(message)
    parts = split(data.y, data.class_names, args.subsample, args.test_size, args.seed)
    show(
        data_line(args.data, data),
        field("classifier", f"{args.classifier} ({described(model)})"),
        split_line(parts, args.seed),
    )
    outcome = evaluate(model, data, parts)
    show(*result_lines(outcome), "", *confusion_lines(outcome.confusion, data.class_names))
    picture = None
    if plot is not None:
        from kernelkit.cli.picture import draw_picture

        picture = draw_picture(model, args.classifier, data, parts)
        write_whole(plot, picture.png)
        show("", field("picture", f"{plot}: {' and '.join(picture.features)}"))
        show(*[field("note", f"for the picture, {note}") for note in picture.notes])
    if target is not None:
        content = as_json(args, data, parts, outcome, picture)
        write_whole(target, json.dumps(content, allow_nan=False) + "\n")
        show(*[""] * (picture is None), field("results", str(target)))
    return 0


def evaluate(model: Any, data: Dataset, parts: Split) -> Outcome:
    """Fit the model to the training samples and let it predict them and the test samples."""
    X, y = data
    notes: list[str] = []
    with noted(notes):
        start = time.perf_counter()
        model.fit(X[parts.train], y[parts.train])
        fit_seconds = time.perf_counter() - start
        # Untimed, so it comes first: the first prediction may have to compile.
        right_in = int((model.predict(X[parts.train]) == y[parts.train]).sum())
        start = time.perf_counter()
        predicted = model.predict(X[parts.test])
        predict_seconds = time.perf_counter() - start
    labels = np.unique(y)
    true, guess = np.searchsorted(labels, y[parts.test]), np.searchsorted(labels, predicted)
    cells = np.bincount(true * len(labels) + guess, minlength=len(labels) ** 2)
    return Outcome(
        model=model,
        predicted=predicted,
        right_in_sample=right_in,
        n_train=len(parts.train),
        confusion=cells.reshape(len(labels), len(labels)),
        fit_seconds=fit_seconds,
        predict_seconds=predict_seconds,
        notes=notes,
    )
