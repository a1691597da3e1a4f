"""Filming sliders: which positions, in which order, and where they stand afterwards."""

import base64
import io

import pytest
from ipywidgets import (
    Checkbox,
    Dropdown,
    FloatLogSlider,
    FloatSlider,
    HBox,
    IntRangeSlider,
    IntSlider,
    Label,
    Output,
    Play,
    VBox,
)
from PIL import Image

from tools.lessons import films


@pytest.fixture
def drawing(monkeypatch):
    """Stands for the kernel: a 'picture' is the point itself."""

    def shown_at(parts, point):
        for part, value in zip(parts, point, strict=True):
            part.value = value
        return "", " ".join(map(str, point))

    monkeypatch.setattr(films, "_shown_at", shown_at)


def texts(shown):
    return [frame["text"] for frame in films.film(shown)["frames"]]


def test_one_slider_goes_through_its_values_and_back(drawing):
    slider = IntSlider(3, min=1, max=5, description="k")
    made = films.film(VBox([slider, Output()]))
    assert [frame["text"] for frame in made["frames"]] == ["1", "2", "3", "4", "5"]
    assert made["controls"] == [{"name": "k", "labels": ["1", "2", "3", "4", "5"], "start": 2}]
    assert slider.value == 3


def test_a_slider_that_stands_at_its_first_place_is_filmed_there_too(monkeypatch):
    slider, drawn = IntSlider(1, min=1, max=3), []
    slider.observe(lambda change: drawn.append(str(change.new)), "value")

    def shown_at(parts, point):
        drawn.clear()
        slider.value = point[0]
        return "", "".join(drawn)

    monkeypatch.setattr(films, "_shown_at", shown_at)
    assert texts(VBox([slider, Output()])) == ["1", "2", "3"]


def test_two_controls_make_a_grid_with_the_first_slowest(drawing):
    box = VBox([Dropdown(options=[("one", 1), ("two", 2)]), Checkbox(False), Output()])
    assert texts(box) == ["1 False", "1 True", "2 False", "2 True"]
    assert [c["labels"] for c in films.film(box)["controls"]] == [["one", "two"], ["no", "yes"]]


def test_long_sliders_are_thinned_but_keep_ends_and_start(drawing):
    made = films.film(VBox([IntSlider(5, min=1, max=150), Output()]))
    labels = made["controls"][0]["labels"]
    assert len(labels) == films.MOST_VALUES
    assert (labels[0], labels[-1]) == ("1", "150")
    assert labels[made["controls"][0]["start"]] == "5"
    pair = [FloatSlider(90, min=0, max=90, step=1), FloatSlider(1.8, min=1, max=6, step=0.05)]
    assert len(texts(VBox([*pair, Output()]))) <= films.MOST_FRAMES


def test_a_logarithmic_slider_multiplies(drawing):
    made = films.film(VBox([FloatLogSlider(1, base=10, min=-1, max=1, step=1), Output()]))
    assert made["controls"][0]["labels"] == ["0.1", "1", "10"]
    assert made["controls"][0]["start"] == 1


def test_a_start_between_two_marks_is_kept(drawing):
    slider = FloatLogSlider(0.5, base=10, min=-1, max=1, step=0.1)
    made = films.film(VBox([slider, Output()]))
    control = made["controls"][0]
    assert control["labels"][control["start"]] == "0.5"
    assert len(control["labels"]) == 21


def test_a_player_follows_its_slider_and_labels_are_no_controls(drawing):
    slider = IntSlider(1, min=1, max=3)
    box = VBox([HBox([Play(min=1, max=3), slider, Label("k"), IntRangeSlider()]), Output()])
    assert texts(box) == ["1", "2", "3"]


def test_what_does_not_move_or_show_is_no_film(drawing):
    assert films.film(Play()) is None
    assert films.film(VBox([IntSlider(), Label()])) is None
    assert films.film(VBox([Output()])) is None


def test_sliders_end_where_they_began_even_if_drawing_fails(monkeypatch):
    slider = IntSlider(2, min=1, max=3)

    def fail(parts, point):
        slider.value = point[0]
        if point[0] == 1:
            raise RuntimeError

    monkeypatch.setattr(films, "_shown_at", fail)
    with pytest.raises(RuntimeError):
        films.film(VBox([slider, Output()]))
    assert slider.value == 2


def test_pictures_become_small():
    image = Image.effect_noise((1200, 300), 80).convert("RGB")
    written = io.BytesIO()
    image.save(written, "PNG")
    small = films._small(base64.b64encode(written.getvalue()).decode())
    shown = Image.open(io.BytesIO(base64.b64decode(small)))
    assert shown.size == (760, 190)
    assert shown.format == "WEBP"
    assert len(set(shown.get_flattened_data())) <= films.COLOURS
