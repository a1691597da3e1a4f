"""Messages as bags of words: how often each word of a vocabulary occurs, in whatever order.

Lesson 09_naive_bayes teaches it.
"""

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kernelkit.validation import InputError, InputTypeError, as_strings, shown

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Vocabulary: TypeAlias = npt.NDArray[np.str_]

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def tokenize(message: str) -> list[str]:
    """Split a message into words: runs of letters and digits of any script, in lower case.

    An apostrophe inside a word belongs to it; everything else separates words and is lost.

    >>> tokenize("FREE entry!! Don't wait, call 08452-810075 :-)")
    ['free', 'entry', "don't", 'wait', 'call', '08452', '810075']
    """
    if not isinstance(message, str):
        raise InputTypeError("message", f"must be a string, got {shown(message)}")
    return WORD.findall(message.lower())


def bag_of_words(messages: Any, vocabulary: Any = None) -> "tuple[csr_matrix, Vocabulary]":
    """Count the words of messages.

    Parameters
    ----------
    messages : list or array of n strings
        Each is split by :func:`tokenize`.
    vocabulary : sequence of d strings, optional
        The words to count, distinct and as :func:`tokenize` writes them, for messages that came
        later; other words are left out. Without it, all words of the messages, in the order of the
        alphabet.

    Returns
    -------
    counts : sparse matrix (CSR) of shape (n, d)
        Entry (i, j) is how often message i has word j.
    vocabulary : array of d strings
        The word of each column.

    Examples
    --------
    >>> counts, vocabulary = bag_of_words(["to be or not to be", "Be quick!"])
    >>> vocabulary.tolist()
    ['be', 'not', 'or', 'quick', 'to']
    >>> counts.toarray().tolist()
    [[2, 1, 1, 0, 2], [1, 0, 0, 1, 0]]
    >>> bag_of_words(["Quick, be quick"], vocabulary)[0].toarray().tolist()
    [[1, 0, 0, 2, 0]]
    """
    from scipy.sparse import csr_matrix

    bags = [Counter(tokenize(message)) for message in as_strings(messages, "messages")]
    words = sorted(set[str]().union(*bags)) if vocabulary is None else _check_vocabulary(vocabulary)
    if not words:
        raise InputError("messages", "must hold at least one word, got none")
    column = {word: j for j, word in enumerate(words)}
    kept = [[(column[word], n) for word, n in bag.items() if word in column] for bag in bags]
    pairs = [pair for row in kept for pair in row]
    indices, counts = np.array([j for j, _ in pairs], int), np.array([n for _, n in pairs], int)
    indptr = np.cumsum([0, *map(len, kept)])
    matrix = csr_matrix((counts, indices, indptr), shape=(len(bags), len(words)))
    matrix.sort_indices()
    return matrix, np.array(words)


def _check_vocabulary(vocabulary: Any) -> list[str]:
    words = as_strings(vocabulary, "vocabulary")
    for word, count in Counter(words).items():
        if tokenize(word) != [word]:
            got = f"must hold words as tokenize writes them, got {shown(word)}"
            raise InputError("vocabulary", got)
        if count > 1:
            got = f"must hold each word once, got {shown(word)} {count} times"
            raise InputError("vocabulary", got)
    return words
