"""Errors of several runs: a dot for each, their mean and its spread, in per cent."""

import pytest

from kernelkit.plotting import run_errors


def test_dots_are_runs_and_the_bar_is_one_deviation_about_their_mean():
    ax = run_errors({"a": [0.1, 0.3], "b": [0.5, 0.5, 0.5]})
    dots = [line.get_xydata().tolist() for line in ax.lines if line.get_markersize() == 3.5]
    assert dots == [[[10, 0], [30, 0]], [[50, 1], [50, 1], [50, 1]]]
    bars = [bar.get_segments()[0].tolist() for bar in ax.collections]
    assert bars[0] == [pytest.approx([10, 0]), pytest.approx([30, 0])]  # 20 ± 10 %
    assert bars[1] == [pytest.approx([50, 1])] * 2
    assert ax.get_xlim()[0] <= 0
    assert ax.get_ylim() == (1.5, -0.5)  # the first stands on top
