"""The site as files: every lesson, every picture described, nothing fetched from elsewhere."""

import re
from html.parser import HTMLParser

import pytest

from tools import masters
from tools.site import __main__ as command
from tools.site import api, docstrings, sources

LESSONS = [path.stem for path in masters.masters()]
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    """The start tags of a page: (name, attributes)."""

    def __init__(self, path):
        super().__init__()
        self.tags = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def named(self, name):
        return [attributes for tag, attributes in self.tags if tag == name]


@pytest.fixture(scope="module")
def pages(site):
    found = {str(path.relative_to(site).as_posix()): Page(path) for path in site.rglob("*.html")}
    assert len(found) > len(LESSONS) + 40
    return found


def lesson(stem):
    return masters.read(masters.NOTEBOOKS / f"{stem}.ipynb")


def pictures(stem):
    outputs = [o for cell in lesson(stem)["cells"] for o in cell.get("outputs", [])]
    return [o["metadata"]["image/png"] for o in outputs if "image/png" in o.get("data", {})]


@pytest.mark.parametrize("stem", LESSONS)
def test_each_notebook_is_a_page_in_the_contents(pages, stem):
    page = f"notebooks/{stem}.html"
    assert page in pages
    assert page in {link.get("href") for link in pages["index.html"].named("a")}


@pytest.mark.parametrize("stem", LESSONS)
def test_each_saved_picture_has_its_alternative_text_and_size(pages, stem):
    images = [image for image in pages[f"notebooks/{stem}.html"].named("img")]
    saved = pictures(stem)
    assert [image["alt"] for image in images] == [about["alt"] for about in saved]
    for image, about in zip(images, saved, strict=True):
        assert "width" not in about or f"width: {about['width']}px" in image["style"]


def test_every_image_has_an_alternative_text(pages):
    images = [image for page in pages.values() for image in page.named("img")]
    assert len(images) > 100
    assert all(image.get("alt", "").strip() for image in images)


def test_nothing_is_loaded_from_elsewhere(pages, site):
    loaded = [
        attributes.get(attribute) or ""
        for page in pages.values()
        for tag, attribute in LOADED
        for attributes in page.named(tag)
    ]
    assert len(loaded) > 1000
    assert [address for address in loaded if re.match(r"(\w+:)?//", address)] == []
    styles = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert not any(re.search(r"(@import|url\()\s*[\"']?(\w+:)?//", style) for style in styles)


@pytest.mark.parametrize("stem", LESSONS)
def test_solutions_are_hidden_and_captions_are_no_code(site, stem):
    text = (site / "notebooks" / f"{stem}.html").read_text(encoding="utf-8")
    solutions = [cell for cell in lesson(stem)["cells"] if "solution" in masters.tags(cell)]
    assert text.count(">Show solution<") == len(solutions) == text.count('<details class="admon')
    assert "<pre><span></span>Figure: " not in text


def test_captions_are_paragraphs(site):
    text = (site / "notebooks" / "05_td_value_learning.html").read_text(encoding="utf-8")
    caption = pictures("05_td_value_learning")[0]["alt"]
    assert f'<p class="caption output stream">Figure: {caption}</p>' in text


def test_notes_for_teachers_are_left_out():
    def cell(text, *tags):
        return {"source": text, "metadata": {"tags": [*tags]}}

    cells = [cell("for all"), cell("for teachers", "teaching-notes"), cell("6 * 7", "solution")]
    changed = sources.for_the_site({"cells": cells})["cells"]
    assert [(c["source"], c["metadata"]["tags"]) for c in changed] == [
        ("for all", []),
        ("6 * 7", ["solution", "hide-cell"]),
    ]


def test_the_readme_is_cut_in_two():
    readme = "# t\nhello\n## Start\nrun\n## Lessons\ntable\n## Licence and citation\nMIT\n"
    index, running, _ = sources.pages(readme).values()
    assert index.startswith("# t\nhello\n## Lessons\ntable\n## Licence and citation\nMIT\n```")
    assert running == "# Install and run\n\n## Start\nrun\n"


def test_a_readme_without_lessons_is_refused():
    with pytest.raises(ValueError, match="no part 'Lessons'"):
        sources.pages("# tttlearn\n\n## Licence and citation\nMIT\n")


def test_each_name_that_the_package_offers_is_described(site):
    import tttlearn

    text = (site / "api" / "index.html").read_text(encoding="utf-8")
    names = {name for name, _ in api.offered()}
    assert names >= {*tttlearn._LAZY, "outcome", "LEGAL", "parse"}
    assert names <= set(re.findall(r'href="[^"]*#tttlearn\.[\w.]+\.(\w+)"', text))


def test_docstrings_are_taken_literally():
    lines = ["The `state` after *one* move, x_ and |y|:", "", "    a  `b`", "", "Then (g * l)**k."]
    assert docstrings.to_rst(lines) == [
        r"The ``state``\  after \*one\* move, x\_ and \|y\|:",
        *("", "::", "", "    a  `b`", ""),
        r"Then (g \* l)\*\*k.",
    ]


def test_a_broken_link_is_a_failure(tmp_path, capfd):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "index.md").write_text("# Title\n\n[there](nowhere.ipynb)\n")
    status = command.run_sphinx(tmp_path / "in", tmp_path / "out", tmp_path / "trees")
    assert status != 0
    assert "nowhere.ipynb" in capfd.readouterr().err


def test_arguments_are_refused(capsys):
    assert command.main(["fast"]) == 2
    assert capsys.readouterr().err == "site takes no arguments, not 'fast'\n"
