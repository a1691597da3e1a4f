"""Gaussian classifiers and naive Bayes beside scikit-learn's: fit, then predict new samples."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.naive_bayes import MultinomialNB

from benchmarks.side_by_side import Job, largest, one_read, products_of_columns
from kernelkit import GaussianClassifier, MultinomialNaiveBayes
from kernelkit.datasets import load_sms, load_usps
from kernelkit.features import bag_of_words

SHRINKAGE = 0.1  # pixels that no digit of a class uses make its covariance singular
ROUNDING = 1e-8  # of a posterior probability


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    digits = load_usps()
    for n in (1000,) if quick else (2000, 7291):
        yield from gaussians(digits.X, digits.y, n, target=2.0 if n == 7291 else 1.0)
    texts, labels = load_sms()
    counts, _ = bag_of_words(texts)
    for n in (1000,) if quick else (2000, 4459):
        name = f"naive Bayes, SMS {n:,} x {counts.shape[1]:,} in CSR"
        models = MultinomialNaiveBayes(), MultinomialNB()
        yield _job(name, *models, counts, labels, n)._replace(limit=one_read(counts[:n].data))


def gaussians(X: np.ndarray, y: np.ndarray, n: int, target: float) -> Iterator[Job]:
    """One covariance for all classes, and one for each; of the peers' solvers the fastest here."""
    shared = GaussianClassifier(), LinearDiscriminantAnalysis(solver="lsqr")
    own = (
        GaussianClassifier("per-class", SHRINKAGE),
        QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=SHRINKAGE),
    )
    per_class = f"covariance per class, USPS {n:,} x 256, shrinkage {SHRINKAGE}"
    for name, models in {f"shared covariance, USPS {n:,} x 256": shared, per_class: own}.items():
        yield _job(name, *models, X, y, n)._replace(target=target, limit=products_of_columns(X[:n]))


def _job(name: str, ours: Any, theirs: Any, X: Any, y: np.ndarray, n: int) -> Job:
    def use(model: Any) -> Callable[[], Any]:
        return lambda: (model.fit(X[:n], y[:n]), model.predict(X[n:]))

    def agree(a: Any, b: Any) -> bool:
        return same_classes(X[n:], *a, b[0])

    return Job(name, use(ours), type(theirs).__name__, use(theirs), agree=agree)


def same_classes(X: Any, ours: Any, predicted: np.ndarray, theirs: Any) -> bool:
    """The same posteriors, and of each sample a class that is the likeliest by the peer's."""
    posteriors = theirs.predict_proba(X)
    chosen = np.searchsorted(theirs.classes_, predicted)
    near = np.allclose(ours.predict_proba(X), posteriors, atol=ROUNDING)
    return near and bool(largest(posteriors, chosen, ROUNDING).all())
