"""Parameters of kernels, from outside and by scikit-learn's searches."""

import numpy as np
from checks import assert_kind_error
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

from kernelkit.estimators import KernelParameters
from kernelkit.kernels import Gaussian, Linear

random = np.random.default_rng(0)
X, Z = random.normal(size=(30, 4)), random.normal(size=(20, 4))


def test_params_reach_inside():
    kernel = Linear() + 2.0 * Gaussian(3.0)
    assert kernel.get_params()["right__kernel__sigma"] == 3.0
    assert set(kernel.get_params(deep=False)) == {"left", "right"}
    changed = kernel.with_params(right__kernel__sigma=4.0, right__factor=5.0)
    assert changed == Linear() + 5.0 * Gaussian(4.0)
    assert_kind_error(
        ValueError,
        "width is not a parameter of Gaussian, which has sigma",
        Gaussian().with_params,
        width=1,
    )
    assert_kind_error(
        ValueError,
        "sigma of Gaussian must be a kernel to have x, got 1.0",
        Gaussian().with_params,
        sigma__x=1,
    )
    assert_kind_error(
        ValueError, "sigma must be finite and above 0, got -1", Gaussian().with_params, sigma=-1
    )


class NearestMean(KernelParameters, ClassifierMixin, BaseEstimator):
    """The smallest kernel classifier: to which class is the mean similarity larger?"""

    def __init__(self, kernel=Gaussian()):
        self.kernel = kernel

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.groups_ = [X[y == c] for c in self.classes_]
        return self

    def predict(self, X):
        closeness = [self.kernel(X, group).mean(axis=1) for group in self.groups_]
        return self.classes_[np.argmax(closeness, axis=0)]


def test_grid_search_over_fields_and_over_objects():
    y = (np.hypot(*X[:, :2].T) > 1).astype(int)
    by_field = GridSearchCV(NearestMean(), {"kernel__sigma": [0.3, 3.0]}, cv=3).fit(X, y)
    by_object = GridSearchCV(NearestMean(), {"kernel": [Gaussian(0.3), Gaussian(3.0)]}, cv=3).fit(
        X, y
    )
    np.testing.assert_array_equal(
        by_field.cv_results_["mean_test_score"], by_object.cv_results_["mean_test_score"]
    )
    assert by_field.best_estimator_.kernel == by_object.best_estimator_.kernel


def test_setting_a_field_leaves_the_shared_default_alone():
    first, second = NearestMean(), NearestMean()
    first.set_params(kernel__sigma=5.0)
    assert (first.kernel, second.kernel) == (Gaussian(5.0), Gaussian(1.0))
    first.set_params(kernel=Linear() + Gaussian(), kernel__right__sigma=2.0)
    assert first.kernel == Linear() + Gaussian(2.0)
    assert clone(first).kernel == first.kernel
    assert first.get_params()["kernel__right__sigma"] == 2.0
    first.set_params(kernel="precomputed")
    assert_kind_error(
        ValueError,
        "kernel must be a kernel object to have sigma, got 'pre",
        first.set_params,
        kernel__sigma=1,
    )


def test_scikit_learns_machines_take_our_kernels():
    y = np.sign(X[:, 0])
    ours, theirs = SVC(kernel=Gaussian.from_gamma(0.5)).fit(X, y), SVC(gamma=0.5).fit(X, y)
    np.testing.assert_allclose(ours.decision_function(Z), theirs.decision_function(Z), atol=1e-2)
