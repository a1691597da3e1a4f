"""Digits by the million, by the hundred: that it learns, measures and reports."""

import json

import matplotlib.pyplot as plt
import numpy as np
import pytest

from benchmarks import large
from benchmarks.large import Learnt, line, main, read_large, write_for_lesson, write_page
from kernelkit import LeastSquares
from tools.pictures import large as picture

SMALL = ["--rows", "600", "4000", "--landmarks", "100", "--block", "500", "--workers", "0"]
LEARNT = Learnt("parity", "least squares", 8_000_000, 2, 1234.5, 0.0123, 0.0234, 876.0)


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_error_falls_with_rows(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(large, "KERNEL_ROWS", 600)
    monkeypatch.setattr(large, "TESTED", 1000)
    monkeypatch.setattr(large, "LIMIT", 10**9)  # the process of the tests holds more than ours
    place = tmp_path / "large.json"
    assert main([*SMALL, "--json", str(place)]) == 0
    found = [Learnt(**one) for one in json.loads(place.read_text())["learnt"]]
    assert len(capsys.readouterr().out.splitlines()) == len(found) == 2 * 5 + 2
    errors = {(one.task, one.model, one.rows): one.error for one in found}
    for task in large.TASKS:
        for name in ("least squares", "Pegasos"):
            few, many = (errors[task, f"{name}, 100 landmarks", rows] for rows in (600, 4000))
            assert many < few
    assert errors["ten classes", "Gaussians, a covariance per class", 4000] < 0.15
    assert errors["parity", "least squares, 100 landmarks", 4000] < 0.15
    assert all(one.seconds > 0 and one.megabytes > 10 for one in found)
    assert all(one.error < one.error_moved for one in found if one.rows == 4000)


@pytest.mark.compiled
def test_a_short_stream_is_the_beginning_of_a_long_one(monkeypatch):
    monkeypatch.setattr(large, "TESTED", 300)

    def error(rows):
        return [one.error for one in large.learn(rows, 20, 100) if one.rows == 200]

    assert error([200]) == error([100, 200, 300])


@pytest.mark.compiled  # 784 features: minutes uncompiled
def test_parity_follows_from_least_squares_for_ten_classes():
    X, y = large.digits(0, 500)
    ten = LeastSquares(1.0).fit(X, y)
    two = LeastSquares(1.0).fit(X, y % 2)
    np.testing.assert_array_equal(large.OddOrEven(ten).predict(X), two.predict(X))


def test_memory_beyond_the_limit_is_a_failure(tmp_path, monkeypatch):
    learnt = LEARNT._replace(megabytes=1001.0)
    monkeypatch.setattr(large, "learn", lambda *args: iter([learnt]))
    monkeypatch.setattr(large, "kernel_machine", lambda *args: learnt)
    assert main([*SMALL, "--json", str(tmp_path / "large.json")]) == 1


def test_a_short_run_replaces_nothing_that_is_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(large, "HERE", tmp_path)
    monkeypatch.setattr(large, "_all", lambda args: iter([LEARNT]))
    assert main(SMALL) == 0
    assert list(tmp_path.iterdir()) == []
    written = []
    monkeypatch.setattr(large, "write_page", lambda: written.append("page"))
    monkeypatch.setattr(large, "write_for_lesson", lambda: written.append("lesson"))
    assert main([]) == 0
    ((_, learnt),) = read_large(tmp_path)
    assert (learnt, written) == ([LEARNT], ["page", "lesson"])


@pytest.mark.compiled
def test_a_cluster_learns_the_same():
    learnt = large.on_a_cluster(1500, 20, 500, 1)
    assert (learnt.task, learnt.rows, learnt.workers) == ("ten classes", 1500, 1)
    assert learnt.error < 0.5
    assert learnt.megabytes > 10


@pytest.fixture
def stored(tmp_path):
    folder = tmp_path / "results" / "large"
    folder.mkdir(parents=True)
    about = {"processor": "Some Chip", "architecture": "x86_64", "cores": 2, "threads": 2}
    smaller = LEARNT._replace(rows=100_000, error=0.5, workers=0)
    larger = LEARNT._replace(error=0.25, workers=0)
    machine = LEARNT._replace(model="a machine", rows=20_000, error=0.1, workers=0)
    learnt = [one._asdict() for one in (smaller, larger, machine, LEARNT)]
    (folder / "chip.json").write_text(json.dumps({"machine": about, "learnt": learnt}))
    return tmp_path


def test_the_page_has_a_table_for_each_processor(stored):
    write_page(stored)
    page = (stored / "LARGE.md").read_text()
    assert "## Some Chip, x86_64, 2 cores" in page
    row = "| parity | least squares, 2 Dask workers | 8,000,000 | 1234 | 1.23% | 2.34% | 876 MB |"
    assert row in page
    assert "8,000,000 rows" in line(LEARNT)
    assert "on 2 workers" in line(LEARNT)


def test_the_lesson_gets_what_the_first_processor_measured(stored):
    (stored / "lessons" / "results").mkdir(parents=True)
    write_for_lesson(stored, stored / "lessons")
    content = json.loads((stored / "lessons" / "results" / "15_fast_kernels.json").read_text())
    assert content["about"] == "Some Chip, x86_64, 2 cores"
    assert Learnt(**content["learnt"][-1]) == LEARNT


def test_the_picture_has_curves_and_levels(stored):
    ((_, learnt),) = read_large(stored)
    empty, drawn = picture.draw(learnt).axes
    curve, level = drawn.lines
    assert (drawn.get_title(), len(empty.lines)) == ("parity", 0)
    assert curve.get_xydata().tolist() == [[100_000, 50], [8_000_000, 25]]
    assert level.get_ydata() == [10, 10]
    assert level.get_label() == "a machine, 20,000 digits"
    plt.close("all")


def test_without_measurements_there_is_no_picture(monkeypatch, capsys):
    monkeypatch.setattr(picture, "read_large", list)
    assert picture.main() == 1
    assert "make bench-large" in capsys.readouterr().err
