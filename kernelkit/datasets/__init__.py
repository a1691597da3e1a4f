"""Data: the sets that come with kernelkit, files of your own, and toy data made to measure.

Every function here returns a :class:`Dataset`, which unpacks as ``X, y``, and the last one yields
pairs without end. Lesson 00_start_here loads the first one.
"""

from kernelkit.datasets.adult import load_a4a, load_adult
from kernelkit.datasets.csv_reader import read_csv
from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.digit_stream import stream_digits
from kernelkit.datasets.digits import load_mnist, load_usps
from kernelkit.datasets.generators import (
    make_blobs,
    make_circles,
    make_moons,
    make_oligonucleotides,
    make_spirals,
    make_xor,
)
from kernelkit.datasets.grouping import indicator
from kernelkit.datasets.iris import load_iris
from kernelkit.datasets.libsvm_reader import read_libsvm
from kernelkit.datasets.penguins import load_penguins
from kernelkit.datasets.sms import load_sms

__all__ = [
    "Dataset",
    "indicator",
    "load_a4a",
    "load_adult",
    "load_iris",
    "load_mnist",
    "load_penguins",
    "load_sms",
    "load_usps",
    "make_blobs",
    "make_circles",
    "make_moons",
    "make_oligonucleotides",
    "make_spirals",
    "make_xor",
    "read_csv",
    "read_libsvm",
    "stream_digits",
]
