"""The benchmark suite at toy size: both sides of every job give the same answer."""

import importlib
import warnings

import pytest
from sklearn.exceptions import ConvergenceWarning

from benchmarks import __main__ as suite

pytestmark = pytest.mark.storm
AREAS = [area for area in suite.areas() if area not in {suite.START, suite.GROWTH}]


@pytest.mark.parametrize("area", AREAS)
def test_answers_agree_at_toy_size(area):
    bench = importlib.import_module(f"benchmarks.bench_{area}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for job in bench.jobs(True):
            assert job.agree(job.ours(), job.theirs()), job.name
            if job.limit:
                job.limit.run()
