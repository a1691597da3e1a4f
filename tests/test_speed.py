"""The speed picture shows every measurement of every processor, each once."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from test_benchmarks import MACHINE, results, row

from benchmarks.report import write_json
from benchmarks.side_by_side import Quartiles
from tools.pictures import speed


def measured(name, peer, ratio, group=""):
    return row(name=name, peer=peer, ratio=Quartiles(None, ratio, None), group=group)


ROWS = [
    measured("a", "SVC", 8.0, "Gaussian SVM"),
    measured("b", "SVC", 2.0, "Gaussian SVM"),
    measured("Gaussian SVM", "SVC", 4.0),
    measured("c", "NumPy loop, one epoch times 20", 500.0),
    measured("d", "NumPy loop, one epoch times 11,760", 900.0),
    measured("e", "newton", 0.5),
]
PROCESSORS = {"x86": speed.by_peer(ROWS), "ARM": {"SVC": [3.0], "other": [100.0]}}


def test_each_job_stands_once_in_the_row_of_its_peer():
    assert speed.by_peer(ROWS) == {"SVC": [8.0, 2.0], "NumPy loop": [500.0, 900.0], "newton": [0.5]}


def test_the_slowest_peer_of_all_processors_comes_first():
    assert speed.peers(PROCESSORS) == ["NumPy loop", "other", "SVC", "newton"]


def test_every_point_is_drawn_the_slower_ones_too():
    figure = speed.draw(PROCESSORS)
    ax = figure.axes[0]
    points = [drawn.get_offsets() for drawn in ax.collections]
    assert [sorted(x for x, _ in one) for one in points] == [[0.5, 2, 8, 500, 900], [3, 100]]
    rows = [[round(y) for _, y in one] for one in points]
    assert rows == [[2, 2, 0, 0, 3], [2, 1]]
    assert not np.isin(points[0][:, 1], points[1][:, 1]).any(), "processors lie one above another"
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["NumPy loop", "other", "SVC", "newton"]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["x86", "ARM"]
    low, high = ax.get_xlim()
    assert low < 0.5
    assert high > 900


def test_the_picture_is_made_from_all_files_of_make_bench(tmp_path, capsys):
    folder, picture = tmp_path / "results", tmp_path / "speed.png"
    options = ["--results", str(folder), "--to", str(picture)]
    with pytest.raises(SystemExit):
        speed.main(options)
    assert "--results must hold what make bench writes" in capsys.readouterr().err
    folder.mkdir()
    for kind in ("x86_64", "aarch64"):
        write_json(
            folder / f"{kind}.json", results(*ROWS, machine={**MACHINE, "architecture": kind})
        )
    assert speed.main(options) == 0
    assert plt.imread(picture).shape[1] > 1000
