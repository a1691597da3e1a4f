"""Templates of the web pages, filled by Jinja: docs/pages for pages, templates/ for their parts."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "pages"

TEMPLATES = Environment(
    loader=FileSystemLoader([PAGES, Path(__file__).resolve().parent / "templates"]),
    undefined=StrictUndefined,
    autoescape=lambda name: name is not None and name.endswith(".html"),
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def render(template: str, /, **words: object) -> str:
    """Fill a template; a word that it asks for and does not get is an error."""
    return TEMPLATES.get_template(template).render(words)
