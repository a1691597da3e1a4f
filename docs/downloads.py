"""Put a button on each page to print it, and on a lesson's page one to take its notebook along."""

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

NOTEBOOKS = "notebooks"  # the folder beside index.html with the notebooks as they are


def add_button(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Sphinx calls this for each page, after the theme has made its own buttons."""
    if tree is None:  # the search page and the indices have nothing to keep
        return
    buttons = [
        {
            "type": "javascript",
            "javascript": "window.print()",
            "text": "Print or PDF",
            "icon": "fas fa-print",
            "label": "print-button",
        }
    ]
    if Path(app.env.doc2path(page)).suffix == ".ipynb":
        buttons.insert(
            0,
            {
                "type": "link",
                "url": context["pathto"](f"{NOTEBOOKS}/{page}.ipynb", 1),
                "text": "Notebook",
                "icon": "fas fa-file-code",
                "label": "notebook-button",
            },
        )
    context["header_buttons"].append(
        {
            "type": "group",
            "tooltip": "Download or print this page",
            "icon": "fas fa-download",
            "buttons": buttons,
            "label": "download-buttons",
        }
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", add_button, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
