"""``kernelkit run`` with one classifier: fit it to some samples, test it with the others.

The experiment is :func:`split_samples`, :func:`evaluate` and, if asked for, :func:`draw_picture`.
What comes out is printed as a short text and, if asked for, written as JSON.
"""

from __future__ import annotations

import argparse
import math
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from kernelkit import __version__
from kernelkit.cli.text import field, print_lines, shortened, stop, table, width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    import numpy.typing as npt

    from kernelkit.datasets import Dataset
    from kernelkit.validation import Matrix, Vector

__all__ = [
    "FOLDS",
    "draw",
    "draw_picture",
    "folds_for",
    "plain",
    "prepared",
    "run_once",
    "split_samples",
]

FOLDS = 5  # of cross-validation, if every class has samples for them

MOST_MISTAKES = 10  # that are listed where a confusion matrix is too wide


class Split(NamedTuple):
    """Rows of a data set to learn from and rows to test with, both in random order."""

    train: npt.NDArray[np.int64]
    test: npt.NDArray[np.int64]


class Outcome(NamedTuple):
    """What became of one split of the samples."""

    predicted: npt.NDArray[Any]  # of the test samples
    right_in_training: int
    n_train: int
    confusion: npt.NDArray[np.int64]  # of the test samples: rows true, columns predicted
    fit_seconds: float
    predict_seconds: float
    notes: list[str]  # warnings, if any

    @property
    def n_test(self) -> int:
        """How many samples were tested with."""
        return int(self.confusion.sum())

    @property
    def right_in_test(self) -> int:
        """How many of them were right."""
        return int(self.confusion.trace())


class Picture(NamedTuple):
    """A drawing and what it is of."""

    png: bytes
    features: tuple[str, str]
    f_values: tuple[float, float]
    right: int  # how many test samples the classifier of two features has right
    notes: list[str]  # its warnings, if any


def run_once(args: argparse.Namespace, data: Dataset, model: Any) -> int:
    """Run the experiment that the options describe, print it, and save what was asked for."""
    import json

    from kernelkit.cli.choices import described
    from kernelkit.writing import write_whole

    if args.plot is not None and len(data.feature_names) < 2:
        stop(f"--plot: expected data of at least two features, got {len(data.feature_names)}")
    parts = split_samples(data.y, data.class_names, args.subsample, args.test_size, args.seed)
    train, test = map(len, parts)
    print_lines(
        field("classifier", f"{args.classifier[0]} ({described(model)})"),
        field("samples", f"{train:,} to learn from, {test:,} to test with (seed {args.seed})"),
    )
    outcome = evaluate(prepared(model, data, args.scale), data, parts)
    print_lines(*_result_lines(outcome), "", *confusion_lines(outcome.confusion, data.class_names))
    picture = None
    if args.plot is not None:
        picture = draw_picture(model, args.classifier[0], data, parts, args.scale)
        write_whole(args.plot, picture.png)
        print_lines("", field("picture", f"{args.plot}: {' and '.join(picture.features)}"))
        print_lines(*[field("note", f"for the picture, {note}") for note in picture.notes])
    if args.json is not None:
        content = _as_json(args, data, parts, model, outcome, picture)
        write_whole(args.json, json.dumps(content, allow_nan=False) + "\n")
        print_lines(*[""] * (picture is None), field("results", str(args.json)))
    return 0


def prepared(model: Any, data: Dataset, scale: bool) -> Any:
    """Put in front of a model what its data need: texts are counted word by word, gaps filled.

    With ``scale`` columns are scaled too.
    """
    import numpy as np
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    if data.X.ndim == 1:
        from kernelkit import BagOfWords

        return make_pipeline(BagOfWords(), model)
    steps: list[Any] = [SimpleImputer(strategy="median")] if np.isnan(data.X).any() else []
    steps += [StandardScaler()] if scale else []
    return make_pipeline(*steps, model) if steps else model


def split_samples(
    y: npt.NDArray[Any],
    names: Sequence[str],
    subsample: int | None,
    test_size: float,
    seed: int,
) -> Split:
    """Split the samples, or ``subsample`` of them, so that every class is learnt from.

    Parameters
    ----------
    y : array
        The labels.
    names : sequence of str
        The classes, in the order of the sorted labels.
    subsample : int or None
        How many samples to use; None takes all.
    test_size : float
        The share for testing, above 0 and below 1.
    seed : int
        Decides which.
    """
    import numpy as np

    codes = np.unique(y, return_inverse=True)[1]
    rows = np.arange(len(y))
    where = "these labels"
    if subsample is not None:
        if subsample > len(y):
            stop(f"--subsample: expected at most the {len(y):,} samples, got {subsample:,}")
        rows, _ = draw(codes, subsample, seed)
        where = f"--subsample {subsample}"
    codes = codes[rows]
    counts = np.bincount(codes, minlength=len(names))
    if counts.min() < 2:
        few = int(counts.argmin())
        stop(
            f"every class needs two samples, one to learn from and one to test with: got "
            f"{counts[few]} of {names[few]!r} with {where} ({len(names):,} classes in all)"
        )
    n_test = round(test_size * len(rows))
    if not 0 < n_test < len(rows):
        stop(f"--test-size {test_size} of {len(rows):,} samples leaves one side empty")
    test, train = draw(codes, n_test, seed)
    unseen = np.bincount(codes[train], minlength=len(names)) == 0
    if unseen.any():
        name = names[int(unseen.argmax())]
        stop(f"--test-size {test_size} leaves no sample of {name!r} to learn from")
    return Split(rows[train], rows[test])


def draw(codes: npt.NDArray[np.int64], n: int, seed: int) -> Split:
    """Draw n samples at random, of each class its share, and give the others too.

    Unlike scikit-learn's ``train_test_split`` this takes any n, fewer than there are classes too.
    """
    import numpy as np
    from sklearn.utils import resample, shuffle

    rows = np.arange(len(codes))
    drawn = resample(rows, replace=False, n_samples=n, stratify=codes, random_state=seed)
    return Split(drawn, shuffle(np.setdiff1d(rows, drawn), random_state=seed))


def folds_for(codes: npt.NDArray[np.int64], names: Sequence[str], test_size: float) -> int:
    """How many folds the smallest class allows, if a share of it is held out; at most five."""
    import numpy as np

    counts = np.bincount(codes)
    few = int(counts.argmin())
    kept = int(counts[few]) - math.ceil(int(counts[few]) * test_size)
    if kept < 2:
        stop(
            "expected more samples of each class, to split them again and again, got "
            f"{counts[few]} of {names[few]!r} to compare on: leave its rows out, or join classes "
            "by --positive"
        )
    return min(FOLDS, kept)


def evaluate(model: Any, data: Dataset, parts: Split) -> Outcome:
    """Fit the model to the training samples and let it predict them and the test samples."""
    import numpy as np
    from sklearn.metrics import confusion_matrix

    X, y = data
    notes: list[str] = []
    with _noted(notes):
        start = time.perf_counter()
        model.fit(X[parts.train], y[parts.train])
        fit_seconds = time.perf_counter() - start
        # Untimed, so it comes first: the first prediction may have to compile.
        right = int((model.predict(X[parts.train]) == y[parts.train]).sum())
        start = time.perf_counter()
        predicted = model.predict(X[parts.test])
        predict_seconds = time.perf_counter() - start
    return Outcome(
        predicted=predicted,
        right_in_training=right,
        n_train=len(parts.train),
        confusion=confusion_matrix(y[parts.test], predicted, labels=np.unique(y)),
        fit_seconds=fit_seconds,
        predict_seconds=predict_seconds,
        notes=notes,
    )


@contextmanager
def _noted(notes: list[str]) -> Iterator[None]:
    """Collect the warnings of a classifier as sentences, each once, instead of printing them."""
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        sentence = " ".join(str(warning.message).split())
        if sentence not in notes:
            notes.append(sentence)


def draw_picture(model: Any, name: str, data: Dataset, parts: Split, scale: bool) -> Picture:
    """Fit the same classifier to the two features with the largest F; draw it and test samples.

    The F values are those of the training samples, so that the picture has not seen the test
    samples either. Of equal ones the first in the order of the data counts as larger.
    """
    import numpy as np
    from sklearn.base import clone
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    from kernelkit.plotting import decision_regions
    from kernelkit.plotting.save_figure import as_png

    X, y = data.X, data.y[parts.train]
    if np.isnan(X).any():
        X = SimpleImputer(strategy="median").fit(X[parts.train]).transform(X)
    F = f_values(X[parts.train], y)
    j, k = np.argsort(-F, kind="stable")[:2]
    plane = X[:, [j, k]]
    notes: list[str] = []
    with _noted(notes):
        machine = make_pipeline(StandardScaler(), clone(model)) if scale else clone(model)
        flat = machine.fit(plane[parts.train], y)
    X_test, y_test = plane[parts.test], data.y[parts.test]
    right = int((flat.predict(X_test) == y_test).sum())
    names = (data.feature_names[j], data.feature_names[k])
    words = [name.replace("$", r"\$") for name in names]  # matplotlib reads $x$ as a formula
    ax = decision_regions(flat, X_test, y_test, feature_names=words, margins=False, mistakes=True)
    ax.set_title(
        f"{name}, fitted again to these two features alone:\n"
        f"{right:,} of the {len(y_test):,} test samples (drawn) are right"
    )
    return Picture(as_png(ax, dpi=200), names, (float(F[j]), float(F[k])), right, notes)


def f_values(X: Matrix, y: npt.NDArray[Any]) -> Vector:
    """Score each feature by the F value of a one-way analysis of variance.

    scikit-learn's ``f_classif`` on centred features, because it loses digits on others; 0 for a
    constant feature, and infinity where the classes have no variance within them.

    Examples
    --------
    >>> import numpy as np
    >>> f_values(np.array([[0.0, 3.0], [2.0, 3.0], [4.0, 3.0], [6.0, 3.0]]), np.array([0, 0, 1, 1]))
    array([8., 0.])
    """
    import warnings

    import numpy as np
    from sklearn.feature_selection import f_classif

    # Asked before anything is rounded: a mean of equal numbers may differ from them.
    constant = X.min(axis=0) == X.max(axis=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        F = f_classif(X - X.mean(axis=0, dtype=np.float64), y)[0]
    F = np.where(F >= 0, F, np.inf)  # a variance of 0 within the classes gives NaN, or below 0
    F[constant] = 0.0
    return F


def confusion_lines(matrix: npt.NDArray[np.int64], names: Sequence[str]) -> list[str]:
    """Draw a confusion matrix as wide as the terminal allows.

    Its columns are named, or numbered where the names are too long; where even that is too wide,
    the commonest mistakes are listed.
    """
    cells = matrix.tolist()
    words = [shortened(name) for name in names]
    numbers = [str(i) for i in range(1, len(names) + 1)]
    numbered = [f"{number} {word}" for number, word in zip(numbers, words, strict=True)]
    for rows, columns in ((words, words), (numbered, numbers)):
        # A dot stands for 0, so that the others are seen.
        body = [
            [name, *(str(count) if count else "." for count in counts)]
            for name, counts in zip(rows, cells, strict=True)
        ]
        lines = table([["true", *columns], *body])
        if max(map(len, lines)) <= width():
            return ["test samples: true class in rows, predicted class in columns", *lines]
    mistakes = [
        (-count, i, j)
        for i, counts in enumerate(cells)
        for j, count in enumerate(counts)
        if count and i != j
    ]
    head = ["true", "predicted", "samples"]
    pairs = [[words[i], words[j], f"{-count:,}"] for count, i, j in sorted(mistakes)]
    return [
        "the commonest mistakes on test samples",
        *table([head, *pairs[:MOST_MISTAKES]], left=2),
    ]


def _result_lines(outcome: Outcome) -> list[str]:
    """Accuracies, seconds, and what the classifier warns of."""
    seconds = f"fit {outcome.fit_seconds:.3f}, predict {outcome.predict_seconds:.3f}"
    return [
        field("training", _per_cent(outcome.right_in_training, outcome.n_train)),
        field("test", _per_cent(outcome.right_in_test, outcome.n_test)),
        field("seconds", seconds),
        *[field("note", note) for note in outcome.notes],
    ]


def _per_cent(right: int, n: int) -> str:
    """Give a share in per cent and in numbers: 96.7 % right (29 of 30)."""
    return f"{100 * right / n:.1f} % right ({right:,} of {n:,})"


def _as_json(
    args: argparse.Namespace,
    data: Dataset,
    parts: Split,
    model: Any,
    outcome: Outcome,
    picture: Picture | None,
) -> dict[str, Any]:
    """Everything, in values that JSON has; rows are counted from 0 in the order of the data."""
    import numpy as np

    return {
        "kernelkit": __version__,
        "classifier": args.classifier[0],
        "parameters": {k: plain(v) for k, v in model.get_params(deep=False).items()},
        "data": {
            "name": args.data,
            "description": data.description,
            "samples": len(data),
            "features": list(data.feature_names),
            "classes": list(data.class_names),
            "labels": np.unique(data.y).tolist(),
        },
        "subsample": args.subsample,
        "test_size": args.test_size,
        "seed": args.seed,
        "train": {
            "samples": outcome.n_train,
            "right": outcome.right_in_training,
            "accuracy": outcome.right_in_training / outcome.n_train,
            "rows": parts.train.tolist(),
        },
        "test": {
            "samples": outcome.n_test,
            "right": outcome.right_in_test,
            "accuracy": outcome.right_in_test / outcome.n_test,
            "rows": parts.test.tolist(),
            "true": data.y[parts.test].tolist(),
            "predicted": outcome.predicted.tolist(),
            "confusion": outcome.confusion.tolist(),
        },
        "seconds": {"fit": outcome.fit_seconds, "predict": outcome.predict_seconds},
        "notes": outcome.notes,
        "plot": picture
        and {
            "file": str(args.plot),
            "features": list(picture.features),
            "f_values": [plain(value) for value in picture.f_values],
            "right": picture.right,
            "accuracy": picture.right / outcome.n_test,
            "notes": picture.notes,
        },
    }


def plain(value: Any) -> Any:
    """Give a value that JSON has: infinity and objects (a kernel) become words."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, bool | int | float | str | None) else repr(value)
