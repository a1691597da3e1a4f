"""scikit-learn classifiers on top of the solvers: thin, with no mathematics of their own."""

from typing import Any

from kernelkit.estimators._base import KernelParameters
from kernelkit.estimators.approximations import Nystroem, RandomFourier
from kernelkit.estimators.fisher import FisherDiscriminant
from kernelkit.estimators.gaussian import GaussianClassifier
from kernelkit.estimators.kernel_perceptron import KernelPerceptron
from kernelkit.estimators.kernel_svm import KernelSVM
from kernelkit.estimators.least_squares import LeastSquares
from kernelkit.estimators.linear_svm import LinearSVM
from kernelkit.estimators.logistic import BayesianLogisticRegression, LogisticRegression
from kernelkit.estimators.naive_bayes import BagOfWords, MultinomialNaiveBayes
from kernelkit.estimators.nearest_neighbors import KNN
from kernelkit.estimators.perceptron import Perceptron

__all__ = [
    "CLASSIFIERS",
    "KNN",
    "BagOfWords",
    "BayesianLogisticRegression",
    "FisherDiscriminant",
    "GaussianClassifier",
    "KernelParameters",
    "KernelPerceptron",
    "KernelSVM",
    "LeastSquares",
    "LinearSVM",
    "LogisticRegression",
    "MultinomialNaiveBayes",
    "Nystroem",
    "Perceptron",
    "RandomFourier",
]

# What the command line calls each classifier: kernelkit run --classifier knn. Warm-up fits
# each, and the tests of all classifiers try each.
CLASSIFIERS: dict[str, type[Any]] = {
    "gaussian": GaussianClassifier,
    "kernel-perceptron": KernelPerceptron,
    "kernel-svm": KernelSVM,
    "knn": KNN,
    "least-squares": LeastSquares,
    "linear-svm": LinearSVM,
    "logistic": LogisticRegression,
    "naive-bayes": MultinomialNaiveBayes,
    "perceptron": Perceptron,
}
