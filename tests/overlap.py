"""Data for logistic regression, and whether a linear function separates them."""

import numpy as np
from scipy.optimize import linprog

NO_MAXIMUM = "maximum likelihood estimate does not exist.*finite prior_variance"


def overlapping(seed, n=60, d=3, noise=1.5):
    """Points of two classes that no hyperplane separates."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) * [1.0, 0.3, 5.0][:d]
    y = np.where(X @ [1.0, -2.0, 0.2][:d] + noise * random.normal(size=n) > 0.2, 1.0, -1.0)
    return np.vstack([X, X[:4]]), np.append(y, -y[:4])


def three_classes(seed, n=60, d=3):
    """Points of three classes that overlap."""
    X, y = overlapping(seed, n, d)
    return X, np.where(y > 0, 2, np.arange(len(y)) % 2)


def has_direction(rows):
    """Whether some u makes no row negative and one positive, by linear programming."""
    found = linprog(
        -rows.sum(axis=0), A_ub=-rows, b_ub=np.zeros(len(rows)), bounds=[(-1, 1)] * rows.shape[1]
    )
    return -found.fun > 1e-7
