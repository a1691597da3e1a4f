"""Checks of lesson 09_naive_bayes."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.validation import Matrix, Vector


@exercise("09.1", shows="A price list is a threshold, as long as the probabilities are true.")
def threshold(attempt: Attempt) -> None:
    attempt.number(0.0, 1.0, 1.0, rule="with equal prices the more probable class wins, which")
    hint = "At the threshold both decisions cost the same on average; write down both costs"
    for ham_lost, spam_passed in ((100.0, 1.0), (6.0, 2.0), (0.5, 4.0), (30.0, 30.0)):
        wanted = float(np.log(ham_lost) - np.log(spam_passed))
        attempt.number(wanted, ham_lost, spam_passed, rule="equal cost", hint=hint)


@exercise("09.2", shows="Lagrange's answer: counts, divided by their sum.")
def word_probabilities(attempt: Attempt) -> None:
    X, y = np.array([[2, 0, 1], [0, 1, 0], [3, 0, 1]]), np.array([0, 1, 0])
    random = np.random.default_rng(92)
    cases = [(X, y, 0.0), (X, y, 1.0)]
    for n, k, d, s in ((40, 2, 6, 0.5), (60, 4, 9, 2.0), (30, 3, 5, 0.01)):
        labels = random.permutation(np.arange(n) % k)
        cases.append((random.poisson(0.7 + labels[:, np.newaxis], size=(n, d)), labels, s))
    for X, y, s in cases:
        counts = np.array([X[y == k].sum(axis=0) for k in range(max(y) + 1)]) + s
        got = attempt.shaped(counts.shape, X, y, s)
        sums = got.sum(axis=1)
        row = int(np.abs(sums - 1).argmax())
        told = f"your row {row} sums to {say(sums[row])}; the faces of a die have the sum 1"
        attempt.require(abs(sums[row] - 1) < 1e-8, X, y, s, otherwise=told)
        hint = "A face is a share of all words of its class, with s added to each count"
        wanted = counts / counts.sum(axis=1, keepdims=True)
        attempt.array(wanted, X, y, s, rule="counting", hint=hint)


@exercise("09.3", shows="Long messages and zeros cannot hurt a sum of logarithms.")
def posterior(attempt: Attempt) -> None:
    priors = np.array([0.8, 0.2])
    beta = np.array([[0.5, 0.5, 0.0], [0.25, 0.25, 0.5]])
    rule = "Bayes' rule"
    unused = "A word that does not occur says nothing, whatever its probability"
    attempt.array(priors, np.array([0, 0, 0]), priors, beta, rule=rule, hint=unused)
    attempt.array([8 / 9, 1 / 9], np.array([1, 0, 0]), priors, beta, rule=rule, hint=unused)
    attempt.array([0.0, 1.0], np.array([3, 1, 1]), priors, beta, rule=rule)
    nowhere = np.array([[0.0, 0.5, 0.5], [1.0, 0.0, 0.0]])
    impossible = "the message is impossible in both classes, which"
    attempt.array(priors, np.array([1, 1, 0]), priors, nowhere, rule=impossible)
    random = np.random.default_rng(93)
    for k, d, length in ((2, 4, 20), (3, 50, 400), (4, 200, 6000)):
        priors, die = random.dirichlet(np.full(k, 5.0)), random.dirichlet(np.ones(d))
        beta = die * np.exp(random.normal(scale=0.5 / np.sqrt(length), size=(k, d)))
        beta /= beta.sum(axis=1, keepdims=True)
        x = random.multinomial(length, beta[0])
        scores = np.log(priors) + np.log(beta) @ x
        wanted = np.exp(scores - np.logaddexp.reduce(scores))
        small = f"No computer's number is as small as the probability of {length} words"
        hint = small if length > 100 else "Each word counts as often as it occurs"
        attempt.array(wanted, x, priors, beta, rule=rule, hint=hint)


@exercise("09.4", shows="A sum can be bought, word by word.")
def disguise(attempt: Attempt) -> None:
    random = np.random.default_rng(94)
    for d, length in ((4, 6), (8, 15), (30, 40), (30, 40)):
        common = random.dirichlet(np.ones(d))
        beta = np.array([common * np.exp(random.normal(scale=1.0, size=d)) for _ in range(2)])
        beta = (beta + 0.001) / (beta + 0.001).sum(axis=1, keepdims=True)
        priors = np.array([0.6, 0.4])
        for k in (1, 0):  # a spam, then a message that needs no disguise
            x = random.multinomial(length, beta[k])
            _disguised(attempt, x, priors, beta)


def _disguised(attempt: Attempt, x: np.ndarray, priors: Vector, beta: Matrix) -> None:
    args = (x, priors, beta)
    got = attempt.shaped(x.shape, *args)
    whole = bool((got == np.rint(got)).all() and (got >= x).all())
    told = "you returned counts that are not whole or below those of x; words are only added"
    attempt.require(whole, *args, otherwise=told)
    odds = _log_odds(got, priors, beta)
    told = f"your message still has log odds of spam {say(odds)}; they must be below 0"
    attempt.require(odds < 1e-9, *args, otherwise=told)
    gain, before = float(np.log(beta[0] / beta[1]).max()), _log_odds(x, priors, beta)
    fewest = 0 if before < 0 else int(before / gain) + 1
    added = int(got.sum() - x.sum())
    told = f"you added {added} words; {fewest} would do. What does one more do to the log odds?"
    attempt.require(added <= fewest, *args, otherwise=told)


def _log_odds(x: np.ndarray, priors: Vector, beta: Matrix) -> float:
    ham, spam = np.log(priors) + np.log(beta) @ x
    return float(spam - ham)
