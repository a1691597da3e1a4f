"""What an experiment gives, and the same for other programs to read."""

import argparse
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kernelkit import __version__
from kernelkit.cli.splitting import Split
from kernelkit.datasets import Dataset

if TYPE_CHECKING:
    from kernelkit.cli.picture import Picture

__all__ = ["Outcome", "as_json"]


class Outcome(NamedTuple):
    """What became of one split of the samples."""

    model: Any
    predicted: npt.NDArray[Any]  # of the test samples
    right_in_sample: int
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
    def right_out_of_sample(self) -> int:
        """How many of them were right."""
        return int(self.confusion.trace())


def as_json(
    args: argparse.Namespace,
    data: Dataset,
    parts: Split,
    outcome: Outcome,
    picture: "Picture | None",
) -> dict[str, Any]:
    """Everything, in values that JSON has; rows are counted from 0 in the order of the data."""
    return {
        "kernelkit": __version__,
        "classifier": args.classifier,
        "parameters": {k: _plain(v) for k, v in outcome.model.get_params(deep=False).items()},
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
            "right": outcome.right_in_sample,
            "accuracy": outcome.right_in_sample / outcome.n_train,
            "rows": parts.train.tolist(),
        },
        "test": {
            "samples": outcome.n_test,
            "right": outcome.right_out_of_sample,
            "accuracy": outcome.right_out_of_sample / outcome.n_test,
            "rows": parts.test.tolist(),
            "true": data.y[parts.test].tolist(),
            "predicted": outcome.predicted.tolist(),
            "confusion": outcome.confusion.tolist(),
        },
        "seconds": {"fit": outcome.fit_seconds, "predict": outcome.predict_seconds},
        "notes": outcome.notes,
        "plot": picture
        and {
            "file": args.plot,
            "features": list(picture.features),
            "f_values": [_plain(value) for value in picture.f_values],
            "right": picture.right,
            "accuracy": picture.right / outcome.n_test,
            "notes": picture.notes,
        },
    }


def _plain(value: Any) -> Any:
    """Give a value that JSON has: infinity and objects (a kernel) become words."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, bool | int | float | str | None) else repr(value)
