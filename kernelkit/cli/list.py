"""``kernelkit list``: what there is to choose from."""

import argparse
import inspect
import re

from kernelkit.cli.text import check_known, field, show
from kernelkit.showing import aligned

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
    from kernelkit.cli.choices import SOURCES, parameter_list, size_rows
    from kernelkit.cli.data import show_one
    from kernelkit.estimators import CLASSIFIERS

    docs = {name: _plain(str(inspect.getdoc(kind))) for name, kind in CLASSIFIERS.items()}
    firsts = {name: field(name, doc.partition("\n")[0], 19) for name, doc in docs.items()}
    if args.name is None:
        show(*firsts.values(), "", *aligned(size_rows()), "")
        show("kernelkit list NAME tells more of one.")
        return 0
    check_known("NAME", [args.name], [*CLASSIFIERS, *SOURCES])
    if args.name in SOURCES:
        show_one(args.name, None)
        return 0
    show(firsts[args.name], field("", parameter_list(CLASSIFIERS[args.name]()), 19))
    told = re.search(
        r"^Parameters\n-+(\n.*?)(\n\n\S|\Z)", docs[args.name], re.DOTALL | re.MULTILINE
    )
    if told:
        show(told[1])
    return 0


def _plain(text: str) -> str:
    """Leave out the marks of reStructuredText and LaTeX: ``C`` becomes C, :func:`~a.b` b."""
    text = re.sub(r":\w+:`~[\w.]*?(\w+)`", r"\1", text)
    text = re.sub(r":\w+:`(.*?)`", lambda found: re.sub(r"\\[lr]Vert", "|", found[1]), text)
    return re.sub(r"[`{}\\]", "", text)
