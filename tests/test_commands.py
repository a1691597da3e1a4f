"""The page that has a line for every task of the sources: each runs, and prints what it says."""

import pytest

from tools.results.commands import commands, printed


@pytest.mark.compiled
@pytest.mark.parametrize(("command", "below"), commands(), ids=lambda text: text[:60])
def test_a_command_prints_what_stands_below_it(command, below):
    assert printed(command) == below
