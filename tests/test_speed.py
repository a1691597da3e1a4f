"""The speed picture shows every measurement, each once."""

import json

import matplotlib.pyplot as plt
import pytest
import speed


def row(name, peer, ratio, group=""):
    return {"name": name, "peer": peer, "ratio": ratio, "group": group}


ROWS = [
    row("a", "SVC", 8.0, "Gaussian SVM"),
    row("b", "SVC", 2.0, "Gaussian SVM"),
    row("Gaussian SVM", "SVC", 4.0),
    row("c", "NumPy loop, one epoch times 20", 500.0),
    row("d", "NumPy loop, one epoch times 11,760", 900.0),
    row("e", "newton", 0.5),
]


def test_each_job_stands_once_in_the_row_of_its_peer():
    assert speed.by_peer(ROWS) == {"NumPy loop": [500.0, 900.0], "SVC": [8.0, 2.0], "newton": [0.5]}
    assert list(speed.by_peer(ROWS)) == ["NumPy loop", "SVC", "newton"]


def test_every_point_is_drawn_the_slower_ones_too():
    ax = speed.draw(speed.by_peer(ROWS)).axes[0]
    points = [(x, y) for line in ax.lines[:3] for x, y in zip(*line.get_data(), strict=True)]
    assert points == [(500.0, 0), (900.0, 0), (8.0, 1), (2.0, 1), (0.5, 2)]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["NumPy loop", "SVC", "newton"]
    low, high = ax.get_xlim()
    assert low < 0.5
    assert high > 900


def test_the_picture_is_made_from_the_file_of_make_bench(tmp_path, capsys):
    path = tmp_path / "results.json"
    with pytest.raises(SystemExit):
        speed.main(["--json", str(path), "--to", str(tmp_path / "speed.png")])
    assert "results.json is not there" in capsys.readouterr().err
    path.write_text(json.dumps({"rows": ROWS}))
    assert speed.main(["--json", str(path), "--to", str(tmp_path / "speed.png")]) == 0
    assert plt.imread(tmp_path / "speed.png").shape[1] > 1000
