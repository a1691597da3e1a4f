"""Words for whoever watches, in a terminal and in a notebook."""

import sys
from types import SimpleNamespace

import pytest

from kernelkit import showing
from kernelkit.validation import InputError, InputTypeError


class Handle:
    """What IPython's display returns: the latest that was shown in its place."""

    def __init__(self, data):
        self.data = data

    def update(self, data, raw):
        assert raw
        self.data = data


@pytest.fixture
def shown(monkeypatch):
    """A notebook as far as showing sees one, and all that it shows."""
    handles = []

    def display(data, raw, display_id=False):
        assert raw
        handles.append(Handle(data))
        return handles[-1] if display_id else None

    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    return handles


def test_a_terminal_gets_lines(capsys):
    assert not showing.in_notebook()
    showing.show("a line", "<b>a box</b>")
    assert capsys.readouterr().out == "a line\n"


def test_a_notebook_gets_both(shown, capsys):
    assert showing.in_notebook()
    showing.show("a line", "<b>a box</b>")
    assert [each.data for each in shown] == [{"text/plain": "a line", "text/html": "<b>a box</b>"}]
    assert capsys.readouterr().out == ""


def test_a_line_in_place_covers_the_longer_one_before(capsys):
    put = showing.line_in_place()
    put("long words")
    put("short")
    assert capsys.readouterr().out == "\rlong words\rshort     "


def test_a_line_in_place_of_a_notebook_stays_one_output(shown):
    put = showing.line_in_place()
    put("a < b")
    put("a > b")
    assert len(shown) == 1
    assert shown[0].data["text/plain"] == "a > b"
    assert "a &gt; b</pre>" in shown[0].data["text/html"]


def test_a_table_refuses_rows_of_other_lengths():
    with pytest.raises(InputError, match="rows must have one entry for each of the 2 heads, got 1"):
        showing.table(["k", "error"], [[1, 2], [3]])
    with pytest.raises(InputTypeError, match="rows must be rows of text and numbers, got 2"):
        showing.table(["k"], [2])


class Clock:
    """A clock that only ways move."""

    def __init__(self):
        self.now = 0.0

    def way(self, *seconds):
        """A function that takes so long, call after call, and then always as long as the last."""
        queue, calls = [*seconds], []

        def call():
            calls.append(self.now)
            self.now += queue.pop(0) if len(queue) > 1 else queue[0]

        call.calls = calls
        return call


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(showing, "perf_counter", lambda: clock.now)
    return clock


def test_a_race_prints_the_shortest_times_and_factors_but_not_a_first_call(clock, capsys):
    compiled = clock.way(37.0, 0.0002, 0.00013, 0.0002)
    showing.race(Python=clock.way(0.1430), NumPy=clock.way(0.0001, 0.0031), compiled=compiled)
    assert capsys.readouterr().out.splitlines() == [
        "Python     140 ms  1,100 times as long",
        "NumPy      3.1 ms     24 times as long",
        "compiled  0.13 ms",
    ]


def test_a_race_takes_turns_for_about_two_seconds_and_times_what_is_slow_once(clock, capsys):
    slow, fast, tiny = clock.way(3.0), clock.way(0.1), clock.way(1e-6)
    showing.race(slow=slow, fast=fast, as_tiny=tiny)
    assert len(slow.calls) == 2
    assert len(fast.calls) == 7
    assert len(tiny.calls) == 1 + showing.RUNS
    assert slow.calls[0] < fast.calls[0] < tiny.calls[0] < fast.calls[1] < tiny.calls[1]
    assert clock.now < 6.0 + showing.SECONDS
    assert capsys.readouterr().out.endswith("as tiny        1.0 µs\n")


def test_a_race_is_between_functions():
    with pytest.raises(InputTypeError, match="one must be a function without arguments, got 3"):
        showing.race(one=3)
    with pytest.raises(InputError, match="ways must be at least one function, got none"):
        showing.race()
