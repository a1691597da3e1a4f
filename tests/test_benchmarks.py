"""The benchmark suite at toy size: both sides of every job give the same answer."""

import importlib
import warnings
from types import SimpleNamespace

import pytest
from sklearn.exceptions import ConvergenceWarning

from benchmarks import __main__ as suite
from benchmarks import side_by_side
from benchmarks.side_by_side import Job, measure

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


def test_answers_that_differ_never_count():
    job = Job("add", lambda: 2, "peer", lambda: 3, agree=lambda a, b: a == b, target=0)
    assert measure(job, budget=0).verdict == "ANSWERS DIFFER"


def test_a_side_begins_when_the_threads_of_the_other_sleep(monkeypatch):
    naps = []
    # Two naps through which another thread computes, and one of silence.
    computed = iter([0.0, 0.01, 0.01, 0.015, 0.015, 0.015])
    clock = SimpleNamespace(sleep=naps.append, process_time=lambda: next(computed))
    monkeypatch.setattr(side_by_side, "time", clock)
    side_by_side._wait_until_quiet()
    assert naps == [side_by_side.NAP] * 3
