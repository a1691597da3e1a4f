"""Notebooks as other machines run them: what hangs on a last digit is found, the rest passes."""

import re

import example_lesson as example
import numpy as np
import pytest

from kernelkit.datasets import load_iris
from tools.lessons import elsewhere
from tools.lessons.noise import noisy

pytestmark = pytest.mark.storm

NUMBERS = np.random.default_rng(3).normal(size=(50, 4))
SETUP = "import numpy as np\n\nfrom kernelkit.datasets import load_iris"


@pytest.fixture(scope="module")
def lessons(tmp_path_factory):
    """Two notebooks, of which the second prints last digits."""
    folder = tmp_path_factory.mktemp("course") / "lessons"
    flowers, draws = load_iris().X[:2].prod(), np.random.default_rng(0).normal(size=9).prod()
    for name, form in {"01_rounded": ".3f", "02_last_digits": ".17g"}.items():
        loaded = f"print(f'{{load_iris().X[:2].prod():{form}}}')"
        drawn = f"print(f'{{np.random.default_rng(0).normal(size=9).prod():{form}}}')"
        cells = [
            example.code(SETUP),
            example.code(loaded, f"{flowers:{form}}\n"),
            example.code(drawn, f"{draws:{form}}\n"),
            example.code("print(6)", "7\n", tags=["nbval-ignore-output"]),
        ]
        example.store(cells, folder / f"{name}.ipynb")
    return folder


def test_outputs_that_hang_on_a_last_digit_are_found_and_others_pass(lessons, capfd):
    assert elsewhere.main(["01", "02", "--variants", "noise-0", "--processes", "0"], lessons) == 1
    said = capfd.readouterr().out
    found = re.findall(r"noise-0: .*(\d\d_\w+)\.ipynb, cell (\d)\n    stored  (.*)\n    here", said)
    flowers = f"{load_iris().X[:2].prod():.17g}"
    assert [one[:2] for one in found] == [("02_last_digits", "2"), ("02_last_digits", "3")]
    assert found[0][2] == flowers
    assert said.splitlines()[-1].split()[:4] == ["noise-0", "2", "6", "2"]


@pytest.mark.parametrize("seed", elsewhere.SEEDS)
def test_noise_is_small_and_a_function_of_the_number(seed):
    moved = noisy(NUMBERS, seed)
    assert 0.5 < (moved != NUMBERS).mean() < 1
    assert np.allclose(moved, NUMBERS, rtol=7e-16, atol=0)
    assert np.array_equal(noisy(NUMBERS[::2, 1], seed), moved[::2, 1])
    assert np.array_equal(noisy(-NUMBERS, seed), -moved)
    assert np.array_equal(noisy(moved, seed), moved)
    assert noisy(float(NUMBERS[0, 0]), seed) == moved[0, 0]


def test_two_seeds_differ_and_whole_numbers_stay():
    assert not np.array_equal(noisy(NUMBERS, 0), noisy(NUMBERS, 1))
    for exact in ([-3.0, 0.0, 255.0, 2.0**60, np.inf, np.nan], [1, 2], ["a"], np.float32([0.1])):
        assert np.array_equal(noisy(np.array(exact), 0), np.array(exact), equal_nan=len(exact) == 6)
