"""SMS spam: 5,574 text messages, each ham (wanted) or spam. Lesson 09_naive_bayes filters them."""

import numpy as np

from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import read_text, shipped_file


def load_sms() -> Dataset:
    """Load the SMS Spam Collection: 5,574 messages, 4,827 "ham" and 747 "spam".

    X is a one-dimensional array of strings, so that ``X[y == "spam"]`` works; there are no feature
    names.

    Examples
    --------
    >>> messages, y = load_sms()
    >>> print(messages[1])
    Ok lar... Joking wif u oni...
    """
    lines = read_text(shipped_file("sms_spam.tsv.gz")).removesuffix("\n").split("\n")
    labels, messages = zip(*(line.split("\t", 1) for line in lines), strict=True)
    description = (
        "SMS Spam Collection v.1: 5,574 text messages in English, ham or spam "
        "(T. A. Almeida, J. M. Gomez Hidalgo and A. Yamakami, 2011)"
    )
    return Dataset(np.array(messages), np.array(labels), (), ("ham", "spam"), description)
