"""Checks of lesson 18_capstone."""

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold

from kernelkit.datasets import load_usps
from kernelkit.estimators import KNN, KernelSVM
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.experiments import split
from kernelkit.kernels import Gaussian
from kernelkit.validation import Integers, Matrix, Vector

SETTINGS = 9  # of an entry to the comparison


@exercise(
    "18.1",
    shows="Off the front there is always another to prefer, whatever your prices are.",
    hints=[
        "Compare each row with each. For a pair (i, j) two questions decide: is i at most as "
        "costly as j in every column, and is it cheaper in at least one?",
        "costs[:, np.newaxis] <= costs compares all pairs in all columns at once, with shape "
        "(n, n, m): the first place is i, the second is j. Which of all and any belongs to which "
        "question, and along which axis?",
    ],
)
def front(attempt: Attempt) -> None:
    hint = "Who is dominated: one that another equals or betters in all, and betters in one"
    for costs, wanted, rule in [
        (
            [[1.0, 9.0], [2.0, 4.0], [3.0, 5.0]],
            [True, True, False],
            "the third is dominated by the second, which",
        ),
        (
            [[3.0, 1.0], [1.0, 9.0], [2.0, 4.0]],
            [True, True, True],
            "no order is asked for, and this",
        ),
        (
            [[1.0, 3.0], [1.0, 5.0], [2.0, 3.0]],
            [True, False, False],
            "as cheap in one and dearer in the other is dominated, which",
        ),
        ([[1.0, 2.0], [1.0, 2.0]], [True, True], "twins do not dominate each other, which"),
        (
            [[1.0, 2.0, 9.0], [2.0, 3.0, 1.0], [2.0, 3.0, 2.0]],
            [True, True, False],
            "with three columns the second is saved by the last of them, which",
        ),
        ([[4.0], [2.0], [2.0]], [False, True, True], "with one column the smallest remain, which"),
    ]:
        attempt.array(wanted, np.array(costs), rule=rule, hint=hint)
    random = np.random.default_rng(161)
    for n, m in ((6, 2), (15, 3), (40, 2), (60, 4)):
        drawn = random.integers(1, 8, size=(n, m)) / 4
        wanted = [not any(_dominates(other, own) for other in drawn) for own in drawn]
        attempt.array(wanted, drawn, rule="asking each about all others", hint=hint)


def _dominates(other: Vector, own: Vector) -> bool:
    return bool((other <= own).all() and (other < own).any())


@exercise(
    "18.2",
    shows="Any function can enter. Whether its lead is significant, its interval says.",
    hints=[
        "Nearest neighbours count single samples. What else do lessons 05, 07, 08 and 15 compute "
        "from known samples and their labels? Scores from a Gram matrix need few lines.",
        "Lesson 15: with one-hot labels T, solve (K + lambda I) C = T, and give each new sample "
        "the class of the largest entry of K_new C. Let the setting number choose sigma from three "
        "values and lambda from three: divmod(setting, 3).",
    ],
)
def own_entry(attempt: Attempt) -> None:
    attempt.seconds = 30.0  # a first call may have to compile
    X, y = load_usps()
    Z, labels = X[::16], y[::16]
    splits = [split(labels, run, 0.2, 0) for run in range(2)]
    train, test = splits[0]
    args = Z[train], labels[train], Z[test]
    answers = [attempt.shaped((len(test),), *args, setting) for setting in range(SETTINGS)]
    foreign = sorted({int(each) for each in np.concatenate(answers)} - set(range(10)))
    told = f"one of your answers is {foreign[0] if foreign else 0}, which is no digit"
    attempt.require(not foreign, *args, 0, otherwise=told)
    told = "you returned the same labels as with each other setting; what does the setting change?"
    attempt.require(any((answers[0] != each).any() for each in answers), *args, 0, otherwise=told)
    told = "these are the answers of the lesson's local means; invent a rule of your own"
    theirs = [_local_means(*args, k) for k in range(1, SETTINGS + 1)]
    attempt.require(not np.array_equal(answers, theirs), *args, 0, otherwise=told)
    half = len(test) // 2
    apart = attempt.shaped((half,), *args[:2], Z[test[:half]], 4)
    told = (
        f"you changed your answer for some of these {half} digits when {len(test) - half} others "
        "came along; the other new digits must have no say"
    )
    attempt.require(np.array_equal(apart, answers[4][:half]), *args, 4, otherwise=told)
    ours, neighbours = (
        sum(
            _nested(classify, Z, labels, *each, folds=_folds(run))
            for run, each in enumerate(splits)
        )
        for classify in (lambda *asked: attempt.shaped((len(asked[2]),), *asked), _nearest)
    )
    told = (
        f"your function misclassifies {ours} of {2 * len(test)} test digits, the nearest "
        f"neighbours {neighbours}; fewer are wanted. What else could you bet on?"
    )
    attempt.require(ours < neighbours, *args, 0, otherwise=told)


def _folds(run: int) -> StratifiedKFold:
    seed = np.random.SeedSequence([0, run, 1]).generate_state(1)[0]
    return StratifiedKFold(5, shuffle=True, random_state=int(seed))


def _nested(
    classify: Callable[..., Any],
    Z: Matrix,
    labels: Integers,
    train: Integers,
    test: Integers,
    folds: StratifiedKFold,
) -> int:
    """How many test samples are misclassified with the setting of the least cross-validation."""
    counts = np.zeros(SETTINGS)
    for kept, left in folds.split(train, labels[train]):
        known, new = train[kept], train[left]
        for setting in range(SETTINGS):
            said = classify(Z[known], labels[known], Z[new], setting)
            counts[setting] += np.mean(said != labels[new])
    said = classify(Z[train], labels[train], Z[test], int(counts.argmin()))
    return int((said != labels[test]).sum())


def _nearest(X: Matrix, y: Integers, Z: Matrix, setting: int) -> Integers:
    said: Integers = KNN((1, 2, 3, 4, 5, 7, 9, 13, 19)[setting]).fit(X, y).predict(Z)
    return said


def _local_means(X: Matrix, y: Integers, Z: Matrix, k: int) -> Integers:
    away = []
    for c in np.unique(y):
        G = X[y == c]
        near = (np.sum(G**2, axis=1) - 2 * Z @ G.T).argsort(axis=1)[:, :k]
        away.append(((Z - G[near].mean(axis=1)) ** 2).sum(axis=1))
    said: Integers = np.unique(y)[np.argmin(away, axis=0)]
    return said


@exercise(
    "18.3",
    shows="The test labels counted the mistakes and did nothing else.",
    hints=[
        "Two things are learnt here: which columns to keep, and where the two means are. Which "
        "samples may take part in either?",
        "Cut out X[train] and y[train] on your first line. Below it X and y may occur twice "
        "alone: X[test], whose classes you predict, and y[test], which counts mistakes at the end.",
    ],
)
def honest_error(attempt: Attempt) -> None:
    random = np.random.default_rng(163)
    for n, columns, count in ((60, 400, 10), (80, 30, 3)):
        X, y = random.normal(size=(n, columns)), random.permutation(np.arange(n) % 2)
        mixed = random.permutation(n)
        train, test = np.sort(mixed[n // 4 :]), np.sort(mixed[: n // 4])
        flipped = y.copy()
        flipped[test] = 1 - y[test]
        first, second = (
            float(attempt.shaped((), X, labels, train, test, count)) for labels in (y, flipped)
        )
        told = (
            f"the error is {first:.3g}, and with all test labels flipped {second:.3g}; whoever "
            f"has not seen them comes to {1 - first:.3g}. Where do they have a say before the end?"
        )
        attempt.require(np.isclose(first + second, 1), X, y, train, test, count, otherwise=told)
        rule = "choosing columns and means by the training samples, then counting mistakes,"
        attempt.number(
            _nearest_means(X, y, train, test, count), X, y, train, test, count, rule=rule
        )


def _nearest_means(X: Matrix, y: Integers, train: Integers, test: Integers, count: int) -> float:
    means = np.array([X[train][y[train] == c].mean(axis=0) for c in (0, 1)])
    best = np.abs(means[1] - means[0]).argsort()[::-1][:count]
    away = ((X[test][:, np.newaxis, best] - means[:, best]) ** 2).sum(axis=2)
    return float((away.argmin(axis=1) != y[test]).mean())


@exercise(
    "18.4",
    shows="Of those within one standard error of the best, the simplest.",
    hints=[
        "Find the column with the smallest mean first. The standard error is that of this column "
        "alone, over its folds; with ddof=1, because its mean was estimated from the same numbers.",
        "The smallest mean plus that standard error is a limit. The answer is the first column "
        "whose mean is not above it: np.argmax of truth values finds the first that is true.",
    ],
)
def simplest(attempt: Attempt) -> None:
    errors = np.array([[0.30, 0.21, 0.16, 0.19], [0.30, 0.19, 0.20, 0.21], [0.30, 0.20, 0.18, 0.2]])
    rule = "the best mean 0.18 and its standard error 0.0115 allow 0.1915, which"
    attempt.number(2, errors, rule=rule)
    rule = "the best mean 0.18 and its standard error 0.0231 allow 0.2031, which"
    errors[:, 2] = 0.14, 0.22, 0.18
    attempt.number(1, errors, rule=rule)
    random = np.random.default_rng(164)
    for folds, columns in ((5, 7), (10, 12), (5, 20), (8, 9)):
        level = 0.05 + 0.1 * np.linspace(-1, 0.4, columns) ** 2
        errors = (
            level + 0.03 * random.normal(size=(folds, 1)) + 0.02 * random.random((folds, columns))
        )
        mean, best = errors.mean(axis=0), errors.mean(axis=0).argmin()
        limit = mean[best] + errors[:, best].std(ddof=1) / np.sqrt(folds)
        rule = f"the smallest mean and its standard error allow {limit:.4g}, which"
        attempt.number(int((mean <= limit).argmax()), errors, rule=rule)


@exercise(
    "18.5",
    shows="You knew something about digits that no table did.",
    hints=[
        "The kernel SVM compares pixel with pixel. Draw a digit on squared paper, then again a "
        "little differently, so that everybody reads the same digit: what did you change?",
        "Make more training digits out of the 500: X.reshape(-1, 16, 16) gives images, and copies "
        "that are changed a little keep their labels. Mind the pixels that leave and enter at the "
        "border (paper is -1), and the time: the kernel SVM's grows faster than the digits do.",
    ],
)
def contender(attempt: Attempt) -> None:
    attempt.seconds = 30.0  # the first training in a student's process may have to compile
    X, y = load_usps()
    images = X.reshape(-1, 16, 16)[:, ::-1].reshape(len(X), 256)  # mirrored, so not by heart
    places = np.random.default_rng(165).permutation(len(y))
    learn, judge = places[:500], places[500:2500]
    machine = KernelSVM(10.0, Gaussian(8.0)).fit(images[learn], y[learn])
    theirs = int((machine.predict(images[judge]) != y[judge]).sum())
    args = images[learn], y[learn], images[judge]
    ours = int((attempt.shaped((len(judge),), *args) != y[judge]).sum())
    told = (
        f"you mistook {ours} of {len(judge):,} new digits, the kernel SVM of the table {theirs}; "
        f"at most {round(0.85 * theirs)} are wanted. What stays the same digit, and is not yet "
        "among the 500?"
    )
    attempt.require(ours <= 0.85 * theirs, *args, otherwise=told)
