"""Where data files are and how they are opened, packed or not.

Shipped files lie inside an installed package, or in ``datasets/`` beside the package in a checkout.
Larger or original files lie in the data folder: the one that ``KERNELKIT_DATA`` names, else the
user's cache folder.
"""

import gzip
import lzma
import os
import zlib
from pathlib import Path
from typing import Any

from kernelkit.validation import InputError, InputTypeError

__all__ = ["as_path", "data_file", "data_folder", "read_bytes", "read_text", "shipped_file"]

PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = (PACKAGE / "_data", PACKAGE.parent / "datasets")
PACKED = ("", ".gz", ".xz")


def shipped_file(name: str) -> Path:
    """Find a data file that came with kernelkit."""
    for folder in SHIPPED:
        if (folder / name).is_file():
            return folder / name
    places = " and ".join(map(str, SHIPPED))
    message = (
        f"{name} is missing: looked in {places}; install kernelkit again, "
        "or run python datasets/build.py in a checkout"
    )
    raise FileNotFoundError(message)


def data_folder() -> Path:
    """Name the folder of larger or original files; it need not exist yet."""
    named = os.environ.get("KERNELKIT_DATA")
    if named:
        return Path(named).expanduser()
    import pooch

    return Path(pooch.os_cache("kernelkit"))


def data_file(name: str, remedy: str) -> Path:
    """Find a file, as it is or packed, in the data folder, or raise an error with the remedy."""
    folder = data_folder()
    for suffix in PACKED:
        if (folder / (name + suffix)).is_file():
            return folder / (name + suffix)
    message = (
        f"{name} is missing: looked for {name}, {name}.gz and {name}.xz in {folder} "
        f"(the environment variable KERNELKIT_DATA names another folder); {remedy}"
    )
    raise FileNotFoundError(message)


def as_path(path: Any) -> Path:
    """Make a path of what a person gave as one."""
    if not isinstance(path, str | os.PathLike):
        message = f"path must be the name of a file, got a {type(path).__name__}"
        raise InputTypeError(message)
    return Path(path)


def read_bytes(path: Path) -> bytes:
    """Read a whole file, unpacked if its name ends in .gz or .xz."""
    packed = path.read_bytes()
    unpack = {".gz": gzip.decompress, ".xz": lzma.decompress}.get(path.suffix)
    if unpack is None:
        return packed
    try:
        return unpack(packed)
    except (gzip.BadGzipFile, zlib.error, lzma.LZMAError, EOFError) as error:
        message = (
            f"{path}: expected a whole {path.suffix} file, got one that does not unpack ({error})"
        )
        raise InputError(message) from error


def read_text(path: Path) -> str:
    r"""Read a whole text file, unpacked; every line ends in ``\n`` whatever system wrote it."""
    content = read_bytes(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = (
            f"{path}, line {line}: expected UTF-8 text, got the byte {content[error.start]:#04x}"
        )
        raise InputError(message) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
