"""The page that has a line for every task of the sources: each runs, and prints what it says."""

import re

import pytest

from tools.results.commands import commands, printed

# The others take a minute and more; make results runs them all.
QUICK = [each for each in commands() if not re.search(r"--runs 20|mnist-42000", each[0])]
NUMBER = re.compile(r"\d[\d,]*\.?\d*")


@pytest.mark.storm
@pytest.mark.compiled
@pytest.mark.parametrize(("command", "below"), QUICK, ids=lambda text: text[:60])
def test_a_command_prints_what_stands_below_it(command, below):
    shown = printed(command)
    assert _words(shown) == _words(below)
    # Another processor may round a sum otherwise, and then a sample on the boundary changes sides.
    assert _numbers(shown) == pytest.approx(_numbers(below), rel=0.01, abs=2)


def _words(text):
    return [" ".join(NUMBER.sub("0", line).split()) for line in text.splitlines()]


def _numbers(text):
    lines = [line for line in text.splitlines() if not line.startswith("hardest")]
    return [
        float(number.replace(",", "").rstrip(".")) for number in NUMBER.findall("\n".join(lines))
    ]
