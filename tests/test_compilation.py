"""Nothing is compiled twice: arrays are made alike before compiled code sees them."""

import json
import subprocess
import sys
from time import sleep

import pytest

from kernelkit import _jit, compilation

COUNT = """
import gc, json, warnings
import numpy as np
from numba.core.dispatcher import Dispatcher
from kernelkit import compilation

def frozen(array):
    array = array.copy()
    array.flags.writeable = False
    return array

def fortran(array):
    return np.asfortranarray(array)

def strided(array):
    return np.repeat(array, 2, axis=-1)[..., ::2]

def turned(array):
    return array[::-1].copy()[::-1]

def unaligned(array):
    held = np.empty(array.nbytes + 1, np.uint8)
    shifted = held[1:].view(array.dtype).reshape(array.shape)
    shifted[...] = array
    return shifted

def specialisations():
    ours = [d for d in gc.get_objects() if isinstance(d, Dispatcher)]
    ours = [d for d in ours if d.py_func.__module__.startswith("kernelkit")]
    return {f"{d.py_func.__module__}.{d.py_func.__qualname__}": len(d.signatures) for d in ours}

warnings.simplefilter("ignore")
counted = {}
for copy in (np.copy, frozen, fortran, strided, turned, unaligned):
    for name, call in compilation.steps(copy):
        call()
    counted[copy.__name__] = specialisations()
print(json.dumps(counted))
"""


@pytest.mark.storm
@pytest.mark.compiled
def test_copies_that_lie_otherwise_in_memory_are_compiled_for_no_second_time():
    """In a process of its own: others have called these functions with who knows what."""
    run = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, check=True)
    counted = json.loads(run.stdout)
    plain = counted.pop("copy")
    for kind, found in counted.items():
        again = {name for name in found if found[name] != plain.get(name)}
        # The loops of the core are numba's own: what people hand to them is compiled for as it is.
        assert {name for name in again if not name.startswith("kernelkit.core.")} == set(), kind
    # float64 and float32, and bytes where pixels may come as they are.
    assert max(n for name, n in plain.items() if not name.startswith("kernelkit.core.")) <= 3
    assert sum(plain.values()) > 50, "the steps reach the compiled functions"


@pytest.mark.parametrize(("cores", "others"), [(1, 0), (2, 1)])
def test_where_something_is_compiled_another_core_begins_at_the_other_end(
    monkeypatch, tmp_path, cores, others
):
    started = tmp_path / "started"
    program = f"open({str(started)!r}, 'x').close(); import time; time.sleep(60)"
    monkeypatch.setattr(compilation, "BACKWARDS", [sys.executable, "-c", program])

    def compiling():
        _jit.BEFORE_COMPILING.pop()()
        while others and not started.exists():
            sleep(0.01)

    for call in (lambda: None, compiling):
        monkeypatch.setattr(compilation, "steps", lambda call=call: [("a", call), ("b", int)])
        compilation.compile_all(str, cores)
        assert _jit.BEFORE_COMPILING == [], "what is compiled later starts nothing"
        assert started.exists() == (call is compiling and others > 0)


def test_in_the_background_another_process_compiles(monkeypatch, capsys):
    child = f"print('half  50% |{compilation.BLOCK} |'); print('noise'); print('ready 100% | |')"
    monkeypatch.setattr(compilation, "AHEAD", [sys.executable, "-c", child])
    compilation.warmup(background=True).join()
    assert [line.strip() for line in capsys.readouterr().out.split("\r")] == [
        "",
        f"half  50% |{compilation.BLOCK} |",
        "ready 100% | |",
    ]
    assert compilation.warmup(progress=False, background=True).join() is None
    assert capsys.readouterr().out == ""


@pytest.mark.storm
@pytest.mark.compiled
def test_what_the_background_runs_runs(capsys):
    compilation.warmup(background=True).join()
    count = len(compilation.steps())
    assert f"| {count} of {count}" in capsys.readouterr().out
