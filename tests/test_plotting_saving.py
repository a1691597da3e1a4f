"""A figure as a file: vector, whole or not at all, the same bytes for the same picture."""

import re
import zlib

import matplotlib.pyplot as plt
import pytest

from kernelkit.plotting import loss_functions, save_figure


def test_a_pdf_holds_lines_and_letters_and_no_dots(tmp_path):
    path = save_figure(loss_functions(), tmp_path / "figures" / "losses.pdf")
    assert path == tmp_path / "figures" / "losses.pdf"
    content = path.read_bytes()
    assert content.startswith(b"%PDF-")
    assert b"/Subtype /Image" not in content
    assert b"/Subtype /Type3" not in content  # such letters cannot be copied
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    drawn = b"".join(zlib.decompress(stream) for stream in streams if stream[:1] == b"x")
    assert drawn.count(b" l\n") > 100  # lines


def test_nothing_is_cut_off_at_the_edges(tmp_path):
    ax = loss_functions()
    ax.text(1.4, 0.5, "far out", transform=ax.transAxes)
    path = save_figure(ax, tmp_path / "wide.png")
    picture = plt.imread(path)[..., :3].min(axis=2)
    assert picture.shape[1] > 640  # wider than the page, by the words beside it
    assert (picture[:, -60:] < 0.5).any()


@pytest.mark.parametrize("suffix", [".pdf", ".svg", ".png"])
def test_the_same_picture_is_the_same_file(tmp_path, monkeypatch, suffix):
    made = []
    for day in ("1000000000", "1700000000"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", day)
        made.append(save_figure(loss_functions(), tmp_path / f"{day}{suffix}").read_bytes())
        plt.close("all")
    assert made[0] == made[1]


@pytest.mark.parametrize("name", ["losses", "losses.docx"])
def test_an_unknown_format_is_refused(tmp_path, name):
    with pytest.raises(ValueError, match=rf"path must end in one of .*pdf.*, got '.*{name}'"):
        save_figure(loss_functions(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []
