"""Other last digits: data as another processor might have computed them.

IPython runs a start-up file that calls :func:`install` in every kernel that
``make elsewhere`` starts for its variants of noise; nothing of this is in the library.

The last two bits of a number that is not whole are replaced by bits that hang on the other bits and
on a seed, which moves it by at most 7e-16 of its size. So the noise is a function of the number.
Another processor, too, would compute the same digit wherever it computes the same thing: samples
that are equal stay equal, mirror images stay mirror images, and a selection of the data holds the
same numbers as the data. Replacing bits, not adding to them, makes noise upon noise the same as
noise, so that it does not matter through how many hands the data went. Whole numbers stay: they are
exact everywhere.
"""

from typing import Any

import numpy as np

LAST = np.uint64(3)
SIGN = np.uint64(1 << 63)
MIXERS = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9)  # of splitmix64
DRAWS = ("exponential", "multivariate_normal", "normal", "random", "standard_normal", "uniform")


def noisy(values: Any, seed: int) -> Any:
    """The values with other last digits, if they are floats; as they are if not."""
    if np.asarray(values).dtype != np.float64:
        return values
    array = np.atleast_1d(values)
    kept = array.view(np.uint64) & ~LAST
    mixed = (kept & ~SIGN) ^ np.uint64((seed + 1) * MIXERS[0] % 2**64)
    for mixer in MIXERS:
        mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(mixer)
    moved = (kept | (mixed >> np.uint64(62))).view(np.float64)
    moved = np.where(np.isfinite(array) & (array != np.rint(array)), moved, array)
    return moved if np.ndim(values) else type(values)(moved[0])


def install(seed: int) -> None:
    """Let all data sets, and what NumPy's generators draw, come with noise, in this process."""
    from kernelkit.datasets.dataset import Dataset

    check = Dataset.__post_init__

    def add_noise_and_check(self: Dataset) -> None:
        object.__setattr__(self, "X", noisy(self.X, seed))  # the class is frozen
        check(self)

    Dataset.__post_init__ = add_noise_and_check
    generator = _noisy_generator(seed)
    plain = np.random.default_rng
    np.random.default_rng = lambda *seeds: generator(plain(*seeds).bit_generator)


def _noisy_generator(seed: int) -> type[np.random.Generator]:
    def with_noise(draw: Any) -> Any:
        return lambda self, *args, **options: noisy(draw(self, *args, **options), seed)

    draws = {name: with_noise(getattr(np.random.Generator, name)) for name in DRAWS}
    return type("NoisyGenerator", (np.random.Generator,), draws)
