"""What the algorithms are fed: feature maps written out, kernels approximated, words counted."""

from kernelkit.features.approximations import nystroem, random_fourier
from kernelkit.features.polynomial import polynomial_map
from kernelkit.features.words import bag_of_words, tokenize

__all__ = [
    "bag_of_words",
    "nystroem",
    "polynomial_map",
    "random_fourier",
    "tokenize",
]
