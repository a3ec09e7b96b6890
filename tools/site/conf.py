"""Configure Sphinx; the names and their meanings are those of Sphinx and its extensions."""

import gc
import tomllib
from pathlib import Path

from sphinx.pycode import ModuleAnalyzer

from tools.site import docstrings, formulas, looks, outputs

HERE = Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

gc.disable()  # pages are kept to the end, so collecting garbage only costs a fifth of the time

project, release = PROJECT["name"], PROJECT["version"]
author = PROJECT["authors"][0]["name"]
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.viewcode"]
root_doc = "index"

# The saved outputs are shown, and the picture of a board. Nothing is fetched for widgets.
nb_execution_mode = "off"
nb_mime_priority_overrides = [("html", "image/png", 0)]
nb_ipywidgets_js = {}
nb_render_markdown_format = "myst"
nb_code_prompt_show, nb_code_prompt_hide = "Show solution", "Hide solution"
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
myst_heading_slug_func = "tools.site.sources.anchor"

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"  # the sections say the types, as on NumPy's pages
autodoc_use_type_comments = False  # there are none, and looking for them reads each function again
# Types of other projects, whose sites are not queried for links.
nitpick_ignore_regex = [("py:.*", r"(numpy|np|collections|pathlib|t)\..*")]

html_theme, html_math_renderer = "basic", "mathml"
html_title = project
html_static_path = ["static", "../../data/pictures/grown.png"]
templates_path = [str(HERE / "templates")]
html_permalinks_icon = "#"
html_copy_source = True
html_sourcelink_suffix = ""


def analyzer(name, read=ModuleAnalyzer.for_module):
    """Read the source of a module for Sphinx; skip other packages, which are long and unused."""
    ours = name.partition(".")[0] == project
    return read(name) if ours else ModuleAnalyzer.for_string("", name)


ModuleAnalyzer.for_module = analyzer


def setup(app):
    """Connect our own steps between a source and its page; called by Sphinx."""
    app.add_html_math_renderer("mathml", (formulas.inline, None), (formulas.block, None))
    app.connect("autodoc-process-docstring", docstrings.as_pages)
    app.connect("autodoc-skip-member", docstrings.skipped)
    app.connect("doctree-read", docstrings.without_values)
    app.connect("doctree-read", outputs.describe)
    app.connect("html-page-context", outputs.name_the_buttons)
    app.connect("html-page-context", looks.furnish)
