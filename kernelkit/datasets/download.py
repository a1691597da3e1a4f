"""Fetch the data sets that are too large to ship, or that people want as the originals."""

from pathlib import Path

from kernelkit.datasets.files import data_folder
from kernelkit.validation import InputTypeError, check_choice

__all__ = ["fetch"]

LIBSVM_PAGE = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/"

# The files of each data set, with the sha256 of each.
FILES = {
    "a4a": {
        "a4a": "694d5abff492bdb8ce9749ddf3bf5af1c6f1f0ad6e3a0ae7818000d4d4c4847b",
        "a4a.t": "23fef5e5ac0d1bc17a4ac55a16c03d361e41e890a83595a3e7da6eca9660e4bf",
    },
}


def fetch(name: str, base_url: str = LIBSVM_PAGE) -> tuple[Path, ...]:
    """Fetch a data set into the data folder and return its files.

    A file appears in the folder whole and with the right checksum, or not at all. Files that are
    there already are kept if their checksum is right and fetched again if it is not.

    Parameters
    ----------
    name : str
        Which data set; "a4a" is the only one.
    base_url : str
        The web folder that holds the files, if not the page of LIBSVM.
    """
    files = FILES[check_choice(name, "name", tuple(FILES))]
    if not isinstance(base_url, str):
        message = f"base_url must be a string, got a {type(base_url).__name__}"
        raise InputTypeError(message)
    folder = data_folder()
    return tuple(_retrieve(base_url, file, sha256, folder) for file, sha256 in files.items())


def _retrieve(base_url: str, file: str, sha256: str, folder: Path) -> Path:
    import pooch

    pooch.get_logger().setLevel("WARNING")  # the progress bar says enough
    url = f"{base_url.rstrip('/')}/{file}"
    try:
        # pooch downloads beside the target, checks, and only then renames.
        found = pooch.retrieve(url, f"sha256:{sha256}", fname=file, path=folder, progressbar=True)
    except (OSError, ValueError) as error:
        message = (
            f"{file} could not be fetched from {url} into {folder}, nothing was saved: {error}"
        )
        raise OSError(message) from error
    return Path(found)
