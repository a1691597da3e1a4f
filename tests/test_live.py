"""The Python side of pictures one can touch, and JavaScript's algorithms beside kernelkit's."""

import itertools
import json
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from conftest import ROOT
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import kernelkit as kk
from kernelkit import core, live, solvers
from kernelkit.datasets import load_iris, load_sms, make_blobs, make_moons
from kernelkit.features import bag_of_words, tokenize
from kernelkit.live import bundle, picture
from kernelkit.live.playground import answer
from kernelkit.plotting.style import MARKERS, PALETTE
from kernelkit.validation import InputError, InputTypeError

DENO = shutil.which("deno", path=Path(sys.executable).parent)
SOURCES = ROOT / "kernelkit" / "live" / "js"
BOX, GRID = [-2.0, 3.0, -1.5, 2.0], [96, 60]
TWO = make_moons(60, noise=0.25, seed=0)
THREE = load_iris().X[::2, 2:], load_iris().y[::2]
APART = make_blobs(40, [[-3.0, 1.0], [3.0, 2.0]], seed=1)
RANDOM = np.random.default_rng(0)
SPOTS = [  # of whole numbers, so that some share their place and many a direction
    {
        "X": RANDOM.integers(0, 6, (n, 2)).tolist(),
        "y": [*RANDOM.integers(0, 2, n - 2).tolist(), 0, 1],
    }
    for n in (4, 9, 14, 20)
]
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
    kk.LinearSVM(solver="subgradient", step=0.01),
    kk.LinearSVM(tolerance=1e-9),
    kk.LinearSVM(mu=0.05, tolerance=1e-9),
]
FOR_THREE = [kk.KNN(3), kk.LeastSquares(), kk.GaussianClassifier("per-class")]


SMS = load_sms().X[:500], load_sms().y[:500]
MESSAGE = "Don't wait: CALL 08452-810075 now, call_now! \u00c4rger \u0663\u00b2 Zeppelins"
WORDS = live.word_pulls(*SMS, MESSAGE, 0.3)


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
        "spots": SPOTS,
        "message": MESSAGE,
        "table": WORDS.state["table"],
        "models": [with_data(m, *TWO) for m in MODELS] + [with_data(m, *THREE) for m in FOR_THREE],
        "box": BOX,
        "grid": GRID,
    }
    return json.loads(run_deno(["run", "--no-config", "tests/live/answers.js"], json.dumps(data)))


def run_deno(words, given=""):
    assert DENO, "deno is not installed beside Python: make test brings it"
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
    close(K @ found["c"], learnt.decision_function(K))
    assert found["mistakes"] == learnt.learning_curve_.tolist()


def test_smo_in_javascript_moves_the_same_pairs(javascript):
    path = solvers.smo(kk.Gaussian(0.7)(TWO.X), SIGNS, 2.0, keep_path=True).path
    assert javascript["pairs"] == path.pairs[:10].tolist()


def test_nearest_neighbours_in_javascript_are_kernelkits(javascript):
    found = kk.neighbors.k_nearest(TWO.X, TWO.X + 0.3, 5)
    assert javascript["neighbours"] == found.indices.tolist()
    assert javascript["votes"] == kk.KNN(5).fit(*TWO).predict(TWO.X + 0.3).tolist()


def test_a_cache_in_javascript_misses_what_a_list_of_lines_misses(javascript):
    totals = {}
    for stride, sets in ((16, 1), (16, 4), (20, 4)):
        rows = [(i, j) for i in range(8) for j in range(16)]
        columns = [(i, j) for j in range(16) for i in range(8)]
        for walk, steps in (("rows", rows), ("columns", columns)):
            held, missed = [[] for _ in range(sets)], []
            for line in [(stride * i + j) // 4 for i, j in steps]:
                others = held[line % sets]
                missed.append(line not in others)
                kept = [other for other in others if other != line]
                held[line % sets] = [*kept[-(8 // sets - 1) :], line]
            assert javascript[f"cache {walk} {stride} {sets}"] == missed
            totals[walk, stride, sets] = sum(missed)
    # Eight lines hold a column, unless all of its lines fall into one set of four.
    assert totals["columns", 16, 1] == totals["columns", 20, 4] == totals["rows", 16, 4] == 32
    assert totals["columns", 16, 4] == 128


def fewest_by_all_pairs(X, y):
    """Lines close to each pair of samples, turned and shifted a little both ways."""
    X, fewest = np.array(X, float), min(y.count(0), y.count(1))
    for p, q in itertools.permutations(np.unique(X, axis=0), 2):
        for turn, shift in itertools.product((-1e-5, 1e-5), (-1e-7, 1e-7)):
            u, v = q - p
            w = np.array([-v - turn * u, u - turn * v])
            wrong = int((((X - p) @ w + shift >= 0) != (np.array(y) == 1)).sum())
            fewest = min(fewest, wrong, len(y) - wrong)
    return fewest


def test_the_best_line_in_javascript_is_the_best_of_all_pairs(javascript):
    assert javascript["best_lines"] == [fewest_by_all_pairs(**spot) for spot in SPOTS]


def test_a_link_carries_what_changed_and_nothing_else(javascript):
    found = javascript["changes"]
    assert found["changes"]["X"] == {"0": [9, 9]}
    assert found["changes"].keys() == {"X", "y", "name", "deep"}
    assert found["back"] == found["now"]
    assert javascript["refused"] == javascript["start"]  # of another kind than what they change


def test_sums_of_bumps_and_of_waves_in_javascript_are_numpys(javascript):
    bumps, t = np.array(TWO.X[:5]), TWO.X[:, :1]
    close(javascript["bumps"], kk.Gaussian(0.7)(t, bumps[:, :1]) @ bumps[:, 1])
    z, deltas = TWO.X[:, 1], TWO.X[:, 0]
    waves = np.cos(np.outer(z / 0.7, deltas))
    close(javascript["waves"], waves.cumsum(axis=0) / np.arange(1, len(z) + 1)[:, np.newaxis])
    drawn = np.array(live.frequencies().state["z"])
    [at_half] = np.cos(np.outer([0.5], drawn)).mean(axis=1)
    assert abs(at_half - np.exp(-0.125)) < 0.05  # they are normal numbers


def test_all_points_of_a_cell_have_the_same_nearest_neighbours(javascript):
    for neighbours, cell in zip(javascript["neighbours"], javascript["cells"], strict=True):
        corners = np.array(cell)
        middle = corners.mean(axis=0)
        inside, outside = (middle + t * (corners - middle) for t in (1 - 1e-6, 1 + 1e-6))
        found = np.sort(kk.neighbors.k_nearest(TWO.X, inside, 5).indices)
        assert (found == np.sort(neighbours)).all()
        left, right, bottom, top = BOX  # whose edges cut cells off
        inner = (outside > [left, bottom]).all(axis=1) & (outside < [right, top]).all(axis=1)
        others = np.sort(kk.neighbors.k_nearest(TWO.X, outside[inner], 5).indices)
        assert (others != np.sort(neighbours)).any(axis=1).all()


def test_perceptrons_in_javascript_are_kernelkits(javascript):
    signs = 2.0 * APART.y - 1.0
    primal = solvers.perceptron(APART.X, signs, 0.5)
    found = javascript["perceptron"]
    close([*found["weights"], found["bias"]], [*primal.weights, primal.bias])
    assert found["mistakes"] == primal.mistakes.tolist()
    dual = solvers.dual_perceptron(kk.Linear()(APART.X), signs)
    found = javascript["dual_perceptron"]
    close([*found["alpha"], found["bias"]], [*dual.alpha, dual.bias])


def test_eigenfunctions_in_javascript_are_numpys(javascript):
    t = -1 + (np.arange(40) + 0.5) / 20
    K = kk.Gaussian(0.4)(t[:, np.newaxis])
    lam, e = (np.array(javascript["eigenfunctions"][name]) for name in ("lambda", "e"))
    close(lam, np.linalg.eigvalsh(K)[::-1] / 20)
    close(e @ e.T / 20, np.eye(40))  # orthonormal
    close(K @ e.T / 20, lam * e.T)
    assert (e[:, -1] >= 0).all()


def test_linear_machines_in_javascript_are_kernelkits(javascript):
    expected = solvers.least_squares(TWO.X, SIGNS, 0.3)
    found = javascript["least_squares"]
    close([*found["weights"], found["bias"]], [*expected.weights, expected.bias])
    expected = solvers.fisher(TWO.X, TWO.y)
    w = expected.directions[0]
    close(javascript["fisher"]["direction"], w / np.linalg.norm(w))
    # By (FIS1) along (1, 2): scatter of the projections on that line.
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
    path, objective = [np.zeros(3)], []
    for k in range(41):
        f, dw, db = core.hinge_subgradient_at(TWO.X, SIGNS, path[k][:-1], path[k][-1], mu=0.1)
        objective.append(f)
        step = 0.5 / np.sqrt(k + 1) if diminishing else 0.5
        path.append(path[k] - step * np.append(dw, db))
    found = javascript[f"subgradient {str(diminishing).lower()}"]
    close(found["path"], path[:-1])
    close(found["objective"], objective)


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


def test_naive_bayes_in_javascript_is_kernelkits(javascript):
    assert javascript["words"] == tokenize(MESSAGE)
    X, vocabulary = bag_of_words(SMS[0])
    fitted = kk.MultinomialNaiveBayes(smoothing=0.3).fit(X, SMS[1])
    [log_p] = fitted.predict_log_proba(bag_of_words([MESSAGE], vocabulary)[0])
    pulls = {each["word"]: each["pull"] for each in javascript["pulls"]}
    unmet = {word for word, pull in pulls.items() if pull is None}
    assert unmet == set(tokenize(MESSAGE)) - set(vocabulary.tolist()) != set()
    total = sum(pull for pull in pulls.values() if pull is not None)
    n_ham, n_spam = WORDS.state["messages"]
    close(np.log(n_spam / n_ham) + total, log_p[1] - log_p[0])


def test_colours_and_markers_are_those_of_the_figures():
    style = (SOURCES / "style.js").read_text(encoding="utf-8")
    assert tuple(re.findall(r'^  "(#\w{6})",$', style, re.MULTILINE)) == PALETTE
    code = 'import { MARKERS } from "./kernelkit/live/js/style.js"; console.log(MARKERS.join(" "))'
    assert run_deno(["eval", "--no-config", code]).split() == list(MARKERS)


def told_and_seen(model, X, y, **parameters):
    """What Python answers a picture that starts from these samples."""
    shown = live.playground(model, X, y)
    told, [buffer] = answer(model, np.unique(y), question(shown, **parameters))
    X = np.array(shown.state["X"])
    seen = np.frombuffer(buffer, np.uint8 if told["pair"] is None else np.float32)
    return X, told, seen


def test_python_answers_values_mistakes_and_support_vectors():
    X, told, seen = told_and_seen(kk.KernelSVM(), *TWO, C=3.0, kernel__sigma=0.4)
    fitted = kk.KernelSVM(C=3.0, kernel=kk.Gaussian(0.4)).fit(X, TWO.y)
    corners = [[BOX[0], BOX[2]], [BOX[1], BOX[2]], [BOX[0], BOX[3]], [BOX[1], BOX[3]]]
    at = [0, GRID[0] - 1, GRID[0] * (GRID[1] - 1), GRID[0] * GRID[1] - 1]
    np.testing.assert_allclose(seen[at], fitted.decision_function(corners), rtol=1e-5)
    assert told["mistakes"] == np.flatnonzero(fitted.predict(X) != TWO.y).tolist()
    assert told["support"] == fitted.support_.tolist()
    assert told["pair"] == [0, 1]
    assert told["milliseconds"] > 0


def test_python_answers_classes_where_there_is_no_single_f():
    model = make_pipeline(StandardScaler(), DecisionTreeClassifier(random_state=0))
    X, told, seen = told_and_seen(model, *THREE, decisiontreeclassifier__max_depth=2)
    model.set_params(decisiontreeclassifier__max_depth=2).fit(X, THREE[1])
    assert told["pair"] is None
    assert told["support"] is None
    assert told["mistakes"] == np.flatnonzero(model.predict(X) != THREE[1]).tolist()
    corners = [[BOX[0], BOX[2]], [BOX[1], BOX[3]]]
    expected = np.searchsorted(np.unique(THREE[1]), model.predict(corners))
    assert [seen[0], seen[-1]] == expected.tolist()


def test_a_class_that_the_reader_removed_keeps_the_colours_of_the_others():
    shown = live.playground(kk.GaussianClassifier(), *THREE)
    asked = question(shown)
    kept = [i for i, code in enumerate(asked["y"]) if code != 0]
    asked |= {key: [asked[key][i] for i in kept] for key in ("X", "y")}
    told, _ = answer(kk.GaussianClassifier(), np.unique(THREE[1]), asked)
    assert told["pair"] == [1, 2]


class Sent:
    """Stands for a widget: remembers what it sent."""

    def __init__(self):
        self.messages = []

    def send(self, message, buffers):
        self.messages.append(message)


def test_a_model_that_fails_says_why_and_the_next_change_is_answered():
    shown, widget = live.playground(kk.KNN(), *TWO), Sent()
    for parameters in ({"n_neighbors": 1000}, {"n_neighbors": 3}):
        shown._heard(widget, question(shown, **parameters), None)
    failed, worked = widget.messages
    words = "n_neighbors must be between 1 and the 60 training samples, got 1000"
    assert failed == {"trouble": words, "number": 7}
    assert worked["number"] == 7
    assert "trouble" not in worked


@pytest.mark.parametrize(("keep", "got"), [(0, "no samples"), (1, "samples of one class")])
def test_too_little_to_learn_from_is_said(keep, got):
    shown, widget = live.playground(kk.KNN(1), *TWO), Sent()
    asked = question(shown)
    asked |= {"X": asked["X"][:keep], "y": asked["y"][:keep]}
    shown._heard(widget, asked, None)
    assert widget.messages[0]["trouble"] == (
        f"the picture must hold samples of at least two classes, got {got}"
    )


def test_a_warning_of_the_model_is_shown_and_not_printed():
    _, told, _ = told_and_seen(kk.Perceptron(max_epochs=1), *TWO)
    assert "the last that max_epochs allows" in told["warning"]


X, y = TWO
BAD = [
    ((kk.KNN(1), X, y * 0), InputError, "y must hold two to 10 classes, got 1"),
    ((kk.KNN(1), X[:, [0, 1, 1]], y), InputError, "takes two features, got 3: choose two columns"),
    (
        (StandardScaler(), X, y),
        InputTypeError,
        "must be a scikit-learn classifier.*without predict",
    ),
    ((3, X, y), InputTypeError, "model must be a scikit-learn classifier, got 3 without fit"),
    ((kk.KNN, X, y), InputTypeError, r"model must be a classifier, got the class: write KNN\(\)"),
    ((LinearRegression(), X, y), InputTypeError, "must be a classifier.*which is none"),
    ((kk.KNN(1), X, y, {"c": (1, 2)}), InputError, "such as n_neighbors, p, got 'c'"),
    ((kk.KNN(1), X, y, {"p": (2, 1)}), InputError, "a pair of a smaller and a larger number"),
    ((kk.KNN(1), X, y, [1]), InputTypeError, "controls must be a dict of parameters and ranges"),
]


@pytest.mark.parametrize(("given", "kind", "words"), BAD)
def test_what_cannot_be_played_with_gets_a_sentence(given, kind, words):
    with pytest.raises(kind, match=words):
        live.playground(*given)


def test_controls_know_whole_numbers_words_and_where_to_start():
    ranges = {"n_neighbors": (2, 30), "p": (1.0, 9.5), "weights": ["distance", "uniform"]}
    controls = live.playground(kk.KNN(1), *TWO, ranges).state["controls"]
    assert controls["n_neighbors"] == {"low": 2, "high": 30, "value": 2, "whole": True}
    assert controls["p"] == {"low": 1.0, "high": 9.5, "value": 2.0, "whole": False}
    tree = live.playground(DecisionTreeClassifier(), *TWO, {"max_depth": (1, 8)})  # None at first
    assert tree.state["controls"]["max_depth"] == {"low": 1, "high": 8, "value": 1, "whole": True}
    assert controls["weights"] == {"words": ["distance", "uniform"], "value": "uniform"}


def test_margins_are_drawn_of_support_vector_machines_alone():
    machines = [kk.KernelSVM(), kk.LinearSVM(), make_pipeline(StandardScaler(), SVC())]
    assert all(live.playground(machine, *TWO).state["margins"] for machine in machines)
    others = [kk.KernelPerceptron(), kk.LogisticRegression(), DecisionTreeClassifier()]
    assert not any(live.playground(model, *TWO).state["margins"] for model in others)


@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeClassifier(),
        kk.KNN(metric="manhattan"),
        kk.KernelSVM(kernel=kk.Laplacian()),
        kk.KernelSVM(class_weight="balanced"),
        kk.LinearSVM(solver="pegasos"),
    ],
)
def test_a_model_that_javascript_does_not_know_is_refused_for_pages(model):
    with pytest.raises(InputError, match=f"exists in JavaScript.*{type(model).__name__}"):
        live.html(live.playground(model, *TWO))


def test_no_label_can_end_the_script_that_holds_it_or_swallow_what_follows():
    names = np.where(TWO.y == 0, "</script><b>", "<!--<script>")
    text = live.html(live.two_handles_line(TWO.X, names), "<p>a figure</p>")
    state = re.search(r"<script[^>]*>(.*?)</script>", text)[1]
    assert "<" not in state
    assert json.loads(state)["classes"] == ["<!--<script>", "</script><b>"]
    assert text.endswith("<noscript><p>a figure</p></noscript></div>")


def test_a_notebook_gets_a_widget_plain_words_and_the_state_for_pages():
    shown = live.two_handles_line(*TWO)
    data = shown._repr_mimebundle_(include=None, exclude=None)
    assert data["text/plain"] == "<a line held by two handles>"
    assert data[picture.MIME] == shown.state
    assert "model_id" in data["application/vnd.jupyter.widget-view+json"]
    assert shown._widget.state == shown.state
    assert shown._widget.asks is False


def test_a_notebook_keeps_a_still_of_what_only_python_can_draw():
    tree = live.playground(DecisionTreeClassifier(), *TWO)
    figures = plt.get_fignums()
    kept = tree._repr_mimebundle_()[picture.MIME]
    assert kept.keys() == {"label", "still"}
    assert kept["label"] == "playground of DecisionTreeClassifier"
    assert b64decode(kept["still"]).startswith(b"\x89PNG")
    assert plt.get_fignums() == figures  # none is left for the notebook to show
    fails = live.playground(DecisionTreeClassifier(max_depth=-1), *TWO)
    assert fails._repr_mimebundle_()[picture.MIME]["still"] == ""


def test_loading_live_loads_nothing_heavy():
    heavy = "{'anywidget', 'ipywidgets', 'matplotlib', 'numba', 'sklearn', 'scipy'}"
    code = f"import sys; from kernelkit import live; print(sorted({heavy} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_joined_module_and_script_run_and_hold_every_file(tmp_path):
    (tmp_path / "live.mjs").write_text(bundle.esm(), encoding="utf-8")
    code = (
        f'import live, {{ mount }} from "{(tmp_path / "live.mjs").as_uri()}";'
        "console.log(typeof mount, typeof live.render)"
    )
    assert run_deno(["eval", "--no-config", code]).split() == ["function", "function"]
    page = "Object.defineProperty(globalThis, 'location', { value: { hash: '' } });\n"
    page += "globalThis.document = { querySelectorAll: (words) => (console.log(words), []) };\n"
    (tmp_path / "live.js").write_text(page + live.script(), encoding="utf-8")
    assert ".kk-live-place" in run_deno(["run", "--no-config", str(tmp_path / "live.js")])
    for path in SOURCES.rglob("*.js"):
        name = path.relative_to(SOURCES).as_posix()
        assert bundle.esm().count(f"const {bundle._name(name)} = ") == 1, name


LATEST = """
import { latestOnly } from "./kernelkit/live/js/playground.js";
let [state, answer] = [0, null];
const asked = [], drawn = [];
const request = () => (asked.push(state), new Promise((resolve) => (answer = resolve)));
const change = latestOnly(request, (reply) => drawn.push(reply), { setAttribute() {} });
const moment = () => new Promise((resolve) => setTimeout(resolve));
for (state = 1; state <= 100; state++) change();
state = 100;
answer("first"), await moment();
answer("last"), await moment();
console.log(JSON.stringify([asked, drawn]));
"""


def test_of_all_that_changes_during_an_answer_only_the_latest_is_asked():
    asked, drawn = json.loads(run_deno(["eval", "--no-config", LATEST]))
    assert asked == [1, 100]
    assert drawn == ["first", "last"]


def test_the_module_names_no_place_on_the_network():
    assert set(re.findall(r"\w+://[^\s\"'`]*", bundle.esm())) == {"http://www.w3.org/2000/svg"}


ONE = [-1.0, -0.4, 0.3, 0.9], [-1, 1, -1, 1]


def test_a_bowl_of_maximum_likelihood_has_no_variance_to_slide():
    assert live.likelihood_bowl(*ONE, np.inf).state["variance"] is None
    assert live.likelihood_bowl(*ONE).state["variance"] == 10


@pytest.mark.parametrize(
    ("function", "given", "words"),
    [
        (live.two_handles_line, THREE, "y must hold two classes, got 3"),
        (live.alpha_bars, TWO, "X must have at most 40 samples to be touched, got 60"),
        (live.nearest_cells, (X, y, 61), "k must be a whole number, at least 1 and at most 15"),
        (live.lift, ([[0, 0], [0, 0]], [0, 1]), "X must have a sample that is not at 0"),
        (live.fisher_direction, (X[:, [0, 0]], y), "vary within the classes in two directions"),
        (live.gaussian_ellipses, (X[:2], y[:2]), "vary within each class in two directions"),
        (live.gaussian_ellipses, (X, y, [1]), "query must be two numbers of at most 1e"),
        (live.smo_moves, (X, y, 1000), "C must be finite and at least 0.01 and at most 100"),
        (live.hinge_valley, ([1e9, 1], [1, -1]), "x must hold at most 2000 numbers"),
        (live.hinge_valley, (*ONE, 0.1, 100), "step must be finite and at least 0.01"),
        (live.likelihood_bowl, (ONE[0], [1, 1, 1, 1]), "y must hold both"),
        (live.word_pulls, (["a", "b"], [0, 0]), "y must hold two classes, got 1"),
        (live.word_pulls, (["a", "b"], [0, 1], 3), "message must be a string, got 3"),
        (live.word_pulls, (["a", "b"], [0, 1], "", 0), "smoothing must be finite and at least"),
        (live.eigenfunctions, (3,), "sigma must be finite and at least 0.05"),
        (live.eigenfunctions, (1, 25), "m must be a whole number, at least 1 and at most 24"),
        (live.bumps, ([1, 1], [1, -1]), "x must hold different numbers"),
        (live.bumps, (*ONE, 0), "sigma must be finite and above 0"),
        (live.bumps, (*ONE, 1, 13), "count must be a whole number, at least 1 and at most 12"),
        (live.frequencies, (3,), "sigma must be finite and at least 0.2"),
        (live.frequencies, (1, 500), "count must be a whole number, at least 1 and at most 400"),
        (live.loss_prices, (4,), "t must be finite and at least -3"),
        (live.cache_walk, (3,), "line must be 1, 2, 4 or 8, got 3"),
        (live.cache_walk, (4, 6, 3), "sets must be 1, 2 or 4, got 3"),
        (live.cache_walk, (4, 17), "lines must be a whole number, at least 1 and at most 16"),
        (live.html, (3,), "picture must be one that kernelkit.live made, got 3"),
    ],
)
def test_a_picture_that_cannot_be_drawn_gets_a_sentence(function, given, words):
    with pytest.raises(InputError, match=words):
        function(*given)
