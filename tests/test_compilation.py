"""Nothing is compiled twice: arrays are made alike before compiled code sees them."""

import json
import subprocess
import sys

import pytest

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


@pytest.mark.compiled
def test_copies_that_lie_otherwise_in_memory_are_compiled_for_no_second_time():
    """In a process of its own: others have called these functions with who knows what."""
    run = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, check=True)
    counted = json.loads(run.stdout)
    plain = counted.pop("copy")
    for kind, found in counted.items():
        assert {name for name in found if found[name] != plain.get(name)} == set(), kind
    # float64 and float32, and bytes where pixels may come as they are.
    assert max(plain.values()) <= 3
    assert sum(plain.values()) > 50, "the steps reach the compiled functions"
