"""Digits by the million, by the hundred: that it learns, measures and reports."""

import json

import pytest

from benchmarks import large
from benchmarks.large import Learnt, line, main, write_page

SMALL = ["--rows", "600", "4000", "--features", "100", "--block", "500", "--workers", "0"]


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_error_falls_with_rows(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(large, "KERNEL_ROWS", 600)
    monkeypatch.setattr(large, "TESTED", 1000)
    monkeypatch.setattr(large, "LIMIT", 10**9)  # the process of the tests holds more than ours
    place = tmp_path / "large.json"
    assert main([*SMALL, "--json", str(place)]) == 0
    found = [Learnt(**one) for one in json.loads(place.read_text())["learnt"]]
    assert len(capsys.readouterr().out.splitlines()) == len(found) == 2 * 3 + 2 * 2 + 2
    errors = {(one.task, one.model, one.rows): one.error for one in found}
    for task in large.TASKS:
        for name in large.models(task, 100):
            assert errors[task, name, 4000] < errors[task, name, 600]
    assert errors["ten classes", "Gaussians, a covariance per class", 4000] < 0.15
    assert all(one.seconds > 0 and one.megabytes > 10 for one in found)


def test_memory_beyond_the_limit_is_a_failure(tmp_path, monkeypatch):
    learnt = Learnt("parity", "model", 10, 0, 1.0, 0.1, 1001.0)
    monkeypatch.setattr(large, "learn", lambda *args: (learnt, None))
    monkeypatch.setattr(large, "kernel_machine", lambda *args: learnt)
    assert main([*SMALL, "--json", str(tmp_path / "large.json")]) == 1


def test_blocks_are_the_stream_and_parity_is_odd():
    made = [block() for block in large.blocks("parity", 25, 10)]
    assert [len(y) for _, y in made] == [10, 10, 5]
    ((X, y),) = large.stream_digits(25)
    assert (X[10:20] == made[1][0]).all()
    assert (y[10:20] % 2 == made[1][1]).all()


def test_the_page_has_a_table_for_each_processor(tmp_path):
    folder = tmp_path / "results" / "large"
    folder.mkdir(parents=True)
    about = {"processor": "Some Chip", "architecture": "x86_64", "cores": 2, "threads": 2}
    learnt = Learnt("parity", "least squares", 8_000_000, 2, 1234.5, 0.0123, 876.0)
    content = {"machine": about, "learnt": [learnt._asdict()]}
    (folder / "chip.json").write_text(json.dumps(content))
    write_page(tmp_path)
    page = (tmp_path / "LARGE.md").read_text()
    assert "## Some Chip, 2 cores" in page
    assert "| parity | least squares, 2 Dask workers | 8,000,000 | 1234 | 1.23% | 876 MB |" in page
    assert "8,000,000 rows" in line(learnt)
    assert "on 2 workers" in line(learnt)
