"""The benchmark suite itself, at toy size: that it measures and reports honestly, not how fast."""

import importlib
import json
import re
import time
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from benchmarks import __main__ as suite
from benchmarks import (
    bench_course,
    bench_generative,
    bench_kernel_perceptron,
    bench_neighbors,
    bench_perceptron,
    compiling,
    growth,
    report,
    side_by_side,
    start,
)
from benchmarks.growth import Grown, Growth
from benchmarks.memory import Peak
from benchmarks.report import Results, line, read_json, seconds, times, write_json, write_results
from benchmarks.side_by_side import Job, Limit, Quartiles, Row, largest, measure, summed_up
from benchmarks.start import Waited

AREAS = [area for area in suite.areas() if area not in {suite.START, suite.GROWTH}]
MACHINE = {"processor": "Some Chip", "architecture": "x86_64", "cores": 2, "threads": 2}


def job(**changes):
    made = Job("add", lambda: 2, "peer", lambda: 2, agree=lambda a, b: a == b)
    return made._replace(**changes)


def row(**changes):
    once, thrice = Quartiles(0.9, 1.0, 1.2), Quartiles(2.8, 3.0, 3.1)
    made = Row(
        name="job",
        peer="peer",
        target=2.0,
        ours=once,
        theirs=thrice,
        ratio=thrice,
        limit="one read of X",
        limit_seconds=Quartiles(0.7, 0.8, 0.9),
        limit_ratio=Quartiles(1.2, 1.25, 1.3),
        limit_goal=1.3,
        our_memory=5.0,
        their_memory=6.0,
        agree=True,
    )
    return made._replace(**changes)


def results(*rows, **changes):
    grown = Grown("squares", "n^2", [1, 2, 4, 8], [1.0, 4.0, 16.0, 64.0])
    waited = Waited("first fit", Quartiles(1.0, 1.1, 1.3), "importing numba", 0.4)
    return Results(MACHINE, [*rows], [grown], [waited])._replace(**changes)


class Clock:
    """Runs that take the seconds they say, on a clock of their own, and who ran when."""

    def __init__(self, monkeypatch):
        self.now, self.ran = 0.0, ""
        monkeypatch.setattr(side_by_side.time, "perf_counter", lambda: self.now)

    def run(self, name, *takes):
        takes = list(takes)

        def work():
            self.ran += name
            self.now += takes.pop(0) if len(takes) > 1 else takes[0]
            return 2

        return work


def test_both_sides_take_turns_and_the_limit_comes_after_each_with_a_warm_up(monkeypatch):
    clock = Clock(monkeypatch)
    sides = {"ours": clock.run("a", 1.0), "theirs": clock.run("b", 2.0)}
    measure(job(**sides, limit=Limit("least", clock.run("c", 0.5))), budget=0, fewest=3)
    assert clock.ran == "ab" + "ab" * 3 + "c" + "c" * 3


def test_turns_go_on_until_the_budget_is_spent(monkeypatch):
    clock = Clock(monkeypatch)
    for budget, turns in ((5.0, 5), (0.0, 3), (1e9, side_by_side.MOST)):
        clock.ran = ""
        measure(job(ours=clock.run("a", 0.5), theirs=clock.run("b", 0.5)), budget)
        assert len(clock.ran) == 2 * (1 + turns)


def test_quartiles_are_of_each_side_and_of_the_ratios_within_a_turn(monkeypatch):
    clock = Clock(monkeypatch)
    ours = clock.run("a", 9.0, 1.0, 2.0, 4.0)  # the first is the warm-up
    theirs = clock.run("b", 9.0, 3.0, 2.0, 8.0)
    limit = Limit("least", clock.run("c", 9.0, 1.0, 1.0, 2.0), goal=1.5)
    measured = measure(job(ours=ours, theirs=theirs, limit=limit), budget=0)
    assert measured.ours == (1.5, 2.0, 3.0)
    assert measured.theirs == (2.5, 3.0, 5.5)
    assert measured.ratio == (1.5, 2.0, 2.5)  # of 3, 1 and 2
    assert measured.limit_seconds == (1.0, 1.0, 1.5)
    assert measured.limit_ratio == (1.5, 2.0, 3.0)  # of ours, to the median of the limit
    assert (measured.limit, measured.limit_goal) == ("least", 1.5)


def test_a_job_without_a_limit_has_empty_cells():
    measured = measure(job(), budget=0, fewest=1)
    assert (measured.limit, measured.limit_ratio, measured.limit_goal) == ("", None, None)
    assert "None" not in line(measured)


def test_a_part_of_the_peers_work_is_scaled_to_the_whole(monkeypatch):
    clock = Clock(monkeypatch)
    sides = {"ours": clock.run("a", 1.0), "theirs": clock.run("b", 2.0)}
    measured = measure(job(**sides, parts=20), budget=0)
    assert (measured.theirs.median, measured.ratio.median) == (40.0, 40.0)


def test_answers_that_differ_never_count():
    measured = measure(job(theirs=lambda: 3, target=0), budget=0)
    assert measured.verdict == "ANSWERS DIFFER"
    assert "ANSWERS DIFFER" in line(measured)


def test_a_group_is_summed_up_by_geometric_means():
    four, sixteen = Quartiles(3.0, 4.0, 5.0), Quartiles(12.0, 16.0, 20.0)
    members = [row(ratio=four, group="both"), row(ratio=sixteen, group="both", agree=False)]
    whole = summed_up(members, target=6.0)
    assert whole.ratio == pytest.approx((6.0, 8.0, 10.0))
    assert (whole.name, whole.group, whole.target, whole.agree) == ("both", "", 6.0, False)
    assert summed_up([one._replace(limit="") for one in members], 6.0).limit_ratio is None


def test_a_row_is_below_its_target_or_far_from_its_limit():
    assert row().verdict == "ok"
    assert row(target=4.0).verdict == "below"
    far = Quartiles(1.3, 1.4, 1.5)
    assert row(limit_ratio=far).verdict == "far"
    assert row(limit_ratio=far, limit_goal=None).verdict == "ok"


@pytest.mark.compiled
@pytest.mark.parametrize("area", AREAS)
def test_answers_agree_at_toy_size(area):
    bench = importlib.import_module(f"benchmarks.bench_{area}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for one in bench.jobs(True):
            assert one.agree(one.ours(), one.theirs()), one.name
            if one.limit:
                one.limit.run()


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


def test_a_tie_may_be_decided_either_way():
    values = np.array([[1.0, 1.0 + 1e-15, 0.0]] * 3)
    assert largest(values, np.array([0, 1, 2]), 1e-12).tolist() == [True, True, False]


def model(**answers):
    """A classifier that answers the same whatever it is asked."""
    given = {name: lambda _, value=value: np.array(value) for name, value in answers.items()}
    return SimpleNamespace(classes_=np.array([0, 1]), **given)


def test_classes_that_are_equally_likely_are_the_same_answer():
    def same(ours, theirs):
        mine, peer = (model(predict_proba=posteriors) for posteriors in (ours, theirs))
        return bench_generative.same_classes(None, mine, np.array([0]), peer)

    assert same([[0.5, 0.5]], [[0.5 - 1e-10, 0.5 + 1e-10]])
    assert not same([[0.6, 0.4]], [[0.5, 0.5]])
    assert not same([[0.4, 0.6]], [[0.4, 0.6]]), "the class is the less likely one"


def test_a_vote_that_is_tied_is_the_same_answer():
    X = np.array([0.0, 1.0, 3.0, 7.0, 15.0, 31.0])[:, np.newaxis]

    def same(votes, samples=X):
        ours, theirs = model(predict=[0] * 6), model(predict_proba=[votes] * 6)
        return bench_course.same_votes(samples, None, ours, theirs)

    assert same([0.5, 0.5])
    assert not same([0.4, 0.6])
    assert same([0.4, 0.6], np.zeros((6, 1))), "the fifth and sixth neighbour are equally far"


def test_an_epoch_is_told_from_what_is_none():
    one_epoch = bench_kernel_perceptron.one_epoch
    K, y = np.array([[2.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 2.0]]), np.array([0, 1, 1])
    alpha = bench_kernel_perceptron.numpy_epoch(K, y, 2, rows=True)
    assert alpha.tolist() == [[0, -1, 0], [0, 1, 0]]
    assert one_epoch(K, y, alpha)
    assert not one_epoch(K, y, 2 * alpha)
    assert not one_epoch(K, y, np.zeros((2, 3))), "the second is mistaken: 0 is not rounded"
    assert not one_epoch(K, y, np.array([[0, -1, -1], [0, 1, 1]])), "the third is not"


def test_an_epoch_of_two_classes_is_told_from_what_is_none():
    one_epoch, y = bench_perceptron.one_epoch, np.array([1, 1, -1])
    alpha, _ = bench_perceptron.numpy_dual_epoch(np.eye(3), y, rows=True)
    assert alpha.tolist() == [1, 0, 1]
    assert one_epoch(np.eye(3), y, alpha)
    for wrong in ([1, 1, 1], [1, 0, 0], [0, 0, 0]):
        assert not one_epoch(np.eye(3), y, np.array(wrong))


def test_a_score_that_is_zero_but_for_rounding_may_be_taken_either_way():
    a, b = 0.3, 0.1 + 0.2
    K = np.array([[1.0, 0.5, a], [0.5, 1.0, b], [a, b, 1.0]])
    for last in (0, 1):  # whether the third counts as mistaken
        alpha = np.array([1, 1, last])
        assert bench_perceptron.one_epoch(K, np.array([1, -1, 1]), alpha)
        signed = np.array([1, -1, 1]) * alpha
        assert bench_kernel_perceptron.one_epoch(
            K, np.array([1, 0, 1]), np.array([-signed, signed])
        )


def test_a_missed_target_is_said_with_its_limit_and_reason(tmp_path):
    missed, met = row(name="missed", target=4.0, why="memory is slow"), row(name="met")
    (tmp_path / "results").mkdir()
    write_json(tmp_path / "results" / "a.json", results(missed, met))
    write_results(tmp_path)
    text = (tmp_path / "RESULTS.md").read_text()
    why = text.split("### Rows that miss a goal")[1]
    assert (
        "- missed (peer): 3.00x where 4.00x was wanted; one read of X takes 800 ms, kernelkit "
        "1.25x that; memory is slow\n" in why
    )
    assert "- met" not in why


def test_a_table_shows_quartiles_limits_waits_and_growth(tmp_path):
    (tmp_path / "results").mkdir()
    write_json(tmp_path / "results" / "a.json", results(row()))
    write_results(tmp_path)
    text = (tmp_path / "RESULTS.md").read_text()
    assert "## Some Chip, x86_64, 2 cores" in text
    assert "| 1 s (900 ms to 1.2 s) | 3 s (2.8 s to 3.1 s) | **3.00x** (2.80x to 3.10x) " in text
    assert "| 2.00x | one read of X, 800 ms | 1.25x | 1.30x | 5 / 6 | ok |" in text
    assert "| first fit | 1.1 s (1 s to 1.3 s) | importing numba | 400 ms |" in text
    assert "n^2.00" in text


def test_what_an_older_run_did_not_measure_is_left_empty(tmp_path):
    nothing = {"limit": "", "limit_seconds": None, "limit_ratio": None, "limit_goal": None}
    old = row(ours=Quartiles(None, 1.0, None), ratio=Quartiles(None, 3.0, None), **nothing)
    (tmp_path / "results").mkdir()
    write_json(tmp_path / "results" / "a.json", results(old, start=[], note="Measured long ago."))
    write_results(tmp_path)
    text = (tmp_path / "RESULTS.md").read_text()
    assert "| 1 s | 3 s (2.8 s to 3.1 s) | **3.00x** | 2.00x |  |  |  | 5 / 6 | ok |" in text
    assert "Measured long ago." in text
    assert "None" not in text
    assert "first result" not in text


def test_the_stored_files_are_what_the_stored_page_shows(tmp_path):
    folder = tmp_path / "results"
    folder.mkdir()
    for path in (report.HERE / "results").glob("*.json"):
        assert report.results_file(read_json(path).machine) == path.name
        (folder / path.name).write_bytes(path.read_bytes())
    write_results(tmp_path)
    assert (tmp_path / "RESULTS.md").read_text() == (report.HERE / "RESULTS.md").read_text()


def test_the_json_file_has_every_number_and_is_read_back(tmp_path):
    written = results(row(), row(limit_ratio=None))
    write_json(tmp_path / "out.json", written)
    content = json.loads((tmp_path / "out.json").read_text())
    assert content["rows"][0]["ratio"] == [2.8, 3.0, 3.1]
    assert content["rows"][0]["verdict"] == "ok"
    assert content["growth"][0]["exponent"] == pytest.approx(2.0)
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"], (
        "nothing half-written is left"
    )
    assert read_json(tmp_path / "out.json") == written


def test_a_processor_has_a_file_that_names_nobody(monkeypatch):
    machine = {**MACHINE, "processor": "Intel Xeon", "threads": 2}
    assert report.results_file(machine) == "x86_64-intel-xeon-2-cores.json"
    assert report.results_file({**machine, "processor": ""}) == "x86_64-2-cores.json"
    assert report.results_file({**machine, "threads": 16}).endswith("-2-cores-16-threads.json")
    assert re.fullmatch(r"[a-z0-9_-]+\.json", report.results_file(report.machine(2)))
    monkeypatch.setattr(report.platform, "system", lambda: "Darwin")
    monkeypatch.setattr(report.platform, "processor", lambda: "Big(R) Chip(TM) CPU @ 2.10GHz")
    assert report.machine(2)["processor"] == "Big Chip"


def run_all(folder, monkeypatch, measured):
    """A full run of the suite whose measuring is replaced."""
    (folder / "results").mkdir(exist_ok=True)
    monkeypatch.setattr(suite, "HERE", folder)
    monkeypatch.setattr(suite, "areas", lambda: ["gram"])
    monkeypatch.setattr(suite, "machine", lambda threads: MACHINE)
    monkeypatch.setattr(suite.kernelkit, "warmup", lambda: None)
    monkeypatch.setattr(suite, "_run", measured)
    return suite.main([])


def test_a_run_leaves_what_other_processors_measured(tmp_path, monkeypatch):
    (tmp_path / "results").mkdir()
    other = results(row(name="on ARM"), machine={**MACHINE, "architecture": "aarch64"})
    write_json(tmp_path / "results" / "aarch64.json", other)
    before = (tmp_path / "results" / "aarch64.json").read_bytes()
    assert run_all(tmp_path, monkeypatch, lambda _, all_: all_.rows.append(row())) == 0
    assert (tmp_path / "results" / "aarch64.json").read_bytes() == before
    mine = read_json(tmp_path / "results" / "x86_64-some-chip-2-cores.json")
    assert [one.name for one in mine.rows] == ["job"]
    text = (tmp_path / "RESULTS.md").read_text()
    assert "| on ARM |" in text.split("## Some Chip, aarch64")[1].split("## Some Chip, x86_64")[0]
    assert "| job |" in text.split("## Some Chip, x86_64")[1]


def test_what_was_measured_before_an_interruption_is_kept(tmp_path, monkeypatch):
    def interrupted(_, measured):
        measured.rows.append(row())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_all(tmp_path, monkeypatch, interrupted)
    assert len(read_json(tmp_path / "results" / "x86_64-some-chip-2-cores.json").rows) == 1
    assert not (tmp_path / "RESULTS.md").exists()


def test_a_part_of_the_suite_writes_what_it_is_asked_to(tmp_path, monkeypatch):
    (tmp_path / "results").mkdir()
    monkeypatch.setattr(suite, "HERE", tmp_path)
    monkeypatch.setattr(suite.kernelkit, "warmup", lambda: None)
    monkeypatch.setattr(suite, "_run", lambda _, measured: measured.rows.append(row(agree=False)))
    assert suite.main(["growth", "--json", str(tmp_path / "out.json")]) == 1
    assert [path.name for path in tmp_path.rglob("*.json")] == ["out.json"]


def test_toy_sizes_have_no_targets(monkeypatch, capsys):
    toy = job(target=1e9, limit=Limit("least", lambda: None, goal=1e-9))
    monkeypatch.setattr(
        suite.importlib, "import_module", lambda _: SimpleNamespace(jobs=lambda quick: [toy])
    )
    measured = results()
    suite._run_jobs("toys", True, measured)
    assert [one.verdict for one in measured.rows] == ["ok"]
    assert "add" in capsys.readouterr().out


def test_compiling_is_told_by_function_without_what_it_waited_for():
    def event(name, is_start):
        function = SimpleNamespace(__module__="m", __qualname__=name)
        data = {"dispatcher": SimpleNamespace(py_func=function)}
        return SimpleNamespace(is_start=is_start, data=data)

    moments = [(0, "f", True), (1, "g", True), (4, "g", False), (5, "f", False), (6, "g", True)]
    events = [(at, event(name, begins)) for at, name, begins in [*moments, (8, "g", False)]]
    assert list(compiling.own_times(events)) == [("m.g", 3), ("m.f", 2), ("m.g", 2)]


def test_imports_are_told_by_package_from_where_the_program_starts():
    lines = ["import time: self [us] | cumulative | imported package"]
    lines += [
        f"import time: {own:9} | {own:10} | {name}"
        for own, name in [(9, "os"), (9, "site"), (30, "  numba.core"), (10, "numba"), (25, "re")]
    ]
    expected = {"importing numba": 40e-6, "importing re": 25e-6}
    assert start.imported("\n".join(lines) + "\n") == pytest.approx(expected)


def test_the_largest_part_of_a_wait_is_named(monkeypatch):
    runs = iter([(1.0, {"a": 0.2, "b": 0.5}), (2.0, {"a": 0.6, "b": 0.5}), (4.0, {"b": 0.8})])
    caches = []
    monkeypatch.setattr(start, "fresh_process", lambda _, cache: caches.append(cache) or next(runs))
    waited = start.wait("work", "pass", turns=3)
    assert waited == ("work", (1.5, 2.0, 3.0), "b", pytest.approx(0.6))
    assert caches == [None] * 3


def test_a_fresh_process_says_how_its_time_is_spent():
    seconds, parts = start.fresh_process(start.IMPORT)
    assert 0 < parts["importing kernelkit"] < seconds


@pytest.mark.compiled
def test_a_process_with_an_empty_cache_compiles(tmp_path):
    work = """
from benchmarks.compiling import compiling
from kernelkit.distances import euclidean
with compiling() as spent:
    euclidean([1.0], [2.0])
"""
    _, parts = start.fresh_process(work, str(tmp_path))
    assert parts["compiling kernelkit.distances.euclidean"] > 0
    _, parts = start.fresh_process(work, str(tmp_path))
    assert "compiling kernelkit.distances.euclidean" not in parts, "it was kept"


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
        (["nonsense"], "area must be one of start, course, generative, gram"),
        (["--threads", "0"], "--threads must be between 1 and"),
        (["--json", str(tmp_path / "nowhere" / "out.json")], "--json must name a file in a folder"),
    ]:
        with pytest.raises(SystemExit):
            suite.main(words)
        assert sentence in capsys.readouterr().err
