"""Write formulas as TeX, as sphinx.ext.mathjax does, but without its script.

tools/site/formulas.py sets them when the pages are there.
"""

from sphinx.application import Sphinx
from sphinx.ext.mathjax import html_visit_displaymath, html_visit_math


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.setup_extension("sphinx.ext.mathjax")
    app.add_html_math_renderer("as_tex", (html_visit_math, None), (html_visit_displaymath, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
