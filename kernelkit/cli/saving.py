"""Files that the command is asked to write."""

import os
from pathlib import Path

from kernelkit.validation import InputError

__all__ = ["check_target"]


def check_target(text: str, option: str, suffix: str = "") -> Path:
    """Refuse a file that could not be written, before any work is done for it."""
    path = Path(text)
    if suffix and path.suffix.lower() != suffix:
        message = f"{option}: expected a file name that ends in {suffix}, got {text!r}"
        raise InputError(message)
    if not path.parent.is_dir():
        message = f"{option}: expected a folder that exists, got {str(path.parent)!r}"
        raise InputError(message)
    # Renaming onto a device or a pipe would replace it.
    if path.is_dir() or (path.exists() and not path.is_file()):
        message = f"{option}: expected the name of a file, got {text!r}, which is something else"
        raise InputError(message)
    if not os.access(path.parent, os.W_OK):
        message = f"{option}: expected a folder to write to, got {str(path.parent)!r}: not allowed"
        raise InputError(message)
    return path
