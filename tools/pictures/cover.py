"""Draw the picture of README.md: ``python -m tools.pictures.cover`` writes docs/cover.png.

Three answers to one question, and then the question for real.
"""

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from kernelkit import (
    KNN,
    Gaussian,
    KernelPerceptron,
    KernelSVM,
    LogisticRegression,
    Polynomial,
    decision_regions,
    digits,
)
from kernelkit.datasets import load_usps, make_spirals
from kernelkit.plotting import save_figure, use_style

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "cover.png"
TRAINED = 7_438  # of 9,298 digits, as in lesson 06


def main() -> None:
    """Two spirals, told apart better and better, and the digits the course ends on."""
    mpl.use("Agg")
    use_style()
    _, axes = plt.subplots(1, 4, figsize=(13, 3.2), dpi=150, width_ratios=[1, 1, 1, 1.75])
    X, y = make_spirals(n_samples=240, noise=0.035, seed=1)
    line = LogisticRegression(prior_variance=1.0).fit(X, y)
    decision_regions(line, X, y, axes[0], legend=False, margins=False)
    decision_regions(KNN(n_neighbors=1).fit(X, y), X, y, axes[1], legend=False)
    bent = KernelSVM(C=10.0, kernel=Gaussian(0.15)).fit(X, y)
    decision_regions(bent, X, y, axes[2], legend=False)
    read_digits(axes[3])
    titles = ("draw a line", "ask the neighbours", "bend the space", "read handwriting")
    for ax, words in zip(axes, titles, strict=True):
        ax.set(xlabel="", ylabel="", xticks=[], yticks=[])
        ax.spines[:].set_visible(False)
        ax.set_title(words)
    save_figure(axes[0], PICTURE)


def read_digits(ax: Axes) -> None:
    """Digits the kernel perceptron of lesson 06 has not seen before and reads rightly."""
    X, y = load_usps()
    model = KernelPerceptron(Polynomial(3), strategy="multiclass", tolerance=0.01)
    answers = model.fit(X[:TRAINED], y[:TRAINED]).predict(X[TRAINED:])
    X, y = X[TRAINED:], y[TRAINED:]
    chosen = [np.flatnonzero((y == k) & (answers == k))[i] for i in range(6) for k in range(10)]
    digits(X[chosen], columns=10, ax=ax).set_anchor("N")


if __name__ == "__main__":
    main()
