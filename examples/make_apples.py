"""Invent the apples of ``coursework_template.ipynb``: ``python examples/make_apples.py``.

No such apples were ever measured. They are made to be like the tables of coursework: units that
differ by a factor of a hundred, a column of words, one that says nothing about the kind, gaps among
numbers and among words, and a kind that no straight line can tell from the others: cider is pressed
from apples that are too sweet to be eaten, from apples that are too sharp, and from apples that are
both.
"""

from pathlib import Path

import numpy as np

from kernelkit.writing import write_whole

TABLE = Path(__file__).resolve().parent / "apples.csv"
NAMES = ("weight (g)", "sugar (%)", "acid (g/l)", "firmness (N)", "harvest (day)", "colour", "kind")
# How many; mean weight, sugar, acid and firmness; the shares of green, red and russet.
GROUPS = {
    "cooking": [(110, (230, 10.5, 10.0, 72), (0.7, 0.2, 0.1))],
    "eating": [(130, (165, 13.0, 6.0, 66), (0.3, 0.6, 0.1))],
    "cider": [
        (40, (150, 16.5, 2.8, 60), (0.2, 0.4, 0.4)),
        (40, (150, 9.5, 8.5, 64), (0.4, 0.4, 0.2)),
        (40, (150, 16.5, 9.0, 62), (0.3, 0.4, 0.3)),
    ],
}
SPREAD = (30, 1.2, 1.2, 7)
GAPS, UNSEEN = 14, 9


def table(seed: int = 7) -> str:
    """The file, in an order that tells nothing."""
    rng = np.random.default_rng(seed)
    rows = []
    for kind, groups in GROUPS.items():
        for count, means, shares in groups:
            for numbers in rng.normal(means, SPREAD, (count, len(means))):
                weight, sugar, acid, firmness = numbers
                colour = rng.choice(("green", "red", "russet"), p=shares)
                measured = [f"{weight:.0f}", f"{sugar:.1f}", f"{acid:.1f}", f"{firmness:.0f}"]
                rows.append([*measured, str(rng.integers(230, 300)), str(colour), kind])
    for row in rng.choice(len(rows), GAPS, replace=False):
        rows[row][3] = ""  # the tester of firmness failed
    for row in rng.choice(len(rows), UNSEEN, replace=False):
        rows[row][5] = "NA"  # nobody noted the colour
    shuffled = [rows[i] for i in rng.permutation(len(rows))]
    return "".join(",".join(row) + "\n" for row in [NAMES, *shuffled])


if __name__ == "__main__":
    write_whole(TABLE, table())
