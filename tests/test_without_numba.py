"""Where numba is not installed, as in a browser, the library runs, with the same answers."""

import json
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

import kernelkit as kk
from kernelkit import losses
from kernelkit.datasets import make_moons
from kernelkit.estimators import CLASSIFIERS

HIDE = """
import sys
sys.modules["numba"] = None  # whoever imports it is told that it is not there
"""
FIT = """
import json, warnings
import kernelkit as kk
from kernelkit.datasets import make_moons
from kernelkit.estimators import CLASSIFIERS
warnings.simplefilter("ignore")
X, y = make_moons(30, noise=0.2, seed=0)
X = abs(X)  # counts, too, must not be negative
fitted = {name: kind().fit(X, y) for name, kind in CLASSIFIERS.items()}
print(json.dumps({name: model.predict(X).tolist() for name, model in fitted.items()}))
"""
CALL = """
import json
import numpy as np
import kernelkit as kk
from kernelkit import losses
from kernelkit._jit import HAS_NUMBA
X = np.arange(12.0).reshape(6, 2) / 5
mine = kk.Function(lambda x, z, s: s * float(x @ z), s=2.0)
numbers = [kk.Gaussian(0.5)(X).tolist(), mine(X).tolist(), losses.hinge(X[0]).tolist()]
print(json.dumps([HAS_NUMBA, numbers]))
"""
WARM = """
import kernelkit
assert kernelkit.warmup() is None
nothing = kernelkit.warmup(background=True)
nothing.join()
assert not nothing.is_alive()
"""


def run(code):
    command = [sys.executable, "-W", "error", "-c", HIDE + code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.filterwarnings("ignore")
def test_every_classifier_answers_as_it_does_compiled():
    X, y = make_moons(30, noise=0.2, seed=0)
    plain = json.loads(run(FIT))
    assert set(plain) == set(CLASSIFIERS)
    for name, kind in CLASSIFIERS.items():
        np.testing.assert_array_equal(kind().fit(abs(X), y).predict(abs(X)), plain[name], name)


def test_kernels_a_function_of_ones_own_and_losses_are_the_same():
    X = np.arange(12.0).reshape(6, 2) / 5
    mine = kk.Function(lambda x, z, s: s * float(x @ z), s=2.0)
    has_numba, plain = json.loads(run(CALL))
    assert not has_numba
    for numbers, wanted in zip(
        plain, [kk.Gaussian(0.5)(X), mine(X), losses.hinge(X[0])], strict=True
    ):
        np.testing.assert_allclose(numbers, wanted, rtol=1e-12)


def test_there_is_nothing_to_compile_and_no_thread_or_process_is_started():
    assert "nothing to compile" in run(WARM)
