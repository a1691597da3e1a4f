import pickle
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest
from checks import BAD_MATRICES, assert_kind_error
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kernelkit import (
    KNN,
    Function,
    Gaussian,
    Kernel,
    LeastSquares,
    Linear,
    MultinomialNaiveBayes,
    Perceptron,
    Polynomial,
    RandomFourier,
)
from kernelkit import validation as border
from kernelkit.neighbors import k_nearest


@pytest.mark.parametrize("case", BAD_MATRICES)
def test_bad_matrices_are_named(case):
    X, error, words = BAD_MATRICES[case]
    assert_kind_error(error, words, border.as_matrix, X)


def test_a_sparse_matrix_is_sent_to_toarray():
    assert_kind_error(TypeError, r"X.toarray\(\)", border.as_matrix, sparse.csr_array(np.eye(2)))


def test_one_dimension_gets_a_hint_and_the_name_given():
    assert_kind_error(ValueError, r"^K must.*K.reshape\(-1, 1\)", border.as_matrix, [1.0, 2.0], "K")


@given(
    hnp.arrays(
        st.sampled_from([np.float64, np.float32, np.int64, np.uint8, np.bool_, np.float16]),
        hnp.array_shapes(min_dims=2, max_dims=2, max_side=5),
        elements={"min_value": 0, "max_value": 1},
    ),
    st.sampled_from("CFK"),
    st.booleans(),
)
def test_everything_leaves_the_border_alike(X, order, reverse):
    given_array = np.array(X, order=order)[::-1] if reverse else np.array(X, order=order)
    given_array.flags.writeable = False
    out = border.as_matrix(given_array)
    np.testing.assert_array_equal(out, given_array)
    assert out.dtype == (np.float32 if X.dtype == np.float32 else np.float64)
    assert out.flags.c_contiguous
    assert out.flags.aligned
    assert out.flags.writeable


def test_a_read_only_array_is_copied_and_never_written_to():
    X = np.ones((4, 3))
    X.flags.writeable = False
    copy = border.as_matrix(X)
    assert copy.flags.writeable
    copy[:] = 0.0
    assert (X == 1.0).all()


def test_big_endian_becomes_native():
    assert border.as_matrix(np.ones((2, 2), dtype=">f8")).dtype.isnative


def test_a_sum_that_overflows_is_not_mistaken_for_infinity():
    X = np.full((2, 2), 1.5e308)
    assert border.as_matrix(X) is X


def test_pairs_are_promoted_and_must_have_the_same_features():
    left, right = border.as_pair(np.ones((2, 3), np.float32), np.ones((1, 3)))
    assert left.dtype == right.dtype == np.float64
    assert_kind_error(
        ValueError, "Z must have the 3 features of X, got 2", border.as_pair, left, [[1, 2]]
    )
    assert_kind_error(ValueError, "^Z must be finite", border.as_pair, left, [[1, 2, np.nan]])


def test_without_a_second_matrix_the_first_is_both():
    X = np.ones((2, 3))
    for left, right in (border.as_pair(X), border.as_pair(X, X)):
        assert left is right


def test_gram_matrices_are_square_and_symmetric():
    assert_kind_error(ValueError, r"K must be a square.*\(1, 2\)", border.as_gram, [[1.0, 2.0]])
    assert_kind_error(
        ValueError,
        "K must be symmetric, got entries 1 off",
        border.as_gram,
        [[1.0, 2.0], [3.0, 1.0]],
    )
    nearly = np.array([[1.0, 2.0], [2.0 * (1.0 + 1e-12), 1.0]])  # what rounding can do
    np.testing.assert_array_equal(border.as_gram(nearly), nearly)


def test_large_gram_matrices_are_looked_at_here_and_there():
    K = np.eye(1500)
    assert border.as_gram(K, sampled=True) is K
    K[0, -1] = 2.0
    assert_kind_error(ValueError, "K must be symmetric", border.as_gram, K, sampled=True)
    K[-1, 1] = np.nan
    words = "K must be finite, got nan at row 1499, column 1"
    assert_kind_error(ValueError, words, border.as_gram, K, sampled=True)
    assert_kind_error(ValueError, "K must be finite", border.as_gram, K)
    assert_kind_error(ValueError, "K must be a square", border.as_gram, K[:, :3], sampled=True)


def test_strings():
    assert border.as_strings(np.array(["a", "b"])) == ["a", "b"]
    assert_kind_error(
        TypeError,
        "X must be a list of strings, got the string 'ACGT'",
        border.as_strings,
        "ACGT",
    )
    assert_kind_error(TypeError, "got an int at position 1", border.as_strings, ["a", 1])
    assert_kind_error(TypeError, "got a float", border.as_strings, 1.0)
    assert_kind_error(ValueError, "at least one string", border.as_strings, [])


@pytest.mark.parametrize("value", ["1", None, True, 1j, [1.0]])
def test_what_is_not_a_number_is_a_type_error(value):
    assert_kind_error(TypeError, "^a must be a number, got", border.check_number, value, "a")
    assert_kind_error(TypeError, "^k must be a whole number, got", border.check_whole, value, "k")


def test_numbers_outside_their_bounds():
    assert border.check_number(np.float32(2), "a", above=1) == 2.0
    assert_kind_error(ValueError, "a must be finite, got nan", border.check_number, np.nan, "a")
    assert_kind_error(
        ValueError, "a must be finite and above 0, got 0", border.check_number, 0, "a", above=0
    )
    assert_kind_error(
        ValueError,
        "a must be finite and at least 0 and at most 1, got 2",
        border.check_number,
        2,
        "a",
        at_least=0,
        at_most=1,
    )
    assert_kind_error(
        ValueError,
        "a must be finite and at least 0 and",
        border.check_number,
        -1,
        "a",
        at_least=0,
        at_most=1,
    )


def test_whole_numbers_outside_their_bounds():
    assert border.check_whole(np.int8(3), "k") == 3
    assert isinstance(border.check_whole(3.0, "k"), int)
    for value in (0, 2.5, -1, np.nan, np.inf):
        assert_kind_error(
            ValueError,
            f"k must be a whole number, at least 1, got {value}",
            border.check_whole,
            value,
            "k",
        )
    assert_kind_error(
        ValueError, "at least 1 and at most 5, got 6", border.check_whole, 6, "k", at_most=5
    )


def test_margins_are_a_number_or_an_array():
    assert border.as_margins(1) == 1.0
    assert isinstance(border.as_margins(np.float32(1)), float)
    assert border.as_margins([[1, 2]]).shape == (1, 2)
    assert_kind_error(ValueError, "^t must be finite, got nan$", border.as_margins, np.nan)
    assert_kind_error(
        ValueError, "t must be finite, got inf at position 1", border.as_margins, [0, np.inf]
    )
    assert_kind_error(ValueError, "t must hold at least one", border.as_margins, [])
    assert_kind_error(TypeError, "t must hold real numbers", border.as_margins, "1")


class Hostile:
    def __array__(self, *_, **__):
        message = "no"
        raise RuntimeError(message)


def test_what_cannot_become_an_array_is_named():
    words = "^X must be an array of numbers, got a Hostile that is none$"
    assert_kind_error(ValueError, words, border.as_matrix, Hostile())
    assert_kind_error(ValueError, words, border.as_labels, Hostile(), 3, "X")


def test_masked_entries_are_refused_and_not_unmasked():
    X = np.ma.masked_array(np.eye(2), [[False, True], [False, False]])
    words = "X must have no masked entries"
    assert_kind_error(ValueError, words, border.as_matrix, X)
    assert_kind_error(ValueError, words, border.as_matrix, list(X))
    assert_kind_error(ValueError, "^y must have no masked", border.as_signs, X[0], 2)
    np.testing.assert_array_equal(border.as_matrix(np.ma.masked_array(np.eye(2))), np.eye(2))


@pytest.mark.parametrize("huge", [10**400, 10**5000, -(10**400)], ids=["400", "5000", "minus"])
def test_numbers_larger_than_any_float_are_out_of_bounds(huge):
    assert_kind_error(ValueError, "^a must be finite, got", border.check_number, huge, "a")
    assert_kind_error(ValueError, "^k must be a whole number", border.check_whole, huge, "k")


def test_whole_numbers_are_exact_and_no_larger_than_compiled_code_can_count():
    assert border.check_whole(2**60 + 1, "k") == 2**60 + 1
    for large in (2**70, 1e200):
        words = "k must be a whole number, at least 1 and at most 9223372036854775807, got"
        assert_kind_error(ValueError, words, border.check_whole, large, "k")


@pytest.mark.parametrize("value", ["False", 0, 1.0, None, np.array([True])])
def test_only_true_and_false_are_flags(value):
    words = "^average must be True or False, got"
    assert_kind_error(TypeError, words, border.check_flag, value, "average")


@pytest.mark.parametrize("value", [np.array(["a", "b"]), ["a"], None, 1])
def test_a_choice_is_a_word(value):
    words = "^metric must be one of a, b, got"
    assert_kind_error(ValueError, words, border.check_choice, value, "metric", ("a", "b"))


def test_what_a_message_shows_stays_short():
    assert border.shown("c") == "'c'"
    assert border.shown(0.5) == "0.5"
    assert len(border.shown(np.zeros((100, 100)))) < 70
    assert border.shown(10**5000) == "an int"


def test_results_out_of_range_blame_the_arguments():
    @border.no_overflow("x", "y", "scale")
    def square(x):
        return {"over": [np.float64(x) ** 2], "zero": 1.0 / x}["over" if x else "zero"]

    assert square(2.0) == [4.0]
    words = "^x, y and scale must be of moderate size.*computation runs out of range"
    assert_kind_error(ValueError, words, square, 1e200)
    assert_kind_error(ValueError, words, square, 0.0)


def test_an_infinite_result_can_be_right():
    assert border.no_overflow("x", infinite=True)(np.log)(0.0) == -np.inf
    with pytest.raises(border.InputError):
        border.no_overflow("x", infinite=True)(np.log)(-1.0)


def test_a_warning_points_at_the_line_of_the_user_also_through_scikit_learn():
    X, y = [[0.0], [0.0], [1.0]], [0, 1, 1]
    models = Perceptron(max_epochs=1), make_pipeline(StandardScaler(), Perceptron(max_epochs=1))
    for model in models:
        with pytest.warns(ConvergenceWarning) as told:
            model.fit(X, y)
        assert told[0].filename == __file__


NUMBERS = np.array([[1.0, 0.0], [2.0, 1.0]])
NULLABLE = pd.DataFrame({"a": [1, 2], "b": [False, True]}).convert_dtypes()
GOOD_FRAMES = {
    "floats": pd.DataFrame(NUMBERS),
    "ints and floats": pd.DataFrame({"a": [1, 2], "b": [0.0, 1.0]}),
    "bools": pd.DataFrame({"a": [1.0, 2.0], "b": [False, True]}),
    "nullable": NULLABLE,
    "categories": pd.DataFrame({"a": pd.Categorical([1, 2]), "b": [0.0, 1.0]}),
    "objects": pd.DataFrame({"a": [Decimal(1), Decimal(2)], "b": [0, True]}, dtype=object),
    "one name twice": pd.DataFrame([[1, False], [2, True]], columns=["a", "a"]),
    "polars": pl.DataFrame({"a": [1, 2], "b": [0.0, 1.0]}),
    "polars, bools": pl.DataFrame({"a": [1, 2], "b": [False, True]}),
}


@pytest.mark.parametrize("frame", GOOD_FRAMES.values(), ids=GOOD_FRAMES.keys())
def test_frames_are_matrices(frame):
    out = border.as_matrix(frame)
    np.testing.assert_array_equal(out, NUMBERS)
    assert out.dtype == np.float64
    assert out.flags.c_contiguous


BAD_FRAMES = {
    "words": ({"b": ["1.5", "x"]}, TypeError, "real numbers, got the string '1.5' in column 'b'"),
    "None": ({"b": [None, "x"]}, TypeError, "real numbers, got the string 'x' in column 'b'"),
    "a gap": ({"b": [1.0, np.nan]}, ValueError, "no missing cells, got one in column 'b' at row 1"),
    "two gaps": ({"b": [None, 1], "c": [None, 2]}, ValueError, "in column 'b' at row 0"),
    "bools with a gap": ({"b": [True, None]}, ValueError, "one in column 'b' at row 1"),
    "nothing": (
        {"b": [None, None]},
        ValueError,
        "no missing cells, got one in column 'b' at row 0",
    ),
    "lists": ({"b": [[1], [2]]}, TypeError, "real numbers, got .* in column 'b'"),
}


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
@pytest.mark.parametrize(("columns", "error", "words"), BAD_FRAMES.values(), ids=BAD_FRAMES.keys())
def test_a_cell_that_is_no_number_is_named_by_its_column(make, columns, error, words):
    assert_kind_error(error, f"^X must .*{words}", border.as_matrix, make({"a": [1, 2], **columns}))


def test_words_in_categories_are_named_by_their_column():
    for column in (pd.Categorical(["x", "y"]), pl.Series(["x", "y"], dtype=pl.Categorical)):
        make = pl.DataFrame if isinstance(column, pl.Series) else pd.DataFrame
        words = "got the string 'x' in column 'b'"
        assert_kind_error(TypeError, words, border.as_matrix, make({"a": [1, 2], "b": column}))


@pytest.mark.parametrize("unit", ["ns", "us"])
@pytest.mark.parametrize("more", [{}, {"a": [1, 2]}], ids=["alone", "beside numbers"])
def test_dates_are_not_numbers(more, unit):
    dates = np.array(["2020-01-01", "2020-01-02"], f"M8[{unit}]")
    for make in (pd.DataFrame, pl.DataFrame):
        frame = make({**more, "b": dates})
        words = r"real numbers, got dtype datetime64\[.s\] in column 'b'"
        assert_kind_error(TypeError, words, border.as_matrix, frame)


def test_frames_without_cells_are_empty():
    for frame in (pd.DataFrame(), pl.DataFrame(), pd.DataFrame({"a": [], "b": []}, dtype=object)):
        assert_kind_error(ValueError, "X must have at least one sample", border.as_matrix, frame)


def test_a_promise_of_a_frame_is_none():
    words = "X must hold real numbers, got a LazyFrame"
    assert_kind_error(TypeError, words, border.as_matrix, pl.LazyFrame({"a": [1]}))


@pytest.mark.parametrize("make", [pd.Series, pl.Series], ids=["pandas", "polars"])
def test_series_are_labels_and_vectors(make):
    assert border.as_labels(make(["b", "a"]), 2).tolist() == ["b", "a"]
    assert border.as_signs(make([1, -1]), 2).tolist() == [1.0, -1.0]
    assert border.as_vector(make([1, 2])).tolist() == [1.0, 2.0]
    words = "^y must have no missing entries, got one at position 1; leave out its row"
    for gap in (["b", None], [1.0, np.nan], [True, None]):
        assert_kind_error(ValueError, words, border.as_labels, make(gap), 2)


@pytest.mark.parametrize("kind", ["Int64", "Float64", "boolean", "category", object])
def test_numbers_that_a_series_keeps_as_objects_are_numbers(kind):
    series = pd.Series([1, 0]).astype(kind)
    assert border.as_classes(series, 2, 2).tolist() == [1, 0]
    assert border.as_vector(series).tolist() == [1.0, 0.0]
    assert border.as_labels(series, 2).dtype.kind in "bif"


def test_the_argument_of_an_error_is_renamed_and_its_text_is_not():
    with pytest.raises(border.InputTypeError) as caught, border.naming({"K": "X"}):
        raise border.InputTypeError("K", "must be a number, got\n 'K'")
    assert str(caught.value) == "X must be a number, got 'K'"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_what_is_too_large_is_refused_before_anything_is_read(monkeypatch):
    assert_kind_error(TypeError, "got an int at position 0", border.as_strings, range(10**21))
    X = np.zeros((2_000_000, 1))
    for kernel in (Gaussian() + Linear(), Function(lambda x, z: x[0] * z[0])):
        words = "2,000,000 pairs of samples must fit in memory, got 29,803 GiB; ask for fewer rows"
        assert_kind_error(ValueError, words, kernel, X)
    monkeypatch.setattr(border, "LARGEST_ARRAY", 2**10)
    X = X[:20]
    assert_kind_error(ValueError, "^20 neighbours of 20 queries must need", k_nearest, X, X, 20)


def test_a_duration_is_no_number():
    day = np.timedelta64(1, "D")
    assert_kind_error(TypeError, "n must be a number, got", border.check_number, day, "n")
    assert_kind_error(TypeError, "n must be a whole number, got", border.check_whole, day, "n")


LARGE = st.builds(int.__add__, st.sampled_from([-(2**53), 0, 2**53, 2**63]), st.integers(-3, 3))
NUMBER_LABELS = st.lists(st.one_of(LARGE, st.floats(-9, 9), st.booleans()), min_size=1)
WORD_LABELS = st.lists(st.text(alphabet="a\0", max_size=2), min_size=1)


@given(st.one_of(NUMBER_LABELS, WORD_LABELS), st.booleans())
def test_labels_stay_apart_or_are_refused(labels, in_series):
    try:
        found = border.as_labels(pd.Series(labels, dtype=object) if in_series else labels, None)
    except border.InputError:
        return
    assert len(np.unique(found)) == len(set(labels))


def test_long_words_are_cut():
    words = "^X must be a list of strings.*'x{39}\\.\\.\\.x{9}'$"
    assert_kind_error(TypeError, words, border.as_strings, "x" * 500)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: KNN(neighbors=3), "^neighbors is not .* of KNN, .* you mean 'n_neighbors'"),
        (lambda: KNN(k=3), "did you mean 'n_neighbors'"),
        (lambda: LeastSquares(alpha=1.0), "did you mean 'ridge'"),
        (lambda: MultinomialNaiveBayes(alpha=1.0), "did you mean 'smoothing'"),
        (lambda: RandomFourier(n_components=9), "did you mean 'n_features'"),
        (lambda: Gaussian(gamma=2), r"which has sigma; did you mean Gaussian.from_gamma\(2\)"),
        (lambda: Polynomial(coef0=1), "did you mean 'offset'"),
        (lambda: Linear(width=1), "which has none$"),
        (lambda: Gaussian().with_params(sigmo=1), "did you mean 'sigma'"),
    ],
)
def test_an_unknown_keyword_is_answered_by_the_name_that_was_meant(call, words):
    assert_kind_error(TypeError, words, call)


def test_a_word_that_is_none_is_answered_by_the_one_that_was_meant():
    strategies = ("one-vs-one", "one-vs-rest")
    for word, ours in [
        ("ovo", strategies[0]),
        ("ovr", strategies[1]),
        ("one_vs_one", "one-vs-one"),
    ]:
        words = f"got '{word}'; did you mean '{ours}'"
        assert_kind_error(ValueError, words, border.check_choice, word, "strategy", strategies)
    words = "got 'all'$"
    assert_kind_error(ValueError, words, border.check_choice, "all", "strategy", strategies)


def test_a_class_that_takes_any_keyword_is_given_it():
    class Mine(Kernel):
        def __init__(self, width, **more):
            self.width, self.more = width, more

    assert Mine(width=1, height=2).more == {"height": 2}
    assert Function(lambda x, z, height: height, height=2.0)([[1.0]]) == 2.0
