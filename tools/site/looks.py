"""What a page is made of beside its text: its template, its style sheets and its scripts."""

STYLES, SCRIPTS = ["site.css"], ["site.js"]


def furnish(app, page, template, context, doctree):
    """Say which styles and scripts a page needs: called by Sphinx for every page."""
    context |= {"styles": STYLES, "scripts": SCRIPTS, "kind": "plain"}
