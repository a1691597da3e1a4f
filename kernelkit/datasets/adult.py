"""Adult: people who earn more than 50,000 dollars a year, and people who do not.

A census of 1994 as 123 binary features, in the encoding of LIBSVM's a-series.
Lessons 02_nearest_neighbours and 03_perceptron use it, whole or split as a4a.
"""

import itertools
from dataclasses import replace

import numpy as np

from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import read_bytes, shipped_file
from kernelkit.datasets.libsvm_reader import read_libsvm
from kernelkit.validation import check_choice

FILE_OF_SPLIT = {"train": "a4a", "test": "a4a.t"}


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# How 14 facts about a person become 123 binary features. A column of words gives one feature per
# word. A column of numbers is cut into bins, one feature per bin; the table holds the lower edges
# of all bins but the first. An unknown word ("?") sets no feature at all.
COLUMNS: dict[str, tuple[int, ...] | tuple[str, ...]] = {
    "age": (26, 33, 41, 50),
    "workclass": _words("""
        Private Self-emp-not-inc Self-emp-inc Federal-gov Local-gov State-gov Without-pay
        Never-worked
    """),
    "fnlwgt": (106648, 158662, 196338, 259873),
    "education": _words("""
        Bachelors Some-college 11th HS-grad Prof-school Assoc-acdm Assoc-voc 9th 7th-8th 12th
        Masters 1st-4th 10th Doctorate 5th-6th Preschool
    """),
    "education-num": (9, 10, 11, 13),
    "marital-status": _words("""
        Married-civ-spouse Divorced Never-married Separated Widowed Married-spouse-absent
        Married-AF-spouse
    """),
    "occupation": _words("""
        Tech-support Craft-repair Other-service Sales Exec-managerial Prof-specialty
        Handlers-cleaners Machine-op-inspct Adm-clerical Farming-fishing Transport-moving
        Priv-house-serv Protective-serv Armed-Forces
    """),
    "relationship": _words("Wife Own-child Husband Not-in-family Other-relative Unmarried"),
    "race": _words("White Asian-Pac-Islander Amer-Indian-Eskimo Other Black"),
    "sex": _words("Female Male"),
    "capital-gain": (1,),
    "capital-loss": (1,),
    "hours-per-week": (35, 40, 41, 48),
    "native-country": _words("""
        United-States Cambodia England Puerto-Rico Canada Germany Outlying-US(Guam-USVI-etc)
        India Japan Greece South China Cuba Iran Honduras Philippines Italy Poland Jamaica
        Vietnam Mexico Portugal Ireland France Dominican-Republic Laos Ecuador Taiwan Haiti
        Columbia Hungary Guatemala Nicaragua Scotland Thailand Yugoslavia El-Salvador
        Trinadad&Tobago Peru Hong Holand-Netherlands
    """),
}


def load_adult() -> Dataset:
    """Load Adult: 32,561 people, 123 features that are 0 or 1.

    The label is +1 for an income above 50K and -1 otherwise. Row for row this is LIBSVM's a9a.

    Examples
    --------
    >>> load_adult()
    Dataset(32561 samples, 123 features, 2 classes: <=50K, >50K)
    """
    X, y = read_libsvm(shipped_file("adult.libsvm.gz"), n_features=123)
    description = (
        "Adult: 32,561 people of the US census of 1994, 123 binary features in LIBSVM's encoding, "
        "+1 for an income above 50K (B. Becker and R. Kohavi, 1996)"
    )
    return Dataset(X, y, feature_names(), ("<=50K", ">50K"), description)


def load_a4a(split: str = "train") -> Dataset:
    """Load LIBSVM's a4a: the people of Adult, split in two.

    Features and labels are those of ``load_adult``, and both parts keep its order.

    Parameters
    ----------
    split : {"train", "test"}
        "train" (the file a4a, 4,781 people) or "test" (a4a.t, 27,780 people).

    Examples
    --------
    >>> load_a4a()
    Dataset(4781 samples, 123 features, 2 classes: <=50K, >50K)
    """
    name = FILE_OF_SPLIT[check_choice(split, "split", tuple(FILE_OF_SPLIT))]
    adult = load_adult()
    # A bit for each person of Adult: 1 in a4a, 0 in a4a.t.
    bits = np.frombuffer(read_bytes(shipped_file("a4a_rows.gz")), dtype=np.uint8)
    chosen = np.unpackbits(bits, count=len(adult)) == (split == "train")
    description = f"LIBSVM's {name}: people of Adult, 123 binary features, +1 above 50K"
    return replace(adult, X=adult.X[chosen], y=adult.y[chosen], description=description)


def feature_names() -> tuple[str, ...]:
    """Name the 123 features: "26 <= age < 33", "sex = Female"."""
    names: list[str] = []
    for column, parts in COLUMNS.items():
        if isinstance(parts[0], str):
            names += [f"{column} = {word}" for word in parts]
            continue
        middle = [f"{low} <= {column} < {high}" for low, high in itertools.pairwise(parts)]
        names += [f"{column} < {parts[0]}", *middle, f"{column} >= {parts[-1]}"]
    return tuple(names)
