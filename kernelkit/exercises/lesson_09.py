"""Checks of lesson 09_naive_bayes."""

from math import lgamma

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.validation import Matrix, Vector


@exercise(
    "09.1",
    shows="Recall and FPR belong to the filter; precision also depends on the phone.",
    hints=[
        "Imagine 1,000 messages on the other phone. How many of them are spam, and how many of "
        "these does the filter catch? How many ham messages does it lose?",
        "Precision is about all messages that are called spam, of either kind. Which of the three "
        "numbers is a share of the spam, which of the ham, and which of all messages?",
    ],
)
def precision_elsewhere(attempt: Attempt) -> None:
    attempt.number(1.0, 0.9, 0.0, 0.2, rule="a filter that loses no ham")
    coins = "a filter that tosses a coin without reading"
    attempt.number(0.5, 0.7, 0.7, 0.5, rule=coins)
    attempt.number(0.1, 0.7, 0.7, 0.1, rule=coins)
    for recall, false_alarms, share in ((0.9, 0.1, 0.5), (0.93, 0.005, 0.01), (0.4, 0.02, 0.13)):
        caught, lost = recall * share, false_alarms * (1 - share)
        rule = "counting among a thousand messages there"
        attempt.number(caught / (caught + lost), recall, false_alarms, share, rule=rule)


@exercise(
    "09.2",
    shows="Another naive model, in which a missing word is evidence too.",
    hints=[
        "In each class every word of the dictionary is a coin, tossed once for each message. Turn "
        "the counts into zeros and ones first, in the old messages and in the new ones.",
        "The coin's probability is the share of the class's messages that contain the word. There "
        "are 2 s additional messages in each class: how many of them contain it? And what is the "
        "probability that a message does not contain it?",
    ],
)
def bernoulli_log_odds(attempt: Attempt) -> None:
    X, y = np.array([[1], [1], [0], [0]]), np.array([1, 1, 0, 0])
    rule = "the model of coins"
    there = "Count the messages that contain the word, including the additional ones"
    attempt.array([np.log(5)], X, y, 0.5, np.array([[1]]), rule=rule, hint=there)
    missing = "Here the message does not contain the word"
    attempt.array([-np.log(5)], X, y, 0.5, np.array([[0]]), rule=rule, hint=missing)
    often = "A word that occurs three times counts like one that occurs once"
    attempt.array([np.log(5)], 3 * X, y, 0.5, np.array([[4]]), rule=rule, hint=often)
    shares = "Here one class has more messages than the other; its prior is its share of them"
    X, y = np.array([[1], [0], [1], [0], [0]]), np.array([1, 1, 0, 0, 0])
    attempt.array([_bernoulli(X, y, 1.0, X[:1])[0]], X, y, 1.0, X[:1], rule=rule, hint=shares)
    random = np.random.default_rng(92)
    for n, d, s in ((12, 4, 1.0), (60, 9, 0.1), (200, 300, 0.5)):
        y = (random.random(n) < 0.3).astype(int)
        y[:2] = 0, 1
        X = random.poisson(0.2 + 0.5 * random.random(d) * (1 + y[:, np.newaxis]))
        new = random.poisson(0.6, size=(5, d))
        attempt.array(_bernoulli(X, y, s, new), X, y, s, new, rule=rule)


def _bernoulli(X: np.ndarray, y: np.ndarray, s: float, new: np.ndarray) -> Vector:
    has = new > 0
    scores = []
    for k in (0, 1):
        own = X[y == k] > 0
        p = (own.sum(axis=0) + s) / (len(own) + 2 * s)
        each = np.where(has, np.log(p), np.log1p(-p)).sum(axis=1)
        scores.append(np.log(len(own)) + each)
    difference: Vector = scores[1] - scores[0]
    return difference


@exercise(
    "09.3",
    shows="A word that has occurred once becomes more probable: in the urn words are dependent.",
    hints=[
        "Take a message of one word first, then of two different words, then of the same word "
        "twice. After the first word the posterior is a Dirichlet distribution again: which one?",
        "Draw the words one after another, in any order. Each draw uses the posterior mean and "
        "then counts as one more observation. For long messages, add logarithms.",
    ],
)
def urn_score(attempt: Attempt) -> None:
    rule = "the average over the posterior"
    N = np.array([2.0, 0.0, 1.0])
    attempt.number(np.log(3 / 6), np.array([1, 0, 0]), N, 1.0, rule=rule)
    attempt.number(0.0, np.array([0, 0, 0]), N, 1.0, rule="a message without words")
    two = "This message has two different words"
    attempt.number(np.log(3 / 6 * 2 / 7), np.array([1, 0, 1]), N, 1.0, rule=rule, hint=two)
    again = "This message has the same word twice"
    attempt.number(np.log(3 / 6 * 4 / 7), np.array([2, 0, 0]), N, 1.0, rule=rule, hint=again)
    random = np.random.default_rng(93)
    for d, length, s in ((3, 5, 0.5), (40, 30, 0.1), (500, 2000, 2.0)):
        share = random.dirichlet(np.ones(d))
        N = random.multinomial(20 * d, share).astype(float)
        x = random.multinomial(length, share)
        a = (N + s).tolist()
        wanted = lgamma(sum(a)) - lgamma(sum(a) + length)
        wanted += sum(lgamma(b + n) - lgamma(b) for b, n in zip(a, x.tolist(), strict=True))
        small = f"The probability of {length} words is too small for a floating-point number"
        attempt.number(wanted, x, N, s, rule=rule, hint=small if length > 100 else "")


@exercise(
    "09.4",
    shows="With this prior a word that never occurred in spam is never evidence for spam.",
    hints=[
        "The formula of the posterior mean allows a different alpha for each word. Which alphas "
        "does the prior have here, and what is their sum?",
        "Both classes get the same pseudocounts, in the proportions of all words of both classes "
        "together. Add them to the counts of each class, and divide by the sum.",
    ],
)
def informed_weights(attempt: Attempt) -> None:
    rule = "the posterior mean of each class"
    N = np.array([[2.0, 2.0], [1.0, 3.0]])
    attempt.array(np.log([5 / 7, 11 / 9]), N, 4.0, rule=rule)
    same = "the classes have the same words, so that every weight"
    attempt.array([0.0, 0.0], np.array([[3.0, 1.0], [6.0, 2.0]]), 5.0, rule=same)
    random = np.random.default_rng(94)
    for d, a in ((4, 1.0), (30, 100.0), (200, 5000.0)):
        share = random.dirichlet(np.full(d, 0.5))
        N = np.array([random.multinomial(40 * d, share), random.multinomial(9 * d, share)], float)
        N[0, N.sum(axis=0) == 0] = 1.0
        N[1, 0], N[0, 0] = 0.0, 1.0
        got = attempt.shaped((d,), N, a)
        bad = np.flatnonzero((N[1] == 0) & ~(got < 0))
        told = (
            f"word {bad[0] if bad.size else 0} never occurs in spam, and you gave it the weight "
            f"{say(float(got[bad[0]])) if bad.size else ''}; with this prior it must be below 0"
        )
        attempt.require(bad.size == 0, N, a, otherwise=told)
        q = N.sum(axis=0) / N.sum()
        beta = (N + a * q) / (N.sum(axis=1, keepdims=True) + a)
        attempt.array(np.log(beta[1] / beta[0]), N, a, rule=rule)


@exercise(
    "09.5",
    shows="A sum can be bought, word by word.",
    hints=[
        "The log odds are a sum. By how much does one more copy of word j change it, and does that "
        "depend on what is already in the message?",
        "Rank the words by what one copy does to the sum. Is there ever a reason to add two "
        "different words? And is a sum of exactly zero enough?",
    ],
)
def disguise(attempt: Attempt) -> None:
    random = np.random.default_rng(95)
    for d, length in ((4, 6), (8, 15), (30, 40), (30, 40)):
        common = random.dirichlet(np.ones(d))
        beta = np.array([common * np.exp(random.normal(scale=1.0, size=d)) for _ in range(2)])
        beta = (beta + 0.001) / (beta + 0.001).sum(axis=1, keepdims=True)
        priors = np.array([0.6, 0.4])
        for k in (1, 0):  # a spam, then a message that needs no disguise
            x = random.multinomial(length, beta[k])
            _disguised(attempt, x, priors, beta)
    # With powers of two the sums have no rounding error: the classes are exactly even.
    even = (np.array([1, 1, 0]), np.array([0.5, 0.5]), np.array([[2, 1, 1], [1, 2, 1]]) / 4)
    told = "you added no word; the classes are equally probable, and ham must be more probable"
    attempt.require(attempt.shaped((3,), *even).sum() > 2, *even, otherwise=told)
    _disguised(attempt, *even)


def _disguised(attempt: Attempt, x: np.ndarray, priors: Vector, beta: Matrix) -> None:
    args = (x, priors, beta)
    got = attempt.shaped(x.shape, *args)
    whole = bool((got == np.rint(got)).all() and (got >= x).all())
    told = "you returned counts that are not whole or are below those of x; you may only add words"
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
