"""Gaussian classifiers and naive Bayes beside scikit-learn's: fit, then predict new samples."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.naive_bayes import MultinomialNB

from benchmarks.side_by_side import Job
from kernelkit import GaussianClassifier, MultinomialNaiveBayes
from kernelkit.datasets import load_sms, load_usps
from kernelkit.features import bag_of_words

SHRINKAGE = 0.1  # pixels that no digit of a class uses make its covariance singular


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    n = 1000 if quick else 7291
    digits = load_usps()
    texts, labels = load_sms()
    counts, _ = bag_of_words(texts)
    images = digits.X, digits.y, n
    # Of the peers' solvers these are the fastest here.
    linear = LinearDiscriminantAnalysis(solver="lsqr")
    quadratic = QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=SHRINKAGE)
    yield _job(f"shared covariance, USPS {n:,} x 256", GaussianClassifier(), linear, images, 2.0)
    yield _job(
        f"covariance per class, USPS {n:,} x 256, shrinkage {SHRINKAGE}",
        GaussianClassifier("per-class", SHRINKAGE),
        quadratic,
        images,
        2.0,
    )
    yield _job(
        f"naive Bayes, SMS 4,459 x {counts.shape[1]:,} in CSR",
        MultinomialNaiveBayes(),
        MultinomialNB(),
        (counts, labels, 4459),
        1.0,
    )


def _job(name: str, ours: Any, theirs: Any, data: tuple[Any, Any, int], target: float) -> Job:
    X, y, n = data

    def use(model: Any) -> Callable[[], Any]:
        return lambda: (model.fit(X[:n], y[:n]), model.predict(X[n:]))

    def agree(a: Any, b: Any) -> bool:
        posteriors = [model.predict_proba(X[n:]) for model, _ in (a, b)]
        return np.array_equal(a[1], b[1]) and np.allclose(*posteriors, atol=1e-8)

    peer = type(theirs).__name__
    return Job(name, use(ours), peer, use(theirs), agree=agree, target=target, repeats=21)
