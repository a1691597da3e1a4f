"""Put the script of the live pictures on the pages that have one, and on no other."""

from typing import Any

from sphinx.application import Sphinx


def add_script(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Sphinx calls this for each page; what is added then is added to that page alone."""
    if "kk-live-place" in context.get("body", ""):
        # Deferred, it runs when all pictures have their places, from a file as from a server.
        app.add_js_file("live.js", loading_method="defer")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
