"""What a fork gets for free: the workflow on GitHub, Binder's files, a checkout on any system."""

import re
import shutil
import subprocess
import tomllib

import pytest
import yaml
from conftest import ROOT
from packaging.specifiers import SpecifierSet

from kernelkit.cli.doctor import SHIPPED

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
JOBS = WORKFLOW["jobs"]
SYSTEMS = {"ubuntu-latest", "macos-latest", "windows-latest"}
MAKE_IS_MISSING_ON = {"windows-latest"}


def supported():
    """The Pythons that pyproject.toml names, oldest first."""
    found = [re.fullmatch(r".* :: 3\.(\d+)", text) for text in PROJECT["classifiers"]]
    return [f"3.{minor}" for minor in sorted(int(match[1]) for match in found if match)]


def steps_of(name, key):
    return [step[key] for step in JOBS[name]["steps"] if key in step]


def systems_of(name):
    named = JOBS[name]["runs-on"]
    return JOBS[name]["strategy"]["matrix"]["system"] if "matrix.system" in named else [named]


def pythons_of(name):
    [asked] = [
        with_["python-version"] for with_ in steps_of(name, "with") if "python-version" in with_
    ]
    return JOBS[name]["strategy"]["matrix"]["python"] if "matrix.python" in asked else [asked]


def test_the_named_pythons_are_those_that_may_install():
    oldest, *_, newest = supported()
    allowed = SpecifierSet(PROJECT["requires-python"])
    assert allowed.contains(f"{oldest}.0")
    assert allowed.contains(f"{newest}.0")
    assert not allowed.contains(f"3.{int(oldest[2:]) - 1}.99")


def test_the_lessons_run_on_three_systems_with_the_oldest_and_the_newest_python():
    assert set(systems_of("systems")) == SYSTEMS
    assert pythons_of("systems") == [supported()[0], supported()[-1]]


def test_the_library_installs_on_three_systems_with_the_newest_python():
    assert set(systems_of("installed")) == SYSTEMS
    assert pythons_of("installed") == [supported()[-1]]


@pytest.mark.parametrize("name", JOBS)
def test_every_job_checks_out_first_and_uses_a_python_that_is_supported(name):
    actions = steps_of(name, "uses")
    assert actions[0].startswith("actions/checkout@v")
    assert actions[1].startswith("actions/setup-python@v")
    assert set(pythons_of(name)) <= set(supported())
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", action) for action in actions)


@pytest.mark.parametrize("name", JOBS)
def test_every_command_of_a_job_exists_on_its_systems(name):
    commands = {line.split()[0] for text in steps_of(name, "run") for line in text.splitlines()}
    anywhere = {"python", *PROJECT["scripts"]}
    only_here = commands - anywhere
    assert only_here <= {".ci/run", "make"}
    assert not (only_here and MAKE_IS_MISSING_ON & set(systems_of(name)))
    assert all((ROOT / command).exists() for command in only_here if "/" in command)


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

    files = [line.split()[1] for line in SHIPPED.strip().splitlines()]
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
