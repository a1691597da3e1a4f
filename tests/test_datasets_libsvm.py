"""The LIBSVM reader, and what both readers say about files that cannot be read at all."""

import gzip
import lzma
from pathlib import Path

import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelkit.datasets import files, read_csv, read_libsvm
from kernelkit.datasets.libsvm_reader import parse_libsvm
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


@pytest.mark.parametrize(
    ("line", "got"),
    [
        ("cat 1:1", "cat"),
        ("0.5 1:1", "0.5"),
        ("nan 1:1", "nan"),
        (f"{2**53 + 1} 1:1", f"{2**53 + 1}"),  # which a float rounds to 2**53
        ("+1 2=1", "2=1"),
        ("+1 1:", "1:"),
        ("+1 1:x", "1:x"),
        ("+1 1:nan", "1:nan"),
        ("+1 1:1e999", "1:1e999"),
        ("+1 1.5:1", "1.5:1"),
        ("+1 0:1", "0:1"),
        ("+1 10:1", "10:1"),
        ("+1 3:1 2:1", "2:1"),
        ("+1 3:1 3:1 4:1", "3:1"),
    ],
)
@settings(max_examples=10)
@given(before=st.integers(0, 20), after=st.integers(0, 20))
def test_libsvm_says_which_word_of_which_line_is_wrong(line, got, before, after):
    text = "+1 1:1 9:1\n\n" * before + line + "\n-1\n" * after
    with pytest.raises(InputError, match="expected a whole-number label and pairs") as caught:
        parse_libsvm(Path("file"), text, n_features=9)
    told = str(caught.value)
    assert told.startswith(f"file, line {2 * before + 1}: ")
    assert told.endswith(f"with indices that rise from 1 to 9, got {got!r}")


@pytest.mark.parametrize("text", ["", "\n \n", "+1\n-1\n", "# nothing\n"])
def test_libsvm_refuses_a_file_without_features(table, text):
    with pytest.raises(ValueError, match=r"expected at least one line such as '\+1 3:1 11:0\.5'"):
        read_libsvm(table(text))


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
def test_a_small_packed_file_does_not_fill_the_memory(table, read, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_FILE", 2**20)
    monkeypatch.setattr(files, "PIECE", 2**16)
    for name, pack in (("a.gz", gzip.compress), ("a.xz", lzma.compress), ("a", bytes)):
        with pytest.raises(InputError, match=r"a.* at most 0\.000976562 GiB, .* got more; cut"):
            read(table(pack(b"1,2\n" * 2**20), name))


def test_libsvm_refuses_by_arithmetic_what_no_machine_has_room_for(table):
    words = "1 x 50,000,000 numbers .*, got 4 GiB"  # for their names
    remedy = "with n_features .* names the line .*load_svmlight_file reads a sparse matrix"
    assert_kind_error(InputError, f"{words}; {remedy}", read_libsvm, table("+1 50000000:1\n"))
    path = table("+1 1:1\n")
    assert_kind_error(InputError, "at most 2 GiB of memory", read_libsvm, path, 10**12)
