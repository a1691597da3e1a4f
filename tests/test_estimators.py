"""What every estimator promises, by scikit-learn's own checks."""

import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelkit.estimators import KNN, Perceptron

# The checks fit labels that no hyperplane separates, and look at what comes out all the same.
pytestmark = pytest.mark.filterwarnings(
    f"ignore::{ConvergenceWarning.__module__}.{ConvergenceWarning.__name__}"
)


@parametrize_with_checks(
    [
        KNN(n_neighbors=3),
        KNN(n_neighbors=2, metric="manhattan", weights="distance"),
        Perceptron(max_epochs=50),
        Perceptron(max_epochs=50, average=True, shuffle=True, random_state=0),
    ]
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)
