"""README says only what is so; the examples of the page on costs run, too."""

import re
import runpy
from pathlib import Path

import pytest
from conftest import ROOT

from kernelkit.cli.main import main

README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXTS = {
    name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["README.md", "docs/pages/cost.md"])
def test_the_examples_run_and_print_what_they_say(capsys, monkeypatch, tmp_path, name):
    text = (ROOT / name).read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert examples
    monkeypatch.setattr("matplotlib.pyplot.show", lambda: None)
    for i, code in enumerate(examples):
        file = tmp_path / f"example_{i}.py"  # numba keeps code of files alone
        file.write_text(code, encoding="utf-8")
        runpy.run_path(str(file))
        said = re.findall(r"(?m)^# (.*)$", code)
        assert capsys.readouterr().out.splitlines() == said


@pytest.mark.storm
@pytest.mark.compiled
def test_the_command_runs_on_a_file_of_ones_own(tmp_path, monkeypatch, capsys):
    (command,) = re.findall(r"`kernelkit (run [^`]+)`", README)
    monkeypatch.chdir(tmp_path)
    rows = [f"{x % 9}.5,{x % 7},{'ab'[x % 2]}" for x in range(40)]
    Path("yours.csv").write_text("\n".join(["width,height,kind", *rows]), encoding="utf-8")
    assert main(command.split()) == 0
    assert Path("yours-report.html").exists()
    assert "samples kept aside, " in capsys.readouterr().out


@pytest.mark.parametrize("name", TEXTS)
def test_links_to_files_lead_somewhere(name):
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", TEXTS[name])
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("name", TEXTS)
def test_every_make_target_named_exists(name):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    lines = re.findall(r"`make ([a-z -]+)|^make ([a-z-]+)", TEXTS[name], re.MULTILINE)
    named = {word for pair in lines for words in pair for word in words.split()}
    assert named
    assert named <= targets


def test_the_functions_are_where_contributing_says():
    row = r"(?m)^\| [^|]+ \| `(?:core/)?(\w+\.py)(?::\d+)?`, `(\w+)` \|"
    found = re.findall(row, TEXTS["CONTRIBUTING.md"])
    assert len(found) >= 10
    for file, name in found:
        assert f"\ndef {name}(" in (ROOT / "kernelkit/core" / file).read_text(encoding="utf-8")
