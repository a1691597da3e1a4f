"""A student's function in a process of its own: what it sees there, and what is left of it."""

import builtins
import contextlib
import math
import os
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

from kernelkit.exercises import guard

LOST = """
import os, time
from kernelkit.exercises import guard

def endless():
    print("begun", flush=True)
    time.sleep(30)
    os.write(2, b"still there")

guard.ORPHANED = 0.0
guard.call(endless, [], 0.5)
"""


def call(function, *args, seconds=30.0):
    return guard.call(function, args, seconds)


def test_the_process_stays_for_the_next_call():
    first, second = call(os.getpid).value, call(os.getpid).value
    assert first == second != os.getpid()


def test_inputs_are_copies():
    x = [1]
    assert call(list.append, x, 2).returned
    assert x == [1]


def test_the_end_of_python_is_a_crash_and_the_next_call_works():
    assert call(lambda: os._exit(3)).crash == ("a crash of Python itself", "exit code 3", ())
    assert call(lambda: 1).value == 1


def test_what_comes_between_the_messages_is_a_crash_and_the_next_call_works():
    def scribble():
        for file in range(3, 9):
            with contextlib.suppress(OSError):
                os.write(file, b"scribble")

    assert guard.call(scribble, (), 30).crash.name == "no answer"
    assert guard.call(abs, (-1,), 30).value == 1


def test_what_an_answer_replaces_is_there_again_for_the_next():
    def replace():
        math.sqrt = builtins.len = np.linalg.norm = None

    guard.call(replace, (), 30)
    values = guard.call(lambda: (math.sqrt(4), len("ab"), np.linalg.norm([2.0])), (), 30).value
    assert values == (2, 2, 2)


def test_what_cannot_be_sent_there_is_called_here():
    lock = threading.Lock()
    assert call(lambda: lock.locked() or os.getpid()).value == os.getpid()
    assert call(lambda: 1 / lock.locked()).crash.name == "ZeroDivisionError"


def test_where_no_process_can_be_started_the_call_is_made_here(monkeypatch):
    guard._worker.cache_clear()
    monkeypatch.setattr(sys, "executable", "nowhere")
    assert call(os.getpid).value == os.getpid()


def test_it_runs_in_the_same_surroundings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KERNELKIT_DATA", "elsewhere")
    monkeypatch.syspath_prepend(tmp_path)
    seen = call(lambda: (os.getcwd(), os.environ["KERNELKIT_DATA"], sys.path[0])).value
    assert seen == (os.getcwd(), "elsewhere", str(tmp_path))


@pytest.mark.parametrize(("action", "crash"), [("error", "UserWarning"), ("ignore", None)])
def test_warnings_are_errors_where_they_are_here(action, crash, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter(action)
        outcome = call(lambda: warnings.warn("careful", stacklevel=1))
    assert (outcome.crash and outcome.crash.name) == crash
    assert capsys.readouterr().err == ""


def test_what_it_prints_is_shown_where_it_was_printed(capsys):
    def speaks():
        sys.stdout.write("aloud\n")
        sys.stderr.write("aside\n")

    call(speaks)
    assert capsys.readouterr() == ("aloud\n", "aside\n")


def test_who_interrupts_a_call_ends_it(monkeypatch):
    def speaks_and_sleeps():
        sys.stdout.write("here I am")
        time.sleep(3600)

    class Impatient:
        def write(self, text):
            raise KeyboardInterrupt

    assert call(lambda: 1).value == 1
    worker = guard._worker().process
    monkeypatch.setattr(sys, "stdout", Impatient())
    with pytest.raises(KeyboardInterrupt):
        call(speaks_and_sleeps)
    monkeypatch.undo()
    assert worker.poll() is not None
    assert call(lambda: 2).value == 2


def test_a_call_that_nobody_waits_for_ends_itself():
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", LOST], **pipes) as lost:
        assert lost.stdout.readline() == b"begun\n"
        lost.kill()
        assert lost.stderr.read() == b"", "the worker writes there as well"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_what_an_answer_has_started_ends_with_it(tmp_path):
    told = tmp_path / "child"

    def leaves_a_child():
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        told.write_text(str(child.pid))
        while True:
            pass

    assert call(leaves_a_child, seconds=3.0) == guard.Outcome()
    child, end = int(told.read_text()), time.monotonic() + 30
    while alive(child) and time.monotonic() < end:  # on a busy machine a signal takes its time
        time.sleep(0.05)
    assert not alive(child), "it would hold on to the pipe of the answers"


def alive(process):
    """Whether a process runs; one that ended may wait for somebody to ask how."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().split()[2] != "Z"
    except FileNotFoundError:
        return False


FORKED = """
import os, threading, time
from kernelkit.exercises import guard

def slow():
    time.sleep(3)

def busy():
    guard.call(slow, [], 60.0)

assert guard.call(int, [], 60.0).value == 0
worker = guard._worker().process
other = threading.Thread(target=busy)
other.start()
while not guard._one_at_a_time.locked():
    time.sleep(0.01)
child = os.fork()
if child == 0:
    print(guard.call(int, ["2"], 60.0).value, guard._worker().process.pid != worker.pid, flush=True)
    raise SystemExit
os.waitpid(child, 0)
other.join()
print(worker.poll(), guard.call(int, ["1"], 60.0).value, guard._worker().process is worker)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_forked_child_has_a_worker_of_its_own_and_waits_for_nobody():
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKED]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert run.stdout.split() == ["2", "True", "None", "1", "True"], run.stderr


def test_calls_from_several_threads_wait_for_each_other():
    answers = []
    workers = [
        threading.Thread(target=lambda i=i: answers.append(call(lambda: i).value)) for i in range(6)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(answers) == list(range(6))
