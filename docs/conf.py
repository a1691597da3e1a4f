"""Settings of the HTML edition; tools/site/build.py lays out the pages and runs Sphinx on them."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for the extensions beside this file

import kernelkit
from tools.site.repository import repository as configured

# The address of your fork, as https://github.com/YOU/kernelkit, in the environment or under
# [project.urls] in pyproject.toml. With it pages link to it, and lessons to Binder and Colab;
# without it there are no such buttons.
repository = configured()
# Where the pages will be, as https://you.github.io/kernelkit/: a link to one that somebody posts
# shows the cover then.
html_baseurl = os.environ.get("KERNELKIT_PAGES", "")

project = "kernelkit"
version = release = kernelkit.__version__
language = "en"

extensions = [
    "deeper",
    "downloads",
    "formulas",
    "held",
    "live_script",
    "marks",
    "mentions",
    "moved",
    "social",
    "terms",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
templates_path = ["_templates"]
html_additional_pages = {"404": "404.html"}
suppress_warnings: list[str] = []

# The stored outputs are the pages; widgets were replaced, so no script is needed for them.
nb_execution_mode = "off"
nb_merge_streams = True
nb_render_markdown_format = "myst"  # formulas in what a cell shows
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
myst_enable_extensions = ["amsmath", "attrs_block", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

html_math_renderer = "as_tex"

autodoc_typehints = "none"
autodoc_member_order = "bysource"
# scikit-learn adds these methods to every estimator; its own manual explains them.
REQUESTS = ("fit", "partial_fit", "predict", "predict_proba", "score", "transform")
autodoc_default_options = {
    "exclude-members": ", ".join(f"set_{method}_request" for method in REQUESTS)
}
napoleon_google_docstring = False
napoleon_use_param = False
napoleon_use_rtype = False
napoleon_attr_annotations = False
napoleon_custom_sections = [("Attributes", "params_style")]
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"  # the list of contents is narrow

html_theme = "sphinx_book_theme"
html_title = "kernelkit"
html_static_path = ["_static"]
html_css_files = ["course.css"]
html_js_files = ["deeper.js", "print.js"]
html_extra_path = ["extra"]  # what is put beside index.html as it is
html_favicon = "_static/favicon.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_context = {"default_mode": "auto"}
html_theme_options = {
    "home_page_in_toc": False,
    "show_navbar_depth": 1,
    "show_toc_level": 2,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "back_to_top_button": False,  # it would cover what is read
    "navigation_with_keys": False,
    "navbar_persistent": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "logo": {"text": "kernelkit"},
    "footer_content_items": [],
}
if repository:
    html_theme_options |= {
        "repository_url": repository,
        "repository_branch": "HEAD",
        "use_repository_button": True,
    }
if repository.startswith("https://github.com/"):  # Colab opens no other
    html_theme_options["launch_buttons"] = {
        "notebook_interface": "jupyterlab",
        "binderhub_url": "https://mybinder.org",
        "colab_url": "https://colab.research.google.com",
    }

# A reader copies the code, without the marks of a shell or of doctests before it.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_selector = "div.highlight:not(.cell_output div.highlight) pre"
