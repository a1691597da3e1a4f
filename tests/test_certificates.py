import numpy as np
import pytest

from kernelkit import certificates

X = np.array([[3.0, 4.0], [0.0, 1.0], [-2.0, -1.0]])
y = np.array([1, 1, -1])


def test_radius_is_the_longest_sample():
    assert certificates.radius(X) == 5.0


def test_margin_is_the_smallest_signed_distance():
    assert certificates.margin(X, y, [0.0, 2.0], -1.0) == pytest.approx(0.5)
    assert certificates.margin(X, y, [0.0, 20.0], -10.0) == pytest.approx(0.5), "scale is no matter"
    assert certificates.margin(X, -y, [0.0, 2.0], -1.0) == pytest.approx(-3.5)


def test_novikoffs_bound():
    assert certificates.novikoff_bound(X, y, [0.0, 2.0], -1.0) == pytest.approx(
        2 * (25 + 0.25) / 0.25
    )
    assert certificates.novikoff_bound(X, -y, [0.0, 2.0], -1.0) == np.inf
