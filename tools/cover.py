"""Draw the picture of README.md: ``python tools/cover.py`` writes docs/cover.png."""

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from kernelkit import Gaussian, decision_regions, digits
from kernelkit.datasets import load_usps, make_spirals
from kernelkit.plotting import use_style

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "cover.png"


class MoreSimilar:
    """Sides with the class whose samples are more similar on average (lesson 00)."""

    def __init__(self, X: np.ndarray, y: np.ndarray, sigma: float) -> None:
        self.groups = [X[y == label] for label in np.unique(y)]
        self.kernel = Gaussian(sigma)

    def predict(self, points: np.ndarray) -> np.ndarray:
        """The class of each point."""
        return np.argmax([self.kernel(points, g).mean(axis=1) for g in self.groups], axis=0)


def main() -> None:
    """Two spirals told apart, and the digits the course ends on."""
    mpl.use("Agg")
    use_style()
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), width_ratios=[1, 1.1])
    spirals = make_spirals(n_samples=300, noise=0.02, seed=0)
    decision_regions(MoreSimilar(*spirals, sigma=0.08), *spirals, left, legend=False)
    left.set(xlabel="", ylabel="", xticks=[], yticks=[])
    usps = load_usps()
    chosen = [np.flatnonzero(usps.y == k)[i] for i in range(4) for k in range(10)]
    digits(usps.X[chosen], columns=10, ax=right)
    figure.savefig(PICTURE)


if __name__ == "__main__":
    main()
