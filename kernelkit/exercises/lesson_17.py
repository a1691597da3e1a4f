"""Checks of lesson 17_large_kernels."""

from collections.abc import Iterator

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.kernels import Gaussian
from kernelkit.validation import Integers, Matrix, Vector


@exercise(
    "17.1",
    shows="Half the error takes four times the features; distant samples take the most.",
    hints=[
        "The lesson has the standard error of an entry, for a given kernel k and number D of "
        "features. Solve it for D.",
        "Features come in pairs, a cosine and a sine. To which numbers must D be rounded up, and "
        "what is the least of them?",
    ],
)
def features_needed(attempt: Attempt) -> None:
    rule = "the smallest even number with a standard error of at most this"
    far = np.array([30.0, 0.0])
    cases = [
        (np.zeros(2), far, 1.0, 0.099, "These two are so far apart that k is 0"),
        (np.zeros(2), np.zeros(2), 1.0, 0.01, "Equal samples: the error is 0 for any features"),
        (np.array([1.0]), np.array([0.0]), 1.0, 0.05, "Here k is 0.6065, and D is even"),
        (np.array([1.0]), np.array([0.0]), 2.0, 0.05, "Is your k that of this sigma?"),
    ]
    random = np.random.default_rng(171)
    for d, sigma, error in ((3, 1.5, 0.03), (5, 2.0, 0.013), (4, 6.0, 0.007)):
        cases.append((*random.normal(size=(2, d)), sigma, error, ""))
    for x, z, sigma, error, hint in cases:
        k = np.exp(-((x - z) ** 2).sum() / (2 * sigma**2))
        pairs = max(1, int(np.ceil(((1 - k**2) / error) ** 2 / 2)))
        attempt.number(2 * pairs, x, z, sigma, error, rule=rule, hint=hint)


@exercise(
    "17.2",
    shows="Every kernel of the form g(x - z) has its frequencies; these are Cauchy's.",
    hints=[
        "The kernel is a product over the coordinates, and the expectation of a product of "
        "independent factors is the product of the expectations. Which distribution of a single "
        "frequency belongs to a single coordinate?",
        "If a number w has the density in the integral, what is E cos(c w t) for a factor c? "
        "From there on the features are those of the lesson.",
    ],
)
def laplacian_features(attempt: Attempt) -> None:
    random = np.random.default_rng(154)
    some = np.array([[0.0, 0.0, 0.0], [0.5, -0.5, 0.5], [1.0, 0.0, 0.0], [0.2, 0.1, -0.3]])
    D = 40_000
    for X, gamma, seed in (
        (some, 1.0, 0),
        (some, 2.5, 1),
        (random.normal(scale=0.3, size=(5, 8)), 0.7, 2),
    ):
        phi = attempt.shaped((len(X), D), X, D, gamma, seed)
        lengths = (phi**2).sum(axis=1)
        i = int(np.abs(lengths - 1).argmax())
        told = (
            f"your features of row {i} have the squared length {say(lengths[i])}; "
            "k(x, x) = 1, and cosine and sine of one angle have squares that sum to 1"
        )
        attempt.require(np.allclose(lengths, 1), X, D, gamma, seed, otherwise=told)
        wanted = np.exp(-gamma * np.abs(X[:, np.newaxis] - X).sum(axis=2))
        off = np.abs(phi @ phi.T - wanted)
        i, j = (int(k) for k in np.unravel_index(off.argmax(), off.shape))
        told = (
            f"your features of rows {i} and {j} have the inner product {phi[i] @ phi[j]:.2f}; the "
            f"kernel is {wanted[i, j]:.2f}, and {D:,} features seldom err by more than 0.03"
        )
        attempt.require(off.max() < 0.04, X, D, gamma, seed, otherwise=told)
    args = (some, 100, 1.0)
    same = np.array_equal(attempt(*args, 3), attempt(*args, 3))
    other = not np.array_equal(attempt(*args, 3), attempt(*args, 4))
    told = "two calls with one seed must give the same features, and another seed others"
    attempt.require(same and other, *args, 3, otherwise=told)


@exercise(
    "17.3",
    shows="A kernel machine that learns from a stream and holds two rows of D numbers.",
    hints=[
        "For each sample: a loop over the frequencies that fills one row of D features, then the "
        "inner product of this row with w, then a loop that moves w along the row.",
        "The angle of frequency j is the sum over the coordinates of omega[c, j] * X[i, c]. Its "
        "cosine goes to place 2 j and its sine to place 2 j + 1, both times sqrt(2 / D). math.cos, "
        "np.zeros and omega.shape work in compiled code.",
    ],
)
def stream_pass(attempt: Attempt) -> None:
    attempt.seconds = 60.0  # the first call compiles
    first = np.zeros((1, 2)), np.array([1.0]), np.ones((2, 1)), 0.5
    require_compiled(attempt, *first)
    rule = "one pass, a step after each sample,"
    attempt.array([0.5, 0], *first, rule=rule, hint="At x = 0 the features are 1 and 0 here")
    random = np.random.default_rng(173)
    again = "Each sample meets the weights that the one before it has left"
    pairs = "Are cosine and sine of one frequency side by side, times sqrt(2 / D)?"
    tasks = ((1, 3, 2, 1.0, pairs), (2, 2, 2, 1.0, again), (40, 4, 6, 0.3, again))
    for n, d, frequencies, eta, hint in (*tasks, (20_000, 10, 50, 0.1, again)):
        X, omega = random.normal(size=(n, d)), random.normal(size=(d, frequencies))
        args = X, np.sign(X[:, 0]), omega, eta
        attempt.array(_after_pass(*args), *args, rule=rule, hint=hint, tolerance=1e-7)


def _after_pass(X: Matrix, t: Vector, omega: Matrix, eta: float) -> Vector:
    w = np.zeros(2 * omega.shape[1])
    phi = np.empty((len(X), len(w)))
    phi[:, ::2], phi[:, 1::2] = np.cos(X @ omega), np.sin(X @ omega)
    phi *= np.sqrt(2 / len(w))
    for row, target in zip(phi, t, strict=True):
        w += eta * (target - row @ w) * row
    return w


class OnePass:
    """Blocks of features and targets that come once; a block that has passed is erased."""

    def __init__(self, blocks: list[tuple[Matrix, Vector]]) -> None:
        self.blocks = blocks
        self.passes = 0

    def __iter__(self) -> Iterator[tuple[Matrix, Vector]]:
        if self.passes:
            message = "the blocks come only once, keep sums of them"
            raise RuntimeError(message)
        self.passes += 1
        for phi, t in self.blocks:
            yield phi, t
            phi[:] = t[:] = np.nan

    def __repr__(self) -> str:
        return f"{len(self.blocks)} blocks"


@exercise(
    "17.4",
    shows="Cross-validation in one pass: what was added to a sum can be taken away again.",
    hints=[
        "Keep the sums G, h and the sum of squared targets of each block by itself. The sums of "
        "all other blocks are those of all blocks minus its own.",
        "Multiply out: the sum of (t - <w, phi>)^2 over a block is the sum of its t^2, minus twice "
        "<w, h>, plus w^T G w, with the sums of this block and the weights of the others.",
    ],
)
def errors_left_out(attempt: Attempt) -> None:
    random = np.random.default_rng(174)
    erased = "A block is erased as soon as the next one comes: have you kept one, or a part of it?"
    rule = "the sum of squared errors under the weights of all other blocks"
    for folds, n, d, lam in ((2, 6, 1, 0.5), (3, 10, 2, 0.1), (5, 30, 4, 3.0), (4, 50, 8, 0.01)):
        blocks: list[tuple[Matrix, Vector]] = []
        for b in range(folds):
            X = random.normal(size=(n + b, d))
            phi = np.column_stack([np.ones(n + b), X])
            blocks.append((phi, 2 + X[:, 0] + random.normal(size=n + b)))
        wanted = _errors_left_out(blocks, lam)
        args = OnePass([(phi.copy(), t.copy()) for phi, t in blocks]), lam
        got = attempt.shaped((folds,), *args)
        attempt.require(not np.isnan(got).any(), *args, otherwise=f"you returned nan. {erased}")
        hint = "Whose weights? And the 1 in front has no penalty, and lambda is added once in all"
        attempt.array(wanted, *args, rule=rule, hint=hint, tolerance=1e-6)


def _errors_left_out(blocks: list[tuple[Matrix, Vector]], lam: float) -> Vector:
    errors = []
    for b, (phi, t) in enumerate(blocks):
        others = [block for other, block in enumerate(blocks) if other != b]
        rest = np.vstack([block[0] for block in others])
        target = np.concatenate([block[1] for block in others])
        J = np.diag([0.0] + [1.0] * (rest.shape[1] - 1))
        w = np.linalg.solve(rest.T @ rest + lam * J, rest.T @ target)
        errors.append(((t - phi @ w) ** 2).sum())
    return np.array(errors)


@exercise(
    "17.5",
    shows="Landmarks that explain others beside themselves.",
    hints=[
        "One landmark i explains the matrix K[:, i] K[i, :] / K[i, i]. What remains is K minus "
        "that, and the next landmark has to explain what remains.",
        "Of all samples, which one would make the trace of what remains fall most? The trace of "
        "column times row is a sum of squares. Subtract, and go on with the rest in place of K.",
    ],
)
def choose_landmarks(attempt: Attempt) -> None:
    random = np.random.default_rng(155)
    for n, m in ((120, 8), (200, 12)):
        groups = _crowd_and_groups(random, n, m)
        _compare_landmarks(
            attempt,
            random,
            (Gaussian(1.5)(groups), m),
            (0.5, "half of that can be reached. Which samples have no landmark near them?"),
        )
    for n, m in ((120, 8), (200, 12)):
        cloud = np.vstack([random.normal(size=(n - n // 3, 3)), random.normal(0, 8, (n // 3, 3))])
        _compare_landmarks(
            attempt,
            random,
            (Gaussian(1.5)(random.permutation(cloud)), m),
            (1.0, "less can be reached. How much do your landmarks explain beside themselves?"),
        )


def _crowd_and_groups(random: np.random.Generator, n: int, m: int) -> Matrix:
    """One crowd and m - 1 groups of four."""
    centres = random.normal(scale=3, size=(m, 4))
    sizes = np.where(np.arange(m) == 0, n - 4 * (m - 1), 4)
    groups: Matrix = np.repeat(centres, sizes, axis=0) + 0.05 * random.normal(size=(n, 4))
    return groups


def _compare_landmarks(
    attempt: Attempt,
    random: np.random.Generator,
    args: tuple[Matrix, int],
    goal: tuple[float, str],
) -> None:
    """Ask for less of the trace than a share of what random landmarks leave."""
    (K, m), (share, words) = args, goal
    n = len(K)
    chosen = attempt.shaped((m,), K, m)
    different = len(set(chosen.tolist()) & set(range(n))) == m
    told = f"you did not return {m} different indices from 0 to {n - 1}"
    attempt.require(different, K, m, otherwise=told)
    at_random = np.mean([_left(K, random.permutation(n)[:m]) for _ in range(20)])
    left = _left(K, chosen.astype(int))
    told = (
        f"your landmarks leave {100 * left / np.trace(K):.0f} % of the trace unexplained, "
        f"random ones {100 * at_random / np.trace(K):.0f} %; {words}"
    )
    attempt.require(left < share * at_random, K, m, otherwise=told)


def _left(K: Matrix, chosen: Integers) -> float:
    """Trace of what the landmarks leave of K."""
    part = K[:, chosen]
    explained = part @ np.linalg.pinv(K[np.ix_(chosen, chosen)], hermitian=True) @ part.T
    return float(np.trace(K - explained))
