"""Small computations with known answers: compiled code against the formula, in a second."""

import numpy as np

from kernelkit.validation import InputError

__all__ = ["distances", "gaussian", "neighbours", "perceptron", "picture"]

PNG = b"\x89PNG"


def distances() -> str:
    r"""Compare the Manhattan distance, from several threads, with :math:`\sum_j |x_j - z_j|`."""
    from kernelkit.distances import pairwise

    X = _points()
    gap = np.abs(pairwise(X, metric="manhattan") - np.abs(X[:, None] - X[None]).sum(axis=2)).max()
    return _small(gap, "of NumPy's Manhattan distances")


def gaussian() -> str:
    r"""Compare the Gaussian kernel with :math:`\exp(-\lVert x - z \rVert^2 / 2 \sigma^2)`."""
    from kernelkit.kernels import Gaussian

    X = _points()
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    gap = np.abs(Gaussian(sigma=2.0)(X) - np.exp(-squares / 8.0)).max()
    return _small(gap, "of NumPy's Gaussian kernel")


def perceptron() -> str:
    """Let the perceptron separate setosa from the other flowers: a line can."""
    from kernelkit.datasets import load_iris
    from kernelkit.estimators import Perceptron

    X, y = load_iris()
    setosa = y == "setosa"
    return _all_right(Perceptron().fit(X, setosa).predict(X) == setosa, "flowers, setosa or not")


def neighbours() -> str:
    """Let every flower find its nearest neighbour: itself, or an equal one of its species."""
    from kernelkit.datasets import load_iris
    from kernelkit.estimators import KNN

    X, y = load_iris()
    return _all_right(KNN(n_neighbors=1).fit(X, y).predict(X) == y, "flowers nearest to themselves")


def picture() -> str:
    """Draw a picture into memory."""
    from kernelkit.cli.picture import draw_picture
    from kernelkit.cli.splitting import split
    from kernelkit.datasets import load_iris
    from kernelkit.estimators import Perceptron

    data = load_iris()
    parts = split(data.y, data.class_names, None, 0.2, seed=0)
    drawn = draw_picture(Perceptron(max_epochs=10), "perceptron", data, parts)
    if not drawn.png.startswith(PNG):
        message = f"expected a PNG file, got one that begins {drawn.png[:4]!r}"
        raise InputError(message)
    return f"{' and '.join(drawn.features)} drawn"


def _points() -> np.ndarray:
    return np.random.default_rng(0).normal(size=(60, 5))


def _small(gap: float, of: str) -> str:
    if not gap < 1e-12:  # true for NaN too
        message = f"expected values within 1e-12 {of}, got {gap:.3g}"
        raise InputError(message)
    return f"within 1e-12 {of}"


def _all_right(right: np.ndarray, what: str) -> str:
    if not right.all():
        message = f"expected all {len(right)} {what}, got {right.sum()}"
        raise InputError(message)
    return f"all {len(right)} {what}"
