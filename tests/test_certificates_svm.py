"""Certificates of support vector machines: worked cases, weak duality, the three scalings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelkit import certificates as cert

X = np.array([[2.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
y = np.array([1.0, 1.0, -1.0])


def test_a_worked_case():
    """w = (1, 2), b = -1: f = 1, 1, -1, so no slack and half of |w|^2 = 5."""
    assert cert.linear_primal(X, y, [1, 2], -1, 3.0) == pytest.approx(2.5)
    assert cert.linear_primal(X, y, [1, 0], 0, 3.0) == pytest.approx(0.5 + 3 * (0 + 1 + 1))
    assert cert.linear_dual(X, y, [0.5, 2, 2.5]) == pytest.approx(5 - 2.5)
    assert cert.linear_gap(X, y, [1, 2], -1, [0.5, 2, 2.5], 3.0) == pytest.approx(0)
    assert cert.dual_infeasibility(y, [0.5, 2, 2.5], 3.0) == 0
    assert cert.kkt_violation([1, 1, -1], y, [0.5, 2, 2.5], 3.0) == 0


def test_the_kernel_form_is_the_linear_one_with_inner_products():
    alpha, b = np.array([0.1, 0.5, 0.6]), -0.3
    w, K = (alpha * y) @ X, X @ X.T
    assert cert.kernel_primal(K, y, alpha, b, 2.0) == pytest.approx(
        cert.linear_primal(X, y, w, b, 2.0)
    )
    assert cert.kernel_dual(K, y, alpha) == pytest.approx(cert.linear_dual(X, y, alpha))
    assert cert.kernel_gap(K, y, alpha, b, 2.0) == pytest.approx(
        cert.linear_gap(X, y, w, b, alpha, 2.0)
    )


@given(seed=st.integers(0, 10**6), C=st.sampled_from([0.5, (0.2, 3.0), np.inf]))
def test_no_feasible_alpha_beats_any_hyperplane(seed, C):
    rng = np.random.default_rng(seed)
    points, w, b = rng.normal(size=(8, 2)), rng.normal(size=2), float(rng.normal())
    signs = np.where(points @ w + b >= 0, 1.0, -1.0)  # so that w itself is good for a hard margin
    if abs(signs.sum()) == 8:
        return
    price = np.where(signs > 0, *(C[::-1] if isinstance(C, tuple) else (C, C)))
    alpha = rng.uniform(size=8) * np.minimum(price, 5.0)
    for sign in (-1, 1):  # scale one class down until the sums are equal
        total, other = alpha[signs == sign].sum(), alpha[signs == -sign].sum()
        alpha[signs == sign] *= min(1.0, other / total)
    assert cert.dual_infeasibility(signs, alpha, C) < 1e-12
    assert cert.linear_gap(points, signs, w, b, alpha, C) >= -1e-12


def test_each_class_can_have_its_price():
    assert cert.linear_primal(X, y, [0, 0], 0, (1.0, 10.0)) == pytest.approx(1 + 20)
    assert cert.dual_infeasibility(y, [4, 0, 4], (1.0, 10.0)) == 3
    assert cert.dual_infeasibility(y, [4, 0, 4], (10.0, 10.0)) == 0


def test_the_hard_margin_scales_until_the_closest_sample_has_margin_one():
    exact = cert.linear_primal(X, y, [1, 2], -1, np.inf)
    assert cert.linear_primal(X, y, [10, 20], -10, np.inf) == pytest.approx(exact)
    assert exact == pytest.approx(2.5)
    assert cert.linear_primal(X, y, [1, 0], -1, np.inf) == np.inf
    assert cert.linear_gap(X, y, [1, 0], -1, [0, 0, 0], np.inf) == np.inf


def test_the_conditions_are_violated_by_what_they_say():
    f = [0.9, 1.3, -1.0]
    assert cert.kkt_violation(f, y, [2, 0, 2], 2.0) == 0, "inside the margin at the bound is right"
    assert cert.kkt_violation(f, y, [1, 0, 1], 2.0) == pytest.approx(0.1)
    assert cert.kkt_violation(f, y, [2, 2, 2], 2.0) == pytest.approx(0.3)
    assert cert.kkt_violation([-1, -1, 1], y, [2, 2, 2], 2.0) == 0


def test_infeasible_alphas_are_measured():
    assert cert.dual_infeasibility(y, [-0.2, 1, 1], 1.0) == pytest.approx(0.2)
    assert cert.dual_infeasibility(y, [0, 1.5, 1.5], 1.0) == pytest.approx(0.5)
    assert cert.dual_infeasibility(y, [1, 1, 1], 1.0) == pytest.approx(1.0)
    assert cert.dual_infeasibility(y, [1, 1, 1], 1.0, free_bias=False) == 0


def unit_primal(w, b):
    """Document 002, section 3: |w|^2 + sum of slacks."""
    return w @ w + np.maximum(0, 1 - y * (X @ w + b)).sum()


def unit_dual(lam):
    """Document 002, appendix D: -1/4 of the quadratic form + sum of lambda."""
    return lam.sum() - (lam * y) @ X @ X.T @ (lam * y) / 4


def mean_primal(w, b, mu):
    """Document 004: mu |w|^2 + mean hinge loss."""
    return mu * w @ w + np.maximum(0, 1 - y * (X @ w + b)).mean()


def test_document_002_is_the_library_at_one_half_with_lambda_twice_alpha():
    w, b, alpha = np.array([0.3, -0.4]), 0.2, np.array([0.1, 0.3, 0.4])
    ours = cert.linear_primal(X, y, w, b, 0.5)
    assert cert.unit_objective(ours) == pytest.approx(unit_primal(w, b))
    lam = 2 * alpha
    np.testing.assert_allclose(cert.alpha_of_lambda(lam), alpha)
    assert cert.unit_objective(cert.linear_dual(X, y, alpha)) == pytest.approx(unit_dual(lam))
    np.testing.assert_allclose((lam * y) @ X / 2, (alpha * y) @ X, err_msg="the same w")


def test_document_004_is_the_library_with_mu_one_over_2_n_c():
    w, b, C, n = np.array([0.3, -0.4]), 0.2, 0.7, 3
    mu = cert.mu_of_penalty(C, n)
    assert mu == pytest.approx(1 / (2 * 3 * 0.7))
    assert cert.penalty_of_mu(mu, n) == pytest.approx(C)
    ours = cert.linear_primal(X, y, w, b, C)
    assert cert.mean_objective(ours, C, n) == pytest.approx(mean_primal(w, b, mu))
