"""Adult: people who earn more than 50,000 dollars a year, and people who do not.

A census of 1994 as 123 binary features, in the encoding of LIBSVM's a-series.
Lessons 02_nearest_neighbours and 03_perceptron use it, whole or split as a4a.
"""

from dataclasses import replace
from pathlib import Path

from kernelkit.datasets.adult_columns import feature_names
from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import data_file, shipped_file
from kernelkit.datasets.libsvm_reader import read_libsvm
from kernelkit.validation import check_choice

__all__ = ["load_a4a", "load_adult"]

FILE_OF_SPLIT = {"train": "a4a", "test": "a4a.t"}


def load_adult() -> Dataset:
    """Load Adult: 32,561 people, 123 features that are 0 or 1.

    The label is +1 for an income above 50K and -1 otherwise. Row for row this is LIBSVM's a9a.

    Examples
    --------
    >>> load_adult()
    Dataset(32561 samples, 123 features, 2 classes: <=50K, >50K)
    """
    description = (
        "Adult: 32,561 people of the US census of 1994, 123 binary features in LIBSVM's encoding, "
        "+1 for an income above 50K (B. Becker and R. Kohavi, 1996)"
    )
    return _census(shipped_file("adult.libsvm.gz"), description)


def load_a4a(split: str = "train") -> Dataset:
    """Load LIBSVM's a4a from the data folder: the people of Adult, split in two.

    ``kernelkit.datasets.fetch("a4a")`` brings the files there. Features and labels are those of
    ``load_adult``.

    Parameters
    ----------
    split
        "train" (the file a4a, 4,781 people) or "test" (a4a.t, 27,780 people).
    """
    name = FILE_OF_SPLIT[check_choice(split, "split", tuple(FILE_OF_SPLIT))]
    path = data_file(name, 'kernelkit.datasets.fetch("a4a") fetches it')
    return _census(path, f"LIBSVM's {name}: people of Adult, 123 binary features, +1 above 50K")


def _census(path: Path, description: str) -> Dataset:
    # Nobody in a4a's training file comes from the last country, so the file alone would give 122
    # features.
    people = read_libsvm(path, n_features=123)
    return replace(
        people,
        feature_names=feature_names(),
        class_names=("<=50K", ">50K"),
        description=description,
    )
