"""The package as a whole: what importing costs, and what threads and caches may not change."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from checks import assert_kind_error, assert_threads_change_no_bit

import kernelkit
from kernelkit import compilation, distances, kernels


def in_a_new_process(code):
    """What this code prints in a fresh interpreter."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return run.stdout.strip()


def test_importing_kernelkit_loads_none_of_the_heavy_packages():
    heavy = "{'numpy', 'numba', 'scipy', 'sklearn', 'matplotlib', 'pooch', 'tqdm', 'joblib'}"
    assert (
        in_a_new_process(f"import sys, kernelkit; print(sorted({heavy} & set(sys.modules)))")
        == "[]"
    )


def test_a_kernel_needs_numba_and_nothing_heavier():
    heavy = "{'sklearn', 'matplotlib', 'pooch', 'tqdm', 'joblib'}"
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


@pytest.mark.compiled
def test_results_do_not_depend_on_the_number_of_threads():
    X = np.random.default_rng(0).normal(size=(400, 50))

    def results():
        gaussian, polynomial = kernels.Gaussian(5.0)(X), kernels.Polynomial(3)(X)
        return (
            gaussian,
            polynomial,
            distances.pairwise(X, X[:50]),
            distances.pairwise(X, metric="manhattan"),
        )

    assert_threads_change_no_bit(results)


@pytest.mark.compiled
def test_read_only_and_strided_copies_compile_nothing_new():
    X = np.random.default_rng(0).normal(size=(12, 6))
    frozen = X.copy()
    frozen.flags.writeable = False
    passes = (distances._product_tiles, distances._squares)

    def call(data):
        kernels.Gaussian()(data)
        distances.pairwise(data)
        distances.pairwise(data, metric="manhattan")

    call(X)
    before = [len(function.signatures) for function in passes]
    for copy in (frozen, np.asfortranarray(X), X[::2], X[:, ::2], X.tolist(), X.astype(int)):
        call(copy)
    assert [len(function.signatures) for function in passes] == before


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
