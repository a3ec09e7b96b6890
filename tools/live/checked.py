"""Check a reader's function in MicroPython, as in the notebook; checks.py makes its data.

It is Python alone, so that the tests run the same lines in CPython, and compare what they say.
"""

import array
import binascii
import json
import math

X, O, START, N_STATES = 1, -1, 0, 19683
LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
Integral, Real = int, (int, float)
ONLY = (
    "a page has of `ttt` only START, LINES, CELLS, TURN, WINNER, TERMINAL, LEGAL, NEXT and "
    "next_state; the notebook has the rest"
)
TOLERANCE = 1e-9
GRID = 1e6
"""Results that differ by less than one part of this count as the same result of a slip."""


class Wrong(Exception):
    """As in the package."""

    def __init__(self, reason, state=None, causes=()):
        self.reason, self.state, self.causes = reason, state, causes

    def __str__(self):
        return self.reason


class NotAttempted(Exception):
    """As in the package."""


class Namespace:
    """Names after a dot; `lacks` is said of one that is not there."""

    def __init__(self, lacks="", **names):
        self.lacks = lacks
        for name, value in names.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        raise AttributeError(self.lacks or name)


class _NoArray:
    """What no object on a page is."""


np = Namespace(ndarray=_NoArray, generic=_NoArray, ndim=lambda x: isinstance(x, (list, tuple)))


# ---- The rules of the game, as the tables of the package; an entry is made when it is asked for.


class Table:
    """A table over all states, of numbers or of lists."""

    def __init__(self, of):
        self.of, self.known = of, {}

    def __getitem__(self, key):
        state, cells = key if isinstance(key, tuple) else (key, None)
        if state not in self.known:
            if not -N_STATES <= state < N_STATES:
                raise IndexError(f"index {state} is out of bounds for axis 0 with size {N_STATES}")
            self.known[state] = self.of(state % N_STATES)
        return self.known[state] if cells is None else self.known[state][cells]

    def __len__(self):
        return N_STATES

    def item(self, key):
        """Return an entry."""
        return self[key]


def _turn(state):
    more = CELLS[state].count(1) - CELLS[state].count(2)
    return X if more == 0 else O if more == 1 else 0


def _winner(state):
    marks = CELLS[state]
    lines = {marks[a] for a, b, c in LINES if marks[a] == marks[b] == marks[c] != 0}
    return X if lines == {1} else O if lines == {2} else 0


def _terminal(state):
    marks = CELLS[state]
    return 0 not in marks or any(marks[a] == marks[b] == marks[c] != 0 for a, b, c in LINES)


def _legal(state):
    goes_on = TURN[state] and not TERMINAL[state]
    return [bool(goes_on) and mark == 0 for mark in CELLS[state]]


def _next(state):
    mark = 1 if TURN[state] == X else 2
    return [state + mark * 3**a if may else -1 for a, may in enumerate(LEGAL[state])]


CELLS = Table(lambda state: [state // 3**cell % 3 for cell in range(9)])
TURN, WINNER, TERMINAL = Table(_turn), Table(_winner), Table(_terminal)
LEGAL, NEXT = Table(_legal), Table(_next)
_CHILDREN = Table(lambda state: [after for after in NEXT[state] if after >= 0])


def children(state):
    """Return the states that one legal move leads to, as in the package."""
    return list(_CHILDREN[state])


def winning_lines(state):
    """Return the complete lines of a board."""
    marks = CELLS[state]
    return [(a, b, c) for a, b, c in LINES if marks[a] == marks[b] == marks[c] != 0]


def next_state(state, cell):
    """Return the state after a legal move."""
    if not LEGAL[state, cell]:
        raise ValueError(f"cell {cell} may not be taken in state {state}")
    return NEXT[state, cell]


def best_entry(Q, episode, s):
    """Return the action with the best entry in a state, for the side to move."""
    (sign, free), numbers, best, most = _CHOICES[s], Q.numbers, -1, 0.0
    for a in free:
        value = sign * numbers[9 * s + a]
        if best < 0 or value > most:
            best, most = a, value
    return best


def _free(state):
    return [cell for cell, may in enumerate(LEGAL[state]) if may]


_CHOICES = Table(lambda state: (TURN[state], _free(state)))


TTT = Namespace(
    ONLY, START=START, LINES=LINES, CELLS=CELLS, TURN=TURN, WINNER=WINNER, TERMINAL=TERMINAL,
    LEGAL=LEGAL, NEXT=NEXT, next_state=next_state,
)  # fmt: skip
NAMES = {
    "ttt": TTT,
    "print": lambda *given, **how: _print(*given, **how),
    "game_tree": Namespace(children=children),
    "best_entry": best_entry,
    "my_encode": lambda board: sum(digit * 3**cell for cell, digit in enumerate(board)),
    "my_decode": lambda state: list(CELLS[state]),
    "my_turn": TURN.item,
    "my_winner": WINNER.item,
    "my_moves": _free,
}
"""What a lesson's notebook has when its exercises are met."""


# ---- What the checks are made of, where the package takes NumPy for it.


def partial(function, *given):
    """Return a function that is called with these arguments first."""
    return lambda *more: function(*given, *more)


def described(error):
    """Return the type and the text of an error."""
    kind, text = type(error).__name__, str(error)
    if "recursion depth" in text:
        kind = "RecursionError"
    return f"{kind}: {text}" if text else kind


def shown(thing):
    """Return any object as short text."""
    text = repr(thing)
    return text if len(text) <= 60 else f"{text[:28]}...{text[-29:]}"


def signed(value, digits=2):
    """Return a value as text with its sign."""
    text = ("{:+." + str(digits) + "f}").format(value)
    return text if text.strip("+-0.") else text[1:]


def check_whole(value, right):
    """Raise Wrong if the right result consists of ints, but the value contains a float."""
    every = right if isinstance(right, list) else [right]
    if all(isinstance(x, int) for x in every):
        values = value if isinstance(value, list) else [value]
        CHECK["whole_number"](next((x for x in values if isinstance(x, float)), 0))


class Values:
    """A reader's table V in a check: V[s]."""

    def __init__(self, numbers):
        self.numbers = numbers

    def _at(self, state):
        if not isinstance(state, int):
            raise TypeError(f"indices must be integers, not {type(state).__name__}")
        if not -N_STATES <= state < N_STATES:
            raise IndexError(f"index {state} is out of bounds for axis 0 with size {N_STATES}")
        return state

    def __getitem__(self, state):
        return self.numbers[self._at(state)]

    def __setitem__(self, state, value):
        self.numbers[self._at(state)] = value

    def __len__(self):
        return N_STATES

    def copy(self):
        """Return a copy, with which a rule changes nothing."""
        return type(self)(array.array("d", self.numbers))


class Entries(Values):
    """A reader's table Q: Q[s, a], or Q[s] for a row."""

    def __init__(self, numbers):
        self.numbers, self.rows = numbers, memoryview(numbers)

    def _at(self, key):
        state, action = key
        if type(state) is type(action) is int and 0 <= state < N_STATES and 0 <= action < 9:
            return 9 * state + action
        Values._at(self, state)
        Values._at(self, action)
        if not -9 <= action < 9:
            raise IndexError(f"index {action} is out of bounds for axis 1 with size 9")
        return 9 * (state % N_STATES) + action % 9

    def __getitem__(self, key):
        if isinstance(key, tuple):
            return self.numbers[self._at(key)]
        at = self._at((key, 0))
        return self.rows[at : at + 9]

    def __setitem__(self, key, value):
        if isinstance(key, tuple):
            self.numbers[self._at(key)] = value
        else:
            at = self._at((key, 0))
            for action in range(9):
                self.numbers[at + action] = value[action]


class Played:
    """The episode of a case."""

    choices, turn = LEGAL, TURN

    def __init__(self, about):
        self.states, self.actions, self.winner, self.side = about


def base(width):
    """Return a table of scattered numbers from -1 to 1, with this many entries a state."""
    numbers, x = array.array("d", bytes(8 * width * N_STATES)), 1
    for at in range(len(numbers)):
        x = x * 171 % 30269
        numbers[at] = x / 15134.5 - 1
    return numbers


class TableOfCase:
    """The table of a case: scattered numbers, and those of its game; told apart from its copy."""

    made = {}
    """{width: the scattered numbers, and two tables}, made once."""

    def __init__(self, episode, values, width):
        if width not in self.made:
            self.made[width] = base(width), base(width), base(width)
        self.width, (scattered, self.old, self.new) = width, self.made[width]
        self.states, self.values = episode.states, values
        for table in (self.old, self.new):
            memoryview(table)[:] = memoryview(scattered)
            self.put(table)

    def put(self, table):
        """Write the numbers of the game into a table."""
        for t, state in enumerate(self.states):
            for a in range(self.width):
                table[state * self.width + a] = self.values[t * self.width + a]

    def changed(self):
        """Return the states whose numbers a rule has changed."""
        size, old, new = 243 * self.width, memoryview(self.old), memoryview(self.new)
        found = []
        for at in range(0, len(self.old), size):
            if bytes(old[at : at + size]) != bytes(new[at : at + size]):
                places = range(at, at + size)
                found += [place // self.width for place in places if old[place] != new[place]]
        return sorted(set(found))

    def rows(self, table):
        """Return the numbers of the game's positions in a table."""
        places = [range(s * self.width, (s + 1) * self.width) for s in self.states]
        rows = [[table[place] for place in row] for row in places]
        return rows if self.width > 1 else [row[0] for row in rows]


def in_play(rule, episode, table, *settings):
    """Return the entries of a game's positions after a rule with these further settings."""
    alpha, gamma = CHECK["passed"]
    given = (Values if table.width == 1 else Entries)(table.new)
    returned = CHECK["attempted"](rule(given, episode, alpha, gamma, *settings))
    CHECK["check_changed"](returned, table.changed(), episode.states, "QV"[table.width == 1])
    return table.rows(table.new)


def most_off(result, right):
    """Return the place at which these are most off: the turn, or the turn and the action."""
    if not isinstance(right[0], list):
        off = [abs(a - b) for a, b in zip(result, right)]
        return (off.index(_largest(off)),)
    off = [abs(a - b) for some, others in zip(result, right) for a, b in zip(some, others)]
    return divmod(off.index(_largest(off)), 9)


def _largest(numbers):
    return next((x for x in numbers if x != x), max(numbers))


def at_worst(says, result, right, episode, table, *more):
    """Return what `says` says of the entry that is most off."""
    at = most_off(result, right)

    def entry(rows):
        return rows[at[0]] if len(at) == 1 else rows[at[0]][at[1]]

    return says(at, entry(table.rows(table.old)), entry(right), entry(result), episode, *more)


# ---- The check: as Cases of the package, whose words and functions are in its data.

CHECK = {}
"""What the check in use is made of."""


def unpacked(column):
    """Return a list from the form in which checks.py has packed it."""
    if "ints" in column:
        total, values = 0, []
        for step in column["ints"]:
            total += step
            values.append(total)
        return values
    if "digits" in column:
        zeros = "0" * column["size"]
        texts = [(zeros + str(n))[-len(zeros) :] for n in unpacked(column["digits"])]
        return [[int(digit) for digit in text] for text in texts]
    if "floats" in column:
        numbers, values, at = (
            array.array("d", binascii.a2b_base64(column["floats"].encode())),
            [],
            0,
        )
        for size in column["sizes"]:
            values.append(list(numbers[at : at + size]))
            at += size
        return values
    return column["plain"]


def nested(values, width):
    """Return values as rows of this width; as they are where it is 1."""
    if width == 1:
        return values
    return [values[at : at + width] for at in range(0, len(values), width)]


def same(result, right):
    """Return whether results are equal: numbers up to the tolerance, also nan and nan."""
    if result == right:
        return True
    if isinstance(right, list):
        alike = isinstance(result, list) and len(result) == len(right)
        return alike and all(same(a, b) for a, b in zip(result, right))
    if not (isinstance(result, Real) and isinstance(right, Real)):
        return False
    return abs(result - right) <= TOLERANCE or (result != result and right != right)


def plain(result):
    """Return a result as text, in which numbers that hardly differ are the same."""
    if isinstance(result, (list, tuple)):
        return "[" + ",".join(plain(part) for part in result) + "]"
    if isinstance(result, Real) and result - result == 0:
        return str(round(result * GRID) if isinstance(result, float) else int(result) * int(GRID))
    return str(result)


def fingerprint(results):
    """Return a number that results share, in practice, only if they are the same."""
    print_ = 0
    for result in results:
        print_ = binascii.crc32(plain(result).encode(), print_)
    return print_


def explain(error, errors):
    """Note what an exception often means, by (a piece of its text, words)."""
    global often
    text = described(error).replace("index out of range", "out of bounds for axis 0")
    often = next((words for piece, words in errors if piece in text), "")


class Check:
    """The check of an exercise, from the text that checks.py has made."""

    def __init__(self, text, alive):
        data = json.loads(text)
        names = dict(globals())
        exec(data["source"], names)
        self.names, self.parts, self.data, self.alive = names, names["check"], data, alive
        columns = [unpacked(column) for column in data["inputs"]]
        self.right = unpacked(data["solved"])
        self.width = data["width"]
        if self.width:
            self.right = [nested(values, self.width) for values in self.right]
        self.cases = list(zip(*columns))

    def use(self):
        """Make it the check in use."""
        CHECK.clear()
        CHECK.update(self.names)
        CHECK["passed"] = self.data["passed"]

    def __call__(self, answer):
        """Return the remark on a right answer; raise Wrong or NotAttempted."""
        results = []
        for i in range(len(self.cases)):
            self.alive()
            results.append(self.asked(answer, i))
            if not same(results[-1], self.right[i]):
                self.give_reason(answer, results)
        for result, right in zip(results, self.right):
            if not self.width:
                check_whole(result, right)
        if self.width:
            self.check_named(answer)
            if printed and self.data["prints"]:
                raise Wrong(self.data["prints"])
        return self.data["remark"].format(n=len(results))

    def check_named(self, rule):
        """Raise Wrong unless a rule names its settings as its learner will give them."""
        (episode, table, *more), names = self.case(0), self.data["settings"]
        given = (Values if self.width == 1 else Entries)(table.new)
        try:
            rule(given, episode, **dict(zip(names, self.data["passed"] + more)))
        except TypeError as error:
            unknown = [name for name in names if f"'{name}'" in str(error)] + names
        else:
            return
        raise Wrong(self.data["no_setting"].format(rule=rule.__name__, name=unknown[0]))

    def case(self, i):
        """Return the arguments of case number i, as copies."""
        case = [list(part) if isinstance(part, list) else part for part in self.cases[i]]
        if not self.width:
            return case
        episode, values = Played(case[0]), case[1]
        return [episode, TableOfCase(episode, values, self.width)] + case[2:]

    def asked(self, answer, i):
        """Return the answer's result in case number i, in its plain form."""
        case = self.case(i)
        try:
            result = self.parts["kind"](CHECK["attempted"](self.parts["call"](answer, *case)))
        except Exception as error:
            explain(error, self.parts["error_hints"])
            raise
        for at, part in enumerate(case):
            if isinstance(part, list) and part != list(self.cases[i][at]):
                raise Wrong(self.data["changed"].format(name=self.data["arguments"][at]))
        return result

    def give_reason(self, answer, results):
        """Raise Wrong with what was seen in the last of these cases, and with its causes."""
        i, off = len(results) - 1, results[-1]
        case, right, words = self.case(i), self.right[i], ""
        seen = self.parts["describe"](off, right, *case)
        causes = self.causes(answer, results)
        if not causes or len(causes) > 2:
            signs = self.parts["signs"]
            words = next((said for said, sign in signs if sign(off, *case)), "")
        board = self.parts["board"](off, right, *case)
        if causes and len(causes) <= 2:
            raise Wrong(CHECK["either"](seen, causes), board)
        raise Wrong(f"{seen}: {words}" if words else seen, board)

    def causes(self, answer, results):
        """Return the slips that give what the answer gives, tuples of words, with the fewest."""
        first, every = len(results) - 1, range(0, len(self.cases), self.data["every"])
        sample = [self.or_nan(answer, k, results) for k in every]
        own = fingerprint([first, results[-1]] + sample)
        found = [
            [self.data["words"][k] for k in some]
            for some, print_ in self.data["faults"]
            if print_ == own
        ]
        alike = [one for one in found if len(one) == len(found[0])]
        return [tuple(one) if len(one) > 1 else one[0] for one in alike]

    def or_nan(self, answer, k, results):
        """Return the answer's result in a case; nan if it raises an exception there."""
        self.alive()
        try:
            return results[k] if k < len(results) else self.asked(answer, k)
        except Exception:
            return math.nan


made = {}
"""{id: its Check}, each made once."""
printed = 0
"""How often the code that is checked has printed something."""
often = ""
"""What the last exception often means, where the check knows it."""


def _print(*given, **how):
    """Print something, and count it."""
    global printed
    printed += 1
    print(*given, **how)


def run(code):
    """Run a reader's code with what its notebook has, and return the names that it has then."""
    global often
    often, names = "", dict(NAMES)
    exec(compile(code, "your rule", "exec"), names)
    return names


def answers(states, code, name, alive):
    """Return the cells that a reader's player takes in these states, given as JSON.

    If it is no player, return [verdict, why, state] instead.
    """
    names = run(code)
    player, cells = names.get(name), []
    if not callable(player):
        raise NameError(f"there is no function called {name}")
    for state in json.loads(states):
        alive()
        cell = player(state)
        if cell is None or cell is ...:
            return ["not attempted", "Replace the ... and try again.", None]
        if len(cells) % 10 == 0 and cell != player(state):
            return ["wrong", "asked twice about one position, it takes two cells", state]
        if not isinstance(cell, Integral) or not 0 <= cell < 9 or not LEGAL[state, cell]:
            return ["wrong", f"it takes {shown(cell)}, but a free cell is asked for", state]
        cells.append(int(cell))
    return cells


def judged(id, text, code, name, alive):
    """Return [verdict, why, state] on the function of this name in a reader's code."""
    global printed
    if id not in made:
        made[id] = Check(text, alive)
    check, names = made[id], run(code)
    check.use()
    printed = 0
    try:
        if not callable(names.get(name)):
            raise NameError(f"there is no function called {name}")
        remark = check(names[name])
    except NotAttempted:
        return ["not attempted", "", None]
    except Wrong as wrong:
        return ["wrong", wrong.reason, wrong.state]
    return ["correct", remark, None]
