"""The slides: a reveal.js deck for each lesson, cut out of its student edition.

Questions, formulas, code, outputs, figures and exercises become slides. The prose between them goes
to the speaker's notes (key S), with the lecturer's plan on the first slide.
"""

import re
import shutil
from importlib.resources import files

from tools import plans, teaching_notes
from tools.editions import fit, render
from tools.masters import tags
from tttlearn.course.exercises.student import for_students

NOT_READ = "# You need not read this cell."
"""What stands below it in a cell is not shown."""
LIVE = "Live: play it in the notebook of this lesson."
BUILT = "from tttlearn.course.exercises.built"
"""What stands in for a solution shows a class nothing."""
LEAD_HEIGHT = 190
"""Pixels for the words above a prediction."""


def deck(master):
    """The slides of a lesson, a list of dicts with `kind`, `html` and `notes`."""
    making = Deck()
    for cell in filter(None, map(for_students, master["cells"])):
        if cell["cell_type"] == "markdown":
            making.markdown(cell["source"])
        elif cell["cell_type"] == "code":
            making.code(cell)
    notes = teaching_notes.headings(master["cells"])
    for heading in plans.HEADINGS.values():
        making.slides[0]["notes"].append(notes.get(heading, ""))
    for slide in making.slides:
        slide["notes"] = render.markdown("\n\n".join(filter(None, slide["notes"])))
    return making.slides


class Deck:
    """A deck in the making: its slides, the section it is in, and the topic of the next slide.

    `lead` is the paragraph just read, when it stands in the same cell and under the same heading;
    `asked` is whether prose has asked a question whose form may follow.
    """

    def __init__(self):
        self.slides, self.topic, self.section, self.lead = [], "", "", ""
        self.asked = False

    def add(self, kind, *html):
        """One more slide, with the topic at its head unless it is a title."""
        topic = f'<p class="topic">{self.topic}</p>' if kind not in ("title", "section") else ""
        self.slides.append({"kind": kind, "html": topic + "".join(html), "notes": []})

    def say(self, text):
        """Prose for the notes of the slide that stands before it."""
        self.slides[-1]["notes"].append(text)

    def markdown(self, text):
        """The slides of a Markdown cell."""
        parts, self.lead, self.asked = render.blocks(text), "", False
        while parts:
            head = re.match(r"(#+) +(.+)", parts[0])
            handler = self.heading if head else self.block
            parts = handler(parts, *(head.groups() if head else ()))

    def heading(self, parts, marks, title):
        """The slide of a heading; the blocks that are left."""
        # A list may stand directly under its heading.
        rest = [part for part in [parts[0].partition("\n")[2].strip(), *parts[1:]] if part]
        self.topic, self.lead = render.inline(title), ""
        whole = {"Objectives": self.objectives, "What you learned": self.learned}
        whole |= {"Quiz": self.quiz, "What comes next": self.next_lesson}
        if len(marks) == 1:
            return self.title(rest)
        if title in whole:
            return whole[title](rest)
        if title.startswith("Exercise "):
            return self.exercise(rest)
        if title != "References":
            self.section = self.topic
            self.add("section", f'<h2 class="level{len(marks)}">{self.topic}</h2>')
        return rest

    def title(self, parts):
        """The first slide: the title and the lesson's questions."""
        parts = [part for part in parts if part != "**Questions**"]
        lists = [part for part in parts if part.startswith("- ")]
        self.add("title", f"<h1>{self.topic}</h1>", *(render.markdown(part) for part in lists))
        self.say("\n\n".join(part for part in parts if part not in lists))
        return []

    def objectives(self, parts):
        """What the class can do after the lesson."""
        self.add("list", fit.text(parts[:2]))
        return parts[2:]

    def learned(self, parts):
        """What was learned, and the mistakes on a slide of their own."""
        mistakes = [i for i, part in enumerate(parts) if part.startswith("**Common mistakes**")]
        at = mistakes[0] if mistakes else len(parts)
        self.add("list", fit.text(parts[:at]))
        if mistakes:
            self.topic = "Common mistakes"
            self.add("list", fit.text(parts[at + 1 :]))
        return []

    def quiz(self, parts):
        """A slide for each question; its answers come one by one."""
        text = "\n\n".join(parts)
        for number, (asked, options) in enumerate(render.questions(text), 1):
            self.topic = f"Quiz, question {number}"
            self.add("quiz", fit.quiz(asked, options))
        return []

    def next_lesson(self, parts):
        """What comes next; the references are for the notes."""
        at = next((i for i, part in enumerate(parts) if part.startswith("#")), len(parts))
        self.add("list", fit.text(parts[:at]))
        self.say("\n\n".join(parts[at:]))
        return []

    def exercise(self, parts):
        """The slide of an exercise; its stub may join it later."""
        end = next((i for i, part in enumerate(parts) if part.startswith("<details")), len(parts))
        for piece in fit.pages(parts[:end]):
            self.add("exercise", fit.text(piece))
        return parts[end:]

    def block(self, parts):
        """What becomes of a block of prose: a slide, or notes; the blocks that are left."""
        first, rest = parts[0], parts[1:]
        before, predict, question = first.partition("**Predict.**")
        if predict:
            shown = [rest.pop(0)] if rest and rest[0].startswith("```") else []
            if before.strip():
                self.say(before)
            self.prediction(before.strip() or self.lead, [predict + question, *shown])
            self.asked = True
        elif rest and rest[0].startswith("$$"):
            formula, after = rest.pop(0), rest[:1] if _explains(rest[:1]) else []
            self.add("formula", fit.text([_last_sentences(first), formula, *after]))
            self.say("\n\n".join([first, *after]))
            return rest[len(after) :]
        elif first.startswith(("|", "$$", render.BOX)):
            self.add("formula", fit.text([first]))
        else:
            self.say(first)
            self.lead = first if re.match(r"[*_`]?[A-Za-z(\[]", first) else ""
        return rest

    def prediction(self, lead, parts):
        """The slide of a prediction, below the end of the paragraph that leads to it."""
        told = f'<p class="lead">{render.inline(_last_sentences(lead, 220))}</p>' if lead else ""
        self.add("predict", told, fit.text(parts, 40, fit.HEIGHT - LEAD_HEIGHT * bool(lead)))
        self.lead = ""

    def code(self, cell):
        """The slides of a code cell and its outputs."""
        if tags(cell) & {"setup", "check"} or BUILT in cell["source"]:
            return
        if "exercise" in tags(cell):
            return self.stub(cell["source"])
        if "predict" in tags(cell):
            return self.form(cell["outputs"])
        if "board" in tags(cell):
            for output in render.pictures(cell):
                self.add("board", render.figure(output, LIVE))
            return
        self.listing(cell)
        for output in render.pictures(cell):
            self.add("figure", render.figure(output, render.texts(cell)[1]))

    def form(self, outputs):
        """The slide of a form, unless the prose before it has asked already."""
        if not self.asked:
            asked, _, _ = "".join(outputs[0]["data"]["text/plain"]).partition("\nWithout a form")
            self.prediction("", [f"**Predict.** {asked.removeprefix('Your guess: ')}"])
        self.asked = False

    def stub(self, source):
        """The stub of an exercise, on its slide when there is room."""
        last = self.slides[-1]
        if last["kind"] == "exercise" and fit.has_room(last["html"], source):
            last["html"] += fit.code(source, 7)
        else:
            self.add("exercise", fit.code(source))
        self.topic = self.section

    def listing(self, cell):
        """The source that is worth showing and what it printed, on as few slides as fit."""
        source, (printed, _) = cell["source"], render.texts(cell)
        above, not_read, _ = source.partition(NOT_READ)
        # The code of a figure only draws and decorates; what matters in it stands above the line.
        source = above.rstrip() if not_read or not render.pictures(cell) else ""
        if source and printed and fit.fit_together(source, printed):
            self.add("code", *fit.together(source, printed))
            return
        for piece in fit.code_pages(source):
            self.add("code", fit.code(piece))
        for piece in fit.text_pages(printed):
            self.add("code", fit.printed(piece))


def _explains(parts):
    """Whether a block continues the sentence of the formula above it."""
    return bool(parts) and re.match(r"[a-z]", parts[0]) and len(parts[0]) < 400


def _last_sentences(text, longest=330):
    """The end of a paragraph, in whole sentences as far as they fit, at least one."""
    sentences = re.split(r"(?<=[.:?!]) +(?=[A-Z*])", " ".join(text.split()))
    kept = sentences[-1]
    for sentence in sentences[-2::-1]:
        if len(sentence) + len(kept) > longest:
            break
        kept = f"{sentence} {kept}"
    return kept


def copy_reveal(folder):
    """Put what the decks need of reveal.js, and its licence, into `folder`."""
    reveal = files("sphinx_revealjs") / "_static" / "revealjs"
    (folder / "reveal").mkdir(parents=True, exist_ok=True)
    names = ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js")
    for name in (*names, "LICENSE"):
        shutil.copy(str(reveal / name), folder / "reveal" / name.split("/")[-1])


def write(masters, folder):
    """Write the decks of the masters, {name: notebook}, and their list, into `folder`."""
    titles = {name: master["metadata"]["tttlearn"]["title"] for name, master in masters.items()}
    pages = {n: {"title": titles[n], "slides": deck(master)} for n, master in masters.items()}
    render.write_pages(folder, "deck.html", "Slides", pages)
    copy_reveal(folder)
