"""Strangers' code, run for real: each kind of trouble has its rule, and troubles nobody else."""

import os
import re
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from tests.aids import naive
from tests.course.classroom.walled import needs_walls, walls_stand
from tttlearn.course.classroom import complaints, example
from tttlearn.course.classroom.archive import Archive, read_all
from tttlearn.course.classroom.readout import read_out
from tttlearn.course.classroom.regulations import Limits
from tttlearn.course.classroom.sandbox import Allowance, Asleep, Sandbox, TournamentStopped
from tttlearn.course.classroom.submissions import Submission
from tttlearn.evaluation.policy import check_policy, first_best, random_policy
from tttlearn.game.boards import boards
from tttlearn.game.rules import N_STATES, UNDECIDED
from tttlearn.learn.td import TDLearner
from tttlearn.players.saved import save

pytestmark = pytest.mark.slow  # each starts processes; test_classroom asks the ways from end to end

# So many seconds that no machine is too slow for what is read here.
LIMITS = Limits(start_seconds=600, move_seconds=60, total_seconds=600, asks=4, memory_bytes=1 << 30)
FIRST = "def act(board, side, rng):\n    return board.index('.')\n"
ANY = (
    "def act(board, side, rng):\n    return rng.choice([a for a in range(9) if board[a] == '.'])\n"
)
EVERYWHERE = len(UNDECIDED)

REFUSED = {
    "an exit at the top": ("import sys\nsys.exit(3)", "SystemExit: 3 (line 2)"),
    "an end at the top": ("import os\nos._exit(0)", "its process ended while it was read"),
    "no Python": ("def act(board side):", "it is no Python: SyntaxError"),
    "bytes": ("\0\1\2", "it is no Python"),
    "no act": ("def play(board): return 1", "no function act(board, side, rng)"),
    "the function of a lesson": (
        "def act(state): return 0",
        "its act takes (state), but is given (board, side, rng); a function f(state) of a lesson "
        'becomes a player with ttt.hand_in(f, "ada.py")',
    ),
    "a magic": (
        f"import math\n  \n%matplotlib inline\n{FIRST}",
        "(line 3); this is a command of Jupyter, not Python: delete the line",
    ),
    "an error at the top": ("print(1 / 0)", "ZeroDivisionError: division by zero (line 1)"),
    "an error while learning": (f"{FIRST}def learn(rng): 1 / 0", "its learn(rng) failed: Zero"),
    "lines that are no answers": (
        f"import os\nfor fd in range(3, 40):\n"
        f"    try: os.write(fd, b'[[' * 9 + b'\\n')\n    except OSError: pass\n{FIRST}",
        "it wrote what is no answer",
    ),
    "a line without end": (
        f"import os\nfor fd in range(3, 40):\n"
        f"    try: os.write(fd, b'7' * 9000)\n    except OSError: pass\n{FIRST}",
        "it wrote a line without an end",
    ),
}
FORFEITS = {
    "an exit": ("def act(*_): raise SystemExit", "SystemExit (line 1)"),
    "an end": ("import os\ndef act(*_): os._exit(0)", "its process ended"),
    "an error": ("def act(*_): raise KeyError('no such place')", "KeyError: 'no such place'"),
    "no whole number": ("def act(*_): return 4.5", "it answered 4.5: the answer is a number, one"),
    "no number": ("def act(*_): return float('nan')", "it answered nan: the answer is a number"),
    "a text": ("def act(*_): return '4'", "it answered the text '4': the answer is a number, one"),
    "an array": ("import numpy as np\ndef act(*_): return np.zeros(9)", "a value of type ndarray"),
    "a pair": ("def act(*_): return 1, 1", "which is 3 * row + column"),
    "a truth": ("def act(*_): return True", "it answered True: the answer is a number"),
    "nothing": ("def act(*_): 4", "does each way through act end with return?"),
    "off the board": ("def act(*_): return -1", "it answered -1: the cells are 0 to 8"),
    "the last of nine": ("def act(*_): return 9", "it answered 9: the cells are 0 to 8, counted"),
    "no cell found": (
        "def act(board, side, rng):\n    for a in range(9):\n        if board[a] == ' ': return a",
        'end with return? If it looks for a free cell, that is "."',
    ),
    "a space for a free cell": (
        "def act(board, side, rng): return board.index(' ')",
        '(line 1); if it looks for a free cell, that is "."',
    ),
    "the keyboard": ("def act(*_): return int(input())", "nobody answers input(): decide by the"),
    "a bad answer": (
        "class Bad:\n    def __index__(self): raise KeyError('x')\ndef act(*_): return Bad()",
        "KeyError: 'x' (line 2)",
    ),
}
if sys.platform != "darwin":  # which has no limit on memory
    FORFEITS["memory"] = ("def act(*_): return bytearray(1 << 40)", "MemoryError")
PLAYS = {
    "first": FIRST,
    "numpy's numbers": "import numpy as np\n" + FIRST.replace("return", "return np.int8(0) +"),
    "an array of one": "import numpy as np\n" + FIRST.replace("return", "return np.array(0) +"),
    "decimals": FIRST.replace("return", "return 0.0 +"),
    "numpy's decimals": "import numpy as np\n" + FIRST.replace("return", "return np.float32(0) +"),
    "does not say what it takes": "class Act:\n    __signature__ = 1\n"
    "    def __call__(self, board, side, rng): return board.index('.')\nact = Act()",
    "prints": "import sys\n"
    + FIRST.replace("return", "print('x' * 9999); print('y', file=sys.stderr); return"),
    "changes the board": FIRST.replace("return ", "a = ")
    + "    board[:] = 'XXXXXXXXX'\n    return a",
    "learns": "GOOD = []\ndef learn(rng): GOOD.append('.')\n" + FIRST.replace("'.'", "GOOD[0]"),
    "writes a file": "open('mine.txt', 'w').write('.')\n"
    + FIRST.replace("'.'", "open('mine.txt').read()"),
    "imports tttlearn": "import tttlearn\n"
    + FIRST.replace("    return", "    assert tttlearn.parse(''.join(board)) >= 0\n    return"),
    "reads the keyboard": "try: input()\nexcept EOFError: pass\n" + FIRST,
    "caches": f"import numba\n@numba.njit(cache=True)\ndef free(): return '.'\n{FIRST}",
}
NEED_A_PROCESS = {
    *("an end at the top", "lines that are no answers", "a line without end"),
    *(
        "an end",
        "the keyboard",
        "memory",
        "prints",
        "writes a file",
        "reads the keyboard",
        "caches",
    ),
}
DECIMALS = ["it answers with decimals such as 4.0; a cell is a whole number, int(4.0)"]
NOTES = {
    "changes the board": ["it changes the board that it is given, which was a copy"],
    "decimals": DECIMALS,
    "numpy's decimals": DECIMALS,
}
PLAIN = first_best(np.zeros((N_STATES, 9)))


def submission(name, text, ending=".py"):
    return Submission(name, name + ending, ending, text.encode())


@pytest.fixture
def readout_of(request):
    """Function: the Readout of one of the above, which runs here where it can."""

    def readout_of(name):
        if name not in NEED_A_PROCESS:
            request.getfixturevalue("here")
        text = PLAYS[name] if name in PLAYS else (REFUSED | FORFEITS)[name][0]
        return read(text)

    return readout_of


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_does_not_take_part(readout_of, name):
    refused = readout_of(name).refused
    assert REFUSED[name][1] in refused
    assert "\n" not in refused


@pytest.mark.parametrize("name", FORFEITS)
def test_what_fails_everywhere_forfeits_everywhere(readout_of, name):
    found = readout_of(name)
    assert not found.refused
    assert not found.chance
    assert any(FORFEITS[name][1] in reason for reason in found.faults), found.faults
    assert not found.policy.any()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("!pip install numpy", "SyntaxError: invalid syntax (line 1); this is a command of Jup"),
        ("get_ipython().magic('time')", "is not defined (line 1); this is a command of Jupyter"),
        ('{"execution_count": null}', "(line 1); this is a notebook: export it as Python"),
        ("[a for a in '...' if a == ' '][0]", "list index out of range (line 1); if it looks"),
        ("np.random.default_rng().choice([])", '; if it looks for a free cell, that is "."'),
        ("max([])", '; if it looks for a free cell, that is "."'),
        ("{' ': 0, 'X': 1, 'O': 2}['.']", "KeyError: '.' (line 1); if it looks for a free cell"),
    ],
)
def test_errors_of_beginners_have_a_cure(text, words):
    with pytest.raises((SyntaxError, LookupError, ValueError, NameError)) as caught:
        exec(compile(text, complaints.NAME, "exec"), {"np": np})
    assert words in complaints.of_error(caught.value, complaints.CURES + complaints.OF_THE_BOARD)


@pytest.mark.parametrize("name", PLAYS)
def test_what_disturbs_nobody_plays(readout_of, name):
    found = readout_of(name)
    assert (found.refused, found.faults, found.chance) == ("", {}, False)
    assert np.array_equal(found.policy, PLAIN)
    assert found.notes == NOTES.get(name, [])


def read(text, limits=LIMITS):
    return read_out(submission("one", text), limits, threading.Event(), walls_stand())


@pytest.mark.usefixtures("here")
def test_only_the_positions_that_fail_are_forfeited():
    found = read("def act(board, side, rng): return 4")
    taken = {naive.code(board) for board in naive.undecided() if board[4] != "."}
    (states,) = found.faults.values()
    assert set(states) == taken
    assert set(UNDECIDED[~found.policy[UNDECIDED].any(1)]) == taken
    assert list(found.faults) == ["it took the cell 4 (B2), which is taken"]


def test_a_process_that_ends_is_started_again_until_it_has_ended_too_often(here):
    here.dies_at = staticmethod(lambda board: board[0] == "X" and naive.mover(board) == "X")
    found = read(FIRST)
    assert [len(states) for states in found.faults.values()] == [LIMITS.process_ends]
    assert found.passing, "another run may find something else"
    assert any(
        re.match(r"forfeits [\d,]+ positions without an answer", note) for note in found.notes
    )
    here.dies_at = staticmethod(lambda board: board == "." * 9)
    found = read(FIRST)
    assert found.faults == {"its process ended": [0]}
    assert not found.passing
    assert (found.policy[UNDECIDED].sum(1) == 1).sum() == EVERYWHERE - 1


@pytest.mark.usefixtures("here")
def test_who_answers_by_chance_is_asked_more_often():
    found = read(ANY)
    assert found.chance
    assert set(found.asked) == {LIMITS.asks}
    check_policy(found.policy)
    away = (found.policy - random_policy())[UNDECIDED]
    assert np.abs(away.mean(0)).max() < 0.02
    assert found == read(ANY), "its chance has a seed"


@pytest.mark.usefixtures("here")
def test_who_keeps_count_is_by_chance_too():
    found = read(
        "n = []\ndef act(board, side, rng):\n    n.append(0)\n"
        "    return [a for a in range(9) if board[a] == '.'][len(n) % 3 % board.count('.')]"
    )
    assert found.chance


@pytest.mark.usefixtures("here")
def test_who_fails_now_and_then_forfeits_now_and_then():
    found = read(
        FIRST.replace("return", "if rng.random() < 0.5: raise ValueError('tails')\n    return")
    )
    assert found.chance
    assert 0.45 < found.policy[UNDECIDED].sum() / EVERYWHERE < 0.55


HASTY = Limits(start_seconds=2, move_seconds=0.5, total_seconds=1, process_ends=1, asks=4)
TOO_SLOW = {  # what takes so many seconds of processor time and of sleep, and what is said of it
    "at the top": (
        {"reading": (3, 0)},
        "it took more than 2 s of processor time while it was read and learned: learn less there",
    ),
    "asleep at the top": (
        {"reading": (0, 21)},
        "it waited or slept: more than 20 s of the clock went by while it was read and learned: "
        "leave out what waits, such as time.sleep",
    ),
    "at first": (
        {"first": (3, 0)},
        "it took more than 2 s of processor time: make a move in learn(rng), so that compiling",
    ),
    "asleep at first": (
        {"first": (0, 21)},
        "it waited or slept: more than 20 s of the clock went by: leave out what waits",
    ),
    "later": (
        {"later": (0.6, 0)},
        "it took more than 0.5 s of processor time: work out in learn(rng) what takes longer, and",
    ),
    "in all": (
        {"later": (0.03, 0)},
        "its 1 s of processor time for all answers ran out: asked twice in each of 4,520 "
        "positions, it has 0.11 ms for an answer; work out in learn(rng) what takes longer, and "
        "look it up in act, or ask for a tournament with more time, such as --seconds 300",
    ),
    "asleep in all": (
        {"later": (0, 0.03)},
        "it waited or slept: more than 10 s of the clock went by: leave out what waits",
    ),
}


@pytest.mark.parametrize("name", TOO_SLOW)
def test_a_limit_of_time_has_a_cure_and_is_not_kept(here, tmp_path, name):
    here.takes, words = TOO_SLOW[name]
    # What sleeps would only sleep once more; and what all answers together used up is gone.
    limits = HASTY._replace(process_ends=3 if "asleep" in name else 1)
    box, one = Archive(tmp_path / "kept", limits, walled=False), submission("one", FIRST)
    (found,) = read_all([one], box)
    said = [found.refused, *found.faults, *found.notes]
    assert any(reason.startswith(words) for reason in said), said
    assert all(len(states) == 1 for states in found.faults.values()), "it was started once"
    assert len(here.ends) == 1
    assert box.find(one) is None


def test_what_compiles_at_first_and_a_crowded_computer_cost_nobody_anything(here, tmp_path):
    # Both take longer than an answer may: the first of a process, and others, by the clock only.
    here.takes = {"first": (1.9, 9), "later": (0.0001, 0.7)}
    limits = HASTY._replace(clock_factor=10_000)
    one, box = submission("one", FIRST), Archive(tmp_path / "kept", limits, walled=False)
    (found,) = read_all([one], box)
    assert (found.refused, found.faults, found.notes) == ("", {}, [])
    assert np.array_equal(found.policy, PLAIN)
    assert box.find(one) == found


def test_what_sleeps_gets_no_more_of_the_clock_by_being_started_again(here):
    here.takes = {"first": (0, 3)}
    here.dies_at = staticmethod(lambda board: True)
    limits = HASTY._replace(process_ends=3)
    read(FIRST, limits)
    assert here.now == 3 * 3
    assert here.ends == [limits.clock_seconds] * 3
    assert isinstance(Allowance(5, 10, end=here.now).complaint(used=0), Asleep)
    assert Allowance(5, 10, end=here.now + 1).complaint(used=0) is None


def own_games(board, side):
    """The positions in which `side` moves in games that it plays as FIRST does."""
    if naive.is_over(board):
        return set()
    own = naive.mover(board) == side
    after = [naive.after(board, a) for a in naive.moves(board)[: 1 if own else None]]
    return set().union([naive.code(board)] * own, *(own_games(b, side) for b in after))


def test_slow_players_answer_where_their_own_games_go(here):
    here.takes = {"later": (0.001, 0)}
    found = read(FIRST, HASTY)
    answered = set(np.flatnonzero(found.policy.sum(1) == 1))
    assert own_games("." * 9, "X") | own_games("." * 9, "O") <= answered
    assert len(answered) < EVERYWHERE / 2
    assert found.notes[0].startswith("its 1 s of processor time for all answers ran out")
    assert "get to none of them" in found.notes[1]
    assert not found.chance


LATER = "n = []\ndef act(board, side, rng):\n    n.append(0)\n    if len(n) == 1: return 0\n"
PATIENT = Limits(start_seconds=600, total_seconds=600, process_ends=1, asks=4)


@pytest.mark.parametrize(
    ("does", "limits", "words"),
    [
        # However slow the machine is, what never ends uses up its processor time first ...
        ("while True: pass", (0.5, 1000), "it took more than 0.5 s of processor time"),
        # ... and what sleeps does not.
        ("import time; time.sleep(999)", (0.05, 20), "it waited or slept: more than 1 s of the"),
    ],
)
def test_what_does_not_end_is_ended(does, limits, words):
    move_seconds, factor = limits
    limits = PATIENT._replace(move_seconds=move_seconds, clock_factor=factor)
    found = read(f"{LATER}    {does}\n", limits)
    (reason,) = found.faults
    assert reason.startswith(words)
    assert found.passing


def test_many_short_answers_add_up_to_what_the_process_itself_counts():
    # Each takes a hundredth of what the system counts in.
    text = "import time\nn = []\ndef act(*_):\n    for _ in range(4000): pass\n    n.append(0)\n"
    text += f"    return str(time.process_time()) if len(n) % {EVERYWHERE} < 3 else 0\n"
    one, said = submission("one", text), []
    with Sandbox(one, PATIENT, threading.Event(), walls_stand(), float("inf")) as process:
        process.hear(PATIENT.start_seconds)
        for states in (UNDECIDED[:1], UNDECIDED[1:], UNDECIDED[:1]):  # in between it waits
            process.ask(states, 1)
            said += [process.hear(PATIENT.start_seconds) for _ in [*states, "and its habits"]]
            if process.total is None:
                process.count(PATIENT.total_seconds)
            elif len(states) > 1:
                took = PATIENT.total_seconds - process.left()
    before, began, ended, after = map(float, re.findall(r"text '([\d.]+)'", str(said)))
    assert ended - began > 0.1
    assert ended - began - 0.05 < took < after - before + 0.05


def test_where_the_system_does_not_say_the_clock_decides(monkeypatch):
    monkeypatch.setattr(Sandbox, "_python", lambda self: None)
    found = read("import time; time.sleep(999)", HASTY)
    assert found.refused.startswith("it took more than 2 s of processor time while it was read")


def test_the_example_plays_and_learns():
    found = read(Path(example.__file__).read_text(encoding="utf-8"))
    assert (found.refused, found.faults, found.notes, found.chance) == ("", {}, [], False)
    assert found.policy[0].argmax() == 4


def test_a_damaged_learner_is_refused():
    found = read_out(submission("one", "PK", ".npz"), Limits(), threading.Event(), walls_stand())
    assert "it holds no learner that can play" in found.refused


def test_a_learner_of_another_game_is_refused(tmp_path):
    # Its table has the shape of tic-tac-toe's.
    file = save(TDLearner(rules=boards(rows=3, columns=3, k=2)), tmp_path / "odd.npz")
    one = Submission("odd", file.name, ".npz", file.read_bytes())
    found = read_out(one, Limits(), threading.Event(), walls_stand())
    assert "is a learner of 2 in a row on 3 x 3, not of tic-tac-toe" in found.refused


PROBE = (
    """
import os, socket, threading
def tries(what):
    try:
        what()
        return "yes"
    except BaseException as error:
        return "no"
def connect(): socket.create_connection(("127.0.0.1", {port}), 2)
def learn(rng):
    found = dict(
        net=tries(connect), read=tries(lambda: open({secret!r}).read()),
        write=tries(lambda: open({package!r} + "/new", "w")),
        kill=tries(lambda: os.kill({pid}, 0)), env=str("SECRET" in os.environ),
        fork=tries(os.fork), thread=tries(threading.Thread(target=print).start),
        huge=tries(lambda: open("huge", "wb").write(bytes(1 << 26))),
    )
    raise RuntimeError(" ".join(key + "=" + value for key, value in found.items()))
"""
    + FIRST
)


@pytest.mark.parametrize("walled", [True, False])
def test_a_probe_gets_out_of_nothing_but_missing_walls(tmp_path, monkeypatch, walled):
    import socket

    if walled:
        needs_walls()
    monkeypatch.setenv("SECRET", "1")
    (tmp_path / "secret").write_text("1")
    with socket.create_server(("127.0.0.1", 0)) as server:
        names = {"port": server.getsockname()[1], "secret": str(tmp_path / "secret")}
        package = str(Path(example.__file__).parent)
        text = PROBE.format(**names, package=package, pid=os.getpid())
        one = submission("one", text)
        limits = LIMITS._replace(file_bytes=1 << 20)
        found = read_out(one, limits, threading.Event(), walled).refused
    Path(package, "new").unlink(missing_ok=True)
    assert "env=False" in found
    if os.name == "posix":
        assert "huge=no" in found
    out = "no" if walled else "yes"
    for way in ("net", "read", "write", "kill") if walled else ("net", "read"):
        assert f"{way}={out}" in found, found
    if walled:
        assert "fork=no thread=no" in found


@pytest.mark.usefixtures("here")
def test_chance_that_is_not_that_of_rng_is_told():
    use = "use the rng that you are given, also in learn(rng): without it your results change"
    own = "import random\nFREE = lambda board: [a for a in range(9) if board[a] == '.']\n"
    unseeded = read(own + "def act(board, side, rng): return random.choice(FREE(board))")
    assert unseeded.chance
    assert any(note.startswith(use) for note in unseeded.notes)
    learned = f"{own}def learn(rng): random.shuffle(ORDER)\nORDER = list(range(9))\n"
    learned += "def act(board, side, rng): return min(FREE(board), key=ORDER.index)"
    assert [note[: len(use)] for note in read(learned).notes] == [use]
    assert read(learned.replace("random.shuffle", "rng.shuffle")).notes == []
    assert read(ANY).notes == []


def test_threads_and_processes_have_a_reason_with_a_cure():
    needs_walls()
    thread = f"import threading\ndef learn(rng): threading.Thread(target=print).start()\n{FIRST}"
    assert "threads are not allowed: think in act itself" in read(thread).refused
    process = f"import subprocess\ndef learn(rng): subprocess.run(['true'])\n{FIRST}"
    assert "no other processes" in read(process).refused


def test_many_files_are_not_made():
    needs_walls()
    many = "n = 0\nwhile True:\n    open(f'{n}', 'w').close()\n    n += 1"
    assert read(many).refused == "it made more than 1,000 files while it was read and learned"


def test_a_stop_ends_it_in_the_middle():
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    one = submission("one", "while True: pass")
    with pytest.raises(TournamentStopped):  # it would have three hours of processor time
        read_out(one, Limits(start_seconds=10_000), stop, walls_stand())
