"""The LIBSVM reader, and what both readers say about files that cannot be read at all."""

import gzip
import lzma

import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import given
from hypothesis import strategies as st

from kernelkit.datasets import files, read_csv, read_libsvm
from kernelkit.validation import InputError

FINITE = st.floats(allow_nan=False, allow_infinity=False, width=64)
PACK = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress}


@pytest.fixture
def table(tmp_path):
    """Write a table and give its path."""

    def write(text, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


@pytest.mark.parametrize("suffix", PACK)
def test_libsvm_reads_plain_and_packed_files(table, suffix):
    packed = PACK[suffix](b"+1 1:0.5 3:-2e1 \r\n\r\n-1 2:1\n-1\n")
    X, y = data = read_libsvm(table(packed, f"file.libsvm{suffix}"))
    assert X.tolist() == [[0.5, 0.0, -20.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
    assert y.tolist() == [1, -1, -1]
    assert (X.dtype, y.dtype) == (np.float64, np.int64)
    assert (data.feature_names, data.class_names) == (("x1", "x2", "x3"), ("-1", "1"))


def test_libsvm_can_be_told_how_many_features_there_are(table):
    assert read_libsvm(table("1 2:1\n"), n_features=5).X.tolist() == [[0.0, 1.0, 0.0, 0.0, 0.0]]
    assert read_libsvm(table("1 2:1\n")).X.shape == (1, 2)


@given(
    st.lists(st.tuples(st.integers(-5, 5), st.dictionaries(st.integers(1, 8), FINITE)), min_size=1)
)
def test_libsvm_gives_back_the_very_numbers_that_were_written(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("libsvm") / "file"
    lines = [f"{c} " + " ".join(f"{j}:{x[j]!r}" for j in sorted(x)) for c, x in rows]
    path.write_text("\n".join([*lines, "0 8:1"]))
    X, y = read_libsvm(path)
    assert X[:-1].tolist() == [[x.get(j, 0.0) for j in range(1, 9)] for _, x in rows]
    assert y[:-1].tolist() == [c for c, _ in rows]


PAIR = "index:value, a whole number and a finite number"


@pytest.mark.parametrize(
    ("text", "line", "expected", "got"),
    [
        ("+1 1:1\ncat 1:1\n", 2, "a whole-number label", "cat"),
        ("+1 1:1\n0.5 1:1\n", 2, "a whole-number label", "0.5"),
        ("+1 1:1\nnan 1:1\n", 2, "a whole-number label", "nan"),
        ("+1 1:1\n1e300 1:1\n", 2, "a whole-number label", "1e300"),
        ("+1 1:1\n\n-1 2=1\n", 3, PAIR, "2=1"),
        ("+1 1\n", 1, PAIR, "1"),
        ("+1 1:\n", 1, PAIR, "1:"),
        ("+1 :1\n", 1, PAIR, ":1"),
        ("+1 1:x\n", 1, PAIR, "1:x"),
        ("+1 1:nan\n", 1, PAIR, "1:nan"),
        ("+1 1:1e999\n", 1, PAIR, "1:1e999"),
        ("+1 1:1:1\n", 1, PAIR, "1:1:1"),
        ("+1 1.5:1\n", 1, PAIR, "1.5:1"),
        ("+1 -1:1\n", 1, PAIR, "-1:1"),
        ("+1 qid:3 1:1\n", 1, PAIR, "qid:3"),
        ("+1 0:1\n", 1, "an index above 0 and at most 9", "0:1"),
        ("+1 10:1\n", 1, "an index above 0 and at most 9", "10:1"),
        ("+1 3:1 2:1\n", 1, "an index above 3 and at most 9", "2:1"),
        ("+1 3:1 3:1\n", 1, "an index above 3 and at most 9", "3:1"),
    ],
)
def test_libsvm_says_where_a_file_is_wrong(table, text, line, expected, got):
    path = table(text)
    with pytest.raises(ValueError, match="expected") as caught:
        read_libsvm(path, n_features=9)
    assert str(caught.value) == f"{path}, line {line}: expected {expected}, got {got!r}"


def test_libsvm_names_no_bound_where_there_is_none(table):
    with pytest.raises(ValueError, match=r"line 1: expected an index above 3, got '2:1'"):
        read_libsvm(table("+1 3:1 2:1\n"))


@pytest.mark.parametrize("text", ["", "\n \n", "+1\n-1\n"])
def test_libsvm_refuses_a_file_without_features(table, text):
    with pytest.raises(ValueError, match=r"expected at least one line such as '\+1 3:1 11:0\.5'"):
        read_libsvm(table(text))


@pytest.mark.parametrize(
    ("n_features", "error"), [(0, ValueError), (2.5, ValueError), ("3", TypeError)]
)
def test_libsvm_refuses_a_wrong_number_of_features(table, n_features, error):
    with pytest.raises(error, match="n_features must be a whole number"):
        read_libsvm(table("1 1:1\n"), n_features)


@pytest.mark.parametrize("read", [read_csv, read_libsvm])
def test_readers_say_what_is_wrong_with_a_file(table, tmp_path, read):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read(tmp_path / "nowhere")
    with pytest.raises(TypeError, match="path must be the name of a file or folder, got an int"):
        read(3)
    with pytest.raises(ValueError, match=r"line 2: expected UTF-8 text, got the byte 0xff"):
        read(table(b"1,2,3\n\xff\n"))
    whole = gzip.compress(b"1,2,3\n" * 100)
    for content, name in ((whole[:-9], "a.gz"), (b"plain", "b.gz"), (b"plain", "c.xz")):
        with pytest.raises(ValueError, match=rf"{name}: expected a whole \.[gx]z file"):
            read(table(content, name))
    with pytest.raises(ValueError, match=r"d\.xz: expected a whole \.xz file"):
        read(table(lzma.compress(b"1,2,3\n" * 100)[:-9], "d.xz"))


@pytest.mark.parametrize("read", [read_csv, read_libsvm])
def test_readers_take_the_path_as_a_string(table, read):
    path = table("1,2,3\n" if read is read_csv else "1 1:1\n")
    assert len(read(str(path))) == 1


@pytest.mark.parametrize("read", [read_csv, read_libsvm])
def test_a_small_packed_file_does_not_fill_the_memory(table, read, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_FILE", 2**20)
    monkeypatch.setattr(files, "PIECE", 2**16)
    for name, pack in (("a.gz", gzip.compress), ("a.xz", lzma.compress), ("a", bytes)):
        with pytest.raises(InputError, match=r"a.* at most 0\.000976562 GiB, .* got more; cut"):
            read(table(pack(b"1,2\n" * 2**20), name))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("+1 99999999999:1\n-1 1:1\n", "2 x 99,999,999,999 numbers .*, got 7,451 GiB"),
        ("+1 50000000:1\n", "1 x 50,000,000 numbers .*, got 4 GiB"),  # for their names
    ],
)
def test_libsvm_refuses_by_arithmetic_what_no_machine_has_room_for(table, text, words):
    remedy = "with n_features .* names the line .*load_svmlight_file reads a sparse matrix"
    assert_kind_error(InputError, f"{words}; {remedy}", read_libsvm, table(text))
    path = table("+1 1:1\n")
    assert_kind_error(InputError, "at most 2 GiB of memory", read_libsvm, path, 10**12)


def test_libsvm_refuses_an_index_longer_than_any_number(table):
    words = "line 1: expected index:value, a whole number and a finite number, got '99"
    assert_kind_error(InputError, words, read_libsvm, table(f"+1 {'9' * 5000}:1\n"))
