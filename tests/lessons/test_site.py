"""The site as files: every lesson, every picture described, nothing from elsewhere, no solution."""

import json
import re
import subprocess
import threading
import urllib.request
from functools import partial
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag

import pytest
import yaml

from tests.aids.alike import first_of
from tools import asked, masters
from tools.decks.source import decks
from tools.editions.leaks import file_texts, leaks, remains
from tools.site import __main__ as command
from tools.site import boards, docstrings, lessons, sources
from tools.student_package import pack
from tttlearn.course.exercises.originals import number_of

LESSONS = [path.stem for path in masters.masters()]
MASTERS = {path.stem: masters.read(path) for path in masters.lessons()}
MADE_ELSEWHERE = ("_static/", "_images/", "teach/slides/reveal/")
"""What Sphinx and reveal.js bring along, and the pictures of the lessons."""
READ = {".html", ".js", ".ipynb", ".md", ".rst", ".cff", ".csv", ""}
# The names of the package, as other projects read them, and what students are handed, see below.
NOT_TEXT = {".inv", ".zip"}
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    """The start tags of a page: (name, attributes); and its text, without them."""

    def __init__(self, path):
        super().__init__()
        self.tags, data = [], []
        self.handle_data = data.append
        self.feed(path.read_text(encoding="utf-8"))
        self.text = "".join(data)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def named(self, name):
        return [attributes for tag, attributes in self.tags if tag == name]


def pages_of(site):
    return {path.relative_to(site).as_posix(): Page(path) for path in site.rglob("*.html")}


@pytest.fixture(scope="module")
def pages(site):
    found = pages_of(site)
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


def test_every_link_leads_somewhere(site, pages):
    ids = {
        name: {attrs["id"] for _, attrs in page.tags if attrs.get("id")}
        for name, page in pages.items()
    }
    lost = []
    for name, page in pages.items():
        for link in filter(None, (one.get("href") for one in page.named("a"))):
            place, anchor = map(unquote, urldefrag(link))
            if re.match(r"\w+:", link):
                continue
            target = (site / name).parent / place if place else site / name
            there = target.resolve().relative_to(site.resolve()).as_posix()
            if not target.exists() or (anchor and anchor not in ids.get(there, {anchor})):
                lost.append((name, link))
    assert lost == []


@pytest.mark.parametrize("name", ["articles.html", "judged.html", "reproduced/kota7.html"])
def test_the_pages_of_the_articles_have_the_header_of_the_site(pages, name):
    links = [link.get("href") for link in pages[name].named("a")][:7]
    up = "../" * name.count("/")
    parts = ("index", "notebooks/00_start_here", "teach", "articles", "api/index")
    assert links == [
        *(f"{up}{part}.html" for part in parts),
        f"{up}index.html#Lessons",
        f"{up}search.html",
    ]
    assert next(script.get("src") for script in pages[name].named("script")) == (
        f"{up}_static/theme.js"
    )


def found(site, pages):
    """The Leaks in all that can be read on a site, those in its source view by their modules."""
    texts = {}
    for path in site.rglob("*"):
        name = path.relative_to(site).as_posix()
        if not path.is_file() or name.startswith(MADE_ELSEWHERE) or path.suffix in NOT_TEXT:
            continue
        assert path.suffix in READ, (
            f"{name}: another kind of file is for this search to learn first"
        )
        module = re.sub(r"^_modules/(.*)\.html$", r"\1.py", name)
        texts[module] = list(file_texts(name, path.read_bytes()))
        if name in pages:  # where marks of colour stand between the words of code
            texts[module].append(("page", pages[name].text))
    return leaks(MASTERS, texts)


def test_no_solution_is_on_the_site_but_what_is_known_to_remain(site, pages):
    seen = found(site, pages)
    assert [leak for leak in seen if not remains(leak)] == []
    files = {leak.file for leak in seen}
    assert files == {f"tttlearn/learn/{name}.py" for name in ("td", "qlearning")}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A site for https://a.example/t of two pages, the second with a solution, and of a broken
    link: its folder, Sphinx's exit status, and what it said."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "in").mkdir()
    page = "# Title\n\n[there](nowhere.ipynb)\n\n```{toctree}\nsolved\n```\n"
    (folder / "in" / "index.md").write_text(page)
    solved = lesson("99_lesson_template")
    at = next(i for i, cell in enumerate(solved["cells"]) if "solution" in masters.tags(cell))
    title = {"cell_type": "markdown", "id": "title", "metadata": {}, "source": "# Small"}
    solved["cells"] = [title, solved["cells"][at]]
    shown = json.dumps(lessons.for_the_site(solved, with_solutions=True))
    (folder / "in" / "solved.ipynb").write_text(shown, encoding="utf-8")
    places = [folder / name for name in ("in", "out", "trees")]
    with (folder / "said").open("w") as said, pytest.MonkeyPatch.context() as patch:
        patch.setattr(command.subprocess, "run", partial(subprocess.run, stderr=said))
        status = command.run_sphinx(*places, "https://a.example/t")
    return folder / "out", status, (folder / "said").read_text(encoding="utf-8")


@pytest.mark.slow
def test_solutions_are_there_when_they_are_asked_for(small):
    """Behind a button on the page, and in the notebook that the page offers."""
    out, *_ = small
    text = (out / "solved.html").read_text(encoding="utf-8")
    assert text.count(">Show solution<") == text.count('<details class="admon') == 1
    assert "Toggle hidden content" not in text  # which a screen reader would say instead
    seen = {(leak.solution[:2], leak.file, leak.place) for leak in found(out, pages_of(out))}
    assert {("99", "solved.html", "page"), ("99", "_sources/solved.ipynb", "cell 1")} <= seen


@pytest.mark.slow
def test_a_broken_link_is_a_failure(small):
    _, status, said = small
    assert status != 0
    assert "nowhere.ipynb" in said
    assert said.count("WARNING") == 1


@pytest.mark.parametrize("stem", LESSONS)
def test_a_lesson_says_how_to_ask_and_captions_are_no_code(site, pages, stem):
    text = pages[f"notebooks/{stem}.html"].text
    assert "Show solution" not in text
    asked = re.findall(r'you can ask for the solution:\s+ttt\.solution\("(.+?)"\)', text)
    assert asked == [number_of(id) for id in masters.solutions() if id[:2] == stem[:2]]
    html = (site / "notebooks" / f"{stem}.html").read_text(encoding="utf-8")
    assert "<pre><span></span>Figure: " not in html


CELLS = [
    ("markdown", "Which?", [], ""),
    ("code", 'ttt.predict("05.p1", "How " "many?", int)', ["predict"], "Your guess: How many?"),
    ("code", 'ttt.predict("05.p2", "Which?", ["a", "b"])', ["predict"], "Your guess: Which?"),
    ("code", 'ttt.reveal("05.p1", 3 * n, near=1_0)\nttt.reveal("05.p2", "b")', [],
     "of 9\nThe answer is 1,234.\nThe answer is b.\n"),
    ("code", "plot()", ["figure"], "Figure: more of it"),
    ("code", "nothing()", [], ""),
    ("markdown", "Many.", [], ""),
    ("code", "more()", [], "other things"),
    ("code", "again()", ["answers-too"], "1,234 once more"),
]  # fmt: skip


def cells_of(rows):
    outputs = [
        [{"output_type": "stream", "name": "stdout", "text": row[3]}] if row[3] else []
        for row in rows
    ]
    return [
        {"cell_type": kind, "source": text, "metadata": {"tags": tags}, "outputs": output}
        for (kind, text, tags, _), output in zip(rows, outputs, strict=True)
    ]


def test_a_prediction_is_read_from_its_cells_and_their_outputs():
    keys = ("id", "question", "kind", "answer", "near")
    first = "05.p1", "How many?", int, "1234", 10
    second = "05.p2", "Which?", ["a", "b"], "b", 0
    right = {about[0]: dict(zip(keys, about, strict=True)) for about in (first, second)}
    assert asked.predictions(cells_of(CELLS)) == right


def test_what_is_covered_is_the_answer_and_more_of_the_same_up_to_the_next_words():
    assert asked.covered(cells_of(CELLS)) == {
        3: ["answers", "to-05.p1", "to-05.p2"],
        4: ["answers-too"],
        8: ["answers-too"],
    }


@pytest.mark.parametrize("stem", MASTERS)
def test_each_prediction_is_a_form_and_has_its_cover(site, stem):
    html = (site / "notebooks" / f"{stem}.html").read_text(encoding="utf-8")
    cells = MASTERS[stem]["cells"]
    ids = [id for cell in cells if asked.is_code(cell) for id in asked.ids(cell, "predict")]
    assert (
        re.findall(r'<div id="prediction-([^"]+)"><div class="live" data-live="form">', html) == ids
    )
    assert re.findall(r" to-(\d\d\.p\d+)", html) == ids
    assert "ttt.predict(" not in Page(site / "notebooks" / f"{stem}.html").text.replace(" ", "")


def test_each_board_of_the_lessons_moves_on_its_page(site):
    placed = {(lesson, cell) for lesson, cells in boards.PLACES.items() for cell in cells}
    there = {
        (stem[:2], cell["id"])
        for stem, notebook in MASTERS.items()
        for cell in notebook["cells"]
        if "board" in masters.tags(cell)
    }
    assert placed == there
    for lesson, cells in boards.PLACES.items():
        (path,) = (site / "notebooks").glob(f"{lesson}_*.html")
        html = path.read_text(encoding="utf-8")
        parts = re.findall(
            r'data-live="(board|four|timemachine|frames)"><div class="live-still"><img', html
        )
        assert len(parts) == len(cells)
        loops = sum(map(len, boards.LOOPS.get(lesson, {}).values()))
        assert html.count('data-live="loop"') == loops


def test_only_code_that_need_not_be_read_is_folded(site):
    def cell(text, *tags):
        return {"cell_type": "code", "source": text, "metadata": {"tags": [*tags]}, "id": "a"}

    line = "# You need not read this cell."
    kept = [cell("x = 1"), cell(f"x = 1\n{line}\nplot(x)", "figure"), cell("plot()", "exercise")]
    folded = [cell("plot()", "figure"), cell(f"{line}\nx = 2")]
    assert not any(map(lessons.only_draws, kept))
    assert all(map(lessons.only_draws, folded))
    assert "hide-input" in lessons.folded(folded[0])["metadata"]["tags"]
    html = (site / "notebooks" / "05_td_value_learning.html").read_text(encoding="utf-8")
    sources = [masters.source(one) for one in MASTERS["05_td_value_learning"]["cells"]]
    assert html.count(">Show the code<") == sum(text.startswith(line) for text in sources)


def test_captions_are_paragraphs(site):
    text = (site / "notebooks" / "05_td_value_learning.html").read_text(encoding="utf-8")
    caption = pictures("05_td_value_learning")[1]["alt"]  # the first is a slider's
    assert f'<p class="caption output stream">Figure: {caption}</p>' in text


def test_notes_for_teachers_are_left_out():
    def cell(text, *tags):
        about = {"source": text, "metadata": {"tags": [*tags]}}
        return about | {"cell_type": "code" if tags else "markdown", "id": "a"}

    cells = [cell("### Exercise 01.2: six"), cell("for teachers", "teaching-notes")]
    cells.append(cell("6 * 7", "solution"))
    changed = lessons.for_the_site({"cells": cells})["cells"]
    assert [(c["cell_type"], c["source"]) for c in changed] == [
        ("markdown", "### Exercise 01.2: six"),
        ("markdown", lessons.ASK.format(lesson="01", number="01.2")),
    ]
    changed = lessons.for_the_site({"cells": cells}, with_solutions=True)["cells"]
    assert [(c["source"], c["metadata"]["tags"]) for c in changed] == [
        ("### Exercise 01.2: six", []),
        ("6 * 7", ["solution", "hide-cell"]),
    ]


def test_what_a_check_says_before_an_answer_is_left_out():
    read = map(masters.read, masters.lessons())
    cells = [cell for lesson in read for cell in lessons.for_the_site(lesson)["cells"]]
    assert "not attempted yet. Replace" not in json.dumps(cells)


def test_the_first_page_has_the_lessons_and_the_one_for_lecturers_what_to_make():
    readme = "# t\nhello\n## Start\nrun\n## Lessons\ntable\n## Licence and citation\nMIT\n"
    made = sources.pages(readme)
    # What README.md says first, the template of the first page says.
    first = "# tttlearn\n\n## Lessons\ntable\n## Licence and citation\nMIT\n```"
    assert made["index.md"].startswith(first)
    assert "\n## In class\n" in made["teach.md"]
    assert "](../teach.md#In-class)" in made["docs/running.md"]


def test_lecturers_find_slides_handout_and_both_plans_of_each_lesson(pages, site):
    links = {link.get("href") for link in pages["teach.html"].named("a")}
    for name in decks():
        for kind in ("slides", "handout"):
            assert f"teach/{kind}/{name}.html" in links
    text = pages["teach.html"].text
    assert text.count("50 minutes") >= len(decks()) <= text.count("90 minutes")
    assert "*At home" not in text  # a table or a line that stayed Markdown


def test_a_readme_without_lessons_is_refused():
    with pytest.raises(ValueError, match="no part 'Lessons'"):
        sources.pages("# tttlearn\n\n## Licence and citation\nMIT\n")


def test_each_name_that_the_package_offers_is_described(site):
    import tttlearn

    text = (site / "api" / "index.html").read_text(encoding="utf-8")
    names = {name for name, _ in sources.offered()}
    assert names >= {*tttlearn._LAZY, *tttlearn._COURSE, "outcome", "LEGAL", "parse"}
    assert names <= set(re.findall(r'href="[^"]*#tttlearn\.[\w.]+\.(\w+)"', text))
    said = re.findall(r"<td><p>(?!<a).*</p></td>", text)
    assert len(said) == text.count("<tr") > len(names) + 40
    assert [cell for cell in said if not cell.endswith(".</p></td>")] == []


def test_docstrings_are_taken_literally():
    lines = ["The `state` after *one* move, x_ and |y|:", "", "    a  `b`", "", "Then (g * l)**k."]
    assert docstrings.to_rst(["R. Hickman, 2019"]) == [r"\R. Hickman, 2019"]
    assert docstrings.to_rst(["Raises", "------"]) == [".. rubric:: Raises", ""]
    assert docstrings.to_rst(lines) == [
        r"The ``state``\  after \*one\* move, x\_ and \|y\|:",
        *("", "::", "", "    a  `b`", ""),
        r"Then (g \* l)\*\*k.",
    ]


@pytest.mark.parametrize(("arguments", "shown"), [([], False), (["--with-solutions"], True)])
def test_solutions_come_only_by_their_word(monkeypatch, capsys, arguments, shown):
    asked = []
    monkeypatch.setattr(command, "build", lambda output, with_, at: asked.append(with_) or 0)
    assert command.main(arguments) == 0
    assert asked == [shown]


def test_the_zip_is_what_students_are_handed(site, tmp_path):
    pack(tmp_path / "students.zip")
    assert (site / "tttlearn-student.zip").read_bytes() == (tmp_path / "students.zip").read_bytes()


@pytest.mark.parametrize("address", first_of(1, ["", "https://a.example/t/"]))
def test_a_shared_link_names_the_published_address(request, address):
    out = request.getfixturevalue("small")[0] if address else request.getfixturevalue("site")
    about = {m.get("property"): m.get("content") for m in Page(out / "index.html").named("meta")}
    assert about["og:title"] == "How machines learn to play a game"
    assert len(about["og:description"]) > 100
    assert about.get("og:image") == (f"{address}_static/grown.png" if address else None)
    assert about.get("og:url") == (f"{address}index.html" if address else None)
    assert (out / "_static" / "grown.png").is_file()


def test_it_is_served_to_this_computer_until_somebody_stops_it(tmp_path, monkeypatch, capsys):
    (tmp_path / "index.html").write_text("here")
    asked = []

    def once(server):
        asked.append(server.server_address[0])
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}/index.html"
        asked.append(urllib.request.urlopen(address).read())
        thread.join()
        raise KeyboardInterrupt

    monkeypatch.setattr(command.ThreadingHTTPServer, "serve_forever", once)
    command.serve(tmp_path)
    assert asked == ["127.0.0.1", b"here"]
    assert re.search(r"at http://127\.0\.0\.1:\d+/ until Ctrl\+C", capsys.readouterr().out)


def test_the_workflow_publishes_what_the_command_builds():
    root = masters.ROOT
    workflow = yaml.safe_load((root / ".github/workflows/pages.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["build"]["steps"]
    assert [step["run"].split()[:4] for step in steps if "run" in step] == [
        ["python", "run.py", "site", "--address"]
    ]
    assert steps[-1]["with"]["path"] == command.OUTPUT.relative_to(root).as_posix()
    assert workflow[True]["push"]["branches"] == ["main"]  # YAML reads `on` as true
    assert workflow["jobs"]["publish"]["needs"] == "build"


def test_other_arguments_are_refused(capsys):
    with pytest.raises(SystemExit):
        command.main(["fast"])
    assert "run.py site: error: unrecognized arguments: fast" in capsys.readouterr().err
