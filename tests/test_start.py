"""README's first command: the environment it needs, and the first lesson open, on any machine."""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.request
from urllib.error import URLError

import pytest
from conftest import ROOT

pytestmark = pytest.mark.storm

PATIENCE = 120  # seconds; a busy machine may take long


@pytest.fixture
def server(tmp_path):
    """What make lessons starts, as whoever runs this, where nothing can show a browser."""
    folders = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    own = {f"JUPYTER_{name}": str(tmp_path / name) for name in folders}
    hidden = {"DISPLAY", "WAYLAND_DISPLAY"}
    seen = {name: value for name, value in os.environ.items() if name not in hidden}
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(
            [sys.executable, ROOT / "tools" / "open_lessons.py", "--no-browser"],
            cwd=tmp_path,
            env=seen | own | {"JUPYTER_TOKEN": ""},  # as good as none
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
