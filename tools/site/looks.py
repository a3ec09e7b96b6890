"""Give each page of the site its template, its style sheets and its scripts."""

import json
import re

from tools.live.parts import scripts
from tttlearn.course.articles.pages import ARTICLES

STYLES, SCRIPTS = ["site.css"], ["theme.js", "site.js"]


def furnish(app, page, template, context, doctree):
    """Set what a page needs, and return its template; called by Sphinx for every page."""
    context |= {"styles": STYLES, "scripts": SCRIPTS, "kind": "plain"}
    path = app.srcdir / "front.json"
    made = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    context |= made | {"address": app.config.html_baseurl}
    if page != app.config.root_doc or not made:
        body = context.get("body", "")
        context["live"] = scripts(body)
        if 'id="prediction-' in body:
            context["scripts"] = [*SCRIPTS, "covers.js"]
        return None
    context |= {"kind": "front", "articles": ARTICLES}
    # The first page has its own title, and all of the text below it.
    context["body"] = re.sub("<h1>.*?</h1>", "", context["body"], flags=re.DOTALL)
    context["live"] = scripts(made["game"])
    return "front.html"
