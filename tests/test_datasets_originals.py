"""The data that come with kernelkit are the originals, where the originals are at hand."""

import gzip
import lzma
from pathlib import Path

import numpy as np
import pytest

from kernelkit import datasets

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "datasets"
ORIGINALS = ROOT.parent / "shared" / "data"
IDX_FILES = sorted(path.name for path in SHIPPED.glob("*-ubyte.gz"))
pytestmark = pytest.mark.skipif(
    not ORIGINALS.is_dir(), reason="the original files are not at ../shared/data"
)


def original(name):
    packed = ORIGINALS / name
    unpack = {".xz": lzma.decompress, ".gz": gzip.decompress}.get(packed.suffix, bytes)
    return unpack(packed.read_bytes())


def sorted_rows(table):
    return sorted(row.tobytes() for row in table)


def assert_rows(people, lines):
    assert len(lines) == len(people)
    for x, label, line in zip(people.X, people.y, lines, strict=True):
        sign, *pairs = line.split()
        assert int(sign) == label
        assert [f"{j + 1}:1" for j in np.flatnonzero(x)] == pairs


def test_usps_has_the_rows_of_the_original():
    X, y = datasets.load_usps()
    theirs = np.loadtxt(original("zipcombo.dat.xz").decode().splitlines())
    theirs += 0.0  # the original writes some zeros as -0.000
    assert sorted_rows(np.column_stack([y, X])) == sorted_rows(theirs)


@pytest.mark.parametrize("name", IDX_FILES)
def test_mnist_is_the_original_byte_for_byte(name):
    assert gzip.decompress((SHIPPED / name).read_bytes()) == original(name)


def test_adult_is_a9a_row_for_row():
    assert_rows(datasets.load_adult(), original("a9a.xz").decode().splitlines())


def test_sms_are_the_original_messages():
    X, y = datasets.load_sms()
    text = "".join(f"{label}\t{message}\n" for message, label in zip(X, y, strict=True))
    assert text.encode() == original("SMSSpamCollection.xz")


def test_iris_differs_from_the_uci_copy_in_its_two_known_errors_only():
    X, y = datasets.load_iris()
    theirs = [line.split(",") for line in original("iris.data").decode().split()]
    differing = np.flatnonzero((np.array([r[:4] for r in theirs], float) != X).any(axis=1))
    assert differing.tolist() == [34, 37]
    assert [r[4].removeprefix("Iris-") for r in theirs] == y.tolist()


@pytest.mark.parametrize(("split", "name"), [("train", "a4a.xz"), ("test", "a4a.t.xz")])
def test_a4a_is_the_original_row_for_row(split, name):
    assert_rows(datasets.load_a4a(split), original(name).decode().splitlines())
