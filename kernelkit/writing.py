"""Files that are written whole, or not at all, and never over something that is no file.

Everything in the project that writes a file calls ``write_whole``.
"""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from kernelkit.validation import InputError, as_path

__all__ = ["check_place", "write_whole"]


def check_place(path: Any, name: str = "path") -> Path:
    """Return the path if a file can be written there, for callers with work to do before that.

    It must be free or an ordinary file. A link is refused, because whoever made it may have meant
    the file behind it or may have planted it; so are devices, pipes and folders.
    """
    place = as_path(path, name)
    if not place.parent.is_dir():
        raise InputError(name, f"must be in a folder that exists, got {str(place)!r}")
    if place.is_symlink() or (place.exists() and not place.is_file()):
        raise InputError(
            name,
            f"must be a new file or an ordinary one, no link, folder or device, got {str(place)!r}",
        )
    if not os.access(place.parent, os.W_OK):
        raise InputError(name, f"must be in a folder that can be written to, got {str(place)!r}")
    return place


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file beside its place, then move it there: nobody ever finds half a file.

    It is written in a new folder of a random name that nobody else may enter, so there is no name
    at which a link could wait for it. An error of the system (a full disk) names the path.
    """
    place = check_place(path)
    try:
        with tempfile.TemporaryDirectory(prefix=".kernelkit-", dir=place.parent) as private:
            part = Path(private) / "part"
            with part.open("xb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            if place.exists():
                shutil.copymode(place, part)
            part.replace(place)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(place)) from error
