"""The one place of numba's options: what is kept on disk, and for how long."""

import gc
import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from numba.core.dispatcher import Dispatcher

from kernelkit._sources import files_that_compile

pytestmark = pytest.mark.storm

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
    for name in ("_jit.py", "_sources.py"):
        shutil.copy(ROOT / "kernelkit" / name, folder)
    for name, text in {"__init__": "", "callee": CALLEE, "caller": CALLER, "plain": ""}.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def start(package, before=""):
    """A new process that calls the caller: its answer, how often from disk, and its warnings."""
    code = "from kernelkit.caller import two; print(two(), sum(two.stats.cache_hits.values()))"
    setting = os.environ | {
        "PYTHONDONTWRITEBYTECODE": "1",  # Python tells versions of a file apart by whole seconds
        "NUMBA_CACHE_DIR": str(package.parent / "cache"),
    }
    run = subprocess.run(
        [sys.executable, "-c", before + code],
        cwd=package.parent,
        env=setting,
        capture_output=True,
        text=True,
        check=True,
    )
    return (*map(int, run.stdout.split()), run.stderr)


@pytest.mark.compiled
def test_machine_code_is_kept_until_a_file_changes_that_holds_compiled_code(package):
    assert start(package) == (2, 0, "")
    (package / "plain.py").write_text("ANSWER = 42\n", encoding="utf-8")
    assert start(package) == (2, 1, "")
    (package / "callee.py").write_text(CALLEE.replace("return 1", "return 3"), encoding="utf-8")
    assert start(package) == (6, 0, "")


WARNING = r".*_jit\.py:0: RuntimeWarning: the folder of compiled code cannot be used \(.*{}.*\n"
FULL = """
from numba.core import caching

def no_room(*names):
    raise OSError(28, "No space left on device", names[0])

caching.os.replace = no_room
"""
READ_ONLY = "from numba.core import caching; caching.CacheImpl._locator_classes = []\n"


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("before", "words"),
    [(FULL, "No space left"), (READ_ONLY, "no folder can be written to")],
    ids=["full", "read-only"],
)
def test_a_disk_that_keeps_nothing_is_told_in_one_line(package, before, words):
    answer, hits, said = start(package, before)
    assert (answer, hits) == (2, 0)
    assert re.fullmatch(WARNING.format(words), said)


def flip(data, place):
    """Flip a bit, or cut the end off."""
    if place is None:
        return data[:100]
    at = int(place * (len(data) - 1))
    return data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_file_is_told_in_one_line_and_replaced(package, kind):
    start(package)
    for place in (None, 0.3, 0.9):
        kept = [*package.parent.glob(f"cache/*/caller*.{kind}")]
        assert kept
        for path in kept:
            path.write_bytes(flip(path.read_bytes(), place))
        answer, hits, said = start(package)
        assert (answer, hits) == (2, 0)
        # An index may also look like one of other sources, which is nothing to tell.
        assert re.fullmatch(WARNING.format(""), said) or (kind == "nbi" and said == "")
    assert start(package) == (2, 1, "")


@pytest.mark.compiled
def test_a_bit_in_the_index_that_names_other_machine_code_runs_none_of_it(package):
    start(package)
    index, kept, other = (
        next(package.parent.glob(f"cache/*/{name}"))
        for name in ("caller*.nbi", "caller*.nbc", "callee*.nbc")
    )
    assert kept.name.endswith(".1.nbc")
    wrong = kept.with_name(kept.name.replace(".1.nbc", ".3.nbc"))
    shutil.copy(other, wrong)  # itself undamaged
    before = index.read_bytes()
    index.write_bytes(before.replace(kept.name.encode(), wrong.name.encode()))
    assert index.read_bytes() != before
    answer, hits, said = start(package)
    assert (answer, hits) == (2, 0)
    assert re.fullmatch(WARNING.format("a file is damaged"), said)


FORBIDDEN = """
from numba.core import caching

def forbidden(self, path):
    raise PermissionError(13, "Permission denied", path)

caching.IndexDataCacheFile._open_for_write = forbidden
"""


@pytest.mark.compiled
def test_damage_in_a_folder_that_is_only_read_is_compiled_anew_in_memory(package):
    start(package)
    [kept] = package.parent.glob("cache/*/caller*.nbc")
    kept.write_bytes(damaged := flip(kept.read_bytes(), 0.5))
    answer, hits, said = start(package, FORBIDDEN)
    assert (answer, hits) == (2, 0)
    assert re.fullmatch(WARNING.format("a file is damaged"), said)
    assert kept.read_bytes() == damaged


@pytest.mark.compiled
def test_every_file_with_a_compiled_function_has_its_share_in_the_stamp():
    importlib.import_module("kernelkit.compilation")
    compiled = [each for each in gc.get_objects() if issubclass(type(each), Dispatcher)]
    files = {Path(each.py_func.__code__.co_filename) for each in compiled}
    ours = {file for file in files if file.is_relative_to(ROOT / "kernelkit")}
    assert {ROOT / "kernelkit" / "core" / "hinge.py", ROOT / "kernelkit" / "neighbors.py"} <= ours
    assert ours <= set(files_that_compile())
