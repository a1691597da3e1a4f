"""The benchmark suite itself, at toy size: that it measures and reports honestly, not how fast."""

import json
import time

import numpy as np
import pytest

from benchmarks import __main__ as suite
from benchmarks import bench_neighbors, growth
from benchmarks.growth import Grown, Growth
from benchmarks.memory import Peak
from benchmarks.report import line, seconds, times, write_json, write_results
from benchmarks.side_by_side import Job, Row, measure


def job(**changes):
    made = Job(
        "add", lambda: 2, "peer", lambda: 2, agree=lambda a, b: a == b, target=1.0, repeats=2
    )
    return made._replace(**changes)


def row(**changes):
    made = Row("job", "peer", 2.0, 1.0, 3.0, 0.1, 5.0, 6.0, True, "memory bandwidth")
    return made._replace(**changes)


def test_the_slower_of_two_is_told():
    measured = measure(job(theirs=lambda: time.sleep(0.02) or 2))
    assert measured.theirs > 0.019
    assert measured.ratio == measured.theirs / measured.ours > 1


def test_a_part_of_the_peers_work_is_scaled_to_the_whole():
    measured = measure(job(theirs=lambda: time.sleep(0.01) or 2, parts=20))
    assert measured.theirs > 20 * 0.0099


def test_answers_that_differ_never_count():
    measured = measure(job(theirs=lambda: 3, target=0))
    assert measured.verdict == "ANSWERS DIFFER"
    assert "ANSWERS DIFFER" in line(measured)


@pytest.mark.parametrize("metric", ["manhattan", "euclidean"])
def test_neighbours_that_are_equally_far_may_come_in_any_order(metric):
    X, queries = np.array([[1.0], [-1.0], [2.0], [1.0 + 1e-6]]), np.zeros((1, 1))

    def same(ours, theirs, times=1):
        far = np.ones((1, 3))
        found = (far, np.array([ours])), (times * far, np.array([theirs]))
        return bench_neighbors.same(X, queries, metric, *found)

    assert same([0, 1, 3], [1, 0, 3])
    assert not same([0, 1, 3], [0, 3, 1]), "one part in a million farther"
    assert not same([0, 1, 3], [0, 1, 2])
    assert not same([0, 1, 3], [0, 1, 3], times=2)


def test_a_missed_target_is_said_with_its_reason(tmp_path):
    missed, met = row(name="missed", target=4.0), row(name="met")
    assert (missed.verdict, met.verdict) == ("below", "ok")
    grown = Grown("squares", "n^2", [1, 2, 4, 8], [1.0, 4.0, 16.0, 64.0])
    write_results(tmp_path, [missed, met], [grown], threads=2)
    text = (tmp_path / "RESULTS.md").read_text()
    why = text.split("## Below their target, and why")[1]
    assert "- missed: memory bandwidth" in why
    assert "- met" not in why
    assert "n^2.00" in text
    assert (tmp_path / "results.png").stat().st_size > 10_000


def test_the_json_file_has_every_number(tmp_path):
    write_json(tmp_path / "out.json", [row()], [], threads=2)
    content = json.loads((tmp_path / "out.json").read_text())
    assert content["rows"][0]["ratio"] == 3.0
    assert content["machine"]["threads"] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"], (
        "nothing half-written is left"
    )


def test_memory_at_its_peak_is_seen():
    with Peak(every=0.001) as peak:
        held = np.ones(10_000_000)
        time.sleep(0.05)
        del held
    assert 75 < peak.megabytes < 120


def test_growth_finds_the_exponent(monkeypatch):
    now = [0.0]

    def works(n):
        def run():
            now[0] += n**1.5 / 1000  # on a clock of its own

        return run

    monkeypatch.setattr(growth.time, "perf_counter", lambda: now[0])
    grown = growth.grow(Growth("work", "n^1.5", 10, works), repeats=2)
    assert grown.sizes == [10, 20, 40, 80]
    assert grown.exponent == pytest.approx(1.5)


def test_numbers_are_short():
    assert [seconds(t) for t in (0.00123, 2.5, 7200)] == ["1.23 ms", "2.5 s", "2 h"]
    assert [times(r) for r in (1.234, 4271.3)] == ["1.23x", "4,271x"]


def test_bad_options_are_named(tmp_path, capsys):
    for words, sentence in [
        (["nonsense"], "area must be one of generative, gram"),
        (["--threads", "0"], "--threads must be between 1 and"),
        (["--json", str(tmp_path / "nowhere" / "out.json")], "--json must name a file in a folder"),
    ]:
        with pytest.raises(SystemExit):
            suite.main(words)
        assert sentence in capsys.readouterr().err


def test_what_was_measured_before_an_interruption_is_kept(tmp_path, monkeypatch):
    def interrupted(args, rows, grown):
        rows.append(row())
        raise KeyboardInterrupt

    monkeypatch.setattr(suite, "_run", interrupted)
    monkeypatch.setattr(suite.kernelkit, "warmup", lambda: None)
    with pytest.raises(KeyboardInterrupt):
        suite.main(["gram", "--json", str(tmp_path / "out.json")])
    assert len(json.loads((tmp_path / "out.json").read_text())["rows"]) == 1
