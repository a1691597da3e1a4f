"""What proves that multipliers solve the dual problem of a kernel machine."""

from typing import Any

import numpy as np
import pytest

from kernelkit import certificates as cert

TOLERANCE = 1e-3


def assert_proved(result: Any, K: Any, y: Any, C: Any, tolerance: float = TOLERANCE) -> None:
    """Everything that makes a solution one, by the certificates and not by what it says itself."""
    K, y = np.asarray(K, dtype=float), np.asarray(y, dtype=float)
    f = K @ (result.alpha * y) + result.bias
    scale = max(1.0, result.alpha.max())
    assert cert.dual_infeasibility(y, result.alpha, C) <= 1e-9 * scale
    assert cert.kkt_violation(f, y, result.alpha, C) <= tolerance * (1 + 1e-3)
    assert cert.kernel_gap(K, y, result.alpha, result.bias, C) <= tolerance * (1 + 1e-3)
    assert result.objective == pytest.approx(cert.kernel_dual(K, y, result.alpha), rel=1e-6)
    primal = cert.kernel_primal(K, y, result.alpha, result.bias, C)
    assert result.primal == pytest.approx(primal, rel=1e-5)
    assert result.gap == pytest.approx(cert.relative_gap(primal, result.objective), abs=2e-5)
    np.testing.assert_allclose(result.scores, f, rtol=1e-5, atol=1e-5 * scale)
    square = float((result.alpha * y) @ K @ (result.alpha * y))
    assert result.norm**2 == pytest.approx(square, rel=1e-5, abs=1e-12 * scale**2)
    assert result.converged
