"""What a fork gets for free: supported Pythons, Binder's files, a checkout on any system."""

import re
import shutil
import subprocess
import tomllib

import pytest
from conftest import ROOT

from kernelkit.cli.doctor import CHECKSUMS

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def supported():
    """The Pythons that pyproject.toml names, oldest first."""
    found = [re.fullmatch(r".* :: 3\.(\d+)", text) for text in PROJECT["classifiers"]]
    return [f"3.{minor}" for minor in sorted(int(match[1]) for match in found if match)]


def test_binder_builds_with_a_python_that_is_supported_and_with_the_pins():
    runtime = (ROOT / "binder/runtime.txt").read_text(encoding="utf-8").strip()
    assert runtime.removeprefix("python-") in supported()
    assert "-r ../requirements.txt" in (ROOT / "binder/requirements.txt").read_text(
        encoding="utf-8"
    )


@pytest.mark.skipif(shutil.which("git") is None, reason="a checkout needs git")
def test_a_checkout_on_windows_leaves_the_data_as_they_are(tmp_path):
    def git(*words):
        name = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=true")
        subprocess.run(["git", *name, *words], cwd=tmp_path, check=True, capture_output=True)

    files = [line.split()[1] for line in CHECKSUMS.strip().splitlines()]
    (tmp_path / "datasets").mkdir()
    for file in (".gitattributes", *[f"datasets/{file}" for file in files]):
        shutil.copy(ROOT / file, tmp_path / file)
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "data")
    shutil.rmtree(tmp_path / "datasets")
    git("checkout", "--quiet", "--", "datasets")
    for file in files:
        assert (tmp_path / "datasets" / file).read_bytes() == (
            ROOT / "datasets" / file
        ).read_bytes(), file
