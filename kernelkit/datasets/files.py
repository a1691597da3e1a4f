"""Where data files are, how they are opened, packed or not, and what all readers of text share.

They lie inside an installed package, or in ``datasets/`` beside the package in a checkout. If the
environment variable ``KERNELKIT_DATA`` names a folder, files of the same names there are used
instead.
"""

import codecs
import gzip
import lzma
import math
import os
import zlib
from pathlib import Path
from typing import Any

from kernelkit.validation import InputError

PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = (PACKAGE / "_data", PACKAGE.parent / "datasets")
LARGEST_FILE = 2**30  # bytes, unpacked
PIECE = 2**20  # bytes


def shipped_file(name: str) -> Path:
    """Find a data file that came with kernelkit, or stands in for one of them."""
    named = os.environ.get("KERNELKIT_DATA")
    folders = (Path(named).expanduser(), *SHIPPED) if named else SHIPPED
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    places = " and ".join(map(str, folders))
    message = (
        f"{name} is missing: looked in {places}; install kernelkit again, "
        "or run python datasets/build.py in a checkout"
    )
    raise FileNotFoundError(message)


def read_bytes(path: Path) -> bytes:
    """Read a whole file, unpacked if its name ends in .gz or .xz.

    It is read in pieces: a small packed file, or a device, may fill any memory.
    """
    opened: Any = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    content = bytearray()
    try:
        with opened(path, "rb") as file:
            while piece := file.read(PIECE):
                content += piece
                if len(content) > LARGEST_FILE:
                    message = (
                        f"{path}: expected a file of at most {LARGEST_FILE / 2**30:g} GiB, "
                        "unpacked, got more; cut it into parts, or read it with numpy.loadtxt and "
                        "max_rows"
                    )
                    raise InputError(message)
    except (gzip.BadGzipFile, zlib.error, lzma.LZMAError, EOFError) as error:
        message = (
            f"{path}: expected a whole {path.suffix} file, got one that does not unpack ({error})"
        )
        raise InputError(message) from error
    return bytes(content)


def read_text(path: Path) -> str:
    r"""Read a whole text file, unpacked; every line ends in ``\n`` whatever system wrote it.

    It is in UTF-8, or in UTF-16 if it begins with that encoding's mark, as files of spreadsheets
    do. Any other encoding could be mistaken for another still, so the reader is asked to say.
    """
    content = read_bytes(path)
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = content.decode("utf-16" if marked else "utf-8-sig")
        place, got = text.find("\0"), "a zero byte"
    except UnicodeDecodeError as error:
        place, got = error.start, f"the byte {content[error.start]:#04x}"
    if place >= 0:
        line = content.count(b"\n", 0, place) + 1
        message = (
            f"{path}, line {line}: expected UTF-8 text, got {got}; if it is a text in another "
            "encoding, save it as UTF-8 (spreadsheets call that CSV UTF-8)"
        )
        raise InputError(message)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def as_number(cell: str) -> float | None:
    """Read a finite number; None if the cell holds none."""
    # float() alone would also take "1_000" and the digits of other scripts.
    if "_" in cell or not cell.isascii():
        return None
    try:
        number = float(cell)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
