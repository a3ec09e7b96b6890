"""The class tournament around the sandbox: names, what is kept, the page, the command."""

import csv
import os
import re
from html import escape

import numpy as np
import pytest

from tests.aids import naive
from tests.course.classroom.walled import walls_stand
from tttlearn.__main__ import main
from tttlearn.course.classroom import archive, contest, leaderboard, submissions, walls
from tttlearn.course.classroom.readout import Readout
from tttlearn.course.classroom.regulations import Limits, rules
from tttlearn.course.classroom.standings import Entrant, Standings
from tttlearn.course.classroom.tally import OTHER_FAULTS
from tttlearn.evaluation.exact import minimax_policy, optimal_share
from tttlearn.evaluation.policy import check_policy, random_policy
from tttlearn.game.rules import LEGAL, UNDECIDED

HOUSE, HOUSE_PLAYERS = contest.HOUSE, contest.house_players

FIRST = "def act(board, side, rng):\n    return board.index('.')\n"
LAST = "def act(board, side, rng):\n    return 8 - board[::-1].index('.')\n"
EVIL = "<script>alert(1)<" + "∕script>"  # a real slash cannot be in a file's name
CLASS = {
    "Ada.py": FIRST,
    "Ben.py": LAST,
    f"{EVIL}.py": f"{FIRST[:-1]} if board[0] == '.' else '<img src=x onerror=alert(2)>'",
    "=1+2.py": FIRST + "# twice",
    "Twin.py": FIRST,
    "twin.py": FIRST,
    "dice.py": FIRST,
    "essay.txt": "",
    "broken.py": "def",
    "four.py": "def act(*_): return 'four'",
    ".hidden": "",
}


@pytest.fixture(autouse=True)
def house(monkeypatch):
    """Two house players that need no training."""
    few = {"dice": random_policy(), "perfect": minimax_policy()}
    monkeypatch.setattr(contest, "house_players", lambda games, seed: few)
    monkeypatch.setattr(contest, "HOUSE", tuple(few))


def fill(folder, files):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder for what is read out in this module."""
    return tmp_path_factory.mktemp("results")


@pytest.fixture
def held(here, tmp_path, kept):
    return contest.hold(fill(tmp_path / "class", CLASS), kept, walled=False)


@pytest.fixture
def page(held, tmp_path):
    return leaderboard.write_leaderboard(held, tmp_path / "out").read_text(encoding="utf-8")


def test_who_takes_part_and_who_does_not(held):
    assert {one.name for one, _ in held.entered} == {"Ada", "Ben", EVIL, "=1+2"}
    reasons = dict(held.refused)
    others = {"Twin.py", "twin.py", "dice.py", "essay.txt", "broken.py"}
    assert set(reasons) == others | {"four.py"}
    assert reasons["Twin.py"].startswith("twin.py has the same name: rename it, or give it a name")
    assert reasons["twin.py"].startswith("Twin.py has the same name")
    assert reasons["dice.py"].startswith("the house player dice has the same name")
    assert reasons["four.py"].startswith("no legal answer in any position: it answered the text 'f")
    assert "neither a .py nor a .npz" in reasons["essay.txt"]
    assert "SyntaxError" in reasons["broken.py"]


def test_the_same_players_have_the_same_score(held):
    table = held.standings.table.set_index("name")
    assert table.score["Ada"] == table.score["=1+2"]
    assert table.place["Ada"] == table.place["=1+2"]
    taken = sum(board[0] != "." for board in naive.undecided())
    assert table.forfeited[EVIL] == taken


def test_names_that_are_no_names(tmp_path):
    long, odd = "a" * 200, "b\u202eyp\n.py"
    found = submissions.collect(fill(tmp_path / "class", {f"{long}.py": FIRST, odd: FIRST}))
    assert [one.name for one in found] == [long, "b?yp"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there, and there are no such pipes")
def test_links_pipes_and_folders_are_not_read(tmp_path):
    folder = fill(tmp_path / "class", {"Ada.py": FIRST})
    (folder / "link.py").symlink_to("/etc/hostname")
    (folder / "folder.py").mkdir()
    os.mkfifo(folder / "pipe.py")
    found = {one.name: one for one in submissions.collect(folder)}
    assert not found["Ada"].refused
    for name in ("link", "pipe"):
        assert "not a file" in found[name].refused
        assert found[name].content == b""
    assert found["folder.py"].refused == "its folder is empty"


def test_large_files_and_empty_folders(tmp_path):
    folder = fill(tmp_path / "class", {"Ada.py": "#" * 2_000_000})
    (one,) = submissions.collect(folder, most=1 << 20)
    assert one.refused == "it is larger than 1 MB"
    with pytest.raises(ValueError, match="there is no file in the folder"):
        submissions.collect(fill(tmp_path / "empty", {}))


def test_a_second_run_goes_on_where_the_first_was(tmp_path, monkeypatch):
    read, folder = [], fill(tmp_path / "class", {"Ada.py": FIRST, "Ben.py": LAST, "Eve.py": FIRST})

    def fake(one, limits, stop, walled):
        if one.name == "Ben" and len(read) < 2:
            read.append("interrupted")
            raise KeyboardInterrupt
        read.append(one.name)
        return Readout(weights=random_policy()[UNDECIDED].tolist(), asked=[1] * len(UNDECIDED))

    monkeypatch.setattr(archive, "read_out", fake)
    monkeypatch.setattr(archive, "cores", lambda: 1)
    monkeypatch.setattr(walls, "check", lambda: None)
    monkeypatch.setattr(walls, "version", lambda: (9,))
    with pytest.raises(KeyboardInterrupt):
        contest.hold(folder, tmp_path / "out")
    assert read == ["Eve", "interrupted"], "whose file is that of Ada, too"
    assert len(contest.hold(folder, tmp_path / "out").entered) == 3
    assert read[2:] == ["Ben"], "what was read is kept"
    (folder / "Ben.py").write_text(LAST + "# better")
    contest.hold(folder, tmp_path / "out")
    contest.hold(folder, tmp_path / "out")
    assert read[3:] == ["Ben"]
    contest.hold(folder, tmp_path / "out", Limits(total_seconds=99))
    assert sorted(read[4:]) == ["Ben", "Eve"], "with other limits others may answer"
    contest.hold(folder, tmp_path / "out", walled=False)
    assert sorted(read[6:]) == ["Ben", "Eve"], "without walls others may answer, too"


def test_what_is_kept_comes_back_and_damage_is_read_anew(tmp_path):
    one = submissions.Submission("Ada", "Ada.py", ".py", b"1")
    box = archive.Archive(tmp_path / "kept", Limits(), walled=True)
    readout = Readout(weights=[[0.1] * 9], asked=[3], chance=True, faults={"x": [0]}, notes=["n"])
    assert box.find(one) is None
    box.keep(one, readout)
    assert box.find(one) == readout
    (path,) = (tmp_path / "kept").iterdir()
    for damaged in (path.read_bytes()[:20], b"[" * 200_000, b"[]", b"\xff"):
        path.write_bytes(damaged)
        assert box.find(one) is None


def test_the_page_is_safe_whole_and_says_it_all(page, held):
    # Those of the first screen; what strangers wrote is data in it, and never HTML.
    assert re.findall("<script[^>]*>", page) == [
        '<script type="application/json" id=stage-data>',
        "<script>",
    ]
    assert "<img src=x" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "\\u003cscript>alert(1)" in page
    assert "&lt;img src=x onerror=alert(2)&gt;" in page
    assert not re.search(r'(src|href)="(?!data:image/png|#p)', page)
    assert "url(" not in page
    assert " =1+2, Ada and Ben share first place." in page  # Ben is Ada in a mirror
    for what, follows in rules(held.limits):
        assert escape(what) in page
        assert escape(follows) in page
    assert len(re.findall("<img ", page)) == len(re.findall('<img class=\\w+ alt="[^"]', page)) == 5
    assert page.count(held.how) == 1
    ids = re.findall(r'id="(p\d+)"', page)
    assert sorted(ids) == sorted(re.findall(r'href="#(p\d+)"', page))
    assert len(ids) == len(set(ids)) == 4


def test_the_tables_are_for_spreadsheets_and_hold_what_the_page_has(page, tmp_path, held):
    def rows(name):
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))

    standings = {row["name"]: row for row in rows("standings")}
    assert "'=1+2" in standings
    assert float(standings["Ada"]["score"]) == pytest.approx(
        held.standings.table.set_index("name").score["Ada"], rel=1e-5
    )
    assert standings["broken.py"]["score"] == ""
    assert "SyntaxError" in standings["broken.py"]["remarks"]
    assert len(rows("outcomes")) == 36
    for row in rows("outcomes"):
        ends = [float(row[name]) for name in ("x_wins", "draws", "o_wins")]
        assert sum(ends) == pytest.approx(1, abs=1e-5)
    assert len(rows("matrix")) == 6


def test_the_same_class_gives_the_same_bytes(held, page, tmp_path):
    leaderboard.write_leaderboard(held, tmp_path / "again")
    assert (tmp_path / "again" / "leaderboard.html").read_text(encoding="utf-8") == page
    names = {path.name for path in (tmp_path / "again").iterdir()}
    assert names == {f"{name}.csv" for name in ("standings", "outcomes", "matrix")} | {
        *("leaderboard.html", "standings.png")
    }


def test_players_by_chance_are_marked_and_the_way_it_was_run_is_said(held, tmp_path):
    held.entered[0][1].chance = True
    held.standings.entrants[0].asked = np.full(len(UNDECIDED), 20)
    held.how = "It ran so & so."
    page = leaderboard.write_leaderboard(held, tmp_path / "out").read_text(encoding="utf-8")
    assert re.search(r"\d ± 0\.\d{3}<", page)
    assert "answers vary: estimated from" in page
    assert page.count("It ran so &amp; so.") == 1


def test_the_command_holds_the_tournament_of_a_folder(tmp_path, capsys):
    folder = fill(tmp_path / "class", {"Ada.py": FIRST, "Ben.py": LAST, "broken.py": "def"})
    how = [] if walls_stand() else ["--no-walls"]
    assert main(["tournament", str(folder), "--out", str(tmp_path / "out"), *how]) == 0
    said = capsys.readouterr().out
    assert ("behind walls (bubblewrap" if walls_stand() else "ran without walls") in said
    assert re.search(r"house  0\.\d{3} +perfect", said)
    assert re.search(r"    1  0\.\d{3} +(Ada|Ben)", said)
    assert "Not taking part: broken.py: it is no Python: SyntaxError" in said
    assert (tmp_path / "out" / "leaderboard.html").is_file()


def test_an_interruption_is_one_line(tmp_path, capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(contest, "hold", interrupted)
    assert main(["tournament", str(tmp_path)]) == 130
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "the same command goes on from there" in said.err


@pytest.mark.parametrize("more", [["mine.npz"], ["."]])
def test_one_folder_and_nothing_else(tmp_path, capsys, more):
    assert main(["tournament", str(tmp_path), *more]) == 1
    assert "takes one folder, and nothing else" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["none"], "there is no folder and no saved learner none"),
        (["class/Ada.py"], "give the folder that holds it"),
        (["empty", "--out", "out"], "there is no file in the folder empty"),
        (["class", "--out", "class"], "the results need another folder than class"),
        (["class", "--out", "class/Ada.py"], "the results cannot be written to class/Ada.py: "),
    ],
)
def test_folders_that_cannot_be_taken(tmp_path, monkeypatch, capsys, files, words):
    fill(tmp_path / "class", {"Ada.py": FIRST})
    fill(tmp_path / "empty", {})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(contest, "house_players", lambda *_: {})
    assert main(["tournament", *files]) == 1
    assert words in capsys.readouterr().err


def test_results_among_the_submissions_are_not_one_of_them(tmp_path):
    folder = fill(tmp_path / "class", {"Ada.py": FIRST})
    (folder / "results").mkdir()
    assert [one.file for one in submissions.collect(folder, results=folder / "results")] == [
        "Ada.py"
    ]


def test_other_faults_come_last(held):
    evil = next(k for k, (one, _) in enumerate(held.entered) if one.name == EVIL)
    held.entered[evil][1].faults = {OTHER_FAULTS: [0, 1], "it answered 'B2'": [2]}
    assert leaderboard.remarks(held, evil)[1] == f"forfeits 2 positions: {OTHER_FAULTS}"


SAMPLED = """import tttlearn as ttt
def act(board, side, rng):
    return rng.choice(9, p=ttt.minimax_policy()[ttt.parse("".join(board))])
"""


@pytest.mark.usefixtures("here")
def test_who_plays_alike_and_who_plays_as_minimax_is_told(tmp_path):
    texts = {"Ada": FIRST, "Ben": FIRST, "Cem": FIRST + "# mine", "Dea": LAST}
    texts |= {"Eve": SAMPLED, "Fay": "# I wrote this\n" + SAMPLED}
    folder = fill(tmp_path / "class", {f"{name}.py": text for name, text in texts.items()})
    held = contest.hold(folder, tmp_path / "out", Limits(asks=3), walled=False)
    said = {one.name: leaderboard.remarks(held, k) for k, (one, _) in enumerate(held.entered)}
    best = "plays only moves that minimax plays, in all 4,520 positions"
    assert said["Ada"] == ["plays exactly as Ben and Cem do"]
    assert said["Cem"] == ["plays exactly as Ada and Ben do"]
    assert said["Dea"] == []
    assert said["Eve"][1:] == ["plays exactly as Fay does", best]
    page = leaderboard.write_leaderboard(held, tmp_path / "out").read_text(encoding="utf-8")
    assert page.count(best) == 2


def test_a_learner_may_play_as_the_house_and_many_may_play_alike():
    one_best = np.where(LEGAL, np.eye(9)[minimax_policy().argmax(1)], 0)
    ones = [Entrant(name, minimax_policy()) for name in "abcdef"]
    ones += [Entrant("best", one_best)]
    standings = Standings([*ones, Entrant("perfect", minimax_policy(), house=True)])
    best = "plays only moves that minimax plays, in all 4,520 positions"
    words = ["plays exactly as b, c, d and 3 others do", best]
    assert leaderboard._likeness(standings, 0) == words
    assert leaderboard._likeness(standings, 6) == [best]
    few = Standings([ones[0], ones[6], standings.entrants[-1]])
    assert leaderboard._likeness(few, 0) == ["plays exactly as perfect (house) does", best]
    some = Standings([*ones[:4], standings.entrants[-1]])
    assert leaderboard._likeness(some, 0)[0] == "plays exactly as b, c, d and perfect (house) do"
    assert leaderboard._likeness(Standings([ones[0], Entrant("r", random_policy())]), 1) == []


def test_whose_time_ran_out_is_told_and_asked_again(tmp_path, capsys, monkeypatch):
    folder = fill(tmp_path / "class", {"Ada.py": FIRST, "Ben.py": LAST})
    weights = random_policy()[UNDECIDED].tolist()

    def late(one, *_):
        return Readout(weights=weights, asked=[1] * len(UNDECIDED), passing=one.name == "Ben")

    monkeypatch.setattr(archive, "read_out", late)
    how = ["--out", str(tmp_path / "out"), "--no-walls"]
    assert main(["tournament", str(folder), *how]) == 0
    told = "Time ran out, or a process ended too often; the same command asks again: Ben.py\n"
    assert told in capsys.readouterr().out
    assert len(list((tmp_path / "out" / contest.READOUTS).iterdir())) == 1, "that of Ada"


def test_seconds_are_for_a_class(capsys):
    assert main(["tournament", "mine.npz", "--seconds", "9"]) == 1
    assert "--seconds is for the class tournament" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["tournament", "--seconds", "0"])
    assert "seconds are a whole number, 1 or more, not '0'" in capsys.readouterr().err


def test_the_house_has_players_of_every_strength(monkeypatch):
    monkeypatch.setattr(contest, "HOUSE", HOUSE)
    house = HOUSE_PLAYERS(games=500)
    assert set(house) == {*HOUSE}
    shares = {name: optimal_share(check_policy(policy)) for name, policy in house.items()}
    assert shares["random"] < shares["level-1"] < shares["level-5"] < shares["minimax"] == 1
