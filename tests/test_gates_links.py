"""Each gate on links and images catches a notebook broken on purpose."""

import example_lesson as example
import pytest
from example_lesson import broken, caught
from nbformat.v4 import new_markdown_cell

from tools.lessons.gates import links


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
        caught(links.links, broken(tmp_path, (2, new_markdown_cell(text + link))), words)


def test_good_links_pass(tmp_path):
    text = example.lesson()[2].source
    text += "[a](00_start_here.ipynb) [b](#An-idea) [c](00_start_here.ipynb#00-·-Start-here)"
    text += "[d](solutions/) $f[x](y)$ <https://example.org>"
    assert links.links(broken(tmp_path, (2, new_markdown_cell(text)))) == []


@pytest.mark.parametrize("image", ["![](00_start_here.ipynb)", "<img src='00_start_here.ipynb'>"])
def test_images_in_the_text_need_alt_text(tmp_path, image):
    cell = new_markdown_cell(example.lesson()[2].source + image)
    caught(links.images, broken(tmp_path, (2, cell)), "cell 3: has an image without alt text")
