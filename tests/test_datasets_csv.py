"""Tables of numbers and words with gaps: what is read, and how all that is wrong is told."""

import csv
import gzip
import io
import lzma
import re
from pathlib import Path

import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import assume, given
from hypothesis import strategies as st

from kernelkit import validation
from kernelkit.datasets import csv_reader, read_csv
from kernelkit.datasets.csv_reader import Column, parse_csv
from kernelkit.validation import InputError

FILE = Path("table.csv")
FINITE = st.floats(allow_nan=False, allow_infinity=False, width=64)
PACK = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress}
NUMBER = "a number, as in the other rows"
FRUIT = """weight,colour,ripe,kind
150,green,yes,apple
,red,no,apple
120,NA,?,pear
n/a,green,yes,pear
"""


def read(text, *options, **more):
    return parse_csv(FILE, text, *options, **more)[0]


@pytest.mark.parametrize("suffix", PACK)
def test_files_are_read_plain_and_packed(tmp_path, suffix):
    path = tmp_path / f"table.csv{suffix}"
    path.write_bytes(PACK[suffix](b"a,b,kind\n1,2.5,7\n3,-4e1,8\n"))
    X, y = data = read_csv(path)
    assert X.tolist() == [[1.0, 2.5], [3.0, -40.0]]
    assert y.tolist() == [7, 8]
    assert (X.dtype, X.flags.c_contiguous, y.dtype) == (np.float64, True, np.int64)
    assert (data.feature_names, data.class_names) == (("a", "b"), ("7", "8"))


@pytest.mark.parametrize("label", ["kind", 1, -2])
def test_the_label_column_is_named_or_numbered(label):
    data = read("a,kind,b\n1,7.5,2\n3,8,4\n", label)
    assert data.X.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert data.y.tolist() == ["7.5", "8"]
    assert data.feature_names == ("a", "b")


@pytest.mark.parametrize(
    "labels", [("cat", "dog"), ("1.5", "2"), ("1e300", "2"), ("7", "cat"), ("7", "8 # x")]
)
def test_labels_that_are_not_whole_numbers_stay_strings(labels):
    data = read(f"1,2,{labels[0]}\n3,4, {labels[1]} \n")
    assert data.y.tolist() == list(labels)
    assert data.class_names == tuple(sorted(labels))


@given(st.lists(st.builds(int.__add__, st.sampled_from([0, 2**53, 2**63]), st.integers(-3, 3))))
def test_whole_labels_stay_apart_however_large_they_are(labels):
    assume(labels)
    y = read("".join(f"1,{label}\n" for label in labels)).y
    assert [int(label) for label in y.tolist()] == labels


def test_names_of_columns_are_found_or_made():
    assert read("1,2,0\n3,4,1\n").feature_names == ("x1", "x2")
    assert read("10,20,kind\n1,2,0\n", "kind").feature_names == ("10", "20")
    assert read("5.1,red,0\n,green,1\n").feature_names == ("x1", "x2 = green", "x2 = red")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_quotes_blank_lines_and_every_line_end_are_read(tmp_path, newline):
    lines = ['\ufeff"a, of x","b ""of"" x",kind', "", '"1","2.5",cat', "  ", " 3 ,4,cat"]
    path = tmp_path / "table.csv"
    for end in ("", newline, newline * 3):
        path.write_bytes((newline.join(lines) + end).encode())
        data = read_csv(path)
        assert data.X.tolist() == [[1.0, 2.5], [3.0, 4.0]]
        assert data.feature_names == ("a, of x", 'b "of" x')
        assert data.class_names == ("cat",)


@given(st.lists(st.tuples(FINITE, FINITE, st.integers(-9, 9)), min_size=1, max_size=20))
def test_the_very_numbers_that_were_written_come_back(rows):
    X, y = read("a,b,c\n" + "".join(f"{a!r},{b!r},{c}\n" for a, b, c in rows))
    assert X.tolist() == [[a, b] for a, b, _ in rows]
    assert y.tolist() == [c for *_, c in rows]


DECIMALS = st.decimals(-999, 999, places=2).map(str)


@given(
    st.sampled_from(";\t"),
    st.sampled_from(["", "width of it;b;kind\n"]),
    st.lists(st.tuples(DECIMALS, DECIMALS, st.sampled_from(["a", "1.5", "7"])), min_size=1),
)
def test_decimal_commas_between_semicolons_and_tabs_separate_no_cells(separator, head, rows):
    text = head + "".join(";".join(row) + "\n" for row in rows)
    data = read(text.replace(".", ",").replace(";", separator))
    assert data.X.tolist() == [[float(a), float(b)] for a, b, _ in rows]
    assert [str(label).replace(",", ".") for label in data.y] == [label for *_, label in rows]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separators_in_quotes_are_none(separator):
    lines = ["name of it;a;kind", '"x; y";1.5;one', "z;-2;two", "z;;two"]
    data = read("\n".join(lines).replace(";", separator) + "\n")
    np.testing.assert_array_equal(data.X[:, -1], [1.5, -2, np.nan])
    assert data.y.tolist() == ["one", "two", "two"]
    assert read("a;b;c,kind\n1,one\n2,two\n").feature_names == ("a;b;c",)
    tie = read("form, size;kind\nlong, thin;one\nshort, fat;two\n")
    assert tie.y.tolist() == ["one", "two"]


CELLS = st.sampled_from(["a", "1", "", " ", '"x,y"', '"p\nq"', " 2 ", "a;b"])
ROWS_OF_CELLS = st.lists(st.lists(CELLS, max_size=3), min_size=1, max_size=6)


@given(ROWS_OF_CELLS.map(lambda rows: "\n".join(map(",".join, rows))))
def test_any_text_is_read_as_csv_cuts_it_or_refused(text):
    separator = csv_reader._separator(text)
    try:
        first, rows = csv_reader._rows(FILE, text, separator)
        table = csv_reader._cut(text, separator, rows, first, named=False)
        read(text)
    except InputError:
        if "table" not in locals():
            return
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    expected = [(reader.line_num, cells) for cells in reader if len(cells) == len(first)]
    assert table[0].lines.tolist() == [line for line, _ in expected]
    for j, column in enumerate(table):
        found = [column.texts[code] for code in column.codes]
        assert found == [cells[j].strip() for _, cells in expected]


def test_words_become_columns_and_gaps_are_marked():
    X, y = data = read(FRUIT, "kind")
    green, red, no, yes = "colour = green", "colour = red", "ripe = no", "ripe = yes"
    assert data.feature_names == ("weight", green, red, no, yes)
    np.testing.assert_array_equal(X[:, 0], [150, np.nan, 120, np.nan])
    gap = [np.nan] * 4  # neither colour nor ripeness is known
    np.testing.assert_array_equal(X[:, 1:], [[1, 0, 0, 1], [0, 1, 1, 0], gap, [1, 0, 0, 1]])
    assert y.tolist() == ["apple", "apple", "pear", "pear"]
    mixed = read("floor,y\nground,0\nfirst,0\n2,1\n")  # of words, since most cells are
    assert mixed.feature_names == ("floor = 2", "floor = first", "floor = ground")


def test_columns_can_be_left_out_and_those_without_a_name_that_count_rows_are():
    table = ",a,name,,b\n1,10,ada,,0\n2,20,bob,,1\n"
    assert read(table, leave_out=["name"]).feature_names == ("a",)
    assert read(table).feature_names == ("a", "name = ada", "name = bob")


def test_of_each_column_it_is_told_what_became_of_it():
    assert parse_csv(FILE, FRUIT, "kind", ["ripe"])[1] == [
        Column("weight", "numbers", ("weight",), 2),
        Column("colour", "words", ("colour = green", "colour = red"), 1),
        Column("ripe", "left out", (), 0),
    ]


@pytest.mark.parametrize(
    ("cell", "options", "number"),
    [
        ('"34,9"', {"decimal": ","}, 34.9),
        ("$27.70", {"currency": True}, 27.7),
        ("-$5", {"currency": True}, -5.0),
        ("5 \u20ac", {"currency": True}, 5.0),
        ('"1,5 \u20ac"', {"currency": True, "decimal": ","}, 1.5),
    ],
)
def test_decimal_commas_and_currency_are_read_by_the_options_that_the_error_names(
    cell, options, number
):
    table = "a,kind\n1,x\n" + f"{cell},y\n" * 30
    with pytest.raises(InputError) as caught:
        read(table)
    named = " and ".join(f"{name}={value!r}" for name, value in options.items())
    assert f"lines 3, 4, 5, 6, 7 and 25 more, column 'a': expected {NUMBER}" in str(caught.value)
    assert str(caught.value).endswith(f"; {named} reads it")
    assert read(table, **options).X[-1].tolist() == [number]


def test_a_point_is_no_decimal_mark_where_the_comma_is():
    with pytest.raises(InputError, match=r"line 3, .* got '1\.500'; decimal='\.' reads it"):
        read("a;kind\n1,5;x\n1.500;y\n", decimal=",")


PLANTED = {
    "two": f"column 'b': expected {NUMBER}, got 'two'",
    "$27.70": "column 'b': expected .*; currency=True reads it",
    '"34,9"': "column 'b': expected .*; decimal=',' reads it",
    "no label": "column 'kind': expected a label, got ''",
    "short": "expected 3 cells, got 2",
}


@given(st.permutations(list(PLANTED)), st.integers(1, 9))
def test_all_that_is_wrong_is_told_at_once_with_its_line_and_column(planted, gap):
    n = gap * len(planted) + 25
    rows = [[f"id{i}", f"{i}.5", "x"] for i in range(n)]
    lines = {}
    for k, fault in enumerate(planted):
        row, lines[fault] = rows[gap * k], gap * k + 2
        if fault == "no label":
            row[2] = ""
        elif fault == "short":
            row.pop()
        else:
            row[1] = fault
    with pytest.raises(InputError) as caught:
        read("name,b,kind\n" + "".join(",".join(row) + "\n" for row in rows))
    told = str(caught.value)
    assert told.startswith("table.csv has 6 faults:\n")
    assert f"column 'name': expected numbers or at most 20 different words, got {n - 1}" in told
    for fault, line in lines.items():
        assert re.search(rf"^  \d\. line {line}\b.*{PLANTED[fault]}", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b,c\n1,2,0\n\n1,two,0\n", f", line 4, column 'b': expected {NUMBER}, got 'two'"),
        ("1,2,0\n-inf,2,0\n", f", line 2, column 1: expected {NUMBER}, got '-inf'"),
        ("1,2,0\n1e999,2,0\n", f", line 2, column 1: expected {NUMBER}, got '1e999'"),
        ("1,2,0\n1_0,2,0\n", f", line 2, column 1: expected {NUMBER}, got '1_0'"),
        ("1,2,0\n1,\u0663,0\n", f", line 2, column 2: expected {NUMBER}, got '\u0663'"),
        ("a,b,c\n1,2,cat\n1,2, NA\n", ", line 3, column 'c': expected a label, got 'NA'"),
        ("a,b,c\n1,2,0,4\n", ", line 2: expected 3 cells, got 4"),
        ("a,3,c\n1,2,0\n", f", line 1, column 1: expected {NUMBER}, got 'a'"),
        ("a,a,c\n1,2,0\n", ", columns 1, 2: expected a name for each, got 'a'"),
        ('a,b,c\n"1\n",two,0\n1,2,0\n', f", line 3, column 'b': expected {NUMBER}, got 'two'"),
        ("\n\n", ": expected a label and at least one feature, separated by commas, got an empty"),
        ("a|y\n1|0\n", ": expected a label and at least one feature, separated by commas, got ['a"),
        ("a,b,c\n\n", ": expected rows below the column names, got none"),
        ('1,"2,0\n', ", line 1: expected cells and separators, got unexpected end of data"),
        ("a,b,y\n,1,0\n?,2,0\n", ", column 'a': expected numbers or at most 20 different words,"),
        (
            "a,b,y\n" + "".join(f"p{i}q,{i % 3},0\n" for i in range(12)),
            ", column 'a': expected numbers or words that several rows share, got 12 such as 'p0q'",
        ),
    ],
)
def test_a_single_fault_is_told_in_a_sentence(text, message):
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value).startswith(f"table.csv{message}")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"label": "kind"}, ValueError, r"label must be a column of .*csv \(a, b, c\), got 'kind'"),
        ({"label": 3}, ValueError, "label must be a whole number, at least -3 and at most 2"),
        ({"label": None}, TypeError, "label must be a whole number, got a NoneType"),
        ({"leave_out": "a"}, TypeError, "leave_out must be a list of column names, got 'a'"),
        ({"leave_out": ["c"]}, ValueError, r"leave_out must name features of .* \(a, b\), got 'c'"),
        ({"leave_out": ["a", "b"]}, ValueError, "expected a feature that is not left out, got"),
        ({"decimal": ";"}, ValueError, "decimal must be one of ., ,, got ';'"),
        ({"currency": "$"}, TypeError, "currency must be True or False"),
    ],
)
def test_wrong_options_are_refused(options, error, message):
    assert_kind_error(error, message, lambda: read("a,b,c\n1,2,0\n", **options))


def test_a_table_too_large_for_memory_is_refused_by_arithmetic(monkeypatch):
    table = "a,b,kind\n" + "".join(f"w{i % 18},w{i % 19},1\n" for i in range(25))
    monkeypatch.setattr(validation, "LARGEST_ARRAY", 8 * 25 * 36)
    assert read(table, leave_out=["b"]).X.shape == (25, 18)
    with pytest.raises(InputError, match=r"table.csv must .* columns of many words in leave_out"):
        read(table)
    monkeypatch.setattr(validation, "LARGEST_ARRAY", 8 * 40)
    with pytest.raises(InputError, match=r"table.csv must .* cut the table into parts"):
        read(table)
