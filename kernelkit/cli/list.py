"""``kernelkit list``: what there is to choose from."""

import argparse
import inspect
import re
from collections.abc import Iterator

from kernelkit.cli.text import check_known, field, show, table

__all__ = ["HELP", "add_arguments", "execute"]

HELP = """List the classifiers and the data sets, or tell more of one of them.

Of a classifier this tells the parameters, which --set and --tune of kernelkit run take.

examples:
  kernelkit list
  kernelkit list linear-svm
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which classifier or data set."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="tell more of this one")


def execute(args: argparse.Namespace) -> int:
    """Print a line for each classifier and data set, or all about one."""
    from kernelkit.cli.choices import SOURCES, described, size_rows
    from kernelkit.cli.data import show_one
    from kernelkit.estimators import CLASSIFIERS

    docs = {name: str(inspect.getdoc(kind)) for name, kind in CLASSIFIERS.items()}
    firsts = {name: _plain(doc.partition("\n")[0]) for name, doc in docs.items()}
    if args.name is None:
        show(*[field(name, first, 19) for name, first in firsts.items()], "")
        show(*table(size_rows()), "", "kernelkit list NAME tells more of one.")
        return 0
    check_known("NAME", [args.name], [*CLASSIFIERS, *SOURCES])
    if args.name in SOURCES:
        show_one(args.name, None)
        return 0
    show(field(args.name, firsts[args.name], 19))
    show(field("", described(CLASSIFIERS[args.name]()), 19))
    show(*[field(f"  {name}", words, 19) for name, words in parameters(docs[args.name])])
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
    """Leave out the marks of reStructuredText and LaTeX: ``C`` becomes C, :func:`~a.b` b."""
    text = re.sub(r":\w+:`~[\w.]*?(\w+)`", r"\1", text)
    text = re.sub(r":\w+:`(.*?)`", lambda found: re.sub(r"\\[lr]Vert", "|", found[1]), text)
    return re.sub(r"[`{}\\]", "", text)
