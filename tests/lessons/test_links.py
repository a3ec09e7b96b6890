"""Every link from one notebook to another, or to a heading, leads somewhere."""

import json
import re

import pytest

from tools.lint_notebooks import output_texts
from tools.masters import masters, read

NOTEBOOKS = masters()


def texts(notebook):
    """The Markdown of a notebook, that of its outputs included, without code."""
    for cell in notebook["cells"]:
        written = [cell["source"]] if cell["cell_type"] == "markdown" else output_texts(cell)
        for text in written:
            yield re.sub(r"(?s)```.*?```|`[^`\n]*`", "", text)


def links(notebook):
    """(file, heading) of each link that does not lead to the network; either may be empty."""
    for text in texts(notebook):
        for address in re.findall(r"\]\(([^)\s]+)\)", text):
            if not re.match(r"[a-z]+:", address):
                file, _, heading = address.partition("#")
                yield file, heading


def anchors(notebook):
    """The names by which JupyterLab knows the notebook's headings."""
    headings = re.findall(r"^#+ +(.+)$", "\n".join(texts(notebook)), re.MULTILINE)
    return {re.sub(r"[*_`]", "", heading).strip().replace(" ", "-") for heading in headings}


def broken_links(path):
    """The links of the notebook at `path` whose file or heading is not there."""
    found = []
    for file, heading in links(read(path)):
        target = path.parent / file if file else path
        if not target.is_file() or (heading and heading not in anchors(read(target))):
            found.append(f"{file}#{heading}" if heading else file)
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_lead_somewhere(path):
    assert broken_links(path) == []


def test_lessons_link_to_each_other():
    found = [file for path in NOTEBOOKS for file, _ in links(read(path))]
    assert len([file for file in found if file.endswith(".ipynb")]) > 100


@pytest.mark.parametrize(
    "link", ["nowhere.ipynb", "#No-such-heading", "there.ipynb#No-such-heading", "gone/there.ipynb"]
)
def test_broken_links_are_found(link, tmp_path):
    for name, text in (("here", f"# Here\n\n[a link]({link})"), ("there", "# A heading")):
        cell = {"cell_type": "markdown", "metadata": {}, "source": text}
        (tmp_path / f"{name}.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    assert broken_links(tmp_path / "here.ipynb") == [link]


def test_good_links_are_not_called_broken(tmp_path):
    text = "# A heading\n\n[one](#A-heading) [two](here.ipynb#A-heading) [net](https://example.org)"
    cell = {"cell_type": "markdown", "metadata": {}, "source": text}
    path = tmp_path / "here.ipynb"
    path.write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    assert broken_links(path) == []
