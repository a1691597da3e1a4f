"""README's first command: the environment it needs, and the first lesson open, on any machine."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
from fnmatch import fnmatch
from urllib.error import URLError

import pytest
from conftest import ROOT

from tools import environment, open_lessons

pytestmark = pytest.mark.storm

PATIENCE = 120  # seconds; a busy machine may take long


@pytest.fixture
def server(tmp_path):
    """What make lessons starts, as whoever runs this, where nothing can show a browser."""
    folders = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    own = {f"JUPYTER_{name}": str(tmp_path / name) for name in folders}
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "JUPYTER_TOKEN"}
    seen = {name: value for name, value in os.environ.items() if name not in hidden}
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(
            [sys.executable, ROOT / "tools" / "open_lessons.py", "--no-browser"],
            cwd=tmp_path,
            env=seen | own,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as started,
    ):
        try:
            yield started
        finally:
            started.kill()


def answer(address):
    """What is there, as soon as anybody answers."""
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with directly.open(address, timeout=PATIENCE) as page:
                return page.read().decode()
        except URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_the_first_lesson_answers_at_the_address_that_is_printed(server):
    told = server.stdout.readline()
    address = re.fullmatch(r"The first lesson is at (http://localhost:\d+/lab/tree/\S+)\n", told)[1]
    assert "jupyter" in answer(address)
    lesson = json.loads(answer(address.replace("/lab/tree/", "/api/contents/")))
    assert lesson["name"] == "00_start_here.ipynb"
    assert lesson["content"]["cells"]
    server.terminate()
    server.wait(PATIENCE)


def test_a_port_that_is_taken_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert open_lessons.free_port(port) > port


@pytest.mark.parametrize(
    ("system", "screen", "opens"),
    [
        ("linux", "", False),
        ("linux", "DISPLAY", True),
        ("linux", "WAYLAND_DISPLAY", True),
        ("darwin", "", True),
        ("win32", "", True),
    ],
)
def test_a_browser_is_opened_where_there_is_a_screen(system, screen, opens, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.setenv(name, ":0" if name == screen else "")
    monkeypatch.setattr(sys, "platform", system)
    assert open_lessons.has_screen() == opens
    assert ("--no-browser" in open_lessons.options(8888, root=False, screen=opens)) != opens


@pytest.mark.parametrize(
    ("lacking", "words"),
    [("venv", "without venv and ensurepip"), ("ensurepip", "without ensurepip")],
)
def test_a_package_that_python_lacks_is_named(lacking, words, monkeypatch, capsys, tmp_path):
    gone = {"venv", "ensurepip"} if lacking == "venv" else {lacking}
    monkeypatch.setattr(environment, "find_spec", lambda name: None if name in gone else name)
    assert environment.main([], tmp_path / "env") == 1
    told = capsys.readouterr().err
    package = f"python3.{sys.version_info.minor}-venv"
    assert words in told
    assert f"install the package {package} (sudo apt install {package} on Debian" in told
    assert told.count("\n") == 1
    assert not (tmp_path / "env").exists()


def test_the_requirements_are_those_of_pyproject_and_each_is_pinned():
    def names(file):
        text = (ROOT / file).read_text(encoding="utf-8")
        return set(re.findall(r"(?m)^([a-z][\w-]*)", text))

    def asked(needs):
        return {re.split(r"[^\w-]", need)[0] for need in needs}

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {name: asked(needs) for name, needs in project["optional-dependencies"].items()}
    library = asked(project["dependencies"])
    reader, rest = names("requirements.txt"), names("requirements-dev.txt")
    assert library | reader | rest == library.union(*extras.values())
    assert extras["lessons"] <= reader
    assert library | reader | rest <= names("constraints.txt")


@pytest.mark.parametrize("options", [[], ["--all"]])
@pytest.mark.parametrize(
    ("on_path", "pip_has_it", "used"),
    [("uv", True, "uv pip"), (None, True, "-m uv pip"), (None, False, "-m pip")],
)
def test_uv_or_else_pip_installs_the_pins_into_the_new_environment(
    options, on_path, pip_has_it, used, monkeypatch, tmp_path
):
    commands = []

    def run(command, **_):
        commands.append(" ".join(map(str, command)))
        is_for_uv = commands[-1].endswith(environment.UV)
        return subprocess.CompletedProcess(command, int(is_for_uv and not pip_has_it))

    monkeypatch.setattr(environment.subprocess, "run", run)
    monkeypatch.setattr(environment.shutil, "which", lambda _: on_path)
    assert environment.main(options, tmp_path / "env") == 0
    assert commands[0].endswith(f"-m venv {tmp_path / 'env'}")
    assert commands[-1].endswith("requirements-dev.txt" if options else "requirements.txt")
    assert f"{used} install" in commands[-1]
    assert str(tmp_path / "env") in commands[-1]


def test_readers_of_lessons_see_lessons_and_examples_alone():
    def listed(folder):
        names = [path.name for path in folder.iterdir() if not path.name.startswith(".")]
        return {n for n in names if not any(fnmatch(n, glob) for glob in open_lessons.HIDDEN)}

    assert listed(ROOT) == {"README.md", "examples", "lessons"}
    assert {name for name in listed(ROOT / "lessons") if not name.endswith(".ipynb")} == {
        "solutions"
    }
    assert "coursework_template.ipynb" in listed(ROOT / "examples")


def test_an_old_python_is_told_which_one_is_needed(monkeypatch):
    monkeypatch.setattr(environment, "OLDEST", (4, 0))
    assert environment.what_is_missing().startswith("kernelkit needs Python 4.0 or newer, got 3.")
