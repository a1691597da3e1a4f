"""What a function refuses in words of its own, each sentence once, where it is written.

What validation.py says of every argument alike stands in test_validation.py; that every public
function answers bad values in such words, in test_bad_calls.py.
"""

import numpy as np
import pytest
from checks import BAD_MATRICES, assert_kind_error
from scipy import sparse

from kernelkit import (
    KNN,
    BayesianLogisticRegression,
    FisherDiscriminant,
    Function,
    Gaussian,
    KernelPerceptron,
    KernelSVM,
    Laplacian,
    Linear,
    LinearSVM,
    LogisticRegression,
    Perceptron,
    Polynomial,
    RandomFourier,
    Spectrum,
    certificates,
    distances,
    solvers,
)
from kernelkit.features import nystroem, random_fourier
from kernelkit.kernels import Normalized, Product, Sum, gram
from kernelkit.neighbors import k_nearest, vote

X, K, SIGNS, CODES = np.eye(3), np.eye(3), [1, -1, 1], [0, 1, 2]
TALL = np.arange(8.0).reshape(4, 2) ** 2
TWO = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], [3.0, 1.0]]), ["a", "b", "a", "b"]
GAUSSIANS = solvers.gaussian_fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1], 2)
POSTERIOR = solvers.laplace_posterior([[0.0], [1.0], [2.0]], SIGNS, 1.0)
NEAR = [[1.0, 2.0]]

REFUSED = [
    # kernels, features and distances
    (lambda: Gaussian(-1), "sigma must be finite and above 0, got -1"),
    (lambda: Gaussian.from_gamma(0), "gamma must be finite and above 0"),
    (lambda: Laplacian(-2), "gamma must be finite and above 0, got -2"),
    (lambda: Polynomial(2.5), "degree must be a whole number.*at most 1000, got 2.5"),
    (lambda: Polynomial(2, -1), "offset must be finite and at least 0, got -1"),
    (lambda: Spectrum(0), "length must be a whole number"),
    (lambda: 0 * Linear(), "factor must be finite and above 0, got 0"),
    (lambda: -1 + Linear(), "constant must be finite and at least 0, got -1"),
    (lambda: Sum(Linear(), 3), "right must be a kernel such as Linear.*, got 3"),
    (lambda: Product("rbf", Linear()), r"left must be a kernel .*'rbf'; write Gaussian\(\)"),
    (lambda: Normalized(Linear), r"got <class.*>; write Linear\(\)"),
    (lambda: Normalized(lambda x, z: 1.0), r"got <function.*; write Function\(k\)"),
    (lambda: Linear()(X, np.eye(2)), "Z must have the 3 features of X, got 2"),
    (lambda: Spectrum()("ACGT"), "X must be a list of strings, got the string 'ACGT'"),
    (lambda: Spectrum()(["A"], ["A", 1]), "Z must be a list of strings, got an int at position 1"),
    (lambda: gram.normalize(np.diag([1.0, 0.0])), "positive diagonal.*got 0 in row 1"),
    (lambda: gram.alignment(K, np.eye(2)), r"L must have the shape \(3, 3\) of K, got \(2, 2\)"),
    (lambda: gram.alignment(K, 0 * K), "zero matrix has no direction"),
    (lambda: random_fourier(X, 7), "n_features must be even, for pairs of a cosine and a sine"),
    (lambda: RandomFourier(7).fit(X), "n_features must be even"),
    (lambda: nystroem(X, X[:2], "rbf"), "kernel must be a kernel such as .*; write Gaussian"),
    (lambda: nystroem(X, X, Function(lambda x, z: -1.0)), "the matrix of .* must be positive"),
    (lambda: distances.pairwise(X, p=3), "p belongs to metric='minkowski', got p=3"),
    (lambda: distances.pairwise(X, metric="taxi"), "metric must be one of euclidean.*got 'taxi'"),
    (lambda: k_nearest(X, X, 4), "k must be.*at most 3, got 4"),
    (lambda: k_nearest(X, np.eye(2), 1), "queries must have the 3 features of X, got 2"),
    (lambda: vote(NEAR, [[0, 1, 1]], 2, False), r"labels must have the shape \(1, 2\) of dist"),
    (lambda: vote([[1.0, 0.0]], [[0, 1]], 2, False), "distances must .* grow along each row"),
    (lambda: vote(NEAR, [[0], [0, 1]], 2, False), "labels .* got rows of different"),
    # solvers
    (lambda: solvers.perceptron(X, [1, 0, -1]), r"y must hold labels \+1 and -1, got 0"),
    (lambda: solvers.perceptron(X, SIGNS, 0), "learning_rate must be finite and above 0, got 0"),
    (lambda: solvers.perceptron(X * 1e200, SIGNS), "^X and learning_rate must be of moderate"),
    (lambda: solvers.dual_perceptron([[1.0, 2.0]], [1]), "K must be a square matrix, the kernel"),
    (lambda: solvers.multiclass_perceptron(X, CODES, 2), "whole numbers from 0 to 1, got 2"),
    (lambda: solvers.kernel_perceptron(K, CODES, 3, "all"), "strategy must be one of one-vs-rest"),
    (lambda: solvers.kernel_perceptron(K, CODES, 3, samples=[0, 9]), "samples must be between 0"),
    (lambda: solvers.kernel_perceptron(K, CODES, 3, samples=[]), "samples must be a list of whole"),
    (lambda: solvers.smo(K, [1, 1, 1]), r"y must hold both labels, \+1 and -1, got only \+1"),
    (lambda: solvers.smo(K, SIGNS, 0), "C must be above 0, or inf for the hard margin, got 0"),
    (lambda: solvers.smo(K, SIGNS, (1, 0)), r"C\[1\] must be above 0"),
    (lambda: solvers.smo(K, SIGNS, "1"), "C must be a number, or a pair of numbers"),
    (lambda: solvers.dual_coordinate_descent(X, SIGNS, np.inf), "C must be finite.*; smo solves"),
    (lambda: solvers.pegasos(X, SIGNS, 1e-320), r"\bmu must be"),
    (lambda: solvers.hinge_subgradient(X, SIGNS, 1, np.nan), "step must be finite and above 0"),
    (lambda: solvers.logistic_newton(X, SIGNS, 0), "prior_variance must be above 0, or infinity"),
    (lambda: solvers.logistic_newton(X * 1e300, SIGNS), "up to 1e.150 in size, got 1e.300"),
    (lambda: solvers.softmax_newton(X, [0, 1, 1], 3), "samples of all 3 classes, got none of"),
    (lambda: solvers.laplace_posterior(X, SIGNS, np.inf), "prior_variance must be finite"),
    (lambda: solvers.probit_log_odds(None, X), "must be what laplace_posterior returned, got None"),
    (lambda: solvers.probit_log_odds(POSTERIOR, X), "X must have the 1 features of the fit, got 3"),
    (lambda: solvers.fisher(TALL, [0, 1, 2, 1], 3), "at most 2, one less than the 3 classes"),
    (lambda: solvers.fisher(TALL[:, :1], [0, 1, 2, 1], 2), "at most 1, the rank of X, got 2"),
    (lambda: solvers.fisher(np.ones((4, 2)), [0, 1, 0, 1]), "X must have a feature that varies"),
    (lambda: solvers.least_squares(X, [1, 2]), "T must hold one target per sample, 3 in all"),
    (lambda: solvers.least_squares(X, SIGNS, -1), "ridge must be finite and at least 0, got -1"),
    (lambda: solvers.gaussian_fit(X, CODES, 3, "full"), "covariance must be one of shared, per-"),
    (lambda: solvers.gaussian_scores(X, GAUSSIANS), "X must have the 1 features of the fit, got 3"),
    (lambda: solvers.multinomial_fit(X, CODES, 3, -1.0), "smoothing must be finite and at least 0"),
    (lambda: solvers.multinomial_fit(-X, CODES, 3), "Negative values in data: X must hold counts"),
    (lambda: solvers.multinomial_fit(sparse.csr_matrix(-X), CODES, 3), "at row 0, column 0"),
    (lambda: solvers.multinomial_fit(sparse.csr_matrix((0, 3)), [], 2), "at least one sample and"),
    # certificates
    (lambda: certificates.margin(X, SIGNS, [0, 0, 0], 0), "w must be 3 weights, not all 0"),
    (lambda: certificates.margin(X, SIGNS, [1, 2], 0), "w must be 3 weights.*got 2 weights"),
    (lambda: certificates.kernel_dual(K, SIGNS, [0, 1]), "alpha must hold 3 numbers, got 2"),
    (lambda: certificates.kernel_gap(K, SIGNS, CODES, 0, (1, 0)), r"C\[1\] must be above 0"),
    (lambda: certificates.mu_of_penalty(np.inf, 5), "C must be finite and above 0"),
    # estimators
    (lambda: KNN(5).fit(*TWO), "n_neighbors must be between 1 and the 4 training samples, got 5"),
    (lambda: KNN().fit(X[:1], ["a"]), "n_neighbors must be 1 for one sample, got 5"),
    (lambda: KNN(1, weights="none").fit(*TWO), "weights must be one of uniform, distance"),
    (lambda: Perceptron().fit(X, ["a"] * 3), "y must hold at least 2 classes, got 1 class: a"),
    (lambda: Perceptron(0.5).fit(X, CODES), "learning_rate must be 1 for more than two classes"),
    (lambda: Perceptron().fit(TWO[0], ["a", 1, "a", 1]), "labels of one kind.*got int and str"),
    (lambda: LinearSVM(step=1.0).fit(*TWO), "step belongs to solver='subgradient', got 1.0 for"),
    (lambda: LinearSVM(2, mu=0.1).fit(*TWO), "C must stay 1 where mu is given, got C = 2"),
    (lambda: KernelSVM(kernel="rbf").fit(*TWO), r"kernel must be 'precomputed' or a kernel such"),
    (lambda: KernelSVM(class_weight={"a": 0.0}).fit(*TWO), "class_weight must be None, 'balanced'"),
    (lambda: KernelSVM(kernel="precomputed").fit(*TWO), r"X must be a square.*\(4, 2\)"),
    (lambda: KernelPerceptron(bias=1).fit(*TWO), "bias must be True or False, got 1"),
    (lambda: KernelPerceptron(validation_fraction=1).fit(*TWO), "must leave samples"),
    (lambda: KernelPerceptron(Spectrum()).fit(*TWO), "X must be a list of strings"),
    (lambda: BayesianLogisticRegression().fit(X, CODES), "Only binary classification is supp"),
    (lambda: LogisticRegression(-1.0).fit(*TWO), "prior_variance must be above 0, or infinity"),
    (lambda: FisherDiscriminant(2).fit(*TWO), "n_components must be at most 1, one less than"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED, ids=[words[:40] for _, words in REFUSED])
def test_it_is_refused_in_a_sentence(call, words):
    assert_kind_error((ValueError, TypeError), words, call)


DOORS = {
    "pairwise": distances.pairwise,
    "Gaussian": Gaussian(),
    "k_nearest": lambda X: k_nearest(X, [[1.0, 2.0]], 1),
    "perceptron": lambda X: solvers.perceptron(X, [1]),
    "multiclass_perceptron": lambda X: solvers.multiclass_perceptron(X, [1], 2),
    "dual_coordinate_descent": lambda X: solvers.dual_coordinate_descent(X, [1]),
    "pegasos": lambda X: solvers.pegasos(X, [1]),
    "hinge_subgradient": lambda X: solvers.hinge_subgradient(X, [1]),
    "logistic_newton": lambda X: solvers.logistic_newton(X, [1]),
    "softmax_newton": lambda X: solvers.softmax_newton(X, [1], 2),
    "laplace_posterior": lambda X: solvers.laplace_posterior(X, [1]),
    "probit_log_odds": lambda X: solvers.probit_log_odds(POSTERIOR, X),
    "fisher": lambda X: solvers.fisher(X, [1]),
    "gaussian_fit": lambda X: solvers.gaussian_fit(X, [1], 2),
    "gaussian_scores": lambda X: solvers.gaussian_scores(X, GAUSSIANS),
    "multinomial_fit": lambda X: solvers.multinomial_fit(X, [1], 2),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_every_door_refuses_what_is_no_matrix(door):
    for X, error, words in BAD_MATRICES.values():
        assert_kind_error(error, words, door, X)
