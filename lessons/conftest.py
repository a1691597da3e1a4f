"""Lessons draw into their notebooks, whatever backend the shell names for matplotlib."""

import os

os.environ.pop("MPLBACKEND", None)
