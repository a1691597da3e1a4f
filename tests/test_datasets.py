"""The data that come with kernelkit, against the table of datasets/README.md and the originals."""

import functools
import gzip
import hashlib
import re
from pathlib import Path

import numpy as np
import pytest
from checks import assert_kind_error

from kernelkit import datasets
from kernelkit.datasets import files
from kernelkit.datasets.adult import feature_names
from kernelkit.datasets.digits import _read_idx
from kernelkit.validation import InputError

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "datasets"

CELL = r"\| ([^|]*) "
TABLE = re.findall(
    rf"^\| `(\S+)` {CELL}{CELL}\| `(\w{{64}})` \| `(\w{{64}})` \|$",
    (SHIPPED / "README.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
adult_once = functools.cache(datasets.load_adult)
LOADERS = {
    "iris.csv": datasets.load_iris,
    "penguins.csv": datasets.load_penguins,
    "usps.npy.gz": datasets.load_usps,
    "train-images-idx3-ubyte.gz": datasets.load_mnist,
    "t10k-images-idx3-ubyte.gz": lambda: datasets.load_mnist("test"),
    "adult.libsvm.gz": adult_once,
    "sms_spam.tsv.gz": datasets.load_sms,
}


def test_the_table_lists_every_file_of_the_folder():
    listed = {name for name, *_ in TABLE}
    assert listed == {p.name for p in SHIPPED.iterdir() if p.suffix in {".csv", ".gz"}}
    assert len(listed) == 11


@pytest.mark.parametrize(("name", "packed", "unpacked"), [(r[0], r[3], r[4]) for r in TABLE])
def test_files_have_the_checksums_of_the_table(name, packed, unpacked):
    content = (SHIPPED / name).read_bytes()
    assert hashlib.sha256(content).hexdigest() == packed
    plain = gzip.decompress(content) if name.endswith(".gz") else content
    assert hashlib.sha256(plain).hexdigest() == unpacked


@pytest.mark.parametrize(
    ("name", "shape", "classes"), [(r[0], r[1], r[2]) for r in TABLE if r[0] in LOADERS]
)
def test_loaders_give_the_counts_of_the_table(name, shape, classes):
    X, y = LOADERS[name]()
    assert X.shape == tuple(int(n.replace(",", "")) for n in shape.split(" \u00d7 "))
    assert np.unique(y, return_counts=True)[1].tolist() == [int(n) for n in classes.split()]


def test_iris_has_fishers_values_and_names():
    iris = datasets.load_iris()
    names = ("sepal length", "sepal width", "petal length", "petal width")
    assert iris.feature_names == names
    assert iris.class_names == ("setosa", "versicolor", "virginica")
    assert iris.X[34].tolist() == [4.9, 3.1, 1.5, 0.2]
    assert iris.X[37].tolist() == [4.9, 3.6, 1.4, 0.1]
    assert iris.y[[0, 50, 149]].tolist() == ["setosa", "versicolor", "virginica"]


def test_penguins_are_the_birds_that_were_measured():
    penguins = datasets.load_penguins()
    names = ("bill length", "bill depth", "flipper length", "body mass")
    assert penguins.feature_names == names
    assert penguins.class_names == ("Adelie", "Chinstrap", "Gentoo")
    assert penguins.X[0].tolist() == [39.1, 18.7, 181.0, 3750.0]
    assert penguins.y[[0, 151, -1]].tolist() == ["Adelie", "Gentoo", "Chinstrap"]
    assert np.isfinite(penguins.X).all()
    assert "two of the 344 birds were not measured and are left out" in penguins.description


def test_dtypes_and_ranges_are_the_promised_ones():
    usps, mnist, adult = datasets.load_usps(), datasets.load_mnist("test"), adult_once()
    assert usps.X.dtype == np.float64
    assert (usps.X.min(), usps.X.max()) == (-1.0, 1.0)
    assert (mnist.X.dtype, mnist.X.min(), mnist.X.max()) == (np.uint8, 0, 255)
    assert adult.X.dtype == np.float64
    assert np.unique(adult.X).tolist() == [0.0, 1.0]
    assert {usps.y.dtype, mnist.y.dtype, adult.y.dtype} == {np.dtype(np.int64)}
    assert np.unique(adult.y).tolist() == [-1, 1]
    assert adult.class_names == ("<=50K", ">50K")
    assert usps.class_names == mnist.class_names == tuple("0123456789")


def test_a_file_that_stands_in_for_adult_is_read_or_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNELKIT_DATA", str(tmp_path))
    file = tmp_path / "adult.libsvm.gz"
    file.write_bytes(gzip.compress(b"-1 3:12 11:0.5\r\n+1 1:1 123:1 "))
    assert [np.flatnonzero(x).tolist() for x in datasets.load_adult().X] == [[2, 10], [0, 122]]
    file.write_bytes(gzip.compress(b"+1 1:1\n-1 3:1 124:1\n"))
    assert_kind_error(InputError, "line 2: .* 1 to 123, got '124:1'", datasets.load_adult)


def test_adult_names_say_what_the_features_are():
    adult = adult_once()
    assert adult.feature_names == feature_names()
    assert len(set(adult.feature_names)) == 123
    # Everybody is in one bin of each number and has one sex at most.
    for column, bins in (("age", 5), ("fnlwgt", 5), ("capital-gain", 2), ("hours-per-week", 5)):
        places = [j for j, name in enumerate(adult.feature_names) if column in name.split()]
        assert len(places) == bins
        assert np.array_equal(adult.X[:, places].sum(axis=1), np.ones(len(adult)))
    # The first of the file: 39 years old, State-gov, male, a capital gain of 2,174.
    first = {name for name, x in zip(adult.feature_names, adult.X[0], strict=True) if x}
    assert {"33 <= age < 41", "workclass = State-gov", "sex = Male", "capital-gain >= 1"} <= first


def test_mnist_all_is_train_then_test():
    both, train, test = (datasets.load_mnist(split) for split in ("all", "train", "test"))
    assert np.array_equal(both.X, np.concatenate([train.X, test.X]))
    assert np.array_equal(both.y, np.concatenate([train.y, test.y]))


def test_sms_are_plain_strings():
    sms = datasets.load_sms()
    assert sms.X.dtype.kind == sms.y.dtype.kind == "U"
    assert sms.feature_names == ()
    assert sms.X[0].startswith("Go until jurong point")
    assert sms.X[0].endswith("amore wat...")
    assert (sms.X == "").sum() == 0


@pytest.mark.parametrize("load", [datasets.load_iris, datasets.load_usps, datasets.load_sms])
def test_writing_into_a_data_set_does_not_change_the_next_one(load):
    X, y = load()
    X[:], y[:] = X[1], y[1]
    again = load()
    assert not np.array_equal(X, again.X)
    assert not np.array_equal(y, again.y)


def test_the_42000_digits_are_different_rows_of_mnist_in_an_order_of_their_own():
    X, y = datasets.load_mnist(42000)  # the number names the split as well as the word
    counts = [4132, 4684, 4177, 4351, 4072, 3795, 4137, 4401, 4063, 4188]
    assert np.bincount(y).tolist() == counts
    assert (X.shape, X.dtype) == ((42_000, 784), np.uint8)
    rows = np.frombuffer(files.read_bytes(SHIPPED / "mnist_42000_rows.gz"), dtype="<u4")
    assert len(np.unique(rows)) == 42_000
    assert (rows >= 60_000).sum() == 6_015
    table = hashlib.sha256(np.column_stack([y.astype(np.uint8), X]).tobytes()).hexdigest()
    assert table == ("e8902755170fdc594addee53c371f8c0b9da30a24af2c1bb2aaf19c71cd8099a")


def test_the_28000_digits_are_the_others_in_the_order_of_all():
    everything, (X, y) = datasets.load_mnist("all"), datasets.load_mnist("28000")
    rows = np.frombuffer(files.read_bytes(SHIPPED / "mnist_42000_rows.gz"), dtype="<u4")
    assert (X.shape, X.dtype) == ((28_000, 784), np.uint8)
    assert np.array_equal(X, np.delete(everything.X, rows, axis=0))
    assert np.array_equal(y, np.delete(everything.y, rows))


def test_a4a_is_adult_in_two_parts_that_keep_its_order():
    adult, train, test = adult_once(), datasets.load_a4a(), datasets.load_a4a("test")
    assert (train.X.shape, test.X.shape) == ((4781, 123), (27780, 123))
    assert [(part.y == 1).sum() for part in (train, test)] == [1188, 6653]
    assert (train.feature_names, train.class_names) == (adult.feature_names, adult.class_names)
    rows = np.unpackbits(np.frombuffer(files.read_bytes(SHIPPED / "a4a_rows.gz"), np.uint8))
    assert not rows[len(adult) :].any()
    order = np.argsort(1 - rows[: len(adult)], kind="stable")
    assert np.array_equal(adult.X[order], np.concatenate([train.X, test.X]))
    assert np.array_equal(adult.y[order], np.append(train.y, test.y))


def test_a_missing_file_is_named_with_its_folders_and_the_remedy(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "SHIPPED", (tmp_path / "nowhere",))
    with pytest.raises(FileNotFoundError, match="install kernelkit again") as caught:
        datasets.load_iris()
    assert str(caught.value).startswith(f"iris.csv is missing: looked in {tmp_path / 'nowhere'};")


def test_a_file_in_the_folder_that_the_variable_names_goes_before_the_shipped_one(
    tmp_path, monkeypatch
):
    (tmp_path / "iris.csv").write_text("a,species\n1,one\n2,two\n")
    monkeypatch.setenv("KERNELKIT_DATA", str(tmp_path))
    assert datasets.load_iris().class_names == ("one", "two")
    assert len(datasets.load_usps()) == 9_298  # not there: the shipped one


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0\0",
        b"plain text",
        b"\0\0\x08\x02" + b"\xff\xff\xff\xff" * 2 + b"1234",  # 18 million million million pixels
        b"\0\0\x08\x01\0\0\0\x05" + b"1234",
        b"\0\0\x08\x03\0\0",
    ],
)
def test_an_idx_file_that_is_not_what_it_says_is_refused(tmp_path, content):
    path = tmp_path / "images"
    path.write_bytes(content)
    assert_kind_error(InputError, "images: expected an idx file of .* bytes, got", _read_idx, path)
