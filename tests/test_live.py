"""The Python side of pictures one can touch, and JavaScript's algorithms beside kernelkit's."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from checks import assert_kind_error
from conftest import ROOT
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

import kernelkit as kk
from kernelkit import live, solvers
from kernelkit.datasets import load_iris, make_blobs, make_moons
from kernelkit.live.playground import answer
from kernelkit.plotting.style import MARKERS, PALETTE
from kernelkit.validation import InputError, InputTypeError

DENO = Path(sys.executable).with_name("deno")
SOURCES = ROOT / "kernelkit" / "live" / "js"
BOX, GRID = [-2.0, 3.0, -1.5, 2.0], [96, 60]
TWO = make_moons(60, noise=0.25, seed=0)
THREE = load_iris().X[::2, 2:], load_iris().y[::2]
APART = make_blobs(40, [[-3.0, 1.0], [3.0, 2.0]], seed=1)
MODELS = [
    kk.KernelSVM(C=2.0, kernel=kk.Gaussian(0.5), tolerance=1e-9),
    kk.KernelSVM(kernel=kk.Polynomial(2, 1.0), tolerance=1e-9),
    kk.KernelPerceptron(kk.Gaussian(0.5)),
    kk.KNN(4),
    kk.LeastSquares(0.5),
    kk.GaussianClassifier(),
    kk.GaussianClassifier("per-class"),
    kk.LogisticRegression(),
    kk.LogisticRegression(prior_variance=2.0),
    kk.LinearSVM(solver="subgradient", mu=0.1, step=0.1, tolerance=0.0, max_iter=50),
]
FOR_THREE = [kk.KNN(3), kk.LeastSquares(), kk.GaussianClassifier("per-class")]


def question(picture, **parameters):
    start = {"X": picture.state["X"], "y": picture.state["y"], "parameters": parameters}
    return {**start, "box": BOX, "grid": GRID, "number": 7}


def with_data(model, X, y):
    """A model as a page gets it, with its samples."""
    picture = live.playground(model, X, y)
    state = picture.page_state
    assert state is not None
    classes = len(state["classes"])
    return {**state["model"], "X": state["X"], "y": state["y"], "classes": classes}


@pytest.fixture(scope="module")
def javascript():
    """What the algorithms in JavaScript answer."""
    X, y = TWO
    data = {
        "X": X.tolist(),
        "y": y.tolist(),
        "queries": (X + 0.3).tolist(),
        "apart": {"X": APART.X.tolist(), "y": (2 * APART.y - 1).tolist()},
        "models": [with_data(m, *TWO) for m in MODELS] + [with_data(m, *THREE) for m in FOR_THREE],
        "box": BOX,
        "grid": GRID,
    }
    return json.loads(run_deno(["run", "--no-config", "tests/live/answers.js"], json.dumps(data)))


def run_deno(words, given=""):
    run = subprocess.run(
        [DENO, *words], input=given, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def close(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-6)


SIGNS = 2.0 * TWO.y - 1.0
KERNELS = {"linear": kk.Linear(), "polynomial": kk.Polynomial(3, 1.0), "gaussian": kk.Gaussian(0.7)}


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_kernels_and_kernel_machines_in_javascript_are_kernelkits(javascript, name):
    K = KERNELS[name](TWO.X)
    close(javascript[f"gram {name}"], K)
    found = javascript[f"smo {name}"]
    expected = solvers.smo(K, SIGNS, 2.0, tolerance=1e-9)
    close(K @ found["beta"] + found["bias"], expected.scores)
    found = javascript[f"kernel perceptron {name}"]
    learnt = kk.KernelPerceptron(kernel="precomputed", max_epochs=20)
    learnt.fit(K, TWO.y)
    close(K @ found["alpha"], learnt.decision_function(K))
    assert found["mistakes"] == learnt.learning_curve_.tolist()


def test_smo_in_javascript_moves_the_same_pairs(javascript):
    path = solvers.smo(kk.Gaussian(0.7)(TWO.X), SIGNS, 2.0, keep_path=True).path
    assert javascript["pairs"] == path.pairs[:10].tolist()


def test_nearest_neighbours_in_javascript_are_kernelkits(javascript):
    found = kk.neighbors.k_nearest(TWO.X, TWO.X + 0.3, 5)
    assert javascript["neighbours"] == found.indices.tolist()
    assert javascript["votes"] == kk.KNN(5).fit(*TWO).predict(TWO.X + 0.3).tolist()


def test_perceptrons_in_javascript_are_kernelkits(javascript):
    signs = 2.0 * APART.y - 1.0
    primal = solvers.perceptron(APART.X, signs, 0.5)
    found = javascript["perceptron"]
    close([*found["weights"], found["bias"]], [*primal.weights, primal.bias])
    assert found["mistakes"] == primal.mistakes.tolist()
    dual = solvers.dual_perceptron(kk.Linear()(APART.X), signs)
    found = javascript["dual_perceptron"]
    close([*found["alpha"], found["bias"]], [*dual.alpha, dual.bias])


def test_linear_machines_in_javascript_are_kernelkits(javascript):
    expected = solvers.least_squares(TWO.X, SIGNS, 0.3)
    found = javascript["least_squares"]
    close([*found["weights"], found["bias"]], [*expected.weights, expected.bias])
    expected = solvers.fisher(TWO.X, TWO.y)
    w = expected.directions[0]
    close(javascript["fisher"]["direction"], w / np.linalg.norm(w))
    # By (FIS1) along (1, 2): scatter of the shadows on that line.
    t = TWO.X @ [1.0, 2.0]
    means = np.array([t[TWO.y == c].mean() for c in (0, 1)])[TWO.y]
    ratio = ((means - t.mean()) ** 2).sum() / ((t - means) ** 2).sum()
    close(javascript["fisher"]["ratio"], ratio)
    expected = solvers.logistic_newton(TWO.X, SIGNS, 4.0, tolerance=1e-14)
    found = javascript["logistic"]
    close([*found["weights"], found["bias"]], [*expected.weights, expected.bias])


@pytest.mark.parametrize("covariance", ["shared", "per-class"])
def test_gaussians_in_javascript_are_kernelkits(javascript, covariance):
    fit = solvers.gaussian_fit(TWO.X, TWO.y, 2, covariance)
    scores = solvers.gaussian_scores(TWO.X + 0.3, fit)
    found = np.array(javascript[f"gaussian {covariance}"])
    close(found[:, 1] - found[:, 0], scores[:, 1] - scores[:, 0])


@pytest.mark.parametrize("diminishing", [False, True])
def test_subgradient_steps_in_javascript_are_kernelkits(javascript, diminishing):
    with pytest.warns(Warning, match="max_iter"):
        expected = solvers.hinge_subgradient(
            TWO.X, SIGNS, 0.1, 0.5, 0.0, 40, diminishing=diminishing, keep_path=True
        )
    found = javascript[f"subgradient {str(diminishing).lower()}"]
    close(found["path"][1:], expected.path)
    close(found["objective"], expected.objective)


@pytest.mark.parametrize("index", range(len(MODELS) + len(FOR_THREE)))
@pytest.mark.filterwarnings("ignore")
def test_a_model_on_a_page_answers_as_python_does(javascript, index):
    model = [*MODELS, *FOR_THREE][index]
    X, y = TWO if index < len(MODELS) else THREE
    picture = live.playground(model, X, y)
    told, [buffer] = answer(model, np.unique(y), question(picture))
    found = javascript["models"][index]
    assert found["mistakes"] == told["mistakes"]
    if told["pair"] is None:
        # Python looks at cells in another order; edges are the same up to a few points of them.
        codes = np.frombuffer(buffer, np.uint8)
        assert np.mean(codes != found["codes"]) < 2e-3
    else:
        values = np.frombuffer(buffer, np.float32)
        np.testing.assert_allclose(found["values"], values, rtol=1e-5, atol=1e-5)


def test_no_algorithm_in_javascript_is_longer_than_a_page():
    lengths = {path.name: path.read_text().count("\n") for path in SOURCES.glob("algorithms/*.js")}
    assert len(lengths) >= 10
    assert max(lengths.values()) <= 60


def test_colours_and_markers_are_those_of_the_figures():
    style = (SOURCES / "style.js").read_text(encoding="utf-8")
    assert tuple(re.findall(r'^  "(#\w{6})",$', style, re.MULTILINE)) == PALETTE
    code = 'import { MARKERS } from "./kernelkit/live/js/style.js"; console.log(MARKERS.join(" "))'
    assert run_deno(["eval", "--no-config", code]).split() == [marker for marker, _ in MARKERS]
