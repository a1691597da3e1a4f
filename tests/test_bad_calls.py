"""Whatever a public callable is given, it answers rightly or refuses in a sentence of ours."""

import ast
import inspect
import json
import subprocess
import sys
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

import kernelkit
from kernelkit.validation import InputError

pytestmark = pytest.mark.storm

SHARES = 2  # of the calls, each in a process of its own
MODULES = [*kernelkit.MODULES]
# Tested elsewhere: what judges exercises, what checks arguments, what reads and writes files.
APART = ("kernelkit.exercises", "kernelkit.validation")
FILES = ("fetch", "load_", "read_", "save_")
# Bases without anything to call.
BASES = ("Kernel", "KernelParameters")


@pytest.mark.compiled
@pytest.mark.parametrize("share", range(SHARES))
def test_bad_calls_crash_nothing_change_nothing_and_are_answered_in_our_words(share, tmp_path):
    log = tmp_path / "calls"
    calls = Path(__file__).with_name("bad_calls.py")
    run = subprocess.run(
        [sys.executable, calls, str(share), str(SHARES), log],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    said = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    last = said[-1] if said else {}
    assert "made" in last, f"ended the process: {last.get('call')}\n{run.stderr}"
    wrong = [f"{line['call']}\n    {line['wrong']}" for line in said if "wrong" in line]
    assert not wrong, "\n".join(["from bad_calls import *", *wrong[:50]])
    assert last["made"] * SHARES > 4_000


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_every_flag_is_true_or_false():
    import bad_calls

    for call in bad_calls.right_calls():
        for argument in (each for link in bad_calls.chain(call) for each in link.keywords):
            if isinstance(getattr(argument.value, "value", None), bool):
                text = bad_calls.put(call, [(argument, ast.Constant("False"))])
                words = f"{argument.arg} (must be True or False|belongs to)"
                with pytest.raises(InputError, match=words):
                    eval(text, vars(bad_calls))


def test_every_public_callable_has_a_right_call_with_all_its_arguments():
    given = arguments_by_name()
    for thing in public_callables():
        named = {
            name
            for name, parameter in inspect.signature(thing).parameters.items()
            if parameter.kind not in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}
        }
        # What is called back is the caller's own.
        missing = named - given[thing.__qualname__] - {"self"}
        assert thing.__qualname__ in given, thing
        assert not missing, f"{thing.__qualname__}: {missing}"


def public_callables():
    """Functions, and the constructors and methods of classes, that people can call."""
    for module in map(import_module, (f"kernelkit.{name}" for name in MODULES)):
        for name in module.__all__:
            thing = getattr(module, name)
            if module.__name__ in APART or name in BASES or name.startswith(FILES):
                continue
            if inspect.isfunction(thing):
                yield thing
            elif inspect.isclass(thing) and not hasattr(thing, "_fields"):
                yield thing
                yield from (
                    method
                    for name, method in inspect.getmembers(thing, inspect.isroutine)
                    if (getattr(method, "__module__", None) or "").startswith("kernelkit.")
                    and not name.startswith("_")
                )


def arguments_by_name():
    """The arguments that right calls give, by the name of what they call."""
    import bad_calls  # not above: it fits what right calls need

    given = defaultdict(set)
    for call in bad_calls.right_calls():
        thing = None
        for link in reversed(bad_calls.chain(call)):
            if thing is None:
                thing = called = eval(ast.unparse(link.func), vars(bad_calls))
            else:
                called = getattr(thing, getattr(link.func, "attr", "__call__"), link)
            name = getattr(called, "__qualname__", None)
            given[name] |= {keyword.arg for keyword in link.keywords}
    return given
