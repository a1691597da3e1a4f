"""``python -m kernelkit``: the command line, where the script ``kernelkit`` is not on the path."""

import sys

from kernelkit.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(main())
