"""How 14 facts about a person become the 123 binary features of LIBSVM's a-series.

A column of words gives one feature per word. A column of numbers is cut into bins, one feature per
bin; the table holds the lower edges of all bins but the first. An unknown word ("?") sets no
feature at all.
"""

import itertools

__all__ = ["COLUMNS", "feature_names"]

COLUMNS: dict[str, tuple[int, ...] | tuple[str, ...]] = {
    "age": (26, 33, 41, 50),
    "workclass": (
        "Private",
        "Self-emp-not-inc",
        "Self-emp-inc",
        "Federal-gov",
        "Local-gov",
        "State-gov",
        "Without-pay",
        "Never-worked",
    ),
    "fnlwgt": (106648, 158662, 196338, 259873),
    "education": (
        "Bachelors",
        "Some-college",
        "11th",
        "HS-grad",
        "Prof-school",
        "Assoc-acdm",
        "Assoc-voc",
        "9th",
        "7th-8th",
        "12th",
        "Masters",
        "1st-4th",
        "10th",
        "Doctorate",
        "5th-6th",
        "Preschool",
    ),
    "education-num": (9, 10, 11, 13),
    "marital-status": (
        "Married-civ-spouse",
        "Divorced",
        "Never-married",
        "Separated",
        "Widowed",
        "Married-spouse-absent",
        "Married-AF-spouse",
    ),
    "occupation": (
        "Tech-support",
        "Craft-repair",
        "Other-service",
        "Sales",
        "Exec-managerial",
        "Prof-specialty",
        "Handlers-cleaners",
        "Machine-op-inspct",
        "Adm-clerical",
        "Farming-fishing",
        "Transport-moving",
        "Priv-house-serv",
        "Protective-serv",
        "Armed-Forces",
    ),
    "relationship": (
        "Wife",
        "Own-child",
        "Husband",
        "Not-in-family",
        "Other-relative",
        "Unmarried",
    ),
    "race": (
        "White",
        "Asian-Pac-Islander",
        "Amer-Indian-Eskimo",
        "Other",
        "Black",
    ),
    "sex": ("Female", "Male"),
    "capital-gain": (1,),
    "capital-loss": (1,),
    "hours-per-week": (35, 40, 41, 48),
    "native-country": (
        "United-States",
        "Cambodia",
        "England",
        "Puerto-Rico",
        "Canada",
        "Germany",
        "Outlying-US(Guam-USVI-etc)",
        "India",
        "Japan",
        "Greece",
        "South",
        "China",
        "Cuba",
        "Iran",
        "Honduras",
        "Philippines",
        "Italy",
        "Poland",
        "Jamaica",
        "Vietnam",
        "Mexico",
        "Portugal",
        "Ireland",
        "France",
        "Dominican-Republic",
        "Laos",
        "Ecuador",
        "Taiwan",
        "Haiti",
        "Columbia",
        "Hungary",
        "Guatemala",
        "Nicaragua",
        "Scotland",
        "Thailand",
        "Yugoslavia",
        "El-Salvador",
        "Trinadad&Tobago",
        "Peru",
        "Hong",
        "Holand-Netherlands",
    ),
}


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
