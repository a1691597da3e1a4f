"""The one place of numba's options: what is kept on disk, and for how long."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

CALLEE = "from kernelkit._jit import njit\n\n\n@njit\ndef one():\n    return 1\n"
CALLER = (
    "from kernelkit._jit import njit\nfrom kernelkit.callee import one\n\n\n"
    "@njit\ndef two():\n    return one() + one()\n"
)


@pytest.fixture
def package(tmp_path):
    """A small kernelkit: one compiled function that calls another, from another file."""
    folder = tmp_path / "kernelkit"
    folder.mkdir()
    shutil.copy(ROOT / "kernelkit" / "_jit.py", folder)
    for name, text in {"__init__": "", "callee": CALLEE, "caller": CALLER, "plain": ""}.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def two(package):
    """What the caller gives in a new process, and how often its machine code came from disk."""
    code = "from kernelkit.caller import two; print(two(), sum(two.stats.cache_hits.values()))"
    setting = os.environ | {
        "PYTHONDONTWRITEBYTECODE": "1",  # Python tells versions of a file apart by whole seconds
        "NUMBA_CACHE_DIR": str(package.parent / "cache"),
    }
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=package.parent,
        env=setting,
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(map(int, run.stdout.split()))


@pytest.mark.compiled
def test_machine_code_is_kept_until_a_file_changes_that_holds_compiled_code(package):
    assert two(package) == (2, 0)
    (package / "plain.py").write_text("ANSWER = 42\n", encoding="utf-8")
    assert two(package) == (2, 1)
    (package / "callee.py").write_text(CALLEE.replace("return 1", "return 3"), encoding="utf-8")
    assert two(package) == (6, 0)
