"""What is packed: everything that kernelkit needs to run, and nothing else."""

import ast
import sys
import tarfile
import tomllib
from importlib.metadata import packages_distributions

from conftest import ROOT
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import kernelkit

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = f"kernelkit-{kernelkit.__version__}"
CACHES = {"__pycache__", ".ipynb_checkpoints"}
COME_WITH_MATPLOTLIB = {"cycler", "pillow"}
IN_NOTEBOOKS = {"anywidget", "traitlets"}  # imported when a picture to touch is shown there


def files_in(folder):
    """The files of a folder of the checkout, as an archive names them, without caches."""
    paths = [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*")]
    return {p.as_posix() for p in paths if (ROOT / p).is_file() and not CACHES & set(p.parts)}


def test_the_wheel_holds_the_package_and_the_data_and_nothing_else(archives):
    _, wheel, _ = archives
    data = {name.replace("datasets/", "kernelkit/_data/") for name in files_in("datasets")}
    notes = {
        f"{NAME}.dist-info/{name}"
        for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")
    }
    assert set(wheel.namelist()) == files_in("kernelkit") | data | notes


def test_the_wheel_is_the_same_from_the_checkout_and_from_the_source_archive(archives):
    _, wheel, from_source = archives
    assert set(wheel.namelist()) == set(from_source.namelist())
    different = [n for n in wheel.namelist() if wheel.read(n) != from_source.read(n)]
    assert different == []


def test_the_source_archive_holds_what_the_wheel_is_made_of_and_nothing_else(archives):
    with tarfile.open(archives[0]) as archive:
        names = {name.removeprefix(f"{NAME}/") for name in archive.getnames()}
    top = {"README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "pyproject.toml", ".gitignore"}
    assert names == files_in("kernelkit") | files_in("datasets") | top | {"PKG-INFO"}


def test_the_metadata_are_valid_and_say_what_pyproject_says(archives):
    _, wheel, _ = archives
    said = Metadata.from_email(wheel.read(f"{NAME}.dist-info/METADATA"))
    assert (said.name, str(said.version)) == ("kernelkit", kernelkit.__version__)
    assert str(said.requires_python) == PROJECT["requires-python"]
    assert said.description_content_type == "text/markdown"
    assert said.description.strip() == (ROOT / "README.md").read_text(encoding="utf-8").strip()
    needs = {str(need) for need in said.requires_dist if not need.marker}
    assert needs == {str(Requirement(text)) for text in PROJECT["dependencies"]}
    assert set(said.provides_extra) == set(PROJECT["optional-dependencies"])
    assert b"kernelkit = kernelkit.cli:main" in wheel.read(f"{NAME}.dist-info/entry_points.txt")


def imported_by(code):
    """The packages of others that some code imports, at its top or later."""
    nodes = list(ast.walk(ast.parse(code)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"kernelkit"}


def test_what_the_package_imports_is_what_it_asks_for(archives):
    _, wheel, _ = archives
    codes = [wheel.read(n) for n in wheel.namelist() if n.endswith(".py") and "/_data/" not in n]
    imported = set().union(*map(imported_by, codes))
    installed_as = packages_distributions()
    asked = {Requirement(text).name for text in PROJECT["dependencies"]}
    needed = {canonicalize_name(installed_as[name][0]) for name in imported}
    assert needed - COME_WITH_MATPLOTLIB - IN_NOTEBOOKS == asked
