"""Wrong answers that students of lesson 08_gaussian_classifiers plausibly give."""

import numpy as np


def _centred(X, y):
    return X - np.array([X[y == c].mean(axis=0) for c in range(max(y) + 1)])[y]


def _own(X, y):
    D = _centred(X, y)
    return np.array([D[y == c].T @ D[y == c] / (y == c).sum() for c in range(max(y) + 1)])


def _quadratic(means, variances, priors):
    (m, n), (u, v) = means, variances
    a, b = 0.5 / v - 0.5 / u, m / u - n / v
    c = 0.5 * n * n / v - 0.5 * m * m / u + 0.5 * np.log(v / u) + np.log(priors[0] / priors[1])
    return a, b, c


def _roots(a, b, c):
    if a == 0:
        return np.array([-c / b])
    if b * b < 4 * a * c:
        return np.zeros(0)
    return np.sort((-b + np.array([-1, 1]) * np.sqrt(b * b - 4 * a * c)) / (2 * a))


def odds_half_way(means, variances, priors):
    return np.array([means.mean()])


def odds_without_determinant(means, variances, priors):
    a, b, c = _quadratic(means, variances, priors)
    return _roots(a, b, c - 0.5 * np.log(variances[1] / variances[0]))


def odds_divided_by_zero(means, variances, priors):
    a, b, c = _quadratic(means, variances, priors)
    with np.errstate(all="ignore"):
        return (-b + np.array([-1, 1]) * np.sqrt(b * b - 4 * a * c)) / (2 * a)


def odds_not_a_number(means, variances, priors):
    a, b, c = _quadratic(means, variances, priors)
    found = _roots(a, b, c)
    return found if len(found) else np.full(2, np.nan)


def merge_without_the_gap(first, second):
    (n, mu, S), (m, nu, T) = first, second
    return n + m, (n * mu + m * nu) / (n + m), (n * S + m * T) / (n + m)


def merge_unweighted(first, second):
    (n, mu, S), (m, nu, T) = first, second
    gap = (nu - mu) / 2
    return n + m, (mu + nu) / 2, (S + T) / 2 + np.outer(gap, gap)


def merge_sums(first, second):
    (n, mu, S), (m, nu, T) = first, second
    gap = n * m / (n + m) * np.outer(nu - mu, nu - mu)
    return n + m, (n * mu + m * nu) / (n + m), n * S + m * T + gap


def merge_without_count(first, second):
    return merge_sums(first, second)[1:]


def _gaps(x, means, Sigmas, priors, score):
    scores = np.array([score(x, *each) for each in zip(means, Sigmas, strict=True)])
    scores = scores + np.log(priors)
    P = np.exp(scores - scores.max())
    return P / P.sum()


def _square_and_log_det(D, P, Sigma):
    return -0.5 * (D @ P @ D + np.linalg.slogdet(Sigma)[1])


def gaps_filled_with_the_mean(x, means, Sigmas, priors):
    def score(x, mu, Sigma):
        D = np.where(np.isnan(x), 0, x - mu)
        return _square_and_log_det(D, np.linalg.inv(Sigma), Sigma)

    return _gaps(x, means, Sigmas, priors, score)


def gaps_filled_with_zero(x, means, Sigmas, priors):
    def score(x, mu, Sigma):
        return _square_and_log_det(np.nan_to_num(x) - mu, np.linalg.inv(Sigma), Sigma)

    return _gaps(x, means, Sigmas, priors, score)


def gaps_without_priors(x, means, Sigmas, priors):
    seen = ~np.isnan(x)

    def score(x, mu, Sigma):
        part = Sigma[np.ix_(seen, seen)]
        return _square_and_log_det((x - mu)[seen], np.linalg.inv(part), part)

    return _gaps(x, means, Sigmas, np.ones(len(means)) / len(means), score)


def gaps_without_care(x, means, Sigmas, priors):
    seen, P = ~np.isnan(x), []
    for mu, Sigma in zip(means, Sigmas, strict=True):
        part = Sigma[np.ix_(seen, seen)]
        P.append(np.exp(_square_and_log_det((x - mu)[seen], np.linalg.inv(part), part)))
    with np.errstate(all="ignore"):
        P = np.array(P) * priors
        return P / P.sum()


def _posteriors(scores):
    P = np.exp(scores - scores.max(axis=1, keepdims=True))
    return P / P.sum(axis=1, keepdims=True)


def decide_with_rows_as_decisions(scores, loss):
    return (_posteriors(scores) @ loss[:, : len(loss)].T).argmin(axis=1)


def decide_by_probability(scores, loss):
    return scores.argmax(axis=1)


def decide_without_care(scores, loss):
    with np.errstate(all="ignore"):
        P = np.exp(scores)
        return (P / P.sum(axis=1, keepdims=True) @ loss).argmin(axis=1)


def covariances_own(X, y):
    return _own(X, y)


def covariances_shared(X, y):
    D = _centred(X, y)
    return np.tile(D.T @ D / len(y), (max(y) + 1, 1, 1))


def covariances_half(X, y):
    return (covariances_own(X, y) + covariances_shared(X, y)) / 2


def covariances_zero(X, y):
    return 0 * covariances_own(X, y)


WRONG = {
    "08.1": [odds_half_way, odds_without_determinant, odds_divided_by_zero, odds_not_a_number],
    "08.2": [merge_without_the_gap, merge_unweighted, merge_without_count],
    "08.3": [
        gaps_filled_with_the_mean,
        gaps_filled_with_zero,
        gaps_without_priors,
        gaps_without_care,
    ],
    "08.4": [decide_with_rows_as_decisions, decide_by_probability, decide_without_care],
    "08.5": [covariances_own, covariances_half, covariances_zero],
}
