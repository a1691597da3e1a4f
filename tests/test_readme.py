"""README says only what is so."""

import re

import pytest
from conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXTS = {
    name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")
}


@pytest.mark.compiled
def test_the_examples_run_print_what_they_say_and_are_about_ten_lines(capsys):
    examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(examples) == 3
    spaces = []
    for code in examples:
        assert len([line for line in code.splitlines() if line.strip()]) <= 10
        spaces.append({})
        exec(code, spaces[-1])
        said = re.findall(r"(?m)^# (.*)$", code)
        assert capsys.readouterr().out.splitlines() == said
    assert spaces[0]["ax"].get_title() == "98% of the training samples right"


@pytest.mark.parametrize("name", TEXTS)
def test_links_to_files_lead_somewhere(name):
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", TEXTS[name])
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("name", TEXTS)
def test_every_make_target_named_exists(name):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    lines = re.findall(r"`make ([a-z ]+)|^make ([a-z]+)", TEXTS[name], re.MULTILINE)
    named = {word for pair in lines for words in pair for word in words.split()}
    assert named
    assert named <= targets


def test_every_lesson_there_is_has_a_link():
    lessons = sorted(path.name for path in (ROOT / "lessons").glob("*.ipynb"))
    assert re.findall(r"\(lessons/([\w.]+)\)", README) == lessons


def test_the_licence_and_the_changelog_are_in_place():
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
