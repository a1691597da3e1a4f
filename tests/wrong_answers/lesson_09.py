"""Wrong answers that students of lesson 09_naive_bayes plausibly give."""

import numpy as np


def precision_as_recall(recall, false_alarms, share):
    return recall


def precision_of_equal_shares(recall, false_alarms, share):
    return recall / (recall + false_alarms)


def precision_without_the_hams_share(recall, false_alarms, share):
    return recall * share / (recall * share + false_alarms)


def _coins(X, y, s, new, *, invented=2, missing=True, present=True, prior=True):
    X, new = (X > 0, new > 0) if present else (X, new)
    scores = []
    for k in (0, 1):
        own = X[y == k]
        p = (own.sum(axis=0) + s) / (len(own) + invented * s)
        with np.errstate(all="ignore"):
            score = new @ np.log(p)
            if missing:
                score = score + (1 - new) @ np.log(1 - p)
        scores.append(score + (np.log(len(own)) if prior else 0))
    return scores[1] - scores[0]


def coins_without_what_is_missing(X, y, s, new):
    return _coins(X, y, s, new, missing=False)


def coins_smoothed_once_below(X, y, s, new):
    return _coins(X, y, s, new, invented=1)


def coins_with_smoothed_priors(X, y, s, new):
    n_0, n_1 = (y == 0).sum(), (y == 1).sum()
    prior = np.log((n_1 + 2 * s) / (n_0 + 2 * s))
    return _coins(X, y, s, new, prior=False) + prior


def coins_that_count_copies(X, y, s, new):
    return _coins(X, y, s, new, present=False)


def urn_with_fixed_shares(x, N, s):
    return x @ np.log((N + s) / (N + s).sum())


def _urn(x, N, s, *, numerator=1, denominator=1, smoothing=None):
    counts, total = N + s, (N + s).sum() if smoothing is None else N.sum() + smoothing
    score = 0.0
    for j in np.repeat(np.arange(len(x)), x):
        score += np.log(counts[j] / total)
        counts[j] += numerator
        total += denominator
    return score


def urn_that_keeps_its_words(x, N, s):
    return _urn(x, N, s, numerator=0)


def urn_smoothed_once_below(x, N, s):
    return _urn(x, N, s, smoothing=s)


def urn_by_products(x, N, s):
    with np.errstate(divide="ignore"):
        return np.log(np.exp(_urn(x, N, s)))


def _means(N, invented):
    beta = (N + invented) / (N + invented).sum(axis=1, keepdims=True)
    return np.log(beta[1] / beta[0])


def weights_with_equal_alphas(N, a):
    return _means(N, np.full(N.shape[1], a / N.shape[1]))


def weights_with_a_for_each_word(N, a):
    return _means(N, a)


def weights_smoothed_above_only(N, a):
    beta = (N + a * N.sum(axis=0) / N.sum()) / N.sum(axis=1, keepdims=True)
    return np.log(beta[1] / beta[0])


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


def disguise_by_taking_away(x, priors, beta):
    return np.where(beta[1] > beta[0], 0, x)


def disguise_that_leaves_a_tie(x, priors, beta):
    words, best = x.copy(), (beta[0] / beta[1]).argmax()
    while priors[1] * np.prod(beta[1] ** words) > priors[0] * np.prod(beta[0] ** words):
        words[best] += 1
    return words


WRONG = {
    "09.1": [precision_as_recall, precision_of_equal_shares, precision_without_the_hams_share],
    "09.2": [
        coins_without_what_is_missing,
        coins_smoothed_once_below,
        coins_with_smoothed_priors,
        coins_that_count_copies,
    ],
    "09.3": [
        urn_with_fixed_shares,
        urn_that_keeps_its_words,
        urn_smoothed_once_below,
        urn_by_products,
    ],
    "09.4": [weights_with_equal_alphas, weights_with_a_for_each_word, weights_smoothed_above_only],
    "09.5": [
        disguise_by_the_commonest,
        disguise_by_the_largest_difference,
        disguise_by_taking_away,
        disguise_that_leaves_a_tie,
    ],
}
