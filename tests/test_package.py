"""The package as a whole: what importing costs, and what threads and caches may not change."""

import ast
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from checks import assert_kind_error
from conftest import ROOT

import kernelkit
from kernelkit import compilation


def in_a_new_process(code):
    """What this code prints in a fresh interpreter."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return run.stdout.strip()


def test_importing_kernelkit_loads_none_of_the_heavy_packages():
    heavy = "{'numpy', 'numba', 'scipy', 'sklearn', 'matplotlib', 'tqdm', 'joblib'}"
    assert (
        in_a_new_process(f"import sys, kernelkit; print(sorted({heavy} & set(sys.modules)))")
        == "[]"
    )


def test_a_kernel_needs_numba_and_nothing_heavier():
    heavy = "{'sklearn', 'matplotlib', 'tqdm', 'joblib'}"
    use = "import sys, kernelkit; kernelkit.Gaussian()([[1.0]])"
    code = f"{use}; print(sorted({heavy} & set(sys.modules)))"
    assert in_a_new_process(code) == "[]"


@pytest.mark.parametrize("name", kernelkit.__all__)
def test_every_promised_name_is_there(name):
    assert name in dir(kernelkit)
    value = getattr(kernelkit, name)
    assert value is not None
    if name in kernelkit.MODULES:
        assert value is importlib.import_module(f"kernelkit.{name}")


def test_an_unknown_name_is_named():
    words = "'kernelkit' has no attribute 'Gausian'"
    assert_kind_error(AttributeError, words, getattr, kernelkit, "Gausian")


def names_of_the_stub():
    """What __init__.pyi imports; a star stands for the public names of a module."""
    stub = ast.parse((ROOT / "kernelkit" / "__init__.pyi").read_text(encoding="utf-8"))
    for line in stub.body:
        if isinstance(line, ast.ImportFrom):
            module = importlib.import_module(line.module)
            for alias in line.names:
                yield from module.__all__ if alias.name == "*" else [alias.asname]


def test_the_stub_names_what_loads_on_first_use():
    assert sorted(names_of_the_stub()) == kernelkit.__all__


USER = """
import kernelkit
from kernelkit import KNN, Gaussian, gram, losses

model: KNN = kernelkit.KNN(n_neighbors=3).set_params(metric="manhattan")
kernel: kernelkit.Kernel = Gaussian(2.0) + kernelkit.Linear()
gram.center(kernel([[1.0], [2.0]]))
kernelkit.repeated_holdout(model, {"n_neighbors": [1]}, [[1.0]], ["a"], runs=1)
kernelkit.decision_regions(model, [[1.0]], ["a"])
losses.hinge(0.5)
"""
MISTAKES = """
import kernelkit

kernelkit.Gausian(2.0)
kernelkit.Gaussian("wide")
kernelkit.KNN(n_neighbors="three")
kernelkit.KNN(neighbors=3)
kernelkit.Gaussian(gamma=2.0)
kernelkit.RandomFourier(n_components=10)
"""


@pytest.mark.storm
def test_mypy_sees_the_names_and_their_types(tmp_path):
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = true\nfollow_imports = silent\n")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "user.py", "mistakes.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    found = [line for line in run.stdout.splitlines() if ": error: " in line]
    assert [line.split(": ")[0] for line in found] == [f"mistakes.py:{k}" for k in range(4, 10)], (
        found
    )


@pytest.mark.storm
def test_warmup_runs_every_step_and_shows_it(capsys):
    compilation.warmup()
    shown = capsys.readouterr()
    assert f"{len(compilation.steps())} of {len(compilation.steps())}" in shown.out
    assert "ready" in shown.out
    assert shown.err == ""
    compilation.warmup(progress=False)
    assert capsys.readouterr().out == ""


def test_an_equation_has_one_tag_and_what_the_code_cites_is_there():
    text = {path: path.read_text() for path in Path(kernelkit.__file__).parent.rglob("*.py")}
    tags = [tag for source in text.values() for tag in re.findall(r"\\tag\{([A-Z]+\d*)\}", source)]
    assert sorted(tags) == sorted(set(tags)), "each tag once in the whole library"
    cited = {c for source in text.values() for c in re.findall(r"# \(([A-Z]+\d+)\)", source)}
    in_words = {"CD3", "CD4"}  # rules that a docstring says in words
    assert cited - in_words <= set(tags)
