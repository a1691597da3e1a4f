"""Checks of lesson 06_kernel_perceptron_digits."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.kernels import Gaussian, Polynomial


@exercise("06.1", shows="A look costs nothing; a mistake costs two rows of K.")
def look(attempt: Attempt) -> None:
    K = np.array([[2.0, 1.0, 0.0], [1.0, 3.0, -1.0], [0.0, -1.0, 1.0]])
    y, zero = np.array([0, 2, 1]), np.zeros((3, 3))
    tie = "argmax takes the lowest class on a tie, so this look"
    hint = "A mistake moves two classes, and every sample feels it"
    attempt.array(zero, zero, K, y, 0, rule=tie)
    wanted = [[-1.0, -3.0, 1.0], [0.0, 0.0, 0.0], [1.0, 3.0, -1.0]]
    attempt.array(wanted, zero, K, y, 1, rule=tie, hint=hint)
    random = np.random.default_rng(61)
    for k in (2, 4, 10):
        X, y = random.normal(size=(25, 3)), random.integers(k, size=25)
        K, before = X @ X.T, random.normal(size=(k, 25))
        for t in range(6):
            before[y[t], t] += 10 * (t % 2)  # every other look finds nothing to correct
            guess = before[:, t].argmax()
            after = before.copy()
            after[y[t]] += K[t]
            after[guess] -= K[t]
            attempt.array(after, before, K, y, t, rule="the coupled rule", hint=hint)
            before = after


@exercise("06.2", shows="Pairs vote, and the scores speak when the vote is tied.")
def vote(attempt: Attempt) -> None:
    three = "the pairs (0, 1), (0, 2), (1, 2)"
    for pair_scores, winner, why in [
        ([1.0, 2.0, -0.5], 0, "two votes for 0"),
        ([-1.0, 2.0, 0.5], 1, "two votes for 1"),
        ([0.0, 0.0, -9.0], 0, "sgn(0) = +1, two votes for 0,"),
        ([1.0, -2.0, 0.5], 2, "one vote each and the sums -1, -0.5, 1.5"),
        ([5.0, -2.0, 0.5], 0, "one vote each and the sums 3, -4.5, 1.5"),
        ([-1.0, 2.0, -7.0], 2, "one vote each and the sums 1, -6, 5"),
    ]:
        scores = np.array(pair_scores)[:, np.newaxis]
        attempt.array([winner], scores, 3, rule=f"for {three}: {why}")
    ahead = np.array([[0.1], [0.1], [-9.0]])  # 0 has the votes, 2 the larger sum
    attempt.array([0], ahead, 3, rule="votes come first, sums only break ties, which")
    random = np.random.default_rng(62)
    hint = "Do your pairs come in the order (0, 1), (0, 2), ..., (1, 2), ...?"
    for k, spread in ((4, 1.0), (5, 100.0), (10, 1e6)):
        pairs = [(a, c) for a in range(k) for c in range(a + 1, k)]
        scores = spread * random.normal(size=(len(pairs), 40))
        votes, sums = np.zeros((2, k, 40))
        for m, (a, c) in enumerate(pairs):
            votes[np.where(scores[m] >= 0, a, c), np.arange(40)] += 1
            sums[a] += scores[m]
            sums[c] -= scores[m]
        order = np.lexsort((-np.arange(k)[:, np.newaxis] + 0 * votes, sums, votes), axis=0)
        attempt.array(order[-1], scores, k, rule="the vote", hint=hint)


@exercise("06.3", shows="The test set judges what cross-validation chose, and chooses nothing.")
def report(attempt: Attempt) -> None:
    cv = np.array([[0.05, 0.03, 0.04], [0.02, 0.06, 0.02]])
    test = np.array([[0.05, 0.04, 0.03], [0.07, 0.01, 0.02]])
    rule = "choosing by cross-validation, the first of equals,"
    attempt.array([0.04, 0.07], cv, test, rule=rule)
    random = np.random.default_rng(63)
    for runs, points in ((20, 7), (6, 6), (3, 12)):
        level = 0.03 + 0.01 * random.random(size=points)
        cv, test = level + 0.004 * random.random(size=(2, runs, points))
        wanted = [row[choice] for row, choice in zip(test, cv.argmin(axis=1), strict=True)]
        hint = "Each run makes its own choice, and looks at its test errors only afterwards"
        attempt.array(wanted, cv, test, rule=rule, hint=hint)


@exercise("06.4", shows="A label that contradicts all its neighbours gives itself away.")
def culprits(attempt: Attempt) -> None:
    random = np.random.default_rng(64)
    for k, n, kernel in ((4, 200, Gaussian(6.0)), (3, 150, Polynomial(2, offset=1.0))):
        centres, truth = 6 * random.normal(size=(k, 6)), random.integers(k, size=n)
        K = kernel(centres[truth] + random.normal(size=(n, 6)))
        swapped = random.choice(n, size=6, replace=False)
        y = truth.copy()
        y[swapped] = (truth[swapped] + random.integers(1, k, size=6)) % k
        got = attempt.shaped((6,), K, y, 6)
        different = len(set(got.tolist()) & set(range(n))) == 6
        told = f"you did not return 6 different indices from 0 to {n - 1}"
        attempt.require(different, K, y, 6, otherwise=told)
        caught = len(set(got.tolist()) & set(swapped.tolist()))
        few = (
            f"you named {caught} of the 6 swapped labels and {6 - caught} innocent samples; at "
            "least 5 can be found. Who pays when a machine is corrected for a wrong label, and "
            "what does a machine say about a sample it has not learnt from?"
        )
        attempt.require(caught >= 5, K, y, 6, otherwise=few)
