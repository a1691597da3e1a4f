"""The command line as a whole: how it ends, what it says about bad input, what it loads."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import ROOT
from sklearn.base import BaseEstimator, ClassifierMixin

from kernelkit.cli import main
from kernelkit.cli.main import COMMANDS, make_parser
from kernelkit.estimators import CLASSIFIERS


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder with the files that the examples name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("KERNELKIT_DATA", str(tmp_path / "data"))
    shutil.copy(ROOT / "datasets" / "iris.csv", "flowers.csv")
    shutil.copy(ROOT / "examples" / "apples.csv", "apples.csv")
    (tmp_path / "tiny.csv").write_text("a,b,c\n1,2,x\n2,3,x\n3,4,y\n")
    # Stands for /dev/null, which a broken guard would replace; Windows has no pipes in folders.
    getattr(os, "mkfifo", os.mkdir)(tmp_path / "pipe")
    (tmp_path / "words.txt").write_text("hello world\n")
    (tmp_path / "colours.csv").write_text("\x1b[31mred,b\n1,2\n")
    (tmp_path / "same.csv").hardlink_to(tmp_path / "flowers.csv")
    (tmp_path / "data").mkdir()
    return tmp_path


BAD = {
    "nothing": ("", "required: COMMAND"),
    "command": ("train", r"invalid choice: 'train' .*'progress'\) \("),
    "command misspelt": ("rum iris", r"invalid choice: 'rum' .*; did you mean 'run'\? \("),
    "option": ("run iris --classifier knn --speed 3", "unrecognized arguments: --speed"),
    "option misspelt": (
        "run iris more --clasifier=kernel-perceptron",
        r"^kernelkit run: .* did you mean '--classifier'\? \(kernelkit run --help",
    ),
    "option of others": (
        "run iris --model knn",
        r"unrecognized arguments: --model knn; did you mean '--classifier'\? ",
    ),
    "help": ("help", r"'help' is no command; did you mean '--help'\?"),
    "classifier": (
        "run iris --classifier Knm",
        "--classifier must be one of .*knn, .*, got 'Knm'; did you mean 'knn'",
    ),
    "a setting without its option": (
        "run iris k=3 --classifier knn",
        r"unrecognized arguments: k=3; did you mean --set n_neighbors=3\? ",
    ),
    "parameter": (
        "run iris --classifier knn --set k=3",
        "the parameter must be one of metric, n_neighbors, p, weights, got 'k'; did you mean 'n_n",
    ),
    "data": (
        "run irsi --classifier knn",
        "of iris, .*, got 'irsi': no such file; did you mean 'iris'",
    ),
    "test size in per cent": (
        "run iris --classifier knn --test-size 20",
        "--test-size must be above 0 and below 1, got 20; 20 % are 0.2$",
    ),
    "nothing to learn": (
        "run iris --classifier knn --test-size 0.99",
        "leaves no sample of '[a-z]+' to learn from",
    ),
    "seed": ("run iris --classifier knn --seed -1", "--seed must be .*at least 0 and .*, got -1"),
    "too large": ("run iris --classifier knn --subsample 151", "at most 150, got 151"),
    "no table": ("run words.txt --classifier knn", "expected a CSV .* 'hello world'"),
    "over the data": (
        "run flowers.csv --classifier knn --label species --json flowers.csv",
        "--json must be another file than the data, got 'flowers.csv'",
    ),
    "twice the same": (
        "run iris --classifier knn --plot out.png --json ./out.png",
        "--json must be another file than --plot, got './out.png'",
    ),
    "control characters": (
        "run colours.csv --classifier knn --label c",
        r"label must be a column of colours.csv \(\\x1b\[31mred, b\), got 'c'",
    ),
    "label of a set": ("run iris --classifier knn --label 4", "--label .* for CSV files"),
    "plot suffix": ("run iris --classifier knn --plot out.gif", "ends in .png"),
    "json pipe": ("run iris --classifier knn --json pipe", "no link, folder or device"),
    "label alone": ("data --label 1", "no file was given"),
}


def content(folder):
    return {path: path.read_bytes() if path.is_file() else b"" for path in folder.iterdir()}


@pytest.mark.parametrize(("line", "words"), BAD.values(), ids=BAD)
def test_bad_input_ends_in_one_line_and_leaves_nothing_behind(line, words, capsys, folder):
    before = content(folder)
    assert main(shlex.split(line)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.endswith("\n")
    assert re.search(words, said.rstrip("\n")), said
    assert re.match(r"kernelkit( run| data)?: ", said)
    assert content(folder) == before


class Majority(ClassifierMixin, BaseEstimator):
    """Predict the commonest class, whatever comes."""

    def __init__(self, trouble: str = "none") -> None:
        self.trouble = trouble

    def fit(self, X, y):
        if self.trouble == "shapes":
            return X + X[:2]
        if self.trouble == "name":
            return self.nothing_of_the_kind
        if self.trouble == "raised elsewhere":
            raise ValueError(self.trouble)
        if self.trouble == "interrupt":
            raise KeyboardInterrupt
        self.classes_, counts = np.unique(y, return_counts=True)
        self.winner_ = self.classes_[counts.argmax()]
        return self

    def predict(self, X):
        return np.full(len(X), self.winner_)


@pytest.fixture
def majority(monkeypatch):
    monkeypatch.setitem(CLASSIFIERS, "most-frequent", Majority)
    return ["run", "iris", "--classifier", "most-frequent"]


def test_a_registered_classifier_is_listed_and_runs(majority, capsys):
    assert main(["list"]) == 0
    listed = capsys.readouterr().out
    assert re.search(r"most-frequent +Predict the commonest class, whatever comes.\n", listed)
    assert re.search(r"\niris +150 +4 +3\n", listed)
    assert listed.count("\n") < 40
    assert main(["list", "most-frequent"]) == 0
    assert re.search(r"\n +trouble=none\n", capsys.readouterr().out)
    assert main(["list", "knn"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"\nn_neighbors : int, default 5\n    The number k of voters", told)
    assert "`" not in listed + told
    assert main(majority) == 0
    assert "33.3 % right (10 of 30)" in capsys.readouterr().out


@pytest.mark.parametrize("trouble", ["shapes", "name", "raised elsewhere"])
def test_a_bug_keeps_its_traceback(majority, trouble):
    with pytest.raises((ValueError, AttributeError), match=r"operands|nothing_of|elsewhere"):
        main([*majority, "--set", f"trouble={trouble}"])


def test_ctrl_c_ends_quietly(majority, capsys):
    assert main([*majority, "--set", "trouble=interrupt"]) == 130
    assert capsys.readouterr().err == ""


def examples():
    parser = make_parser()
    helps = [parser, *parser._subparsers._group_actions[0].choices.values()]
    found = [re.findall(r"^  kernelkit (.*)$", each.epilog, re.MULTILINE) for each in helps]
    assert len(found) == 1 + len(COMMANDS)
    assert all(found), "every help has an example"
    # These need lessons, which test_exercises_progress.py makes.
    lines = {line for lines in found for line in lines}
    large = ("run usps", "run mnist", "run a4a", "warmup")
    return [
        pytest.param(line, marks=pytest.mark.storm) if line.startswith(large) else line
        for line in sorted(lines)
        if not line.startswith("progress")
    ]


@pytest.mark.compiled
@pytest.mark.parametrize("line", examples())
def test_every_example_of_every_help_runs(line, folder, capsys):
    import gzip

    people = b"".join(b"%+d 1:%d 2:1\n" % (1 - 2 * (i % 2), i % 2 + 1) for i in range(20))
    (folder / "people.libsvm.gz").write_bytes(gzip.compress(people))
    assert main(shlex.split(line)) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert len(shown.out) > 10
    for file in ("out.png", "out.json"):
        assert (folder / file).exists() == (file in line)


def test_data_says_what_is_where(capsys, folder):
    assert main(["data"]) == 0
    shown = capsys.readouterr().out
    assert str(ROOT / "datasets") in shown.replace("\n            ", "")
    assert re.search(r"^iris +150 +4 +3$", shown, re.MULTILINE)


def test_data_describes_a_file(capsys, folder):
    (folder / "flowers.csv").write_text("a,b\n" + "".join(f"{i},{i % 25}\n" for i in range(30)))
    assert main(["data", "flowers.csv", "--label", "b"]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^samples +30\nfeatures +1: a\nclasses +25\n +0 +2\n", shown, re.MULTILINE)
    assert "and 5 more" in shown


@pytest.mark.storm
def test_help_loads_nothing_heavy_and_list_no_matplotlib():
    heavy = "{'numpy', 'numba', 'scipy', 'sklearn', 'matplotlib', 'tqdm'}"
    code = (
        "import sys; from kernelkit.cli import main\n"
        "main(['run', '--help'])\n"
        f"print('HELP', sorted({heavy} & set(sys.modules)))\n"
        "main(['list'])\n"
        "print('LIST', 'matplotlib' in sys.modules)\n"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "\nHELP []\n" in shown.stdout
    assert "\nLIST False\n" in shown.stdout


@pytest.mark.storm
def test_a_reader_who_leaves_ends_the_command_quietly():
    command = [sys.executable, "-m", "kernelkit", "list"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.storm
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux alone has a disk that is full")
def test_a_full_disk_behind_standard_output_is_one_line():
    command = [sys.executable, "-m", "kernelkit", "list"]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.stderr == "kernelkit list: standard output: No space left on device\n"
    assert ended.returncode == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes in folders")
@pytest.mark.parametrize("text", ["1,2,x\n2,3,x\n7,4,y\n8,5,y\n", "1 1:1\n1 1:2\n2 1:7\n2 1:8\n"])
def test_a_pipe_is_read_once(folder, text, capsys):
    writer = threading.Thread(target=(folder / "pipe").write_text, args=(text,))
    writer.start()
    assert main(["data", "pipe"]) == 0
    writer.join()
    assert re.search(r"^samples +4$", capsys.readouterr().out, re.MULTILINE)


def test_a_file_cannot_command_the_terminal(folder, capsys):
    rows = "".join(f"{i % 7},{i % 5},\x1b]0;mine\x07{i % 2}\n" for i in range(20))
    (folder / "flowers.csv").write_text("\x1b[2Ja,\x9b31mb,label\n" + rows, encoding="utf-8")
    for line in ("data flowers.csv", "run flowers.csv --classifier knn"):
        assert main(line.split()) == 0
        shown = capsys.readouterr().out
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", shown)
        assert r"\x1b]0;mine\x07" in shown


def test_columns_to_leave_out_may_be_given_twice():
    for _ in range(2):  # the second parser does not remember what the first was given
        given = ["run", "mine.csv", "--leave-out", "id", "--leave-out", "date", "time"]
        assert make_parser().parse_args(given).leave_out == ["id", "date", "time"]
    assert make_parser().parse_args(["run", "mine.csv"]).leave_out == []
