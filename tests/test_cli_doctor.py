"""``kernelkit doctor``: what is whole passes, what is broken is named."""

import re

import numpy as np
import pytest
from checks import assert_kind_error
from conftest import ROOT

from kernelkit.cli import doctor, main
from kernelkit.engine import tiles


def test_the_doctor_knows_the_files_and_checksums_of_the_data():
    readme = (ROOT / "datasets" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w.-]+)` .* `[0-9a-f]{64}` \| `([0-9a-f]{64})` \|$", readme, re.M)
    known = [line.split()[1:] for line in doctor.CHECKSUMS.strip().splitlines()]
    assert sorted(map(tuple, known)) == sorted(rows)


def test_a_healthy_installation(capsys):
    assert main(["doctor"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.endswith(": ok")] == []
    assert len(lines) == 22
    assert last == "all is well"


def fails(*_):
    message = "out\nof order"
    raise RuntimeError(message)


def test_what_is_broken_is_named_and_the_rest_still_checked(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "PACKAGES", ("numpy", "nonsense_package"))
    monkeypatch.setattr(doctor, "CHECKSUMS", f"iris iris.csv {'0' * 64}\nusps nowhere.gz 0")
    monkeypatch.setattr(doctor, "_gaussian", fails)
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    failed = [line.split(":")[0].split()[0] for line in lines if line.endswith(": failed")]
    assert failed == ["nonsense_package", "data", "data", "gaussian"]
    assert any("iris.csv is not the file that was shipped" in line for line in lines)
    assert any("RuntimeError: out of order: failed" in line for line in lines)
    assert lines[-1] == "4 failed"


def test_a_self_test_can_fail(monkeypatch):
    monkeypatch.setattr("kernelkit.kernels.Gaussian.__call__", lambda self, X: np.nan)
    assert_kind_error(ValueError, "within 1e-12 of NumPy's, got nan", doctor._gaussian)


@pytest.mark.compiled
def test_a_cache_that_cannot_be_written_to_is_named(monkeypatch, tmp_path):
    stats = tiles.power.stats
    missing = stats._replace(cache_path=str(tmp_path / "none"))
    monkeypatch.setattr("kernelkit.engine.tiles.power", type("Fake", (), {"stats": missing}))
    with pytest.raises(FileNotFoundError):
        doctor._cache()
    nowhere = stats._replace(cache_path=None)
    monkeypatch.setattr("kernelkit.engine.tiles.power", type("Fake", (), {"stats": nowhere}))
    assert_kind_error(ValueError, "no folder to keep compiled code in", doctor._cache)
