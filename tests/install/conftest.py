"""kernelkit as people get it: packed, installed into an empty environment, used by a stranger.

``make package`` runs these. They install from the package index, as people do, with the versions
that constraints.txt pins; what is installed is then used without network, by somebody who may not
write to it. Windows has none of the means: the workflow installs and runs the package there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT

NOBODY = 65534  # who owns no file on any system
AS_NOBODY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
# A root user's interpreter may lie in a home that nobody else can enter.
READS_ALL = [f"--{kind}-caps=-all,+dac_read_search" for kind in ("inh", "ambient")]
ALONE = ["unshare", "--net", "--"]
ALONE_WITHOUT_ROOT = ["unshare", "--user", "--map-current-user", "--net", "--"]
# Where the system allows no network of one's own: port 9 discards, nobody listens.
NO_PROXY_ANSWERS = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9")


def finished(command, **options):
    """What a command that has to succeed printed."""
    run = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.fixture(scope="session")
def place():
    """A folder that others may enter, with spaces and accents in its name, gone afterwards."""
    base = Path(tempfile.mkdtemp(prefix="kernelkit-"))
    base.chmod(0o755)
    try:
        folder = base / "Mes études" / "mašinové učení"
        folder.mkdir(parents=True)
        yield folder
    finally:
        if os.geteuid() != 0:
            allow_writing(base)
        shutil.rmtree(base)


@pytest.fixture(scope="session")
def archives(place):
    """The source archive and two wheels: one made of the checkout, one made of the archive."""
    tools, first, second = place / "tools", place / "packed", place / "packed again"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    finished([*pip, "install", "--target", tools, "hatchling"])
    hatchling = [sys.executable, "-m", "hatchling", "build", "-d", first]
    finished(hatchling, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(tools)})
    [source], [wheel] = first.glob("*.tar.gz"), first.glob("*.whl")
    finished([*pip, "wheel", "--no-deps", "--wheel-dir", second, source])
    [from_source] = second.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed, zipfile.ZipFile(from_source) as packed_again:
        yield source, packed, packed_again


@pytest.fixture(scope="session")
def environment(place, archives):
    """An environment with the wheel and what it asks for, nothing else, that nobody may change."""
    folder, pins = place / "environment", ROOT / "constraints.txt"
    finished([sys.executable, "-m", "venv", folder])
    pip = [folder / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    finished([*pip, "install", "--constraint", pins, archives[1].filename])
    if os.geteuid() != 0:  # root is somebody else when it uses the environment
        forbid_writing(folder)
    return folder


@pytest.fixture(scope="session")
def stranger(place, environment):
    return Stranger(environment, place / "stranger")


class Stranger:
    """Somebody who uses the environment from a folder of their own, without rights or network."""

    def __init__(self, environment, folder):
        self.environment = environment
        self.home, self.folder = folder, folder / "my work"
        self.folder.mkdir(parents=True)
        self.bare = folder.parent / "bare"  # a home in which nothing can be written
        self.bare.mkdir(mode=0o555)
        self.confinement = confinement()
        if os.geteuid() == 0:
            for path in (self.home, self.folder):
                os.chown(path, NOBODY, NOBODY)

    def calls(self, *words, home=None, folder=None, code=0, **variables):
        """What a command says on standard output, once it ended with this code."""
        run = self.run(*words, home=home, folder=folder, **variables)
        assert run.returncode == code, run.stdout + run.stderr
        assert run.stderr == ""
        return run.stdout

    def run(self, *words, home=None, folder=None, **variables):
        programs = self.environment / "bin"
        setting = {
            "PATH": f"{programs}{os.pathsep}{os.defpath}",
            "HOME": str(home or self.home),
            "LC_ALL": "C",
            **NO_PROXY_ANSWERS,
            **variables,
        }
        command = [*self.confinement, programs / words[0], *words[1:]]
        return subprocess.run(
            command,
            cwd=folder or self.folder,
            env=setting,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


def confinement():
    """The words before a command that take its rights and its network away."""
    if os.geteuid() != 0:
        return _first_that_works(ALONE_WITHOUT_ROOT, [])
    nobody = _first_that_works([*AS_NOBODY, *READS_ALL], AS_NOBODY)
    return [*_first_that_works(ALONE, []), *nobody]


def _first_that_works(*wrappers):
    return next(
        words
        for words in wrappers
        if not words
        or (shutil.which(words[0]) and not subprocess.run([*words, "true"], check=False).returncode)
    )


def forbid_writing(folder):
    _change_modes(folder, lambda mode: mode & ~0o222)


def allow_writing(folder):
    _change_modes(folder, lambda mode: mode | 0o200)


def _change_modes(folder, change):
    for path, _, files in os.walk(folder):
        for name in (".", *files):
            target = Path(path, name)
            if not target.is_symlink():
                target.chmod(change(target.stat().st_mode & 0o777))
