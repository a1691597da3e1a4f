"""Checks of lesson 08_gaussian_classifiers."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import apart, say
from kernelkit.validation import Labels, Matrix, Vector


@exercise(
    "08.1",
    shows="The odds of two Gaussians in one dimension are even at two points, at one or at none.",
    hints=[
        "Write log(prior) + log(density) of both classes and subtract. Which powers of x are left?",
        "Bring the difference into the form a x^2 + b x + c. If a is 0, the quadratic formula "
        "would divide by it. How many real roots can there be otherwise?",
    ],
)
def even_odds(attempt: Attempt) -> None:
    even, rule = np.array([0.5, 0.5]), "setting prior times density of both classes equal"
    same = "Both classes have the same spread here"
    attempt.array([1.0], np.array([0.0, 2.0]), np.array([1.0, 1.0]), even, rule=rule, hint=same)
    rare = np.array([0.9, 0.1])
    common = "The region of the more common class must grow"
    x = 1 + np.log(9) / 2
    attempt.array([x], np.array([0.0, 2.0]), np.array([1.0, 1.0]), rare, rule=rule, hint=common)
    inner = np.array([-1.0, 1.0]) * np.sqrt(8 * np.log(2) / 3)
    centre = "Which class wins at the common mean, and which far outside? Sort the points"
    attempt.array(inner, np.zeros(2), np.array([1.0, 4.0]), even, rule=rule, hint=centre)
    nowhere = "Which class wins at the common mean? Can the other win elsewhere?"
    attempt.array(
        np.zeros(0), np.zeros(2), np.array([1.0, 4.0]), rare[::-1], rule=rule, hint=nowhere
    )
    random = np.random.default_rng(81)
    for _ in range(6):
        means, variances = 3 * random.normal(size=2), random.uniform(0.2, 4, size=2)
        share = random.uniform(0.3, 0.7)
        priors = np.array([share, 1 - share])
        roots = _crossings(means, variances, priors)
        both = "Sort the points, and compare the scores of both classes at each of yours"
        attempt.array(roots, means, variances, priors, rule=rule, hint=both)


@exercise(
    "08.2",
    shows="Count, mean and covariance are all that a Gaussian fit needs from its samples.",
    hints=[
        "Turn averages back into sums: which sums over the samples can you recover from a triple?",
        "Begin with the new mean. Then measure each group's samples from that mean instead of "
        "its own: by how much does its mean square grow?",
    ],
)
def merge(attempt: Attempt) -> None:
    random = np.random.default_rng(82)
    apart_means = "The two groups have different means: does the union lie around either of them?"
    one = np.array([[0.0], [0.0]]), np.array([[4.0], [4.0]])
    _expect_union(attempt, *one, hint=apart_means)
    sizes = "Each group counts in proportion to its size"
    for n, m, d in ((3, 30, 1), (5, 8, 2), (40, 4, 3)):
        A = random.normal(size=(n, d)) @ random.normal(size=(d, d))
        B = 2 * random.normal(size=d) + random.normal(size=(m, d)) @ random.normal(size=(d, d))
        _expect_union(attempt, A, B, hint=sizes)


@exercise(
    "08.3",
    shows="A model of the whole sample can answer from any part of it.",
    hints=[
        "Which entries of mu and of Sigma concern only the measured features?",
        "Find the measured features with np.isnan. Select them from the mean and from the rows and "
        "columns of each covariance, then invert. Subtract the largest score before np.exp.",
    ],
)
def posterior_with_gaps(attempt: Attempt) -> None:
    rule = "Bayes' rule with the densities of the measured features"
    means = np.array([[0.0, 0.0], [2.0, 2.0]])
    Sigmas = np.array([np.eye(2), np.eye(2)])
    even, gap = np.array([0.5, 0.5]), np.nan
    half = "The measured feature lies halfway between the two means"
    attempt.array([0.5, 0.5], np.array([1.0, gap]), means, Sigmas, even, rule=rule, hint=half)
    none = "Nothing was measured, so only the priors are left"
    shares = np.array([0.3, 0.7])
    attempt.array(shares, np.array([gap, gap]), means, Sigmas, shares, rule=rule, hint=none)
    random = np.random.default_rng(83)
    for k, d, gaps in ((2, 2, 1), (3, 4, 0), (3, 4, 2), (4, 6, 3)):
        L = random.normal(size=(k, d, d))
        Sigmas = L @ L.transpose(0, 2, 1) + 0.5 * np.eye(d)
        means, priors = random.normal(size=(k, d)), random.dirichlet(np.full(k, 5.0))
        x = random.normal(size=d)
        x[random.permutation(d)[:gaps]] = np.nan
        away = "A feature that was not measured must not enter the inverse or the determinant"
        wanted = _posterior(x, means, Sigmas, priors)
        attempt.array(wanted, x, means, Sigmas, priors, rule=rule, hint=away)
    far = np.array([500.0, gap])
    means = np.array([[0.0, 0.0], [1.0, 5.0]])
    tiny = "Both densities are too small for a floating-point number here, their ratio is not"
    Sigmas, wanted = np.array([np.eye(2), np.eye(2)]), np.array([0.0, 1.0])
    attempt.array(wanted, far, means, Sigmas, even, rule=rule, hint=tiny)


@exercise(
    "08.4",
    shows="If errors have a price, the best decision can be to ask.",
    hints=[
        "First turn each row of scores into posteriors. What may you subtract from a whole row "
        "without changing them?",
        "For one sample, the expected loss of a decision is an average over the classes. Which "
        "matrix product computes it for all samples and all decisions at once?",
    ],
)
def decide(attempt: Attempt) -> None:
    scores = np.log([[0.8, 0.2], [0.95, 0.05], [0.4, 0.6]])
    rows = "with true classes in rows and decisions in columns, the smallest expected loss"
    attempt.array([1, 0, 1], scores, np.array([[0.0, 1.0], [10.0, 0.0]]), rule=rows)
    ask = np.array([[0.0, 1.0, 0.25], [1.0, 0.0, 0.25]])
    attempt.array([0, 0, 2], scores, ask, rule="with a third decision that always costs 0.25, it")
    even = "a tie goes to the first decision, which"
    attempt.array([0], np.zeros((1, 2)), ask[:, :2], rule=even)
    small = "scores are logarithms up to a constant, different for each sample; the smallest loss"
    attempt.array([1, 0, 1], scores - [[0], [900], [5000]], np.array([[0, 1], [10, 0]]), rule=small)
    random = np.random.default_rng(83)
    for k, decisions in ((2, 2), (3, 4), (5, 6), (10, 3)):
        scores, loss = 2 * random.normal(size=(40, k)), random.random(size=(k, decisions))
        P = np.exp(scores)
        wanted = (P / P.sum(axis=1, keepdims=True) @ loss).argmin(axis=1)
        attempt.array(wanted, scores + 300 * random.normal(size=(40, 1)), loss, rule=small)


@exercise(
    "08.5",
    shows="Validation samples can tell how much the classes should share.",
    hints=[
        "Between the pooled covariance and that of a class lie their convex combinations. "
        "A single number between 0 and 1 picks one of them.",
        "Set every fifth sample aside, fit to the others, and compute the log-likelihood of those "
        "set aside for each number of a grid. Repeat with the other fifths and add up.",
    ],
)
def covariances(attempt: Attempt) -> None:
    random = np.random.default_rng(1)
    for k, d, n, differ, gain in (
        (3, 5, 10, 0, -0.15),
        (3, 4, 200, 1, -0.15),
        (4, 5, 15, 0.4, 0.3),
    ):
        X, y, new, classes = _clouds(random, k, d, n, differ)
        got = attempt.shaped((k, d, d), X, y)
        fine = np.allclose(got, got.transpose(0, 2, 1)) and np.linalg.eigvalsh(got).min() > 1e-12
        told = "you returned a matrix that is not symmetric with positive eigenvalues"
        attempt.require(fine, X, y, otherwise=told)
        means = np.array([X[y == c].mean(axis=0) for c in range(k)])
        D = X - means[y]
        own = np.array([D[y == c].T @ D[y == c] / n for c in range(k)])
        shared = np.broadcast_to(D.T @ D / len(y), own.shape)
        yours, *pure = (_log_density(new, classes, means, S) for S in (got, shared, own))
        told = (
            f"with {n} samples of each class, new samples have a mean log density of "
            f"{say(yours, 3)} under your covariances, {say(pure[0], 3)} with one shared, "
            f"{say(pure[1], 3)} with one each; {say(max(pure) + gain, 3)} can be reached"
        )
        attempt.require(yours >= max(pure) + gain, X, y, otherwise=told)


def _crossings(means: Vector, variances: Vector, priors: Vector) -> Vector:
    """Where prior times density of two classes in one dimension are equal, ascending."""
    (m, n), (u, v) = means, variances
    a, b = 0.5 / v - 0.5 / u, m / u - n / v
    c = 0.5 * n * n / v - 0.5 * m * m / u + 0.5 * np.log(v / u) + np.log(priors[0] / priors[1])
    under_root = b * b - 4 * a * c
    if under_root < 0:
        return np.zeros(0)
    return np.sort((-b + np.array([-1.0, 1.0]) * np.sqrt(under_root)) / (2 * a))


def _expect_union(attempt: Attempt, A: Matrix, B: Matrix, hint: str) -> None:
    """Hand over two descriptions and compare the answer with that of all samples together."""
    first, second, union = (_description(part) for part in (A, B, np.vstack([A, B])))
    answer = attempt(first, second)
    triple = isinstance(answer, tuple | list) and len(answer) == 3
    told = "you returned no triple of count, mean and covariance"
    attempt.require(triple, first, second, otherwise=told)
    for name, got, right in zip(("count", "mean", "covariance"), answer, union, strict=True):
        ours, theirs = np.asarray(got), np.asarray(right)
        fits = ours.shape == theirs.shape and ours.dtype.kind in "fiu"
        told = f"your {name} has shape {ours.shape}; numbers of shape {theirs.shape} are wanted"
        attempt.require(fits, first, second, otherwise=told)
        close = np.isclose(ours, theirs, rtol=1e-8, atol=1e-8)
        if not close.all():
            place = tuple(int(i) for i in np.argwhere(~close)[0])
            entry = f" in entry {list(place)}" if place else ""
            words = apart(float(ours[place]), float(theirs[place]))
            told = f"your {name} is {words[0]}{entry}; of all samples together it is {words[1]}"
            attempt.require(False, first, second, otherwise=f"{told}. {hint}")


def _description(X: Matrix) -> tuple[int, Vector, Matrix]:
    D = X - X.mean(axis=0)
    return len(X), X.mean(axis=0), D.T @ D / len(X)


def _posterior(x: Vector, means: Matrix, Sigmas: Matrix, priors: Vector) -> Vector:
    """The posteriors of a sample that was measured in some places only."""
    seen = np.flatnonzero(~np.isnan(x))
    scores = np.log(priors)
    for k, (mean, Sigma) in enumerate(zip(means, Sigmas, strict=True)):
        part, D = Sigma[np.ix_(seen, seen)], x[seen] - mean[seen]
        scores[k] -= 0.5 * (D @ np.linalg.solve(part, D) + np.linalg.slogdet(part)[1])
    P: Vector = np.exp(scores - scores.max())
    return P / P.sum()


def _clouds(
    random: np.random.Generator, k: int, d: int, n: int, differ: float
) -> tuple[Matrix, Labels, Matrix, Labels]:
    """Samples of k Gaussians, n of each to learn from and 1,000 to judge by."""
    spreads, eye = np.geomspace(0.3, 3, d), np.eye(d)
    base = _rotation(random, d) * spreads
    own = [(1 - differ) * eye + differ * _rotation(random, d) * spreads for _ in range(k)]
    roots, centres = base @ np.array(own), 3 * random.normal(size=(k, d))
    y, classes = random.permutation(np.repeat(np.arange(k), n)), np.repeat(np.arange(k), 1000)
    X, new = (
        centres[of] + (roots[of] @ random.normal(size=(len(of), d, 1)))[..., 0]
        for of in (y, classes)
    )
    return X, y, new, classes


def _rotation(random: np.random.Generator, d: int) -> Matrix:
    return np.linalg.qr(random.normal(size=(d, d)))[0]


def _log_density(X: Matrix, y: Vector, means: Matrix, covariances: Matrix) -> float:
    """Mean log density of the samples in their classes, without the term with 2 pi."""
    D = X - means[y]
    squares = (D * np.linalg.solve(covariances[y], D[..., np.newaxis])[..., 0]).sum(axis=1)
    return float(-0.5 * (squares + np.linalg.slogdet(covariances)[1][y]).mean())
