"""What the gates say of notebooks: ``python -m tools.lessons.gates 03`` (or more, or none for all).

``make check-lessons`` begins with it.
"""

import argparse
import sys
from collections.abc import Sequence

from tools.lessons.execute import select
from tools.lessons.gates import complaints
from tools.lessons.notebook import read


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every complaint; 1 if there is any."""
    parser = argparse.ArgumentParser(description="Print what the gates complain of.")
    parser.add_argument("names", nargs="*", help="such as 03 or 03_perceptron; all if none")
    names = parser.parse_args(arguments).names
    try:
        notebooks = [read(path) for path in select(names)]
    except ValueError as error:
        parser.error(str(error))
    found = [words for each in notebooks for words in complaints(each)]
    print("\n".join([*found, f"{len(found)} complaints"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
