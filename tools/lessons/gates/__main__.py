"""What the gates say of notebooks: ``python -m tools.lessons.gates 03`` (or more, or none for all).

``make check-lessons`` begins with it. With ``--rewritten`` it prints what the stricter gates would
find in lessons that do not carry ``rewritten = true`` yet.
"""

import argparse
import sys
from collections.abc import Sequence

from tools.lessons.execute import select
from tools.lessons.gates import STRICTER, complaints
from tools.lessons.gates.definitions import defined_before, defined_once
from tools.lessons.notebook import Notebook, read


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every complaint; 1 if there is any."""
    parser = argparse.ArgumentParser(description="Print what the gates complain of.")
    parser.add_argument("names", nargs="*", help="such as 03 or 03_perceptron; all if none")
    parser.add_argument("--rewritten", action="store_true", help="as if all had been rewritten")
    options = parser.parse_args(arguments)
    try:
        notebooks = [read(path) for path in select(options.names)]
    except ValueError as error:
        parser.error(str(error))
    found = [words for each in notebooks for words in _said(each, options.rewritten)]
    print("\n".join([*found, f"{len(found)} complaints"]))
    return 1 if found else 0


def _said(notebook: Notebook, rewritten: bool) -> list[str]:
    if not rewritten:
        return complaints(notebook)
    if notebook.kind not in {"lesson", "start"}:
        return []
    earlier = [path for path in select([]) if path.parent == notebook.path.parent]
    earlier = [path for path in earlier if path.name < notebook.path.name]
    said = [(gate.__name__, gate(notebook)) for gate in STRICTER[notebook.kind]]
    said.append((defined_once.__name__, defined_before(notebook, earlier)))
    return [f"{name}: {words}" for name, found in said for words in found]


if __name__ == "__main__":
    sys.exit(main())
