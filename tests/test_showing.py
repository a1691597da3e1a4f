"""Words for whoever watches, in a terminal and in a notebook."""

import sys
from types import SimpleNamespace

import pytest

from kernelkit import showing


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
