"""The class tournament: from answers to places, the page, the tables, the cards, the command."""

import csv
import re
import zipfile
from html import escape

import numpy as np
import pandas as pd
import pytest

import tttlearn as ttt
from tests.pictures.test_colours import contrast
from tttlearn.__main__ import main
from tttlearn.course.classroom import contest, leaderboard
from tttlearn.course.classroom.standings import Entrant, Standings
from tttlearn.evaluation.any_player import ReadPlayer
from tttlearn.evaluation.exact import minimax_policy, optimal_share
from tttlearn.evaluation.policy import check_policy, random_policy
from tttlearn.game.rules import LEGAL, UNDECIDED
from tttlearn.players import roster
from tttlearn.players.answers import write_answers

HOUSE = contest.HOUSE
EVIL = "<script>alert(1)<" + "∕script>"  # a real slash cannot be in a file's name


def taking(cell):
    """The policy that takes the free cell at this place of their list."""
    policy = np.zeros(LEGAL.shape)
    for state in UNDECIDED:
        policy[state, np.flatnonzero(LEGAL[state])[cell]] = 1
    return policy


def lacking():
    """One that has no legal answer where A1 is taken."""
    policy = taking(0)
    policy[~LEGAL[:, 0]] = 0
    return policy


def answers(policy, **about):
    return write_answers(ReadPlayer(policy, "me", **about), "me")


FIRST, LAST = answers(taking(0)), answers(taking(-1))
CLASS = {
    "Ada.json": FIRST,
    "Ben.json": LAST,
    f"{EVIL}.json": answers(lacking()),
    "=1+2.json": FIRST,
    "Twin.json": FIRST,
    "twin.json": FIRST,
    "dice.json": FIRST,
    "essay.txt": b"",
    "broken.json": FIRST[:99],
    "silent.json": answers(np.zeros(LEGAL.shape)),
    ".hidden": b"",
}


@pytest.fixture(autouse=True, scope="module")
def house():
    """Two house players that need no training."""
    few = {"dice": random_policy(), "perfect": minimax_policy()}
    trained = roster.trained

    def player(name, *how):
        return ttt.PolicyPlayer(few[name]) if name in few else trained(name, *how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contest.roster, "trained", player)
        patch.setattr(contest, "HOUSE", tuple(few))
        yield


def fill(folder, files):
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """The folder of the results of CLASS; the class is beside it."""
    return tmp_path_factory.mktemp("results") / "out"


@pytest.fixture(scope="module")
def held(out):
    return contest.hold(fill(out.parent / "class", CLASS), out)


@pytest.fixture(scope="module")
def page(held, out):
    return leaderboard.write_leaderboard(held, out).read_text(encoding="utf-8")


def rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_who_takes_part_and_who_does_not(held):
    assert {one.name for one in held.entered} == {"Ada", "Ben", EVIL, "=1+2"}
    reasons = {one.file: one.refused for one in held.refused}
    assert set(reasons) == {"Twin.json", "twin.json", "dice.json", "essay.txt", "broken.json",
                            "silent.json"}  # fmt: skip
    assert reasons["Twin.json"].startswith("twin.json has the same name: rename it, or give it a")
    assert reasons["twin.json"].startswith("Twin.json has the same name")
    assert reasons["dice.json"].startswith("the house player dice has the same name")
    assert reasons["silent.json"] == "it has no legal answer in any position"
    assert reasons["essay.txt"].startswith("it is a text")
    assert reasons["broken.json"] == "it is damaged, or no file of answers"


def test_the_same_players_have_the_same_score(held):
    table = held.standings.table.set_index("name")
    assert table.score["Ada"] == table.score["=1+2"]
    assert table.place["Ada"] == table.place["=1+2"]
    assert table.forfeited[EVIL] == (~LEGAL[UNDECIDED, 0]).sum()


def test_the_page_is_safe_whole_and_says_it_all(page):
    # Those of the first screen; what strangers wrote is data in it, and never HTML.
    assert re.findall("<script[^>]*>", page) == [
        '<script type="application/json" id=stage-data>',
        "<script>",
    ]
    assert "&lt;script&gt;alert(1)" in page
    assert "\\u003cscript>alert(1)" in page
    assert not re.search(r'(src|href)="(?!data:image/png|#p)', page)
    assert "url(" not in page
    assert " =1+2, Ada and Ben share first place." in page  # Ben is Ada in a mirror
    for what, follows in leaderboard.RULES.items():
        assert what in page
        assert follows in page
    assert f"no legal answer in {(~LEGAL[UNDECIDED, 0]).sum():,} positions" in page
    assert len(re.findall("<img ", page)) == len(re.findall('<img class=\\w+ alt="[^"]', page)) == 5
    ids = re.findall(r'id="(p\d+)"', page)
    assert sorted(ids) == sorted(re.findall(r'href="#(p\d+)"', page))
    assert len(ids) == len(set(ids)) == 4


def test_the_tables_are_for_spreadsheets_and_hold_what_the_page_has(page, out, held):
    standings = {row["name"]: row for row in rows(out / "standings.csv")}
    assert "'=1+2" in standings
    assert float(standings["Ada"]["score"]) == pytest.approx(
        held.standings.table.set_index("name").score["Ada"], rel=1e-5
    )
    assert standings["Ada"]["remarks"] == "plays exactly as =1+2 does"
    assert standings["Ben"]["remarks"] == standings["broken"]["score"] == ""
    assert standings["broken"]["remarks"] == "broken.json: it is damaged, or no file of answers"
    outcomes = rows(out / "outcomes.csv")
    assert len(outcomes) == 36
    for row in outcomes:
        ends = [float(row[name]) for name in ("x_wins", "draws", "o_wins")]
        assert sum(ends) == pytest.approx(1, abs=1e-5)
    assert len(rows(out / "matrix.csv")) == 6


def test_moodle_gets_the_points_and_why_others_have_none(tmp_path, capsys):
    folder = fill(tmp_path / "class", {"a.json": FIRST, "b.txt": b"", "c.json": LAST})
    listed = "a.json,Ada,0011\nb.txt,Ben,0012\ngone.json,Gil,0013\n"
    (folder / "names.csv").write_text(listed)
    assert main(["tournament", str(folder), "--out", str(tmp_path / "out")]) == 0
    book = {row["ID number"]: row for row in rows(tmp_path / "out/standings_moodle.csv")}
    points = {number: row["points a game of 1"] for number, row in book.items()}
    standings = {row["name"]: row for row in rows(tmp_path / "out/standings.csv")}
    assert points == {"0011": standings["Ada"]["score"], "0012": "-", "0013": "-"}
    numbers = {name: row["number"] for name, row in standings.items() if row["number"]}
    assert numbers == {"Ada": "0011", "Ben": "0012", "Gil": "0013"}
    assert [row["name"] for row in book.values()] == ["Ada", "Ben", "Gil"]
    assert book["0012"]["remark"].startswith("b.txt: it is a text")
    assert book["0013"]["remark"] == "gone.json: it is in names.csv, but was not handed in"
    assert "without a number in names.csv: c\n" in capsys.readouterr().out
    (folder / "names.csv").unlink()
    assert main(["tournament", str(folder), "--out", str(tmp_path / "more")]) == 0
    assert not (tmp_path / "more/standings_moodle.csv").exists()


def test_a_zip_from_moodle_takes_a_list_beside_it_as_progress_does(tmp_path, capsys):
    files = {"Ada L._77_assignsubmission_file_/me.json": FIRST}
    files |= {"Jo_78_assignsubmission_file_/me.json": LAST}
    with zipfile.ZipFile(tmp_path / "moodle.zip", "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    (tmp_path / "names.csv").write_text("Identifier,Full name,ID number\nParticipant 77,Ada,007\n")
    given = [str(tmp_path / "moodle.zip"), str(tmp_path / "names.csv")]
    assert main(["tournament", *given, "--out", str(tmp_path / "out")]) == 0
    (row,) = rows(tmp_path / "out/standings_moodle.csv")
    assert (row["ID number"], row["name"]) == ("007", "Ada")
    assert "without a number in names.csv: Jo\n" in capsys.readouterr().out
    assert main(["tournament", *given, given[0]]) != 0
    assert "one folder or zip, and perhaps a names.csv" in capsys.readouterr().err
    assert main(["tournament", given[0], str(tmp_path / "away/names.csv")]) != 0
    assert "away/names.csv" in capsys.readouterr().err


def test_each_student_gets_a_card(held, page, out):
    cards = {path.name: path.read_text(encoding="utf-8") for path in (out / "cards").iterdir()}
    assert len(cards) == len(held.entered) + len(held.refused)
    assert {name for name in cards if not name.isascii()} == set()
    ada = cards["Ada.html"]
    for words in ("Place 1 of 4 players", "What costs you most", "Worst case as X", "against"):
        assert words in ada
    assert ada.count("<tr><th scope=row>") == 3 + len(held.standings.entrants) - 1
    evil = next(text for text in cards.values() if "&lt;script&gt;" in text.partition("<h2>")[0])
    assert "<script" not in evil
    assert "broken.json did not take part: it is damaged" in cards["broken.html"]


def test_pseudonyms_hide_the_class_on_the_page_and_have_their_key(held, tmp_path):
    path = leaderboard.write_leaderboard(held, tmp_path / "out", hide_names=True)
    page = re.sub('base64,[^"]*', "", path.read_text(encoding="utf-8"))
    for one in [*held.entered, *held.refused]:
        assert escape(one.name) not in page or one.name == "dice"  # which the house has, too
    table = pd.DataFrame(rows(tmp_path / "out/standings.csv"))
    hidden = table[table.name.isin(["Ada", "Ben", EVIL, "'=1+2"])].pseudonym
    assert sorted(hidden) == [f"Player {k}" for k in range(1, 5)]
    assert all(name in page for name in hidden)
    assert "Not taking part" not in page


def test_the_same_class_gives_the_same_bytes(held, page, tmp_path):
    leaderboard.write_leaderboard(held, tmp_path / "again")
    assert (tmp_path / "again" / "leaderboard.html").read_text(encoding="utf-8") == page
    names = {path.name for path in (tmp_path / "again").iterdir()}
    assert names == {f"{name}.csv" for name in ("standings", "outcomes", "matrix")} | {
        *("leaderboard.html", "standings.png", "cards")
    }


def test_players_by_chance_are_marked(tmp_path):
    by_chance = answers(random_policy(), asks=20, is_estimate=True)
    held = contest.hold(fill(tmp_path / "class", {"Ada.json": by_chance}), tmp_path / "out")
    page = leaderboard.write_leaderboard(held, tmp_path / "out").read_text(encoding="utf-8")
    assert re.search(r"\d ± 0\.\d{3}<", page)
    assert "answers vary: estimated from 20 answers a position" in page


def test_the_command_holds_the_tournament_of_a_folder_and_runs_nothing(tmp_path, capsys):
    files = {"Ada.json": FIRST, "Ben.json": LAST, "Cem.py": b"import os; os.remove('Ada.json')"}
    folder = fill(tmp_path / "class", files)
    assert main(["tournament", str(folder), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert re.search(r"house  0\.\d{3} +perfect", said)
    assert re.search(r"    1  0\.\d{3} +(Ada|Ben)", said)
    assert "Not taking part: Cem.py: not run: it is a program" in said
    assert (tmp_path / "out" / "leaderboard.html").is_file()
    assert (folder / "Ada.json").is_file()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none"], "there is no folder and no saved learner none"),
        (["class/Ada.py"], "class/Ada.py is a program: `tttlearn hand-in class/Ada.py` writes its"),
        (["empty", "--out", "out"], "there is no file in empty"),
        (["class", "--out", "class"], "the results need another folder than class"),
        (["class", "--out", "class/Ada.py"], "the results cannot be written to class/Ada.py: "),
        (["class", "mine.npz"], "takes one folder or zip, and perhaps a names.csv"),
        (["--hide-names"], "--hide-names is for the class tournament"),
        (["none.zip"], "No such file"),
    ],
)
def test_what_cannot_be_taken(tmp_path, monkeypatch, capsys, words, said):
    fill(tmp_path / "class", {"Ada.py": b""})
    fill(tmp_path / "empty", {})
    monkeypatch.chdir(tmp_path)
    assert main(["tournament", *words]) == 1
    assert said in capsys.readouterr().err


def test_results_among_what_was_handed_in_are_not_read(tmp_path):
    folder = fill(tmp_path / "class", {"Ada.json": FIRST})
    held = contest.hold(folder, folder / "results")
    leaderboard.write_leaderboard(held, folder / "results")
    again = contest.hold(folder, folder / "results")
    assert [one.file for one in [*again.entered, *again.refused]] == ["Ada.json"]


def likeness(standings, k):
    table = standings.table.assign(shown=lambda table: table.name)
    return leaderboard._likeness(standings, table, k)


def test_a_learner_may_play_as_the_house_and_many_may_play_alike():
    one_best = np.where(LEGAL, np.eye(9)[minimax_policy().argmax(1)], 0)
    ones = [Entrant(name, minimax_policy()) for name in "abcdef"]
    ones += [Entrant("best", one_best)]
    standings = Standings([*ones, Entrant("perfect", minimax_policy(), house=True)])
    best = "plays only moves that minimax plays, in all 4,520 positions"
    words = ["plays exactly as b, c, d and 3 others do", best]
    assert likeness(standings, 0) == words
    assert likeness(standings, 6) == [best]
    few = Standings([ones[0], ones[6], standings.entrants[-1]])
    assert likeness(few, 0) == ["plays exactly as perfect (house) does", best]
    some = Standings([*ones[:4], standings.entrants[-1]])
    assert likeness(some, 0)[0] == "plays exactly as b, c, d and perfect (house) do"
    assert likeness(Standings([ones[0], Entrant("r", random_policy())]), 1) == []


def test_the_house_has_players_of_every_strength():
    house = {name: roster.trained(name, 500).policy for name in HOUSE}
    shares = {name: optimal_share(check_policy(policy)) for name, policy in house.items()}
    assert shares["random"] < shares["level-1"] < shares["level-5"] < shares["minimax"] == 1


def test_the_matrix_shows_each_score_in_a_colour_with_readable_ink():
    rules = re.findall(
        r"\.c(\d+) \{ background: (#\w{6}); color: (#\w{6}); \}", leaderboard._colours()
    )
    assert [int(shade) for shade, *_ in rules] == list(range(100 // leaderboard.SHADE + 1))
    assert len({paper for _, paper, _ in rules}) == len(rules)
    for _, paper, ink in rules:
        assert contrast(paper, ink) >= 4.5, paper
