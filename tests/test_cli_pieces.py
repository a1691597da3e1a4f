"""The parts of the command line that compute or format something."""

import re

import hypothesis.strategies as st
import numpy as np
import pytest
from checks import assert_kind_error
from conftest import ROOT
from hypothesis import given
from scipy.stats import f_oneway

from kernelkit import Gaussian
from kernelkit.cli import ahead, doctor, errors, main, outcome, parameters, selftest, text
from kernelkit.cli.parameters import make_classifier
from kernelkit.cli.picture import f_values
from kernelkit.cli.report import confusion_lines
from kernelkit.cli.sources import SOURCES
from kernelkit.cli.splitting import draw
from kernelkit.datasets import load_iris
from kernelkit.estimators import KNN

ORIGINALS = ROOT.parent / "shared" / "data"


@given(st.lists(st.integers(1, 30), min_size=1, max_size=6), st.data())
def test_a_draw_takes_each_class_by_its_share(counts, data):
    codes = np.repeat(np.arange(len(counts)), counts)
    n = data.draw(st.integers(0, len(codes)))
    drawn, others = draw(codes, n, np.random.default_rng(0))
    assert len(drawn) == n
    assert sorted([*drawn, *others]) == list(range(len(codes)))
    taken = np.bincount(codes[drawn], minlength=len(counts))
    assert np.abs(taken - n * np.array(counts) / len(codes)).max() < 1


def test_a_draw_is_in_random_order():
    drawn, others = draw(np.repeat([0, 1], 50), 50, np.random.default_rng(0))
    for rows in (drawn, others):
        assert 10 < (np.diff(rows) < 0).sum() < 40


def test_f_values_are_those_of_an_analysis_of_variance():
    X, y = load_iris()
    X = X + 1e4
    groups = [X[y == label] for label in np.unique(y)]
    np.testing.assert_allclose(f_values(X, y), f_oneway(*groups).statistic, rtol=1e-6)


def test_f_values_of_features_without_any_variance():
    y = np.repeat([0, 1], 30)
    X = np.column_stack([np.full(60, 0.1), y, np.arange(60) % 2])
    F = f_values(X, y)
    assert F[0] == 0
    assert F[1] > 1e20
    assert F[2] == 0


@pytest.mark.parametrize("columns", [80, 40, 25])
def test_a_confusion_matrix_fits_the_terminal(columns, monkeypatch):
    monkeypatch.setattr("kernelkit.cli.report.width", lambda: columns)
    matrix = np.array([[11, 0, 2], [0, 12, 0], [5, 0, 13]])
    title, *lines = confusion_lines(matrix, ["Iris setosa", "Iris versicolor", "Iris virginica"])
    if columns == 25:
        assert [line.split()[-1] for line in lines] == ["samples", "5", "2"]
        assert re.match("Iris virginica +Iris setosa +5", lines[1])
        return
    assert max(map(len, lines)) <= columns
    assert ("Iris setosa" in lines[0]) == (columns == 80)
    assert [line.split()[-3:] for line in lines[1:]] == [
        ["11", ".", "2"],
        [".", "12", "."],
        ["5", ".", "13"],
    ]
    assert "rows" in title


def test_ten_digits_fit_in_eighty_columns():
    _, *lines = confusion_lines(np.full((10, 10), 1234), list("0123456789"))
    assert len(lines) == 11
    assert max(map(len, lines)) <= 80


def test_values_have_the_type_of_their_parameter():
    model = make_classifier("knn", ["p=inf", "n_neighbors=7", "weights=distance"], seed=0)
    assert (model.p, model.n_neighbors, model.weights) == (np.inf, 7, "distance")
    model = make_classifier("perceptron", ["average=True", "learning_rate=2"], seed=4)
    assert (model.average, model.learning_rate, model.random_state) == (True, 2.0, 4)
    assert isinstance(model.learning_rate, float)
    words = ["mu=0.1", "max_iter=50", "intercept=augmented", "tolerance=none"]
    model = make_classifier("linear-svm", words, seed=0)
    assert (model.mu, model.max_iter, model.tolerance) == (0.1, 50, None)
    assert model.intercept == "augmented"
    assert make_classifier("kernel-svm", ["class_weight=balanced"], 0).class_weight == "balanced"


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("mu=small", "a number or inf or none for mu, got 'small'"),
        ("max_iter=0.5", "a whole number or none for max_iter, got '0.5'"),
        ("random_state=soon", "a whole number or none for random_state, got 'soon'"),
    ],
)
def test_values_of_another_type_are_refused(setting, words):
    assert_kind_error(ValueError, words, make_classifier, "linear-svm", [setting], 0)


def test_a_parameter_that_is_an_object_cannot_be_set(monkeypatch):
    class WithKernel(KNN):
        def __init__(self, kernel=Gaussian(2.0)) -> None:
            self.kernel = kernel

    monkeypatch.setitem(parameters.CLASSIFIERS, "kernel", WithKernel)
    words = "--set: kernel is a Gaussian and cannot be set from here"
    assert_kind_error(ValueError, words, make_classifier, "kernel", ["kernel=linear"], 0)
    assert outcome._plain(Gaussian(2.0)) == "Gaussian(sigma=2.0)"
    assert outcome._plain(np.inf) == "inf"
    assert outcome._plain(None) is None


@pytest.mark.parametrize("name", SOURCES)
def test_sizes_are_those_of_the_data(name, monkeypatch):
    source = SOURCES[name]
    if not source.shipped:
        if not ORIGINALS.is_dir():
            pytest.skip("the original files are not beside this checkout")
        monkeypatch.setenv("KERNELKIT_DATA", str(ORIGINALS))
    data = source.load()
    width = data.X.shape[1] if data.X.ndim == 2 else 0
    sizes = (len(data), width, len(data.class_names))
    assert sizes == (source.samples, source.features, source.classes)


def test_the_doctor_knows_the_files_and_checksums_of_the_data():
    readme = (ROOT / "datasets" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w.-]+)` .* `[0-9a-f]{64}` \| `([0-9a-f]{64})` \|$", readme, re.M)
    known = [line.split() for line in doctor.SHIPPED.strip().splitlines()]
    assert sorted((file, digest) for _, file, digest in known) == sorted(rows)
    for name, source in SOURCES.items():
        files = tuple(file for data, file, _ in known if data == name)
        assert files == (source.files if source.shipped else ())


def test_a_healthy_installation(capsys):
    assert main(["doctor"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.endswith(": ok")] == []
    assert len(lines) == 19
    assert last == "all is well"


def fails(*_):
    message = "out\nof order"
    raise RuntimeError(message)


def test_what_is_broken_is_named_and_the_rest_still_checked(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "PACKAGES", ("numpy", "nonsense_package"))
    monkeypatch.setattr(doctor, "SHIPPED", f"iris iris.csv {'0' * 64}\nusps nowhere.gz 0")
    monkeypatch.setattr(doctor, "SELFTESTS", ("gaussian", "perceptron"))
    monkeypatch.setattr(selftest, "gaussian", fails)
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    failed = [line.split(":")[0].split()[0] for line in lines if line.endswith(": failed")]
    assert failed == ["nonsense_package", "data", "data", "gaussian"]
    assert any("iris.csv is not the file that was shipped" in line for line in lines)
    assert any("RuntimeError: out of order: failed" in line for line in lines)
    assert lines[-1] == "4 failed"


def test_a_self_test_can_fail(monkeypatch):
    assert_kind_error(ValueError, "within 1e-12 of it, got nan", selftest._small, np.nan, "of it")
    right = np.array([True, False])
    assert_kind_error(ValueError, "all 2 flowers, got 1", selftest._all_right, right, "flowers")
    monkeypatch.setattr(selftest, "PNG", b"GIF8")
    assert_kind_error(ValueError, "expected a PNG file", selftest.picture)


@pytest.mark.compiled
def test_a_cache_that_cannot_be_written_to_is_named(monkeypatch, tmp_path):
    stats = doctor.import_module("kernelkit.distances").power.stats
    missing = stats._replace(cache_path=str(tmp_path / "none"))
    monkeypatch.setattr("kernelkit.distances.power", type("Fake", (), {"stats": missing}))
    with pytest.raises(FileNotFoundError):
        doctor._cache()
    nowhere = stats._replace(cache_path=None)
    monkeypatch.setattr("kernelkit.distances.power", type("Fake", (), {"stats": nowhere}))
    assert_kind_error(ValueError, "no folder to keep compiled code in", doctor._cache)


def test_a_missing_package_is_named_and_a_missing_module_of_our_own_is_a_bug():
    theirs = ModuleNotFoundError("No module named 'scipy.linalg'", name="scipy.linalg")
    assert errors.is_about_input(theirs)
    assert errors.one_line(theirs) == "the package scipy is missing; install kernelkit again"
    assert not errors.is_about_input(ModuleNotFoundError("", name="kernelkit.gone"))
    assert not errors.is_about_input(ModuleNotFoundError("of unknown name"))


def test_warmup_says_when_it_is_ready(capsys):
    assert main(["warmup"]) == 0
    shown = capsys.readouterr().out
    assert shown == f"ready: {len(ahead.compilation.steps())} functions are compiled\n"


def test_fields_wrap_beside_their_names(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = text.field("classifier", "word " * 20).splitlines()
    assert max(map(len, lines)) <= 40
    assert {line[:12].strip() for line in lines} == {"classifier", ""}
