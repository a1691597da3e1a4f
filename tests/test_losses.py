import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import given
from hypothesis import strategies as st

from kernelkit import losses

pytestmark = pytest.mark.loops

NAMES = ("perceptron", "hinge", "squared", "logistic")
KINKS = {"perceptron": 0.0, "hinge": 1.0}


def pair(name):
    return getattr(losses, name), getattr(losses, name + "_derivative")


@pytest.mark.parametrize(
    ("name", "at", "value", "slope"),
    [
        ("perceptron", -2.0, 2.0, -1.0),
        ("perceptron", 0.0, 0.0, -1.0),
        ("perceptron", 3.0, 0.0, 0.0),
        ("hinge", 0.0, 1.0, -1.0),
        ("hinge", 1.0, 0.0, -1.0),
        ("hinge", 1.5, 0.0, 0.0),
        ("squared", 5.0, 16.0, 8.0),
        ("squared", -1.0, 4.0, -4.0),
        ("logistic", 0.0, np.log(2), -0.5),
    ],
)
def test_known_values(name, at, value, slope):
    loss, derivative = pair(name)
    assert loss(at) == pytest.approx(value)
    assert derivative(at) == pytest.approx(slope)


@pytest.mark.parametrize("name", NAMES)
@given(t=st.floats(-30, 30))
def test_derivatives_match_finite_differences(name, t):
    loss, derivative = pair(name)
    if abs(t - KINKS.get(name, np.inf)) > 1e-4:
        step = 1e-5
        slope = (loss(t + step) - loss(t - step)) / (2 * step)
        assert derivative(t) == pytest.approx(slope, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("name", NAMES)
@given(t=st.floats(-50, 50), s=st.floats(-50, 50))
def test_the_derivative_is_a_subgradient(name, t, s):
    loss, derivative = pair(name)
    assert loss(s) >= loss(t) + derivative(t) * (s - t) - 1e-9


def test_zero_is_a_mistake():
    assert [losses.zero_one(t) for t in (-2.0, 0.0, 1e-9)] == [1.0, 1.0, 0.0]


@given(t=st.floats(-50, 50))
def test_hinge_squared_and_scaled_logistic_lie_above_the_zero_one_loss(t):
    mistake = losses.zero_one(t)
    assert losses.hinge(t) >= mistake
    assert losses.squared(t) >= mistake
    assert losses.logistic(t) / np.log(2) >= mistake


def test_logistic_is_stable_in_the_tails():
    assert losses.logistic(-1e4) == 1e4
    assert losses.logistic(1e4) == 0.0
    assert losses.logistic(40.0) == pytest.approx(np.exp(-40.0), rel=1e-12)
    assert losses.logistic_derivative(-1e4) == -1.0
    assert losses.logistic_derivative(1e4) == 0.0
    assert losses.logistic_derivative(40.0) == pytest.approx(-np.exp(-40.0), rel=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("name", losses.__all__)
def test_a_number_gives_a_number(name):
    for t in (-2, 0.5, np.float32(1), np.array(3.0)):
        assert type(getattr(losses, name)(t)) is float


@pytest.mark.parametrize("name", losses.__all__)
def test_arrays_give_arrays_of_the_same_values(name):
    loss = getattr(losses, name)
    t = np.linspace(-3, 3, 12).reshape(3, 4)
    values = loss(t)
    assert values.shape == t.shape
    np.testing.assert_allclose(values, [[loss(float(entry)) for entry in row] for row in t])


@pytest.mark.compiled
@pytest.mark.parametrize("name", losses.__all__)
def test_what_is_no_number_is_named(name):
    loss = getattr(losses, name)
    assert_kind_error(TypeError, "t must be a number, got '1'", loss, "1")
    assert_kind_error(TypeError, "t must hold real numbers", loss, ["1"])
    assert_kind_error(TypeError, "t must be a number, got None", loss, None)
