"""Handwritten digits: USPS (16 x 16 pixels, from envelopes) and MNIST (28 x 28 pixels).

Lesson 06_kernel_perceptron_digits reads USPS, lessons 12_hinge_subgradient and 13_dual_svm read
MNIST.
"""

import io
import math
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import read_bytes, shipped_file
from kernelkit.validation import InputError, check_choice

DIGITS = tuple("0123456789")
BYTES_FOLLOW = b"\0\0\x08"  # how an idx file of bytes begins
BOTH = ("train", "t10k")
SPLITS = {"train": BOTH[:1], "test": BOTH[1:], "all": BOTH, "42000": BOTH, "28000": BOTH}


def load_usps() -> Dataset:
    """Load USPS: 9,298 digits of 16 x 16 pixels, grey levels in [-1, 1], labels 0 to 9.

    These are all the digits of zip.train and zip.test, in another order. ``X[i].reshape(16, 16)``
    is a picture.
    """
    table = np.load(io.BytesIO(read_bytes(shipped_file("usps.npy.gz"))), allow_pickle=False)
    description = (
        "USPS: 9,298 handwritten digits from envelopes, 16 x 16 pixels, grey levels in [-1, 1] "
        "(Y. Le Cun et al., 1990)"
    )
    # Stored as the label, then thousandths: dividing gives the very float64 that reading "0.123"
    # gives.
    return _digits(table[:, 1:] / 1000.0, table[:, 0], description)


def load_mnist(split: str = "train") -> Dataset:
    """Load MNIST: digits of 28 x 28 pixels, grey levels 0 to 255 (uint8), labels 0 to 9.

    Parameters
    ----------
    split : {"train", "test", "all", "42000", "28000"}
        "train" (60,000 digits), "test" (10,000), "all" (first the former, then the latter),
        "42000": those of all that make up the table of the "Digit Recognizer" contest, on which
        lesson 12_hinge_subgradient works, in the order of that table, or "28000": the others, in
        the order of "all".
    """
    split = check_choice(str(split), "split", tuple(SPLITS))  # 42000 may be a number
    parts = SPLITS[split]
    images = [_read_idx(shipped_file(f"{part}-images-idx3-ubyte.gz")) for part in parts]
    labels = [_read_idx(shipped_file(f"{part}-labels-idx1-ubyte.gz")) for part in parts]
    X, y = np.concatenate(images).reshape(-1, 784), np.concatenate(labels)
    if split in ("42000", "28000"):
        # Which of all digits are in the table of 42,000: uint32, the lowest byte first.
        rows = np.frombuffer(read_bytes(shipped_file("mnist_42000_rows.gz")), dtype="<u4")
        if split == "28000":
            rows = np.setdiff1d(np.arange(len(X)), rows)
        X, y = X[rows], y[rows]
    description = (
        f"MNIST, {split}: {len(X):,} handwritten digits, 28 x 28 pixels, grey levels 0 to 255 "
        "(Y. LeCun, C. Cortes and C. J. C. Burges, 1998)"
    )
    return _digits(X, y, description)


def _digits(X: npt.NDArray[np.number], y: npt.NDArray[np.number], description: str) -> Dataset:
    names = tuple(f"pixel{j}" for j in range(X.shape[1]))
    return Dataset(X, y.astype(np.int64), names, DIGITS, description)


def _read_idx(path: Path) -> npt.NDArray[np.uint8]:
    """Read an idx file: two zeros, the type, the number of axes, their lengths, the values."""
    content = read_bytes(path)
    start = 4 + 4 * content[3] if content[:3] == BYTES_FOLLOW and len(content) > 3 else 0
    shape = [int.from_bytes(content[k : k + 4]) for k in range(4, start, 4)]
    if not shape or len(content) != start + math.prod(shape):
        sizes = " x ".join(map(str, shape)) or "a shape and"
        message = f"{path}: expected an idx file of {sizes} bytes, got {len(content):,} bytes"
        raise InputError(message)
    return np.frombuffer(content, np.uint8, offset=start).reshape(shape)
