"""The typeface of the pages, Source Serif 4, cut down to the letters that the course may use."""

import copy
import os
import shutil
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import fontpkg_source_serif_4
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

CACHE = Path(__file__).resolve().parents[2] / ".cache" / "typeface"
STYLES = {"SourceSerif4": {"regular": 400, "bold": 600}, "SourceSerif4-Italic": {"italic": 400}}
# Latin, Greek, dashes and quotes, arrows, and the few signs of mathematics in running text.
LETTERS = [
    *range(0x20, 0x180),
    *range(0x370, 0x400),
    *range(0x2010, 0x2030),
    *range(0x2070, 0x208A),
]
LETTERS += [*map(ord, "\u2032\u2033\u20ac\u2190\u2191\u2192\u2193\u2202\u220f\u2211\u2212\u221a")]
LETTERS += [*map(ord, "\u221e\u2248\u2260\u2264\u2265")]
SIZE = 14  # points for which the letters are drawn


def write_typeface(folder: Path) -> None:
    """Write the styles as WOFF files, or copy those of an earlier build: they take a while."""
    made_by = Path(__file__).read_bytes() + version("fontpkg-source-serif-4").encode()
    kept = CACHE / sha256(made_by).hexdigest()[:12]
    if not kept.exists():
        new = kept.with_name(f"{kept.name}.{os.getpid()}")
        new.mkdir(parents=True)
        cut_out(new)
        if kept.exists():  # another build was faster
            shutil.rmtree(new)
        else:
            new.rename(kept)
    shutil.copytree(kept, folder)


def cut_out(folder: Path) -> None:
    """Cut the styles out of the whole typeface."""
    options = Options(layout_features=["kern", "liga", "mark", "mkmk", "ccmp", "locl"])
    files = Path(fontpkg_source_serif_4.__file__).parent / "files"
    for name, styles in STYLES.items():
        font = TTFont(files / f"{name}[opsz,wght].ttf")
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=LETTERS)
        subsetter.subset(font)
        for style, weight in styles.items():
            drawn = instantiateVariableFont(copy.deepcopy(font), {"wght": weight, "opsz": SIZE})
            drawn.flavor = "woff"
            drawn.save(folder / f"{style}.woff")
