"""Tables of numbers and words with gaps: what is read, and what is refused in words."""

import numpy as np
import pytest

from kernelkit import validation
from kernelkit.datasets import read_csv
from kernelkit.datasets.csv_reader import Column, parse_csv

FRUIT = """weight,colour,ripe,kind
150,green,yes,apple
,red,no,apple
120,NA,?,pear
n/a,green,yes,pear
"""


@pytest.fixture
def table(tmp_path):
    def write(text):
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_words_become_columns_and_gaps_are_marked(table):
    X, y = data = read_csv(table(FRUIT), "kind")
    assert data.feature_names == (
        "weight",
        "colour = green",
        "colour = red",
        "ripe = no",
        "ripe = yes",
    )
    assert np.isnan(X[:, 0]).tolist() == [False, True, False, True]
    assert X[[0, 2], 0].tolist() == [150.0, 120.0]
    gap = [np.nan] * 4  # neither colour nor ripeness is known
    np.testing.assert_array_equal(X[:, 1:], [[1, 0, 0, 1], [0, 1, 1, 0], gap, [1, 0, 0, 1]])
    assert y.tolist() == ["apple", "apple", "pear", "pear"]
    assert data.class_names == ("apple", "pear")
    assert (X.dtype, X.flags.c_contiguous) == (np.float64, True)


def test_words_and_gaps_need_no_line_of_names(table):
    data = read_csv(table("5.1,red,0\n,green,1\n"))
    assert data.feature_names == ("x1", "x2 = green", "x2 = red")
    np.testing.assert_array_equal(data.X, [[5.1, 0, 1], [np.nan, 1, 0]])


@pytest.mark.parametrize("label", ["b", 1, -2])
def test_the_label_may_stand_anywhere(table, label):
    data = read_csv(table("a,b,c\n1,7.5,2\n3,8,4\n"), label)
    assert data.X.tolist() == [[1, 2], [3, 4]]
    assert data.y.tolist() == ["7.5", "8"]


def test_columns_can_be_left_out_and_those_without_a_name_are(table):
    path = table(",a,name,b\n1,10,ada,0\n2,20,bob,1\n")
    assert read_csv(path, leave_out=["name"]).feature_names == ("a",)
    assert read_csv(path).feature_names == ("a", "name = ada", "name = bob")


def test_a_column_is_of_words_if_most_cells_are(table):
    data = read_csv(table("floor,y\nground,0\nfirst,0\n2,1\n"))
    assert data.feature_names == ("floor = 2", "floor = first", "floor = ground")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_may_be_separated_in_three_ways(table, separator):
    lines = ["name of it;a;kind", '"x; y";1.5;one', "z;-2;two", "z;;two"]
    data = read_csv(table("\n".join(lines).replace(";", separator) + "\n"))
    assert data.feature_names[-1] == "a"
    np.testing.assert_array_equal(data.X[:, -1], [1.5, -2, np.nan])
    assert data.y.tolist() == ["one", "two", "two"]


def test_a_semicolon_in_one_name_does_not_separate(table):
    data = read_csv(table("a;b;c,kind\n1,one\n2,two\n"))
    assert data.feature_names == ("a;b;c",)


def test_between_semicolons_numbers_may_have_decimal_commas(table):
    data = read_csv(table("a;b;kind\n1,5;2.5;x\n-0,25;3;y\n"))
    assert data.X.tolist() == [[1.5, 2.5], [-0.25, 3.0]]
    with pytest.raises(ValueError, match="line 4, column 'a': expected a number, as in the other"):
        read_csv(table("a;kind\n1,5;x\n2;y\n1,2,3;y\n"))
    # Between commas a cell like this one is a word: 1,500 may be thousands.
    quoted = read_csv(table('a,kind\n"1,5",x\n"2,5",y\n'))
    assert quoted.feature_names == ("a = 1,5", "a = 2,5")


def test_of_each_column_it_is_told_what_became_of_it(table):
    file = table(FRUIT)
    _, columns = parse_csv(file, file.read_text(), "kind", ["ripe"])
    assert columns == [
        Column("weight", "numbers", ("weight",), 2),
        Column("colour", "words", ("colour = green", "colour = red"), 1),
        Column("ripe", "left out", (), 0),
    ]


NAMES = "".join(f"name{i},0\n" for i in range(21))


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("a,y\n1,0\n2,0\n1O,0\n", {}, ", line 4, column 'a': expected a number, as in the other"),
        ("a,y\n1,0\n1,\n", {}, ", line 3, column 'y': expected a label, got ''"),
        ("a,y\n1,0\n1,NA\n", {}, ", line 3, column 'y': expected a label, got 'NA'"),
        ("a,y\n1,0\n1\n", {}, ", line 3: expected 2 cells, got '1'"),
        ("a,y\n", {}, ": expected rows below the column names of line 1, got none"),
        ("a|y\n1|0\n", {}, ": expected a label and at least one feature, separated by commas"),
        ("a;y\n1;0\n1\n", {}, ", line 3: expected 2 cells, got '1'"),
        ("a,a,y\n1,2,0\n", {}, ", line 1, column 2: expected a column name of its own, got 'a'"),
        ("a,b,y\n,1,0\n?,2,0\n", {}, "got nothing in column 'a'"),
        (
            "a,y\n" + NAMES,
            {},
            "most 20 different words .* got 21 different words such as 'name0' in column 'a'; make",
        ),
        ("a,y\n1,0\n", {"leave_out": ["b"]}, r" \(a\), got 'b'"),
        ("a,y\n1,0\n", {"leave_out": ["y"]}, r" \(a\), got 'y'"),
        (
            "a,y\n1,0\n",
            {"leave_out": ["a"]},
            r"expected a feature that is not left out, got \['a'\]",
        ),
        ("a,y\n1,0\n", {"label": "z"}, r"label must be a column of .* \(a, y\), got 'z'"),
    ],
)
def test_what_cannot_be_read_is_told(table, text, options, words):
    with pytest.raises(ValueError, match=words):
        read_csv(table(text), **options)


def test_names_to_leave_out_come_in_a_list(table):
    with pytest.raises(TypeError, match="leave_out must be a list of column names, got 'a'"):
        read_csv(table("a,b,y\n1,2,0\n"), leave_out="a")


def test_words_that_make_too_many_columns_are_refused_by_arithmetic(table, monkeypatch):
    monkeypatch.setattr(validation, "LARGEST_ARRAY", 8 * 25 * 40)
    path = table("a,b,kind\n" + "".join(f"w{i % 18},w{i % 19},1\n" for i in range(25)))
    assert read_csv(path, leave_out=["b"]).X.shape == (25, 18)
    monkeypatch.setattr(validation, "LARGEST_ARRAY", 8 * 25 * 36)
    with pytest.raises(validation.InputError, match=r"of many words in leave_out"):
        read_csv(path)
