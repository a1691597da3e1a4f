"""kernelkit installed: anybody can use it, from any folder, offline, in any path."""

import functools
import http.server
import re
import threading

import pytest

KNN = ("kernelkit", "run", "iris", "--classifier", "knn", "--set", "n_neighbors=3")
PNG = b"\x89PNG\r\n\x1a\n"


def cached(folder):
    """The names of the compiled functions that are kept somewhere below a folder."""
    return sorted(path.name for path in folder.rglob("*.nbc"))


def packages_of(environment):
    [folder] = environment.glob("lib/python3*/site-packages")
    return folder


@pytest.fixture(scope="module")
def server():
    """An address on this machine that anybody with a network can read."""
    handler = functools.partial(Quiet, directory="/dev")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as started:
        threading.Thread(target=started.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{started.server_port}/null"
        started.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


def test_the_stranger_can_write_at_home_only_and_reaches_nobody(stranger, server):
    code = (
        "import os, sys, urllib.request\n"
        "*folders, url = sys.argv[1:]\n"
        "print(os.getuid() != 0, *[os.access(folder, os.W_OK) for folder in folders])\n"
        "try: print(urllib.request.urlopen(url, timeout=5).status)\n"
        "except OSError: print('nobody')\n"
    )
    packages = packages_of(stranger.environment)
    folders = (stranger.folder, packages, packages / "kernelkit" / "__pycache__", stranger.bare)
    assert stranger.calls("python", "-c", code, *map(str, folders), server) == (
        "True True False False False\nnobody\n"
    )


def test_the_doctor_finds_all_well_and_names_the_folder_of_compiled_code(stranger):
    shown = stranger.calls("kernelkit", "doctor")
    assert shown.endswith("\nall is well\n")
    packages = packages_of(stranger.environment)
    assert re.search(rf"^kernelkit +\S+ in {re.escape(str(packages))}", shown, re.MULTILINE)
    [kept] = re.findall(r"^cache +(.*) can be written to: ok$", shown, re.MULTILINE)
    assert kept.startswith(str(stranger.home))
    assert cached(stranger.home)
    assert cached(packages / "kernelkit") == []


def test_a_run_with_a_picture_says_what_readme_says(stranger):
    shown = stranger.calls(*KNN, "--plot", "iris.png")
    assert "\ntest        93.3 % right (28 of 30)\n" in shown
    assert shown.endswith("\npicture     iris.png: petal length and petal width\n")
    picture = (stranger.folder / "iris.png").read_bytes()
    assert picture.startswith(PNG)
    assert len(picture) > 10_000


def test_the_module_is_the_command_and_a_support_vector_machine_runs(stranger):
    words = ("-m", "kernelkit", "run", "iris", "--classifier", "kernel-svm")
    shown = stranger.calls("python", *words)
    assert "\ntest        96.7 % right (29 of 30)\n" in shown


def test_a_file_of_ones_own_may_have_accents_in_its_name_and_in_its_labels(stranger):
    rows = "".join(f"{i % 2 + i / 100},{i},{'été' if i % 2 else 'zima'}\n" for i in range(40))
    file = stranger.folder / "moje květiny.csv"
    file.write_text("délka,šířka,roční doba\n" + rows, encoding="utf-8")
    shown = stranger.calls("kernelkit", "run", file.name, "--classifier", "perceptron")
    assert "data        moje květiny.csv: 40 samples, 1 feature, 2 classes" in shown
    assert "\ntest        100.0 % right (8 of 8)\n" in shown
    assert re.search(r"^été +\. +4$", shown, re.MULTILINE)


def test_where_nothing_can_be_written_it_compiles_in_memory_and_the_doctor_says_so(stranger):
    nowhere = {"home": stranger.bare, "folder": stranger.bare}
    doctor = stranger.run("kernelkit", "doctor", **nowhere)
    assert doctor.returncode == 1
    assert re.search(r"^cache .*no folder to keep .*: failed$", doctor.stdout, re.MULTILINE)
    assert doctor.stdout.endswith("\n1 failed\n")
    said = [line for line in doctor.stderr.splitlines() if "matplotlib" not in line]  # for itself
    assert len(said) == 1
    assert "RuntimeWarning: the folder of compiled code cannot be used" in said[0]
    perceptron = ("kernelkit", "run", "iris", "--classifier", "perceptron")
    run = stranger.run(*perceptron, **nowhere)
    assert run.returncode == 0
    assert "\ntest        96.7 % right (29 of 30)\n" in run.stdout
    assert run.stderr.count("\n") == 1
    refused = stranger.run(*perceptron, "--plot", "iris.png", **nowhere)
    assert refused.returncode == 2
    assert re.match(
        r"kernelkit run: --plot must be in a folder that can be written to",
        refused.stderr.splitlines()[-1],
    )


@pytest.mark.parametrize("package", ["sklearn", "matplotlib"])
def test_a_package_that_is_missing_is_named(stranger, package):
    hidden = stranger.home.parent / f"without {package}"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(f"import sys\nsys.modules[{package!r}] = None\n")
    shown = stranger.calls("kernelkit", "doctor", code=1, PYTHONPATH=str(hidden))
    assert re.search(rf"^{package} .*{package}.*: failed$", shown, re.MULTILINE)
    assert re.search(r"^data iris .*: ok$", shown, re.MULTILINE)
    run = stranger.run(*KNN, "--plot", "iris.png", PYTHONPATH=str(hidden))
    assert run.returncode == 2
    assert re.fullmatch(rf"kernelkit run: the package {package} is missing; .*\n", run.stderr)
