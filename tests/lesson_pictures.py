"""The interactive pictures of the lessons, as their notebooks keep them."""

import nbformat
from conftest import ROOT

from kernelkit.live.picture import MIME


def pictures():
    """The name of the lesson and the output of each."""
    for path in sorted((ROOT / "lessons").glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            for output in cell.get("outputs", []):
                if MIME in output.get("data", {}):
                    yield path.stem, output
