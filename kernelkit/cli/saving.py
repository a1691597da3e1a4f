"""Files that the command is asked to write."""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from kernelkit.validation import InputError
from kernelkit.writing import check_place

__all__ = ["check_apart", "check_target"]


def check_target(text: str, option: str, suffix: str = "") -> Path:
    """Refuse a file that could not be written, before any work is done for it."""
    path = check_place(text, option)
    if suffix and path.suffix.lower() != suffix:
        message = f"{option} must be the name of a file that ends in {suffix}, got {text!r}"
        raise InputError(message)
    return path


def check_apart(read: list[Path], written: Mapping[str, Path | None]) -> None:
    """Refuse to write over what was read, or twice to the same file."""
    targets = [(option, path) for option, path in written.items() if path is not None]
    for option, path in targets:
        if any(_same(path, file) for file in read):
            message = f"{option} must be another file than the data, got {str(path)!r}"
            raise InputError(message)
    for (one, left), (other, right) in combinations(targets, 2):
        if _same(left, right):
            message = f"{other} must be another file than {one}, got {str(right)!r} for both"
            raise InputError(message)


def _same(left: Path, right: Path) -> bool:
    if left.exists() and right.exists():
        return left.samefile(right)
    return left.resolve() == right.resolve()
