"""Wrong answers that students of lesson 10_logistic_regression plausibly give."""

import numpy as np


def _sigmoid(t):
    return np.exp(-np.logaddexp(0, -t))


def cost_by_the_letter(f, y):
    with np.errstate(all="ignore"):
        return -np.log(1 / (1 + np.exp(-y * f)))


def cost_by_the_other_letter(f, y):
    with np.errstate(all="ignore"):
        return np.log(1 + np.exp(-y * f))


def cost_upside_down(f, y):
    return np.logaddexp(0, y * f)


def cost_without_labels(f, y):
    return np.logaddexp(0, -f)


def cost_to_base_two(f, y):
    return np.logaddexp(0, -y * f) / np.log(2)


def cost_of_all(f, y):
    return np.logaddexp(0, -y * f).sum()


def cost_clipped(f, y):
    return np.logaddexp(0, -np.clip(y * f, -700, 700))


def cost_as_hinge(f, y):
    return np.maximum(0, 1 - y * f)


def cost_as_probability(f, y):
    return 1 - _sigmoid(y * f)


def _slope(X, y, w, b, by_w, by_b):
    pull = _sigmoid(-y * (X @ w + b)) * y
    return by_w - pull @ X, by_b - pull.sum()


def slope_uphill(X, y, w, b, v):
    by_w, by_b = _slope(X, y, w, b, w / v, 0)
    return -by_w, -by_b


def slope_with_a_prior_on_the_bias(X, y, w, b, v):
    return _slope(X, y, w, b, w / v, b / v)


def slope_without_prior(X, y, w, b, v):
    return _slope(X, y, w, b, 0, 0)


def slope_with_v_above(X, y, w, b, v):
    return _slope(X, y, w, b, w * v, 0)


def slope_with_twice_the_prior(X, y, w, b, v):
    return _slope(X, y, w, b, 2 * w / v, 0)


def slope_of_the_mean(X, y, w, b, v):
    by_w, by_b = _slope(X, y, w, b, 0, 0)
    return by_w / len(y) + w / v, by_b / len(y)


def slope_with_the_right_label(X, y, w, b, v):
    pull = _sigmoid(y * (X @ w + b)) * y
    return w / v - pull @ X, -pull.sum()


def slope_with_signs_as_zero_and_one(X, y, w, b, v):
    missing = _sigmoid(X @ w + b) - y
    return missing @ X + w / v, missing.sum()


def slope_in_one_array(X, y, w, b, v):
    return np.append(*_slope(X, y, w, b, w / v, 0))


def _moments(X, mean, covariance):
    Z = np.column_stack([X, np.ones(len(X))])
    return Z @ mean, np.einsum("ij,jk,ik->i", Z, covariance, Z)


def predictive_of_the_mean(X, mean, covariance):
    return _sigmoid(_moments(X, mean, covariance)[0])


def predictive_without_pi(X, mean, covariance):
    mu, variance = _moments(X, mean, covariance)
    return _sigmoid(mu / np.sqrt(1 + variance))


def predictive_without_root(X, mean, covariance):
    mu, variance = _moments(X, mean, covariance)
    return _sigmoid(mu / (1 + np.pi * variance / 8))


def predictive_with_the_spread(X, mean, covariance):
    mu, variance = _moments(X, mean, covariance)
    return _sigmoid(mu / np.sqrt(1 + np.pi * np.sqrt(variance) / 8))


def predictive_with_a_certain_bias(X, mean, covariance):
    mu, _ = _moments(X, mean, covariance)
    variance = np.einsum("ij,jk,ik->i", X, covariance[:-1, :-1], X)
    return _sigmoid(mu / np.sqrt(1 + np.pi * variance / 8))


def predictive_by_the_diagonal(X, mean, covariance):
    mu, _ = _moments(X, mean, covariance)
    variance = np.column_stack([X, np.ones(len(X))]) ** 2 @ covariance.diagonal()
    return _sigmoid(mu / np.sqrt(1 + np.pi * variance / 8))


def predictive_as_log_odds(X, mean, covariance):
    mu, variance = _moments(X, mean, covariance)
    return mu / np.sqrt(1 + np.pi * variance / 8)


def predictive_with_a_few_draws(X, mean, covariance):
    draws = np.random.default_rng(0).multivariate_normal(mean, covariance, size=20, method="eigh")
    return _sigmoid(np.column_stack([X, np.ones(len(X))]) @ draws.T).mean(axis=1)


def _line(f, y, steps):
    Z, theta = np.column_stack([f / f.std(), np.ones(len(f))]), np.zeros(2)
    for _ in range(steps):
        s = _sigmoid(-y * (Z @ theta))
        H = (Z.T * (s * (1 - s))) @ Z
        theta += np.linalg.solve(H, (s * y) @ Z)
    return theta[0] / f.std(), theta[1]


def honest_as_announced(f, y, new):
    return _sigmoid(new)


def honest_by_maximum_likelihood(f, y, new):
    a, b = _line(f, y, 12)
    return _sigmoid(a * new + b)


def honest_by_the_share(f, y, new):
    return np.full(len(new), (y == 1).mean())


def honest_by_decisions(f, y, new):
    return np.where(new > 0, 1.0, 0.0)


def honest_without_a_bias(f, y, new):
    scales = np.geomspace(0.01, 10, 200)
    costs = [np.logaddexp(0, -y * a * f).sum() for a in scales]
    return _sigmoid(scales[np.argmin(costs)] * new)


def honest_by_bins(f, y, new):
    edges = np.quantile(f, np.linspace(0, 1, 11)[1:-1])
    mine, theirs = np.searchsorted(edges, f), np.searchsorted(edges, new)
    shares = [(y[mine == k] == 1).mean() if (mine == k).any() else 0.5 for k in range(10)]
    return np.array(shares)[theirs]


def honest_by_least_squares(f, y, new):
    a, b = np.polyfit(f, y == 1, 1)
    return np.clip(a * new + b, 0, 1)


def honest_in_log_odds(f, y, new):
    a, b = _line(f, y, 12)
    return a * new + b


WRONG = {
    "10.1": [
        cost_by_the_letter,
        cost_by_the_other_letter,
        cost_upside_down,
        cost_without_labels,
        cost_to_base_two,
        cost_of_all,
        cost_clipped,
        cost_as_hinge,
        cost_as_probability,
    ],
    "10.2": [
        slope_uphill,
        slope_with_a_prior_on_the_bias,
        slope_without_prior,
        slope_with_v_above,
        slope_with_twice_the_prior,
        slope_of_the_mean,
        slope_with_the_right_label,
        slope_with_signs_as_zero_and_one,
        slope_in_one_array,
    ],
    "10.3": [
        predictive_of_the_mean,
        predictive_without_pi,
        predictive_without_root,
        predictive_with_the_spread,
        predictive_with_a_certain_bias,
        predictive_by_the_diagonal,
        predictive_as_log_odds,
        predictive_with_a_few_draws,
    ],
    "10.4": [
        honest_as_announced,
        honest_by_maximum_likelihood,
        honest_by_the_share,
        honest_by_decisions,
        honest_without_a_bias,
        honest_by_bins,
        honest_by_least_squares,
        honest_in_log_odds,
    ],
}
