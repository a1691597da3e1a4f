"""Palmer penguins: three species of birds, four measurements each, 342 birds."""

from dataclasses import replace

from kernelkit.datasets.csv_reader import read_csv
from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import shipped_file


def load_penguins() -> Dataset:
    """Load the Palmer penguins: 342 birds, length and depth of the bill, flippers and body mass.

    Of the 344 birds in the collection, two were not measured and are left out. Lengths are in mm,
    the body mass is in g. The labels are the strings "Adelie", "Chinstrap" and "Gentoo".

    Examples
    --------
    >>> load_penguins()
    Dataset(342 samples, 4 features, 3 classes: Adelie, Chinstrap, Gentoo)
    """
    description = (
        "Palmer penguins: 342 birds of three species; bill length and depth and flipper length in "
        "mm, body mass in g; two of the 344 birds were not measured and are left out "
        "(K. B. Gorman, T. D. Williams and W. R. Fraser, 2014)"
    )
    return replace(read_csv(shipped_file("penguins.csv"), "species"), description=description)
