"""The state of all files that hold compiled code, which names what numba keeps of them on disk.

numba notices edits in the file of a function only, not in those of the functions that are compiled
into it. This module does without numba, for those who choose numba's folder before it is loaded.
"""

import functools
from hashlib import sha256
from pathlib import Path


@functools.cache
def stamp() -> str:
    """Change whenever a file that compiles does."""
    package, digest = Path(__file__).parent, sha256()
    for file in files_that_compile():
        digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def files_that_compile() -> list[Path]:
    """Those that say njit, or _jit."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return [file for file in files if b"jit" in file.read_bytes()]
