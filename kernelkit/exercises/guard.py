"""Call a student's function so that nothing it does can hurt: a crash or an endless loop is told.

The function runs in another process, the worker, which stays for the next call and is ended when
time is up: a loop in C or in compiled code, which never comes back to Python, ends no other way.
"""

import atexit
import copy
import faulthandler
import io
import linecache
import os
import pickle
import signal
import subprocess
import sys
import sysconfig
import textwrap
import threading
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from types import ModuleType, TracebackType
from typing import IO, Any, NamedTuple

import cloudpickle

__all__ = ["SECONDS", "Crash", "Outcome", "call", "crash_in_words", "serve"]

SECONDS = 10.0  # of the clock: a busy machine is slow, and an endless loop has time
ORPHANED = 5.0  # seconds after time is up, when nobody is left to end the worker but itself
START = "import sys; sys.path[:] = sys.argv[1:]; import kernelkit.exercises.guard as g; g.serve()"
RESTORED = ("builtins", "math", "random", "numpy", "kernelkit")
INSTALLED = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib"))


class Crash(NamedTuple):
    """An exception that can be sent: its name, its message, the lines of the student's file."""

    name: str
    message: str
    lines: Sequence[int] = ()


class Outcome(NamedTuple):
    """What became of a call: a value, or the crash that ended it, or neither: time was up."""

    value: Any = None
    crash: Crash | None = None
    returned: bool = False


def call(function: Callable[..., Any], args: Sequence[Any], seconds: float) -> Outcome:
    """Call ``function(*args)`` on copies of the inputs and wait, no longer than ``seconds``.

    A function that holds what cannot be sent, a lock or an open file, is called right here, and
    then it is up to the student to interrupt it.
    """
    with _one_at_a_time:
        job = _pack(function, args, seconds)
        outcome = _ask(job, seconds) if job else None
    return outcome or _run(function, copy.deepcopy(args))


def crash_in_words(crash: Crash, function: Callable[..., Any]) -> str:
    """Name the exception and the line of the student's code that it came from."""
    text = textwrap.shorten(crash.message, 120, placeholder=" ...")
    words = crash.name + (f" ({text})" if text else "")
    if not crash.lines:
        return words
    source = linecache.getline(_file(function), crash.lines[-1]).strip()
    return f"{words} in line {crash.lines[-1]}" + (f": {source}" if source else "")


def _run(function: Callable[..., Any], args: Sequence[Any]) -> Outcome:
    try:
        return Outcome(value=function(*args), returned=True)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() in an exercise is a crash like any other
        lines = _lines_in(error.__traceback__, _file(function))
        return Outcome(crash=Crash(type(error).__name__, str(error), lines))


def _lines_in(traceback: TracebackType | None, file: str) -> list[int]:
    lines = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            lines.append(traceback.tb_lineno)
        traceback = traceback.tb_next
    return lines


def _file(function: Callable[..., Any]) -> str:
    return function.__code__.co_filename if hasattr(function, "__code__") else ""


def _pack(function: Callable[..., Any], args: Sequence[Any], seconds: float) -> bytes | None:
    """Write a call and its surroundings as bytes, or None where they cannot be."""
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    with_its_code = module is not None and _may_change(module)
    if with_its_code:
        cloudpickle.register_pickle_by_value(module)
    try:
        work = cloudpickle.dumps((function, args, warnings.filters))
        surroundings = sys.path, dict(os.environ), os.getcwd()
        return pickle.dumps((*surroundings, seconds + ORPHANED, work))
    except Exception:
        return None
    finally:
        if with_its_code:
            cloudpickle.unregister_pickle_by_value(module)


def _may_change(module: ModuleType) -> bool:
    """Whether people edit this file: then the worker could know an older one."""
    file = getattr(module, "__file__", None) or ""
    ours = module.__name__.partition(".")[0] == "kernelkit"
    return bool(file) and not ours and not file.startswith(INSTALLED)


def _ask(job: bytes, seconds: float) -> Outcome | None:
    """What the worker says, or None where there is none or it cannot send what the call gave."""
    try:
        worker = _worker()
    except (EOFError, OSError):  # where no process can be started, as in a browser
        return None
    return worker.ask(job, seconds)


class _Worker:
    """The process, from outside."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # who interrupts a cell does not mean the worker
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.jobs, self.answers = self.process.stdin, self.process.stdout
        atexit.register(self.end)
        pickle.load(self.answers)  # it is there

    def ask(self, job: bytes, seconds: float) -> Outcome | None:
        late = threading.Event()

        def time_is_up() -> None:
            late.set()
            self.kill()

        clock = threading.Timer(seconds, time_is_up)
        kind = None
        try:
            pickle.dump(job, self.jobs)
            self.jobs.flush()
            while kind != "outcome":
                kind, content = pickle.load(self.answers)
                if kind == "begun":
                    clock.start()
                elif kind != "outcome":
                    getattr(sys, kind).write(content)
            return content and pickle.loads(content)
        except (EOFError, OSError):
            code = self.process.wait()
            crash = Crash("a crash of Python itself", f"exit code {code}")
            return Outcome(crash=None if late.is_set() else crash)
        except Exception:  # a pickle of anything can raise anything
            words = "something else was written to the files of the process that tries it"
            return Outcome(crash=Crash("no answer", words))
        finally:
            clock.cancel()
            if kind != "outcome" or late.is_set():  # also where somebody lost patience
                self.end()

    def kill(self) -> None:
        """End it and all that it started, which would hold on to the pipe."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def end(self) -> None:
        _worker.cache_clear()
        self.kill()
        self.process.wait()
        for pipe in (self.jobs, self.answers):
            with suppress(OSError):
                pipe.close()


_worker = cache(_Worker)
_one_at_a_time: Any = threading.Lock()
_of_parents: list[_Worker] = []  # kept, for a process object that goes away asks for its process


def _begin_anew() -> None:
    """In a forked child nobody holds the lock, and the worker is the parent's."""
    _one_at_a_time._at_fork_reinit()
    if _worker.cache_info().currsize:
        _of_parents.append(_worker())
        atexit.unregister(_of_parents[-1].end)
        _worker.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


def serve() -> None:
    """Be the worker: answer calls until nobody can ask any more."""
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Neither what compiled code prints nor a call of input() may come between the messages.
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout, sys.stderr = _Told("stdout", answers), _Told("stderr", answers)
    _tell(answers, "ready")
    with suppress(EOFError):
        while True:
            sys.path[:], environment, folder, patience, work = pickle.loads(pickle.load(jobs))
            os.environ.update(environment)
            os.chdir(folder)
            before = _attributes()
            outcome = _answer(work, patience, answers)
            for module, names in before:
                vars(module).update(names)
            _tell(answers, "outcome", outcome)


def _attributes() -> list[tuple[ModuleType, dict[str, Any]]]:
    """What an answer may replace, and the next one is to find as it was: np.sqrt, print."""
    loaded = [each for each in sys.modules.values() if isinstance(each, ModuleType)]
    return [(each, dict(vars(each))) for each in loaded if each.__name__.split(".")[0] in RESTORED]


def _answer(work: bytes, patience: float, answers: IO[bytes]) -> bytes | None:
    """The outcome of a call as bytes, or None where something in it cannot be sent."""
    try:
        function, args, filters = pickle.loads(work)
        _tell(answers, "begun")
        with warnings.catch_warnings(), open(os.devnull, "w", encoding="utf-8") as nowhere:
            warnings.filters = filters
            faulthandler.dump_traceback_later(patience, exit=True, file=nowhere)
            return cloudpickle.dumps(_run(function, args))
    except Exception:
        return None
    finally:
        faulthandler.cancel_dump_traceback_later()


class _Told(io.TextIOBase):
    """What is printed becomes a message."""

    def __init__(self, stream: str, answers: IO[bytes]) -> None:
        self.stream, self.answers = stream, answers

    def write(self, text: str) -> int:
        _tell(self.answers, self.stream, text)
        return len(text)


def _tell(answers: IO[bytes], kind: str, content: Any = None) -> None:
    pickle.dump((kind, content), answers)
    answers.flush()
