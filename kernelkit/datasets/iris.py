"""Iris: three kinds of flowers, four measurements each, 150 flowers. Fisher's table of 1936."""

from dataclasses import replace

from kernelkit.datasets.csv_reader import read_csv
from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import shipped_file


def load_iris() -> Dataset:
    """Load Iris: 150 flowers, lengths and widths of sepals and petals in cm, 50 of each species.

    The values are those Fisher printed; the copy at UCI differs from them in two flowers. The
    labels are the strings "setosa", "versicolor" and "virginica".

    Examples
    --------
    >>> load_iris()
    Dataset(150 samples, 4 features, 3 classes: setosa, versicolor, virginica)
    """
    description = (
        "Iris: 150 flowers of three species, 50 each; sepal and petal, length and width, in cm "
        "(R. A. Fisher, 1936, with his own values)"
    )
    return replace(read_csv(shipped_file("iris.csv"), "species"), description=description)
