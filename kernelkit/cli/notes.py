"""Warnings of a classifier as sentences for a report."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["noted"]


@contextmanager
def noted(notes: list[str]) -> Iterator[None]:
    """Collect the warnings of a classifier as sentences, each once, instead of printing them."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        sentence = " ".join(str(warning.message).split())
        if sentence not in notes:
            notes.append(sentence)
