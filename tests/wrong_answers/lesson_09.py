"""Wrong answers that students of lesson 09_naive_bayes plausibly give."""

import numpy as np


def threshold_upside_down(ham_lost, spam_passed):
    return np.log(spam_passed / ham_lost)


def threshold_as_a_probability(ham_lost, spam_passed):
    return ham_lost / (ham_lost + spam_passed)


def threshold_as_odds(ham_lost, spam_passed):
    return ham_lost / spam_passed


def threshold_of_ham_alone(ham_lost, spam_passed):
    return np.log(ham_lost)


def threshold_of_the_difference(ham_lost, spam_passed):
    return ham_lost - spam_passed


def threshold_to_base_ten(ham_lost, spam_passed):
    return np.log10(ham_lost / spam_passed)


def _sums(X, y):
    return np.array([X[y == k].sum(axis=0) for k in range(max(y) + 1)])


def probabilities_without_smoothing(X, y, s):
    counts = _sums(X, y)
    return counts / counts.sum(axis=1, keepdims=True)


def probabilities_smoothed_above_only(X, y, s):
    counts = _sums(X, y)
    return (counts + s) / counts.sum(axis=1, keepdims=True)


def probabilities_smoothed_once_below(X, y, s):
    counts = _sums(X, y)
    return (counts + s) / (counts.sum(axis=1, keepdims=True) + s)


def probabilities_per_message(X, y, s):
    sizes = np.array([[(y == k).sum()] for k in range(max(y) + 1)])
    return (_sums(X, y) + s) / sizes


def probabilities_by_presence(X, y, s):
    counts = _sums(X > 0, y) + s
    return counts / counts.sum(axis=1, keepdims=True)


def probabilities_of_classes(X, y, s):
    counts = _sums(X, y) + s
    return counts / counts.sum(axis=0)


def probabilities_of_all_words(X, y, s):
    counts = _sums(X, y) + s
    return counts / counts.sum()


def probabilities_transposed(X, y, s):
    counts = _sums(X, y) + s
    return (counts / counts.sum(axis=1, keepdims=True)).T


def _scores(x, priors, beta):
    there = x > 0
    with np.errstate(divide="ignore"):
        return np.log(priors) + np.log(beta[:, there]) @ x[there]


def posterior_by_products(x, priors, beta):
    with np.errstate(invalid="ignore"):
        likely = priors * np.prod(beta**x, axis=1)
        return likely / likely.sum() if likely.sum() > 0 else priors


def posterior_without_a_shift(x, priors, beta):
    likely = np.exp(_scores(x, priors, beta))
    return likely / likely.sum() if likely.sum() > 0 else priors


def posterior_without_priors(x, priors, beta):
    scores = _scores(x, np.ones(len(priors)), beta)
    if scores.max() == -np.inf:
        return priors
    likely = np.exp(scores - scores.max())
    return likely / likely.sum()


def posterior_with_zero_times_infinity(x, priors, beta):
    with np.errstate(all="ignore"):
        scores = np.log(priors) + np.log(beta) @ x
        likely = np.exp(scores - scores.max())
        return likely / likely.sum()


def posterior_uniform_if_impossible(x, priors, beta):
    scores = _scores(x, priors, beta)
    if scores.max() == -np.inf:
        return np.full(len(priors), 1 / len(priors))
    likely = np.exp(scores - scores.max())
    return likely / likely.sum()


def posterior_in_logarithms(x, priors, beta):
    scores = _scores(x, priors, beta)
    return scores - np.logaddexp.reduce(scores)


def posterior_by_presence(x, priors, beta):
    return posterior_without_a_shift((x > 0).astype(int), priors, beta)


def _append(x, priors, beta, chosen, least=0):
    words = x.copy()
    scores = np.log(priors) + np.log(beta) @ words
    while scores[1] >= scores[0] and words.sum() < x.sum() + 300:
        words[chosen] += 1
        scores = np.log(priors) + np.log(beta) @ words
    words[chosen] += least
    return words


def disguise_by_the_commonest(x, priors, beta):
    return _append(x, priors, beta, beta[0].argmax())


def disguise_by_the_largest_difference(x, priors, beta):
    return _append(x, priors, beta, (beta[0] - beta[1]).argmax())


def disguise_with_one_too_many(x, priors, beta):
    return _append(x, priors, beta, (beta[0] / beta[1]).argmax(), least=1)


def disguise_by_taking_away(x, priors, beta):
    return np.where(beta[1] > beta[0], 0, x)


def disguise_as_spam(x, priors, beta):
    return _append(x, priors, beta, (beta[1] / beta[0]).argmax())


def disguise_by_nothing(x, priors, beta):
    return x


def disguise_by_fractions(x, priors, beta):
    scores = np.log(priors) + np.log(beta) @ x
    words, ratio = x.astype(float), np.log(beta[0] / beta[1])
    words[ratio.argmax()] += max(0.0, (scores[1] - scores[0]) / ratio.max()) + 1e-6
    return words


def disguise_without_the_priors(x, priors, beta):
    return _append(x, np.ones(2), beta, (beta[0] / beta[1]).argmax())


WRONG = {
    "09.1": [
        threshold_upside_down,
        threshold_as_a_probability,
        threshold_as_odds,
        threshold_of_ham_alone,
        threshold_of_the_difference,
        threshold_to_base_ten,
    ],
    "09.2": [
        probabilities_without_smoothing,
        probabilities_smoothed_above_only,
        probabilities_smoothed_once_below,
        probabilities_per_message,
        probabilities_by_presence,
        probabilities_of_classes,
        probabilities_of_all_words,
        probabilities_transposed,
    ],
    "09.3": [
        posterior_by_products,
        posterior_without_a_shift,
        posterior_without_priors,
        posterior_with_zero_times_infinity,
        posterior_uniform_if_impossible,
        posterior_in_logarithms,
        posterior_by_presence,
    ],
    "09.4": [
        disguise_by_the_commonest,
        disguise_by_the_largest_difference,
        disguise_with_one_too_many,
        disguise_by_taking_away,
        disguise_as_spam,
        disguise_by_nothing,
        disguise_by_fractions,
        disguise_without_the_priors,
    ],
}
