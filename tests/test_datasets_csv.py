"""The CSV reader: what it reads, and where it says a table is wrong."""

import gzip
import lzma

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelkit import validation
from kernelkit.datasets import csv_reader, read_csv

NUMBER = "a number, as in the other rows"
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
def test_csv_reads_plain_and_packed_files(table, suffix):
    packed = PACK[suffix](b"a,b,kind\n1,2.5,7\n3,-4e1,8\n")
    X, y = data = read_csv(table(packed, f"table.csv{suffix}"))
    assert X.tolist() == [[1.0, 2.5], [3.0, -40.0]]
    assert y.tolist() == [7, 8]
    assert (X.dtype, y.dtype) == (np.float64, np.int64)
    assert (data.feature_names, data.class_names) == (("a", "b"), ("7", "8"))


@pytest.mark.parametrize("label", ["kind", 1, -2])
def test_csv_takes_the_label_column_by_name_or_number(table, label):
    data = read_csv(table("a,kind,b\n1,7,2\n3,8,4\n"), label)
    assert data.X.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert data.y.tolist() == [7, 8]
    assert data.feature_names == ("a", "b")


@pytest.mark.parametrize(
    "labels", [("cat", "dog"), ("1.5", "2"), ("1e300", "2"), ("7", "cat"), ("7", "8 # x")]
)
def test_csv_keeps_labels_that_are_not_whole_numbers_as_strings(table, labels):
    data = read_csv(table(f"1,2,{labels[0]}\n3,4, {labels[1]} \n"))
    assert data.X.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert data.y.tolist() == list(labels)
    assert data.class_names == tuple(sorted(labels))


def test_csv_without_names_numbers_the_features(table):
    assert read_csv(table("1,2,0\n3,4,1\n")).feature_names == ("x1", "x2")


def test_csv_takes_numbers_for_names_if_the_label_is_named(table):
    assert read_csv(table("10,20,kind\n1,2,0\n"), "kind").feature_names == ("10", "20")


@pytest.mark.parametrize("kind", ["0", "cat"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_csv_reads_quotes_blank_lines_and_every_line_end(table, newline, kind):
    lines = ["\ufeff", '"a, of x","b ""of"" x",kind', "", f'"1","2.5",{kind}', "", f" 3 ,4,{kind}"]
    text = lines[0] + newline.join(lines[1:])
    for end in ("", newline, newline * 3):
        data = read_csv(table(text + end))
        assert data.X.tolist() == [[1.0, 2.5], [3.0, 4.0]]
        assert data.feature_names == ("a, of x", 'b "of" x')
        assert data.class_names == (kind,)


@given(st.lists(st.tuples(FINITE, FINITE, st.integers(-9, 9)), min_size=1, max_size=20))
def test_csv_gives_back_the_very_numbers_that_were_written(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("csv") / "table.csv"
    path.write_text("a,b,c\n" + "".join(f"{a!r},{b!r},{c}\n" for a, b, c in rows))
    X, y = read_csv(path)
    assert X.tolist() == [[a, b] for a, b, _ in rows]
    assert y.tolist() == [c for *_, c in rows]


def test_csv_fast_and_slow_paths_agree(table, monkeypatch):
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((50, 6))
    text = "".join(",".join([*map(repr, row.tolist()), "1"]) + "\n" for row in rows)
    fast = read_csv(table(text))
    monkeypatch.setattr(csv_reader, "_read_fast", lambda *_: None)
    slow = read_csv(table(text))
    assert np.array_equal(fast.X, rows)
    assert np.array_equal(slow.X, rows)
    assert slow.feature_names == fast.feature_names


@pytest.mark.parametrize(
    ("text", "where", "expected", "got"),
    [
        ("a,b,c\n1,2,0\n\n1,two,0\n", "line 4, column 'b'", NUMBER, "'two'"),
        ("1,2,0\n-inf,2,0\n", "line 2, column 1", NUMBER, "'-inf'"),
        ("1,2,0\n1e999,2,0\n", "line 2, column 1", NUMBER, "'1e999'"),
        ("1,2,0\n1_0,2,0\n", "line 2, column 1", NUMBER, "'1_0'"),
        ("1,2,0\n1,\u0663,0\n", "line 2, column 2", NUMBER, "'\u0663'"),
        ("1,2,0\n1,2,\n", "line 2, column 3", "a label", "''"),
        ("a,b,c\n1,2,cat\n1,2, \n", "line 3, column 'c'", "a label", "''"),
        ("1,2,0\n1,2\n", "line 2", "3 cells", "'1,2'"),
        ("a,b,c\n1,2,0,4\n", "line 2", "3 cells", "'1,2,0,4'"),
        ("a,b,c\n1,2,cat,4\n", "line 2", "3 cells", "'1,2,cat,4'"),
        ("a,3,c\n1,2,0\n", "line 1, column 1", NUMBER, "'a'"),
        ("a,a,c\n1,2,0\n", "line 1, column 2", "a column name of its own", "'a'"),
        ('a,b,c\n"1\n",two,0\n1,2,0\n', "line 3, column 'b'", NUMBER, "'two'"),
    ],
)
def test_csv_says_where_a_table_is_wrong(table, text, where, expected, got):
    path = table(text)
    with pytest.raises(ValueError, match="expected") as caught:
        read_csv(path)
    assert str(caught.value) == f"{path}, {where}: expected {expected}, got {got}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a label and at least one feature, separated by commas, got an empty file"),
        (
            "\n\n",
            "expected a label and at least one feature, separated by commas, got an empty file",
        ),
        ("a,b,c\n\n", "expected rows below the column names of line 1, got none"),
        ('1,"2,0\n', "line 1: expected cells separated by commas, got: unexpected end of data"),
    ],
)
def test_csv_refuses_what_is_no_table(table, text, message):
    with pytest.raises(ValueError, match="expected") as caught:
        read_csv(table(text))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"label": "kind"}, ValueError, r"label must be a column of .*csv \(a, b, c\), got 'kind'"),
        (
            {"label": 3},
            ValueError,
            "label must be a whole number, at least -3 and at most 2, got 3",
        ),
        ({"label": -4}, ValueError, "label must be a whole number, at least -3 and at most 2"),
        ({"label": 0.5}, ValueError, "label must be a whole number"),
        ({"label": None}, TypeError, "label must be a whole number, got a NoneType"),
        ({"label": True}, TypeError, "label must be a whole number, got a bool"),
    ],
)
def test_csv_refuses_wrong_options(table, options, error, message):
    with pytest.raises(error, match=message):
        read_csv(table("a,b,c\n1,2,0\n"), **options)


def test_a_table_too_large_for_memory_is_refused_by_arithmetic(table, monkeypatch):
    path = table("a,b\n" + "1,x\n" * 20)
    monkeypatch.setattr(validation, "LARGEST_ARRAY", 8 * 20 * 20)
    assert len(read_csv(path)) == 20
    monkeypatch.setattr(validation, "LARGEST_ARRAY", 8 * 40)
    with pytest.raises(validation.InputError, match=r"table.csv must .* cut the table into parts"):
        read_csv(path)
