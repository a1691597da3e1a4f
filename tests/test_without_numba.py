"""Where numba is not installed, as in a browser, the library runs, with the same answers."""

import copy
import json
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

import kernelkit as kk
from kernelkit import _plain, distances, exponential, losses, neighbors, products
from kernelkit.datasets import make_moons
from kernelkit.estimators import CLASSIFIERS
from kernelkit.kernels import gram
from kernelkit.solvers.svm import smo

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


RANDOM = np.random.default_rng(0)
A, B = RANDOM.normal(size=(7, 5)), RANDOM.normal(size=(6, 5))
X_SQUARES, Z_SQUARES = (A**2).sum(axis=1), (np.vstack([B, A[:1]]) ** 2).sum(axis=1)
TILE, K = RANDOM.uniform(size=(7, 6)), A @ A.T
DISTANCES = np.sort(RANDOM.integers(0, 3, size=(30, 4)).astype(float), axis=1)
VOTERS = RANDOM.integers(0, 3, size=(30, 4))
LANES = np.empty(smo.LANES), np.empty(smo.LANES, np.float32)
ROOM = np.full(smo.LANES, -np.inf), np.zeros(smo.LANES, np.float32)
R, FREE = RANDOM.normal(size=7), np.where(np.arange(7) % 3 > 0, 0.0, -np.inf)
STAND_INS = {
    "value of a row": (_plain.row_value, products.row_value, A[0], np.arange(6.0), 0.5),
    "move along a row": (_plain.move_along, products.move_along, A[0], 0.5, np.arange(6.0)),
    "square": (_plain.square, distances._square, A[0]),
    "exponentials": (_plain.exp_row, exponential.exp_row, -0.5, np.array([0.0, 1.0, 2e3])),
    "put": (distances._put_plainly, distances._put, TILE, np.zeros((7, 6))),
    "mirror": (distances._mirror_plainly, distances._mirror, TILE, np.zeros((6, 7)), False),
    "mirror below": (distances._mirror_plainly, distances._mirror, K.copy(), K.copy(), True),
    "to squares": (
        *(distances._products_to_squares_plainly, distances.products_to_squares),
        *(A, np.vstack([B, A[:1]]), X_SQUARES, Z_SQUARES, 0, 2, A[0] @ np.vstack([B[2:], A[:1]]).T),
    ),
    **{
        f"to code {code}, then {then}, {squares}": (
            *(distances._transform_plainly, distances._transform),
            *(TILE.copy(), squares, code, then, 0.7, 3),
        )
        for code in (distances.EUCLIDEAN, distances.SQUARED_EUCLIDEAN)
        for then in range(4)
        for squares in (True, False)
    },
    "not finite": (
        *(distances._transform_plainly, distances._transform, np.array([[1.0, np.inf]])),
        *(True, distances.SQUARED_EUCLIDEAN, distances.AS_IT_IS, 1.0, 1),
    ),
    "normalised": (
        *(gram._normalize_rows_plainly, gram._normalize_rows, 1, 5),
        *(
            np.array([1.0, 0.0, 1e-200, 4.0, 1e200, 9.0, 1.0]),
            np.array([1e-200, 1, 4, 0, 1e200, 2]),
        ),
        TILE.copy(),
    ),
    "votes": (neighbors._count_votes_plainly, neighbors.count_votes, DISTANCES, VOTERS, 3, False),
    "votes by distance": (
        *(neighbors._count_votes_plainly, neighbors.count_votes, DISTANCES, VOTERS, 3, True),
    ),
    "who asks most": (smo._asks_most_plainly, smo._asks_most, R, FREE, ROOM[0], LANES[0]),
    "best partner": (
        *(smo._best_partner_plainly, smo._best_partner, K[1], K.diagonal().astype(np.float32), 1),
        *(R, -FREE, 1e-12, ROOM[0], ROOM[1], *LANES),
    ),
    "no partner": (
        *(smo._best_partner_plainly, smo._best_partner, K[1], K.diagonal().astype(np.float32), 1),
        *(np.zeros(7), -FREE, 1e-12, ROOM[0], ROOM[1], *LANES),
    ),
}


@pytest.mark.parametrize("name", STAND_INS)
def test_what_stands_in_for_a_loop_does_the_same(name):
    plain, compiled, *arguments = STAND_INS[name]
    ours, theirs = copy.deepcopy(arguments), copy.deepcopy(arguments)
    found, wanted = plain(*ours), compiled(*theirs)
    if wanted is not None:
        found, wanted = (each if isinstance(each, tuple) else (each,) for each in (found, wanted))
        for one, other in zip(found, wanted, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12)
    if "partner" not in name and "asks" not in name:  # which have room for numbers of their own
        for one, other in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-300)


@pytest.mark.parametrize("metric", neighbors.OF_SCIPY)
def test_all_distances_sorted_are_the_nearest(metric):
    X = RANDOM.integers(0, 4, size=(60, 3)).astype(float)  # with many ties
    order = 3.0 if metric == "minkowski" else 2.0
    wanted = neighbors.k_nearest(X, X[:9], 5, metric, order)
    found = neighbors.Neighbors(np.empty((9, 5)), np.empty((9, 5), np.int64))
    neighbors._all_sorted(X, X[:9], metric, order, *found)
    np.testing.assert_array_equal(found.indices, wanted.indices)
    np.testing.assert_allclose(found.distances, wanted.distances, rtol=1e-12)
