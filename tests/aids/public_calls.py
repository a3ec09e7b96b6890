"""Call every public function with one wrong argument after the other.

`python -m tests.aids.public_calls 0 2 all` makes the calls of every second function, and prints
which of them end badly; with `one`, each argument gets one wrong value instead of all. They need a
process of their own, because its memory is limited: a call may do anything. Right values of an
argument are in `GIVEN` by its name, or in `OWN`.
"""

import contextlib
import faulthandler
import inspect
import json
import os
import re
import resource
import signal
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

import joblib
import matplotlib as mpl
import numpy as np

import tttlearn as ttt

SLOW_SECONDS = 1
"""Processor time after which a call gets Ctrl-C; its answer shows whether it reports progress."""
ENDLESS_SECONDS = 20
"""Processor time in which a call that reports no progress must end."""
HANGING_SECONDS = 1_200
"""Time after which a call that ignores Ctrl-C ends the process, with a traceback."""
MAPPED_BYTES = 4 * 2**30
"""Memory that the process may map beyond what it has before the first call."""
FILLED_BYTES = 400 * 2**20
"""Memory that a call may fill; the largest argument takes 8 million bytes."""
MAX_MESSAGE_CHARACTERS = 2_000
LATE = ttt.parse("XXO/OOX/...")
"""A position with three free cells."""
PERFECT = ttt.first_best(ttt.action_values(ttt.state_values())).argmax(1).tolist()


def countdown(position):
    return {str(taken): position - taken for taken in (1, 2) if taken <= position}


def whose(position):
    return 1


def large_moves(state, room):
    room[:2] = 0, 1
    return 2 * (state < 3)


def large_after(state, action):
    return state + action + 1


def forward(x, W1, b1, W2, b2):
    return x @ W1 + b1, np.full(9, 1 / 9)


def rule(table, episode, alpha=0.1):
    for state in episode.states:
        table[state] += alpha * (episode.winner - table[state])


def run(seed, alpha):
    return {"score": alpha + seed}


def choose(state):
    return PERFECT[state]


def saved():
    ttt.save(ttt.TDLearner(), "saved.npz")
    return "saved.npz"


def history():
    return ttt.train_seeds(ttt.TDLearner(), 20, range(10), checkpoints=2)[0]


def two_players():
    return {"a": ttt.random_policy(), "b": ttt.minimax_policy()}


def parts():
    return [np.zeros((18, 4)), np.zeros(4), np.zeros((4, 9)), np.zeros(9)]


def table():
    return np.zeros(ttt.TICTACTOE.n_states)


def search_tree():
    return ttt.MCTS(20).search(LATE, np.random.default_rng(0))


THINGS = {
    "Board": lambda: ttt.Board(),
    "Game": lambda: ttt.Game(),
    "LargeRules": lambda: ttt.LargeRules("small", large_moves, large_after, whose, 2),
    "Learner": lambda: ttt.TDLearner(),
    "MCTS": lambda: ttt.MCTS(20),
    "PolicyPlayer": lambda: ttt.PolicyPlayer(ttt.random_policy()),
    "Rules": lambda: ttt.TICTACTOE,
    "SeeForward": lambda: ttt.SeeForward(forward, parts()),
    "StepAlphaBeta": lambda: ttt.StepAlphaBeta(LATE),
    "StepGames": lambda: ttt.StepGames({"a game": [ttt.START, ttt.NEXT[ttt.START, 4]]}),
    "StepChances": lambda: ttt.StepChances(LATE),
    "StepSearch": lambda: ttt.StepSearch(LATE),
    "StepEntries": lambda: ttt.StepEntries({"a board": ttt.START}, {"first": [[0.5] * 9]}),
    "StepIntervals": lambda: ttt.StepIntervals({"first": {"a share": (0.2, 0.5, 0.8)}}),
    "StepPulls": lambda: ttt.StepPulls([[1, -1], [1, 1]], [[-1], [1]]),
    "StepRanking": lambda: ttt.StepRanking({"first": {"a": 0.5, "b": 0.25}}),
    "StepValues": lambda: ttt.StepValues(LATE, ttt.random_policy(), ttt.random_policy()),
    "TimeMachine": lambda: ttt.TimeMachine(ttt.TDLearner(), {0: table()}),
    "Tournament": lambda: ttt.Tournament(two_players()),
    # Results of functions.
    "Record": lambda: ttt.read_record("none.json"),
    "SearchTree": search_tree,
    "Tabulated": lambda: ttt.tabulate("countdown", 2, countdown, whose),
}
"""{name of a class that has methods: function that makes an object of it}."""
HOLDS = {"IllegalMoveError", "Outcome", "WorstCase"}
"""Classes that only hold their arguments."""
INSIDE = {
    # of learners, for the engine
    *("arguments", "exploring", "fresh", "is_idle_by_zeros", "learn_in_slices", "loop", "restore"),
    *("learn_block", "learn_in_seat", "seat", "snapshot", "values_in"),
    *("free_cells", "landing", "shut", "think"),  # of rules and players, for boards
    *("draw", "in_words"),  # of steppers, for their own slider
}
"""Methods that only the package calls, with arguments that it has checked."""
GIVEN = {
    "action": lambda: 8,
    "alpha": lambda: 0.1,
    "caption": lambda: "a board",
    "cell": lambda: 8,
    "cells": lambda: ttt.random_policy().argmax(1)[None],
    "checkpoints": lambda: 2,
    "column": lambda: "optimal_share",
    "depth": lambda: 1,
    "epsilon": lambda: 0.1,
    "games": lambda: 20,
    "given": lambda: 0,
    "learner": lambda: ttt.TDLearner(),
    "mine": lambda: ttt.minimax_policy(),
    "n": lambda: 20,
    "naming": lambda: "0-8",
    "number": lambda: "05.1",
    "o": lambda: ttt.random_policy(),
    "opponent": lambda: ttt.random_policy(),
    "outcomes": lambda: {"one": (1, 2, 3)},
    "parts": parts,
    "path": lambda: "new.npz",
    "player": lambda: choose,
    "players": two_players,
    "policies": two_players,
    "policy": lambda: ttt.random_policy(),
    "question": lambda: "How many?",
    "rng": lambda: np.random.default_rng(0),
    "rule": lambda: rule,
    "samples": lambda: 1,
    "seed": lambda: 0,
    "seeds": lambda: [1, 2],
    "settings": lambda: {"alpha": 0.1},
    "side": lambda: "X",
    "state": lambda: LATE,
    "symmetric": lambda: False,
    "table": table,
    "tables_by_games": lambda: {0: table()},
    "text": lambda: "XXO/OOX/...",
    "ties": lambda: "random",
    "V": lambda: ttt.state_values(),
    "values_of_actions": lambda: ttt.action_values(ttt.state_values()),
    "winners": lambda: np.array([1, 0, -1, 1], np.int8),
    "x": lambda: ttt.random_policy(),
}
"""Right value of an argument of this name, unless it has a default that is right."""
FORM = {"board": "state", "cells": 2, "view": "X", "values": "X", "asks": 1}
SMALL = {"state": 1, "action": 0}
OWN = {
    "Board.choose": lambda: {"label": "minimax"},
    "Board.play_as": lambda: {"human": "O"},
    "LargeRules": lambda: {
        **{"name": "small", "moves": large_moves, "after": large_after, "who": whose},
        "n_actions": 2,
    },
    **dict.fromkeys(
        ("LargeRules.actions", "LargeRules.check_one_state", "LargeRules.show", "Tabulated.show"),
        lambda: SMALL,
    ),
    "Rules": lambda: {
        **{"name": "one move", "next": np.array([[1], [-1]]), "winner": np.array([0, 1])},
        **{"terminal": np.array([False, True]), "turn": np.array([1, 0])},
    },
    **dict.fromkeys(("judge", "policy_of"), lambda: FORM),
    "Record.export": lambda: {"path": "record.json", "name": "Ada"},
    "SeeForward": lambda: {"forward": forward},
    "Tabulated.parse": lambda: {"text": "2"},
    "TimeMachine.go_to": lambda: {"label": "0 games"},
    "boards": lambda: {"rows": 2, "columns": 2, "k": 2},
    "data_path": lambda: {"name": "published.csv"},
    "everybody": lambda: {"games": 1},
    "StepEntries": lambda: {"boards": {"a board": ttt.START}, "pages": {"first": [[0.5] * 9]}},
    "StepGames": lambda: {"games": {"a game": [ttt.START]}},
    "StepIntervals": lambda: {"pages": {"first": {"a share": (0.2, 0.5, 0.8)}}},
    "StepRanking": lambda: {"pages": {"first": {"a": 0.5, "b": 0.25}}},
    "StepPulls": lambda: {"pulls": [[1, -1], [1, 1]], "again": [[-1], [1]]},
    "hand_in": lambda: FORM | {"path": "ada.json"},
    "level": lambda: {"k": 1},
    "load": lambda: {"path": saved(), "rule": None, "epsilon": None},
    "mine": lambda: {"id": "05.td", "answer": rule, "instead": rule},
    "player": lambda: {"name": "minimax"},
    "plot_learning_curves": lambda: {"history": history()},
    "plot_search_tree": lambda: {"tree": search_tree()},
    "plot_result_groups": lambda: {"group": 2},
    "plot_tree": lambda: {"values": None, "plies": 1},
    "plot_value_density": lambda: {"values": [0.1, 0.2, 0.3], "winner": [1, 0, -1]},
    "predict": lambda: {"id": "03.p1", "kind": int},
    "reveal": lambda: {"id": "03.p1", "answer": 3},
    "show_figure": lambda: {"ax": ttt.draw_board(LATE)},
    "signed": lambda: {"value": 0.5},
    "sweep": lambda: {"run": run, "grid": {"alpha": [0.1]}},
    "tabulate": lambda: {"name": "countdown", "start": 2, "moves": countdown, "who": whose},
}
"""{function: what makes right values of its arguments whose name alone does not say them}."""
WORDS = {
    "action": "cell",
    "action_maps": "images",
    "answer": "asked for",
    "c": "how much it explores",
    "cell": "action",
    "cells": "player",
    "checkpoints": "a checkpoint",
    "columns": "board has at most",
    "given": "action|cell",
    "grid": "setting|values of|run",
    "guess": "asked for",
    "heuristic": "value of a legal action",
    "human": "You play",
    "images": "action_maps",
    "k": "level|in a row",
    "label": "opponent|age",
    "mine": "hand in|policy|player|function|answer",
    "max_nodes": "number of",
    "n": "games",
    "n_actions": "actions",
    "name": "is called",
    "naming": "Cells are called",
    "number": "exercise",
    "o": "policy|player|table",
    "opponent": "policy|player|table",
    "outcomes": "the outcome of",
    "path": "file|folder|record",
    "player": "policy",
    "policies": "a policy of|player",
    "policy": "numbers, one for each|player|table",
    "rows": "board has at most",
    "score": "value of a legal action",
    "start": "a state of|position|in countdown",
    "state": "a tree|a tree of|boards are too many",
    "tables_by_games": "tables",
    "text": "state|board|marks",
    "V": "values",
    "values": "numbers, one for each|result for each value",
    "values_of_actions": "values",
    "winners": "games do not make whole groups",
    "x": "policy|player",
}
"""Pattern of plain words for an argument that a message may have instead of its name."""


def nested():
    """Return a list in a list in a list, 5,000 deep."""
    nest = []
    for _ in range(5_000):
        nest = [nest]
    return nest


def nothing(*_arguments, **_named):
    """Accept any arguments and return None."""


class Thing:
    """Class that is unknown to the package and takes no arguments."""


KINDS = {
    "None": lambda: None,
    "True": lambda: True,
    "3": lambda: 3,
    "-1": lambda: -1,
    "2.5": lambda: 2.5,
    "nan": lambda: float("nan"),
    "'abc'": lambda: "abc",
    "''": lambda: "",
    "b'x'": lambda: b"x",
    "[]": lambda: [],
    "{}": lambda: {},
    "{1: 2}": lambda: {1: 2},
    "object()": lambda: object(),
    "len": lambda: len,
    "nothing": lambda: nothing,
    "Thing": lambda: Thing,
    "1j": lambda: 1j,
    "texts": lambda: np.array(["a", "b"]),
}
SHAPES = {
    "ragged": lambda: [[1, 2], [3]],
    "(0,)": lambda: np.zeros(0),
    "(7,)": lambda: np.zeros(7),
    "(2, 3)": lambda: np.zeros((2, 3)),
    "(3, 1, 5)": lambda: np.zeros((3, 1, 5), int),
    "objects": lambda: np.array([None, "a", object()]),
    "masked": lambda: np.ma.masked_equal([1, 2, 3], 2),
}
HUGE = {
    "10**20": lambda: 10**20,
    "10**9": lambda: 10**9,
    "1e308": lambda: 1e308,
    "a million": lambda: np.zeros(10**6),
    "a long text": lambda: "x" * 10**6,
    "range(10**9)": lambda: range(10**9),
    "nested": nested,
}
WRONG = KINDS | SHAPES | HUGE
"""Wrong values that every argument gets, one after the other."""


def public():
    """Return {name: what makes the function} of every public function, class and method."""
    calls, functions = {}, set()
    for name in ttt.__dir__():
        if not name.startswith("_") and callable(getattr(ttt, name)) and name not in HOLDS:
            calls[name] = lambda name=name: getattr(ttt, name)
            if inspect.isclass(getattr(ttt, name)) and name not in THINGS:
                raise LookupError(f"say in THINGS of {__file__} what makes a {name}")
    for kind, make in THINGS.items():
        made = getattr(ttt, kind, None) or type(make())
        for method, function in inspect.getmembers_static(made, inspect.isfunction):
            ours = function.__module__.startswith("tttlearn.") and method not in INSIDE
            if ours and not method.startswith("_") and function not in functions:
                functions.add(function)
                calls[f"{kind}.{method}"] = lambda make=make, method=method: getattr(make(), method)
    return calls


def arguments(name, function):
    """Return {argument: what makes a right value} of a function.

    **learner stands for the arguments of a Learner.
    """
    makers, own = {}, OWN[name]() if name in OWN else {}
    for word, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            makers |= {other: GIVEN[other] for other in ("epsilon", "ties", "symmetric", "seed")}
        elif word in own:
            makers[word] = lambda word=word: OWN[name]()[word]
        elif word in GIVEN:
            makers[word] = GIVEN[word]
        elif parameter.default is not parameter.empty:
            makers[word] = lambda value=parameter.default: value
        else:
            raise LookupError(f"say in GIVEN of {__file__} what is right for {word} of {name}")
    return makers


def interrupted_after(seconds, function):
    """Return what a function returns or raises, with Ctrl-C after that processor time."""
    ended, limit = threading.Event(), time.process_time() + seconds

    def watch():
        while not ended.wait(0.05):
            if time.process_time() > limit:
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
                return

    watcher = threading.Thread(target=watch)
    try:
        watcher.start()
        try:
            return function()
        finally:
            ended.set()
            watcher.join()
    except BaseException as error:
        return error


def complaint(word, label, call):
    """Return what is wrong with the result of a call with this wrong argument; "" if nothing is."""
    for _ in range(2):  # what the first call may have had to compile is not its own
        before = filled()
        result = interrupted_after(SLOW_SECONDS, call)
        if isinstance(result, KeyboardInterrupt) and "stopped after" not in str(result):
            result = interrupted_after(ENDLESS_SECONDS, call)
        growth = highest() - before
        if growth <= FILLED_BYTES:
            break
    else:
        return f"fills {growth >> 20:,} MiB"
    if not isinstance(result, BaseException):
        return ""
    text = f"{type(result).__name__}: {result}"
    if isinstance(result, KeyboardInterrupt):
        return "" if "stopped after" in str(result) else "does not end"
    if isinstance(result, OSError) and ".part" not in text:  # a file that cannot exist
        return ""
    if len(text) > MAX_MESSAGE_CHARACTERS:
        return f"raises {text[:100]} ..."
    ours = type(result).__module__.startswith("tttlearn.")
    own_words = callable(WRONG[label]()) and label in text  # it names the function it got
    named = re.search(rf"\b{word}s?\b|{WORDS.get(word, word)}", text) or own_words
    if named and (ours or isinstance(result, ValueError) or type(result) is TypeError):
        return ""
    at = result.__traceback__
    while at.tb_next:
        at = at.tb_next
    if at.tb_frame.f_code.co_filename == __file__:  # raised by the argument itself
        return ""
    return f"raises {text[:300]} (at {Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno})"


def filled():
    """Return the memory of this process in bytes, and reset the maximum that `highest` returns."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


def highest():
    return _status("VmHWM")


def _status(entry):
    return 1024 * int(re.search(rf"{entry}:\s*(\d+)", Path("/proc/self/status").read_text())[1])


def complaints(part, parts, step):
    """Return (number of calls, what is wrong with some) of this part of the functions.

    Each argument gets every step-th wrong value, beginning one later for each argument.
    """
    import matplotlib.pyplot as plt

    calls, problems, at = 0, [], 0
    for name, make in list(public().items())[part::parts]:
        function = make()
        if not (right := arguments(name, function)):
            continue
        function(**{word: build() for word, build in right.items()})  # also compiles what it needs
        for word in right:
            at += 1
            given = {other: build() for other, build in right.items()}
            for label in list(WRONG)[at % step :: step]:
                faulthandler.dump_traceback_later(HANGING_SECONDS, exit=True, file=sys.__stderr__)
                value = WRONG[label]()
                problem = complaint(word, label, lambda: function(**given | {word: value}))  # noqa: B023
                calls += 1
                plt.close("all")
                if problem:
                    problems.append(f"{name}({word}={label}) {problem}")
    faulthandler.cancel_dump_traceback_later()
    return calls, problems


def main(part, parts, how_many):
    step = {"one": len(WRONG), "all": 1}[how_many]
    mpl.use("agg")
    warnings.simplefilter("error")
    limit = _status("VmSize") + MAPPED_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        open(os.devnull) as sys.stdin,
        open(os.devnull, "w") as quiet,
        contextlib.redirect_stdout(quiet),
        contextlib.redirect_stderr(quiet),
        joblib.parallel_config("threading"),
    ):
        counted = complaints(int(part), int(parts), step)
    print(json.dumps(counted))


if __name__ == "__main__":
    main(*sys.argv[1:])
