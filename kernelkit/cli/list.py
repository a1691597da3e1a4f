"""``kernelkit list``: what there is to choose from."""

import argparse
import re
from collections.abc import Iterator

from kernelkit.cli.text import field, print_lines, stop, table

__all__ = ["HELP", "add_arguments", "execute"]

HELP = """List the classifiers with their parameters, and the data sets.

--set and --tune of kernelkit run take these parameters.

examples:
  kernelkit list
  kernelkit list linear-svm
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which classifier."""
    parser.add_argument("name", nargs="?", metavar="CLASSIFIER", help="this one alone")


def execute(args: argparse.Namespace) -> int:
    """Print the classifiers with their parameters and the data sets with their sizes."""
    import inspect

    from kernelkit.cli.choices import described, size_rows
    from kernelkit.estimators import CLASSIFIERS

    if args.name is not None and args.name not in CLASSIFIERS:
        stop(f"expected one of {', '.join(CLASSIFIERS)}, got {args.name!r}")
    for name, kind in CLASSIFIERS.items():
        if args.name in {None, name}:
            doc = str(inspect.getdoc(kind))
            print_lines(field(name, _plain(doc.partition("\n")[0]), 19))
            print_lines(field("", described(kind()), 19))
            print_lines(
                *[field(f"  {parameter}", words, 19) for parameter, words in parameters(doc)], ""
            )
    if args.name is None:
        print_lines(*table(size_rows()))
    return 0


def parameters(doc: str) -> Iterator[tuple[str, str]]:
    r"""Give name and meaning of the parameters that a docstring describes in numpydoc's form.

    >>> list(parameters("Parameters\n----------\nk : int, default 5\n    How many."))
    [('k', 'int, default 5: How many.')]
    """
    section = re.search(r"Parameters\n-+\n(.*?)(\n\n\S|\Z)", doc, re.DOTALL)
    found = re.findall(
        r"^(\w.*?) : (.*)\n((?:    .*\n?|\n)*)", section[1] if section else "", re.MULTILINE
    )
    for names, kind, meaning in found:
        yield names, _plain(f"{kind}: {' '.join(meaning.split())}")


def _plain(text: str) -> str:
    """Leave out the marks of reStructuredText: ``C`` becomes C, :func:`~a.b` becomes b."""
    text = re.sub(r":\w+:`~[\w.]*?(\w+)`", r"\1", text)
    text = re.sub(r":math:`(.*?)`", lambda found: _formula(found[1]), text)
    return re.sub(r":\w+:`(.*?)`", r"\1", text).replace("`", "")


def _formula(latex: str) -> str:
    """Write a short formula of a docstring without LaTeX."""
    for mark, letter in (
        (r"\mu", "\N{GREEK SMALL LETTER MU}"),
        (r"\sigma", "\N{GREEK SMALL LETTER SIGMA}"),
        (r"\alpha", "\N{GREEK SMALL LETTER ALPHA}"),
        (r"\gamma", "\N{GREEK SMALL LETTER GAMMA}"),
        (r"\lVert", "|"),
        (r"\rVert", "|"),
        (r"\Sigma", "\N{GREEK CAPITAL LETTER SIGMA}"),
        ("^2", "²"),
    ):
        latex = latex.replace(mark, letter)
    return re.sub(r"\\[a-z]+|[{}\\]", "", latex).strip()
