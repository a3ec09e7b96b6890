"""Read the questions for Moodle back, and compare them with those of the lessons."""

import base64
import re
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup

import tttlearn as ttt
from tools import asked
from tools.editions.moodle_questions import questions
from tools.masters import lessons, read, tags
from tttlearn.course.exercises import predictions
from tttlearn.course.exercises.questions import CELL, Question
from tttlearn.course.exercises.record import MASTER, read_record
from tttlearn.game.played import cell_name

MASTERS = {path.stem: read(path) for path in lessons() if path.stem[:2] != "99"}
every_lesson = pytest.mark.parametrize("name", MASTERS)


@pytest.fixture(scope="module")
def made(editions):
    """{lesson: {name of a question: its element}}, from the files."""
    files = sorted((editions / "instructor" / "moodle").iterdir())
    assert [path.name for path in files] == [f"{name}.xml" for name in MASTERS]
    return {path.stem: named(ET.parse(path).getroot()) for path in files}


def named(quiz):
    """{name: element} of the questions of a file, no name twice."""
    found = [one for one in quiz if one.get("type") != "category"]
    by_name = {one.findtext("name/text"): one for one in found}
    assert len(by_name) == len(found)
    return by_name


def words(html):
    """The words of an HTML text, without the brackets and dollars of formulas."""
    return re.sub(r"[\s$]|\\[()]", "", BeautifulSoup(html, "html.parser").get_text())


def quiz_of(name):
    """The text of the lesson's quiz."""
    return next(cell["source"] for cell in MASTERS[name]["cells"] if "quiz" in tags(cell))


@every_lesson
def test_each_quiz_and_each_prediction_is_there_once(made, name):
    code = "\n".join(c["source"] for c in MASTERS[name]["cells"] if c["cell_type"] == "code")
    asked_in_quiz = re.findall(r"\*\*Question (\d+)\.\*\*", quiz_of(name))
    predicted = re.findall(r'\bttt\.predict\(\s*"(\d\d\.p\d+)"', code)
    assert [*made[name]] == [*(f"{name[:2]}.q{number}" for number in asked_in_quiz), *predicted]
    for id, question in made[name].items():
        assert question.findtext("idnumber") == id


@every_lesson
def test_categories_name_the_lesson(name):
    quiz = questions(name, MASTERS[name])
    kinds = [one.get("type") for one in quiz]
    lesson = f"{name[:2]} {MASTERS[name]['metadata']['tttlearn']['title']}"
    assert [one.text for one in quiz.findall("question/category/text")] == [
        f"$course$/top/tttlearn/{lesson.replace('/', '//')}/{part}"
        for part in ("Quiz", "Predictions")
    ]
    assert (kinds.index("category"), kinds.count("category")) == (0, 2)


@every_lesson
def test_options_and_reasons_are_those_of_the_quiz(made, name):
    soup = BeautifulSoup(questions_as_html(name), "html.parser")
    options = iter(soup.find_all("details"))
    for id, question in made[name].items():
        if ".q" not in id:
            continue
        assert question.findtext("single") == "true"
        answers = question.findall("answer")
        assert [one.get("fraction") for one in answers].count("100") == 1
        for answer in answers:
            option = next(options)
            label = option.summary.extract().get_text()
            assert re.match(r"[A-E]\. ", label)
            assert words(answer.findtext("text")) == words(label[3:])
            assert words(answer.findtext("feedback/text")) == words(str(option))
            is_right = option.get_text().strip().startswith("Right")
            assert answer.get("fraction") == ("100" if is_right else "0")
    assert next(options, None) is None


def questions_as_html(name):
    """The quiz of a lesson as HTML, by the renderer of notebooks."""
    from nbconvert.filters import markdown2html

    return markdown2html(quiz_of(name))


# --- judged as in the lesson


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """Whether the lesson finds a guess right: a function of a prediction and a guess."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(MASTER, raising=False)

    def judge(about, guess):
        predictions._asked.clear()
        (tmp_path / "my_progress.json").unlink(missing_ok=True)
        ttt.predict(about["id"], about["question"], about["kind"], guess=guess)
        ttt.reveal(about["id"], about["answer"], near=about["near"])
        return read_record().predictions[about["id"]]["right"]

    return judge


def judged_by_moodle(question, guess):
    """Whether Moodle finds a guess right, as its question types compare answers."""
    for answer in question.findall("answer"):
        text, is_right = answer.findtext("text"), answer.get("fraction") == "100"
        match question.get("type"):
            case "numerical":
                # Moodle widens a tolerance by a little, so that its ends belong to it.
                fits = abs(guess - float(text)) <= float(answer.findtext("tolerance")) + 1e-12
            case "shortanswer":
                assert question.findtext("usecase") == "0"
                fits = guess.casefold() == text.casefold()
            case "multichoice":
                fits = words(text) == words(guess)
        if fits:
            return is_right
    return False


def guesses(about):
    """Guesses of a prediction, right ones, wrong ones and those at the ends of its tolerance."""
    if isinstance(about["kind"], list):
        return about["kind"]
    if about["kind"] == CELL:
        return [text for cell in range(9) for text in (f"{cell}", cell_name(cell))]
    answer, near, step = float(about["answer"]), about["near"], 1
    if about["kind"] is not int:
        step = near / 10 or 0.01
    low, high, _ = Question(about["id"], about["question"], about["kind"]).span
    tried = [answer + sign * (near + k * step) for sign in (-1, 1) for k in (-1, 0, 1)]
    tried = [round(one, 9) for one in [answer, *tried] if low <= one <= high]
    return [int(one) for one in tried] if about["kind"] is int else tried


@every_lesson
def test_guesses_are_right_where_the_lesson_finds_them_right(made, judged, name):
    for id, about in asked.predictions(MASTERS[name]["cells"]).items():
        verdicts = {guess: judged(about, guess) for guess in guesses(about)}
        assert set(verdicts.values()) == {True, False}, id
        for guess, is_right in verdicts.items():
            assert judged_by_moodle(made[name][id], guess) == is_right, (id, guess)


# --- what is shown beside


@every_lesson
def test_the_question_and_the_answer_are_those_of_the_lesson(made, name):
    for id, about in asked.predictions(MASTERS[name]["cells"]).items():
        question = made[name][id]
        assert words(about["question"]) in words(question.findtext("questiontext/text"))
        said = words(question.findtext("generalfeedback/text")).replace(",", "")
        assert f"Theansweris{words(about['answer']).replace(',', '')}." in said


@every_lesson
def test_pictures_are_in_the_file_and_described(made, name):
    for question in made[name].values():
        for place in (question.find("questiontext"), question.find("generalfeedback")):
            if place is None:
                continue
            soup = BeautifulSoup(place.findtext("text"), "html.parser")
            files = {f"@@PLUGINFILE@@{one.get('path')}{one.get('name')}": one for one in place}
            del files["@@PLUGINFILE@@NoneNone"]
            assert [image["src"] for image in soup.find_all("img")] == [*files]
            assert all(image["alt"] for image in soup.find_all("img"))
            for file in files.values():
                assert base64.b64decode(file.text, validate=True).startswith(b"\x89PNG")


@every_lesson
def test_no_hint_and_no_heading_is_above_a_question(made, name):
    for question in made[name].values():
        html = question.findtext("questiontext/text")
        assert not re.search(r"<details|<h\d|<em>\d+ minutes</em>|\.ipynb", html)
