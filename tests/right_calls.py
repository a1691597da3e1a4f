"""One right call of every public callable on tiny data, each argument by name.

``bad_calls`` reads this file, takes every keyword argument below in turn and puts bad values in its
place. Arguments without their name stay as they are.
"""

import numpy as np

from kernelkit import (
    certificates,
    datasets,
    distances,
    estimators,
    experiments,
    features,
    gram,
    kernels,
    live,
    neighbors,
    plotting,
    showing,
    solvers,
)

X = np.array([[0.0, 1.0], [2.0, 0.5], [1.0, 1.5], [3.0, 0.0], [0.5, 2.5], [2.5, 2.0]])
Z = np.array([[1.0, 1.0], [0.0, 3.0]])
K = kernels.Gaussian()(X)
signs = np.array([1, -1, 1, -1, 1, -1])
codes = np.array([0, 1, 0, 1, 2, 2])
names = np.array(["a", "b", "a", "b", "c", "c"])
two = np.array(["a", "b", "a", "b", "a", "b"])
alpha = np.array([0.5, 0.25, 0.0, 1.0, 0.5, 0.25])
w = np.array([1.0, -0.5])
W = np.array([[0.5, 0.1], [-0.5, 0.2], [0.0, 0.3]])
B = np.array([0.0, 1.0, -1.0])
T = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
P = np.array([[0.5, 0.25, 0.25], [0.25, 0.75, 0.0]])
loss = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 10.0, 0.0]])
texts = ["win a prize", "see you", "a prize now", "home now", "to be", "not to be"]
dna = ["ACGT", "CGTA", "TTAC", "GGTA", "ACAC", "GTGT"]
posterior = solvers.laplace_posterior(X, signs)
shared = solvers.gaussian_fit(X, codes, 3, "shared", 0.1)
apart = solvers.gaussian_fit(X, codes, 3, "per-class", 0.1)
bags = solvers.multinomial_fit(X, codes, 3)
data = datasets.Dataset(X, codes, ("u", "v"), ("0", "1", "2"), "six points")
linear = estimators.LinearSVM().fit(X, two)
curved = estimators.KernelSVM().fit(X, two)
learnt = estimators.Perceptron().fit(X, np.array(["a", "b", "a", "b", "b", "b"]))
many = estimators.KNN(1).fit(X, names)
summed = estimators.GaussianClassifier("per-class", 0.1).statistics(X, names)
counted = estimators.MultinomialNaiveBayes().statistics(X, names)
crowd, sides = np.tile(X, (4, 1)), np.tile(two, 4)
held = experiments.repeated_holdout(
    estimators.KNN(1), {"n_neighbors": [1]}, crowd, sides, 1, n_jobs=1, progress=False
)

compared = experiments.compare(
    {"one": estimators.KNN(1), "other": estimators.KNN(2)},
    crowd,
    sides,
    2,
    folds=2,
    n_jobs=1,
    progress=False,
)


def cauchy(x, z, width=1.0):
    """A kernel of a reader's own, which numba compiles."""
    return 1.0 / (1.0 + np.sum((x - z) ** 2) / width)


def same(x, z):
    """Another one, of anything."""
    return str(x) == str(z)


distances.pairwise(X=X, Z=Z, metric="euclidean", p=2)
distances.pairwise(X=X, Z=Z, metric="minkowski", p=3)
distances.pairwise(X=X, metric="cosine")


gram.center(K=K)
gram.normalize(K=K)
gram.is_psd(K=K, tolerance=1e-8)
gram.alignment(K=K, L=K)

neighbors.k_nearest(X=X, queries=Z, k=2, metric="euclidean", p=2)
neighbors.k_nearest(X=X, queries=Z, k=2, metric="minkowski", p=3)
neighbors.vote(distances=[[0.5, 1.0]] * 6, labels=[[0, 1]] * 6, n_classes=2, by_distance=True)

kernels.Linear()(X=X, Z=Z)
kernels.Linear().diagonal(X=X)
kernels.Polynomial(degree=2, offset=1.0)(X=X, Z=Z)
kernels.Polynomial(degree=2, offset=1.0).diagonal(X=X)
kernels.Gaussian(sigma=1.0)(X=X, Z=Z)
kernels.Gaussian(sigma=1.0)(X=X)
kernels.Gaussian(sigma=1.0).diagonal(X=X)
kernels.Gaussian.from_gamma(gamma=1.0)(X)
kernels.Laplacian(gamma=1.0)(X=X, Z=Z)
kernels.Laplacian(gamma=1.0).diagonal(X=X)
kernels.Function(k=cauchy)(X, Z)
kernels.Function(same)(X=X, Z=Z)
kernels.Function(same)(X=dna, Z=dna[:3])
kernels.Function(same).diagonal(X=X)
kernels.Spectrum(length=2)(X=dna, Z=dna[:3])
kernels.Spectrum(length=2).diagonal(X=dna)
kernels.Sum(left=kernels.Linear(), right=kernels.Gaussian())(X=X, Z=Z)
kernels.Sum(left=kernels.Linear(), right=kernels.Gaussian()).diagonal(X=X)
kernels.Product(left=kernels.Linear(), right=kernels.Gaussian())(X=X, Z=Z)
kernels.Product(left=kernels.Linear(), right=kernels.Gaussian()).diagonal(X=X)
kernels.Scaled(factor=2.0, kernel=kernels.Linear())(X=X, Z=Z)
kernels.Scaled(factor=2.0, kernel=kernels.Linear()).diagonal(X=X)
kernels.Shifted(constant=2.0, kernel=kernels.Linear())(X=X, Z=Z)
kernels.Shifted(constant=2.0, kernel=kernels.Linear()).diagonal(X=X)
kernels.Normalized(kernel=kernels.Linear())(X=X, Z=Z)
kernels.Normalized(kernel=kernels.Linear()).diagonal(X=X)
kernels.Gaussian().normalized()(X=X)
kernels.Gaussian().with_params(sigma=2.0)(X)
kernels.Gaussian().get_params(deep=True)
kernels.Gaussian().__mul__(other=2.0)
kernels.Gaussian().__add__(other=kernels.Linear())

features.polynomial_map(X=X, degree=2, offset=1.0)
features.random_fourier(X=X, n_features=4, sigma=1.0, seed=0)
features.nystroem(X=X, landmarks=Z, kernel=kernels.Gaussian())
features.tokenize(message="win a prize")
features.bag_of_words(messages=texts, vocabulary=["a", "prize"])

solvers.perceptron(
    X=X, y=signs, learning_rate=1.0, max_epochs=5, average=True, random_state=None, keep_path=True
)
solvers.multiclass_perceptron(
    X=X, y=codes, n_classes=3, max_epochs=5, average=True, random_state=np.random.default_rng(0)
)
solvers.dual_perceptron(K=K, y=signs, max_epochs=5, average=True, random_state=None, keep_path=True)
solvers.kernel_perceptron(K=K, y=codes, n_classes=3, max_epochs=5)
solvers.kernel_perceptron(
    K=K,
    y=codes,
    n_classes=3,
    strategy="one-vs-one",
    max_epochs=5,
    tolerance=0.1,
    average=True,
    random_state=None,
    samples=[0, 1, 2, 3],
    validation=[4, 5],
)
solvers.KernelCache(kernel=kernels.Gaussian(), X=X, memory=1e6).places(wanted=np.array([0]))
solvers.hinge_subgradient(
    X=X, y=signs, mu=0.1, step=0.1, tolerance=1e-2, max_iter=20, keep_path=True
)
solvers.pegasos(X=X, y=signs, mu=0.1, tolerance=0.1, max_epochs=20, random_state=0)
solvers.dual_coordinate_descent(
    X=X, y=signs, C=1.0, intercept="unpenalised", tolerance=0.1, max_epochs=20, random_state=0
)
solvers.dual_coordinate_descent(X=X, y=signs, C=(1.0, 2.0), intercept="augmented", max_epochs=20)
solvers.smo(K=K, y=signs, C=1.0, tolerance=1e-3, max_iter=1000, keep_path=True)
solvers.smo(K=K, y=signs, C=(1.0, 2.0))
solvers.least_squares(Phi=X, T=T, ridge=0.1)
solvers.least_squares(Phi=X, T=signs)
solvers.constrained_least_squares(Phi=X, T=T, C=0.01)
solvers.fisher(X=X, y=codes, n_components=1)
solvers.gaussian_fit(X=X, y=codes, n_classes=3, covariance="per-class", shrinkage=0.1)
solvers.gaussian_scores(X=X, fit=shared)
solvers.gaussian_scores(X=X, fit=apart)
solvers.multinomial_fit(X=X, y=codes, n_classes=3, smoothing=1.0)
solvers.multinomial_scores(X=X, fit=bags)
solvers.logistic_newton(X=X, y=signs, prior_variance=1.0, tolerance=1e-8, max_iter=20)
solvers.softmax_newton(
    X=X,
    y=codes,
    n_classes=3,
    prior_variance=1.0,
    tolerance=1e-8,
    max_iter=20,
)
solvers.laplace_posterior(X=X, y=signs, prior_variance=1.0, tolerance=1e-8, max_iter=20)
solvers.probit_log_odds(posterior=posterior, X=X)
solvers.log_posteriors(scores=P)
solvers.least_expected_loss(posteriors=P, loss=loss)

certificates.alpha_of_lambda(multipliers=alpha)
certificates.penalty_of_mu(mu=0.1, n=6)
certificates.mu_of_penalty(C=1.0, n=6)
certificates.mean_objective(objective=2.0, C=1.0, n=6)
certificates.unit_objective(objective=2.0)
certificates.relative_gap(primal=2.0, dual=1.0)
certificates.radius(X=X)
certificates.margin(X=X, y=signs, w=w, b=0.5)
certificates.novikoff_bound(X=X, y=signs, w=w, b=0.5)
certificates.linear_primal(X=X, y=signs, w=w, b=0.5, C=1.0)
certificates.linear_dual(X=X, y=signs, alpha=alpha)
certificates.linear_gap(X=X, y=signs, w=w, b=0.5, alpha=alpha, C=1.0)
certificates.kernel_primal(K=K, y=signs, alpha=alpha, b=0.5, C=1.0)
certificates.kernel_dual(K=K, y=signs, alpha=alpha)
certificates.kernel_gap(K=K, y=signs, alpha=alpha, b=0.5, C=1.0)
certificates.kkt_violation(f=alpha, y=signs, alpha=alpha, C=1.0)
certificates.dual_infeasibility(y=signs, alpha=alpha, C=1.0, free_bias=True)
certificates.gaussian_log_likelihood(
    X=X, y=codes, means=W, covariance=[[1.0, 0.0], [0.0, 1.0]], priors=[0.5, 0.25, 0.25]
)
certificates.gaussian_gradient(
    X=X, y=codes, means=W, covariance=[[1.0, 0.0], [0.0, 1.0]], priors=[0.5, 0.25, 0.25]
)
certificates.lagrange_residual(counts=[1.0, 2.0], probabilities=[0.5, 0.5])

estimators.KNN(n_neighbors=2, metric="euclidean", weights="distance", p=2).fit(X=X, y=names)
estimators.KNN(1).fit(X, names).score(X=X, y=names, sample_weight=np.ones(6))
estimators.KNN(1).fit(Z, ["a", "b"]).set_params(n_neighbors=2, metric="cosine").fit(X=X, y=names)
estimators.KNN(1).fit(X, names).predict(X=Z)
estimators.KNN(2, weights="distance").fit(X, names).predict_proba(X=Z)
estimators.KNN(1).fit(X, names).kneighbors(X=Z, n_neighbors=2)
estimators.Perceptron(
    learning_rate=1.0, max_epochs=5, average=True, shuffle=True, random_state=0
).fit(X=X, y=two)
estimators.Perceptron(max_epochs=5).fit(X, two).set_params(
    learning_rate=1.0, max_epochs=5, average=True, shuffle=True, random_state=0
).fit(X=X, y=names)
estimators.Perceptron(max_epochs=5).fit(X, names).decision_function(X=Z)
estimators.Perceptron(max_epochs=5).fit(X, names).predict(X=Z)
estimators.Perceptron(learning_rate=0.5, average=True, shuffle=True, random_state=0).partial_fit(
    X=X, y=two, classes=["a", "b"]
)
estimators.Perceptron().partial_fit(X, names, ["a", "b", "c"]).partial_fit(X=X, y=names)
estimators.KernelPerceptron(
    kernel=kernels.Gaussian(),
    strategy="one-vs-rest",
    max_epochs=5,
    tolerance=0.1,
    validation_fraction=0.5,
    average=True,
    shuffle=True,
    random_state=0,
    bias=True,
).fit(X=X, y=two)
estimators.KernelPerceptron("precomputed", bias=True).fit(X=K, y=names)
estimators.KernelPerceptron().fit(X, two).set_params(
    strategy="one-vs-one", average=False, shuffle=False
).fit(X=X, y=names)
estimators.KernelPerceptron().fit(X, names).set_params(kernel__sigma=2.0).fit(X, two)
estimators.KernelPerceptron().fit(X, names).decision_function(X=Z)
estimators.KernelPerceptron().fit(X, names).predict(X=Z)
estimators.KernelPerceptron("precomputed").fit(K, names).predict(X=K)
estimators.KernelPerceptron().predict_from_gram(K=K, codes=codes, samples=[0, 1, 2, 4])
estimators.LeastSquares(ridge=0.1).fit(X=X, y=names)
estimators.LeastSquares().fit(X, two).set_params(ridge=0.1).fit(X=X, y=names)
estimators.LeastSquares().fit(X, names).decision_function(X=Z)
estimators.LeastSquares().fit(X, names).predict(X=Z)
estimators.LeastSquares(ridge=0.1).partial_fit(X=X, y=names, classes=["a", "b", "c"])
estimators.LeastSquares().statistics(X=X, y=names, classes=["a", "b", "c"])
estimators.LeastSquares().fit_statistics(statistics=summed)
estimators.FisherDiscriminant(n_components=1).fit(X=X, y=names)
estimators.FisherDiscriminant().fit(X, two).set_params(n_components=1).fit(X=X, y=names)
estimators.FisherDiscriminant().fit(X, names).transform(X=Z)
estimators.FisherDiscriminant().fit(X, two).fit_transform(X=X, y=names)
estimators.GaussianClassifier(covariance="shared", shrinkage=0.1).fit(X=X, y=names)
estimators.GaussianClassifier(shrinkage=0.1).fit(X, two).set_params(
    covariance="per-class", shrinkage=0.2
).fit(X=X, y=names)
estimators.GaussianClassifier(shrinkage=0.1).fit(X, names).decision_function(X=Z)
estimators.GaussianClassifier(shrinkage=0.1).fit(X, names).predict(X=Z, loss=loss)
estimators.GaussianClassifier("per-class", 0.1).fit(X, names).predict_proba(X=Z)
estimators.GaussianClassifier("per-class", 0.1).fit(X, names).predict_log_proba(X=Z)
estimators.GaussianClassifier(covariance="per-class", shrinkage=0.1).partial_fit(
    X=X, y=names, classes=["a", "b", "c"]
)
estimators.GaussianClassifier(covariance="shared").statistics(X=X, y=names, classes=["a", "b", "c"])
estimators.GaussianClassifier(covariance="shared", shrinkage=0.1).fit_statistics(statistics=summed)
estimators.MultinomialNaiveBayes(smoothing=1.0).fit(X=X, y=names)
estimators.MultinomialNaiveBayes(smoothing=1.0).partial_fit(X=X, y=names, classes=["a", "b", "c"])
estimators.MultinomialNaiveBayes().partial_fit(X, two, ["a", "b"]).partial_fit(X=X, y=two)
estimators.MultinomialNaiveBayes().statistics(X=X, y=names, classes=["a", "b", "c"])
estimators.MultinomialNaiveBayes(smoothing=1.0).fit_statistics(statistics=counted)
estimators.MultinomialNaiveBayes().fit(X, two).set_params(smoothing=0.0).fit(X=X, y=names)
estimators.MultinomialNaiveBayes().fit(X, names).predict(X=Z, loss=loss)
estimators.MultinomialNaiveBayes().fit(X, names).predict_proba(X=Z)
estimators.MultinomialNaiveBayes(0.0).fit(X, names).predict_log_proba(X=Z)
estimators.LogisticRegression(prior_variance=1.0, tolerance=1e-8, max_iter=20).fit(X=X, y=names)
estimators.LogisticRegression().fit(X, two).set_params(
    prior_variance=1.0, tolerance=1e-6, max_iter=20
).fit(X=X, y=names)
estimators.LogisticRegression(1.0).fit(X, names).decision_function(X=Z)
estimators.LogisticRegression(1.0).fit(X, names).predict(X=Z, loss=loss)
estimators.LogisticRegression(1.0).fit(X, two).predict_proba(X=Z)
estimators.LogisticRegression(1.0).fit(X, names).predict_log_proba(X=Z)
estimators.BayesianLogisticRegression(prior_variance=1.0, tolerance=1e-8, max_iter=20).fit(
    X=X, y=two
)
estimators.BayesianLogisticRegression().fit(X, two).set_params(prior_variance=2.0).fit(X=X, y=two)
estimators.BayesianLogisticRegression().fit(X, two).decision_function(X=Z)
estimators.BayesianLogisticRegression().fit(X, two).predict(X=Z, loss=[[0, 1], [1, 0]])
estimators.BayesianLogisticRegression().fit(X, two).predict_proba(X=Z)
estimators.BayesianLogisticRegression().fit(X, two).predict_log_proba(X=Z)
estimators.LinearSVM(
    C=1.0,
    solver="dual",
    mu=None,
    step=None,
    tolerance=0.1,
    max_iter=20,
    random_state=0,
).fit(X=X, y=two)
estimators.LinearSVM(
    solver="subgradient",
    mu=0.1,
    step=0.1,
    tolerance=0.1,
    max_iter=20,
).fit(X=X, y=names)
estimators.LinearSVM(solver="pegasos", mu=0.1, tolerance=0.1, max_iter=20).fit(X=X, y=two)
estimators.LinearSVM(1.0, "pegasos", mu=0.1, random_state=0).partial_fit(
    X=X, y=names, classes=["a", "b", "c"]
)
estimators.LinearSVM(1.0, "pegasos", 0.1).partial_fit(X, two, ["a", "b"]).partial_fit(X=X, y=two)
estimators.LinearSVM().fit(X, two).set_params(C=2.0, max_iter=20, random_state=0).fit(X=X, y=names)
estimators.LinearSVM().fit(X, names).decision_function(X=Z)
estimators.LinearSVM().fit(X, names).predict(X=Z)
estimators.KernelSVM(
    C=1.0,
    kernel=kernels.Gaussian(),
    strategy="one-vs-one",
    tolerance=1e-3,
    class_weight={"a": 1.0, "b": 2.0},
    max_iter=1000,
    memory=1e6,
).fit(X=X, y=two)
estimators.KernelSVM(kernel="precomputed").fit(X=K, y=names)
estimators.KernelSVM(kernel=kernels.Polynomial(3), memory=0).fit(X=X, y=names)
estimators.KernelSVM(kernel=kernels.Spectrum(2)).fit(X=dna, y=two)
estimators.KernelSVM().fit(X, two).set_params(
    C=2.0, strategy="one-vs-rest", tolerance=1e-2, class_weight="balanced", max_iter=1000
).fit(X=X, y=names)
estimators.KernelSVM().fit(X, names).decision_function(X=Z)
estimators.KernelSVM().fit(X, names).predict(X=Z)
estimators.KernelSVM(kernel=kernels.Spectrum(2)).fit(dna, two).predict(X=dna)
estimators.KernelSVM(kernel="precomputed").fit(K, names).predict(X=K)
estimators.Nystroem(kernel=kernels.Gaussian(), n_components=3, random_state=0).fit(X=X, y=None)
estimators.Nystroem().fit(Z).set_params(kernel__sigma=2.0, n_components=3).fit(X=X)
estimators.Nystroem(random_state=0).fit(X).transform(X=Z)
estimators.RandomFourier(n_features=4, sigma=1.0, random_state=0).fit(X=X, y=None)
estimators.RandomFourier(4).fit(Z).set_params(n_features=6, sigma=2.0).fit(X=X)
estimators.RandomFourier(4, random_state=0).fit(X).transform(X=Z)
estimators.BagOfWords().fit(X=texts, y=None)
estimators.BagOfWords().fit(texts).fit_transform(X=texts, y=None)
estimators.BagOfWords().fit(texts).transform(X=texts)
estimators.BagOfWords().fit(texts).get_feature_names_out(input_features=None)

datasets.make_blobs(n_samples=6, centers=3, spread=1.0, seed=0)
datasets.make_blobs(n_samples=6, centers=Z)
datasets.indicator(d=codes, v=[0, 2])
datasets.make_moons(n_samples=6, noise=0.1, seed=0)
datasets.make_circles(n_samples=6, noise=0.1, seed=0)
datasets.make_xor(n_samples=6, noise=0.1, seed=0)
datasets.make_spirals(n_samples=6, noise=0.1, seed=0)
datasets.make_oligonucleotides(n_samples=6, length=10, motif="TATA", mutation=0.1, seed=0)
datasets.stream_digits(n_samples=6, seed=0, block=4, split="test", start=2)
datasets.Dataset(
    X=X, y=codes, feature_names=("u", "v"), class_names=("0", "1", "2"), description="six"
)
data.select(classes=[0, 1], features=["u"])

experiments.repeated_holdout(
    model=estimators.KNN(1),
    grid={"n_neighbors": [1, 2]},
    X=crowd,
    y=sides,
    runs=1,
    test_size=0.25,
    folds=2,
    seed=0,
    n_jobs=1,
    progress=False,
)
experiments.fit_in_blocks(
    model=estimators.LeastSquares(), blocks=((X, names), (X, names)), classes=["a", "b", "c"]
)
experiments.fit_in_blocks(
    model=estimators.Perceptron(), blocks=((X, two),), classes=["a", "b"], client=None
)
experiments.split(y=sides, run=1, test_size=0.25, seed=0)
held.hardest(count=2)
compared.differences()
experiments.compare(
    models={"one": (estimators.KNN(1), {"n_neighbors": [1, 2]}), "other": estimators.KNN(2)},
    X=crowd,
    y=sides,
    runs=2,
    test_size=0.25,
    folds=2,
    seed=0,
    n_jobs=1,
    progress=False,
)

plotting.scatter(X=X, y=names, ax=None, feature_names=("u", "v"), classes=None, legend=True)
plotting.ring(ax=plotting.scatter(X, names), X=Z, label="two")
plotting.cross(ax=plotting.scatter(X, names), X=Z, label="two")
plotting.boundary(w=w, b=0.5, ax=plotting.scatter(X, names), label="line", normal="w")
plotting.confusion(matrix=[[2, 1], [0, 3]], classes=["a", "b"], ax=None, std=[[1, 1], [0, 1]])
plotting.confusion(matrix=names, classes=two)
plotting.gram_matrix(K=K, y=codes, ax=None)
plotting.learning_curve(model=learnt, ax=None, start=1, xlabel="epoch", ylabel="mistakes")
plotting.learning_curve(model=[3, 1], ax=None, at=[10, 20])
plotting.loss_functions(ax=None)
plotting.digits(X=np.eye(4), labels=[0, 1, 2, 3], predicted=[0, 1, 2, 2], columns=2, ax=None)
plotting.decision_regions(
    model=linear,
    X=X,
    y=two,
    ax=None,
    feature_names=("u", "v"),
    margins=True,
    mistakes=True,
    undecided=None,
    classes=None,
    legend=True,
)
plotting.margins(
    model=linear, X=X, y=two, ax=None, feature_names=("u", "v"), slack=True, legend=True
)
plotting.use_style()

live.playground(
    model=estimators.KNN(1),
    X=X,
    y=names,
    controls={"n_neighbors": (1, 5), "metric": ["euclidean", "manhattan"]},
    feature_names=("u", "v"),
)
live.script()
live.html(picture=live.two_handles_line(X, two), fallback="<p>a line</p>")
live.two_handles_line(X=X, y=two, feature_names=("u", "v"))
live.nearest_cells(X=X, y=names, k=2, feature_names=("u", "v"))
live.weight_space(X=X, y=two, feature_names=("u", "v"))
live.alpha_bars(X=X, y=two, feature_names=("u", "v"))
live.lift(X=X, y=two)
live.fisher_direction(X=X, y=two, feature_names=("u", "v"))
live.gaussian_ellipses(X=X, y=two, query=(0.5, 1), feature_names=("u", "v"))
live.likelihood_bowl(x=alpha, y=signs, prior_variance=1.0, feature_name="u")
live.widest_street(X=X, y=two, feature_names=("u", "v"))
live.word_pulls(messages=["a b", "c"], y=["u", "v"], message="a c", smoothing=0.5)
live.hinge_valley(x=alpha, y=signs, mu=0.1, step=0.5, steps=20)
live.smo_moves(X=X, y=two, C=1.0, sigma=0.5, feature_names=("u", "v"))
live.loss_prices(t=0.5)
live.cache_walk(line=8, lines=6, sets=2)
live.bumps(x=alpha, y=signs, sigma=0.5, count=2, feature_name="u")
live.frequencies(sigma=0.5, count=3, seed=1)
live.eigenfunctions(sigma=0.5, m=3, x=0.1)

showing.table(heads=["k", "error"], rows=[[1, 0.5]])
showing.race(one=dict)
