"""Each gate on links and mentions catches a notebook broken on purpose."""

import example_lesson as example
import gates_links
import pytest
from example_lesson import broken, caught
from nbformat.v4 import new_markdown_cell


@pytest.mark.parametrize(
    "target",
    [
        "02_missing.ipynb",
        "#No-such-heading",
        "00_start_here.ipynb#Nothing",
        "figures/a.png",
        "https:/example.org",
        "attachment:a.png",
    ],
)
def test_links_that_lead_nowhere_are_caught(tmp_path, target):
    words = f"cell 3: the link to {target} leads nowhere"
    text = example.lesson()[2].source
    for link in (
        f"[here]({target})",
        f'<a href="{target}">here</a>',
        f'![picture]({target} "title")',
    ):
        caught(gates_links.links, broken(tmp_path, (2, new_markdown_cell(text + link))), words)


def test_good_links_pass(tmp_path):
    text = example.lesson()[2].source
    text += "[a](00_start_here.ipynb) [b](#An-idea) [c](00_start_here.ipynb#00-·-Start-here)"
    text += "[d](solutions/) $f[x](y)$ <https://example.org>"
    assert gates_links.links(broken(tmp_path, (2, new_markdown_cell(text)))) == []


@pytest.mark.parametrize("image", ["![](00_start_here.ipynb)", "<img src='00_start_here.ipynb'>"])
def test_images_in_the_text_need_alt_text(tmp_path, image):
    cell = new_markdown_cell(example.lesson()[2].source + image)
    caught(gates_links.images, broken(tmp_path, (2, cell)), "cell 3: has an image without alt text")


@pytest.mark.parametrize("name", ["lesson 17", "lesson 3", "03_perceptrons"])
def test_mentions_of_lessons_that_do_not_exist_are_caught(tmp_path, name):
    cell = new_markdown_cell(example.lesson()[2].source + f" See {name}.")
    caught(
        gates_links.mentions, broken(tmp_path, (2, cell)), f"cell 3: mentions {name}, which is not"
    )


def test_every_lesson_of_a_list_is_looked_up(tmp_path):
    cell = new_markdown_cell(example.lesson()[2].source + " See lessons 03, 44 and 05.")
    caught(gates_links.mentions, broken(tmp_path, (2, cell)), "mentions lesson 44")


def test_a_lesson_that_needs_a_later_one_is_caught(tmp_path):
    box = example.BOX.replace("98 · Example", "01 · Lines").replace("00 Start here", "05 Kernels")
    notebook = example.store([new_markdown_cell(box)], tmp_path / "01_lines.ipynb")
    [complaint] = gates_links.before_this(notebook)
    assert "needs lesson 05, which does not come before" in complaint
