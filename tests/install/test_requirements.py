"""README's line for those who run the lessons and nothing else."""

import os
import re
import subprocess
import sys

from conftest import ROOT

LESSON = "lessons/01_linear_machines.ipynb"


def test_the_lessons_run_with_what_requirements_txt_names(tmp_path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [line] = re.findall(r"(?m)^pip install .* && pytest .*$", readme)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "empty"], check=True)
    env = os.environ | {"PATH": f"{tmp_path / 'empty' / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    env["MPLBACKEND"] = "Agg"  # some have it in their shell; figures are drawn all the same
    run = subprocess.run(
        line.replace("lessons", LESSON),
        shell=True,
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
