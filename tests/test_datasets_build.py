"""datasets/build.py: its conversions, its checks, and that it writes whole files or none."""

import hashlib
import importlib.util
import io
import re
import sys
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import scipy.io
from scipy.ndimage import gaussian_filter

FOLDER = Path(__file__).resolve().parent.parent / "datasets"


@pytest.fixture(scope="module")
def build():
    spec = importlib.util.spec_from_file_location("datasets_build", FOLDER / "build.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["datasets_build"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["datasets_build"]


def digest(content):
    return hashlib.sha256(content).hexdigest()


def test_usps_conversion_undoes_the_smoothing(build):
    rng = np.random.default_rng(0)
    images = rng.integers(-1000, 1001, size=(6, 16, 16))
    smooth = [gaussian_filter(i / 1000, 0.75, mode="constant", cval=-1.0).ravel() for i in images]
    labels = np.where(np.arange(10)[:, None] == np.array([3, 1, 4, 1, 5, 9]), 1, -1)
    tables = {
        "train_patterns": np.array(smooth[:4]).T,
        "test_patterns": np.array(smooth[4:]).T,
        "train_labels": labels[:, :4],
        "test_labels": labels[:, 4:],
    }
    file = io.BytesIO()
    scipy.io.savemat(file, tables)
    table = np.load(io.BytesIO(build.usps(file.getvalue())))
    assert table.dtype == np.int16
    assert table[:, 0].tolist() == [3, 1, 4, 1, 5, 9]
    assert np.array_equal(table[:, 1:], images.reshape(6, 256))


def test_adult_conversion_encodes_words_bins_and_unknowns(build):
    people = (
        "39, State-gov, 77516, Bachelors, 13, Never-married, Adm-clerical, Not-in-family, "
        "White, Male, 2174, 0, 40, United-States, <=50K\n"
        "54, ?, 180211, Some-college, 10, Married-civ-spouse, ?, Husband, "
        "Asian-Pac-Islander, Male, 0, 0, 60, South, >50K\n\n"
    )
    expected = (
        "-1 3:1 11:1 14:1 19:1 39:1 42:1 55:1 64:1 67:1 73:1 75:1 76:1 80:1 83:1 \n"
        "+1 5:1 16:1 20:1 37:1 40:1 63:1 68:1 73:1 74:1 76:1 82:1 93:1 \n"
    )
    assert build.adult(people.encode()).decode() == expected


def test_every_source_has_its_line_in_the_readme(build):
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    made = {source.result for source in build.SOURCES}
    assert set(build.checksums(readme)) == {*made, "a4a_rows.gz", "mnist_42000_rows.gz"}
    for source in build.SOURCES:
        name, version = re.split("==|@", source.command[-1])
        assert f"{name} {version}" in readme


@pytest.mark.parametrize("kind", ["whl", "tgz"])
def test_a_source_with_another_checksum_is_refused(build, tmp_path, kind):
    archive = tmp_path / f"package.{kind}"
    if kind == "whl":
        with zipfile.ZipFile(archive, "w") as wheel:
            wheel.writestr("inside", b"content")
    else:
        with tarfile.open(archive, "w:gz") as tar:
            entry = tarfile.TarInfo("inside")
            entry.size = 7
            tar.addfile(entry, io.BytesIO(b"content"))
    source = replace(build.SOURCES[0], member="inside", sha256=digest(b"content"))
    assert build.extract(archive, source) == b"content"
    with pytest.raises(SystemExit, match=f"inside of package.{kind} must have the sha256 0+, got"):
        build.extract(archive, replace(source, sha256="0" * 64))


def test_a_result_with_another_checksum_is_not_written(build, tmp_path, monkeypatch):
    (tmp_path / "README.md").write_text(f"| `t.csv` | 1 | 1 | `{'0' * 64}` | `{'0' * 64}` |\n")
    monkeypatch.setattr(build, "HERE", tmp_path)
    source = build.Source(("true",), "inside", "", "t.csv", bytes.lower)
    monkeypatch.setattr(build, "SOURCES", (source,))
    monkeypatch.setattr(build, "download", lambda *_: Path("archive"))
    monkeypatch.setattr(build, "extract", lambda *_: b"A,B\n")
    with pytest.raises(SystemExit, match=r"what was made for t\.csv must have the sha256 0+, got"):
        build.build(tmp_path / "out")
    assert not (tmp_path / "out").exists()
