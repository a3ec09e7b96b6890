"""The messages of the package are sentences of one style: "a seed is a whole number, not {}".

They are read out of the source: what is raised or warned, put together as far as the source says
it, and why answers of exercises are wrong. What is known only later reads "{}".
"""

import ast
import re
from collections import defaultdict
from functools import cache
from importlib import import_module
from itertools import product

from tests.project.test_house import FILES, PACKAGE, home, tree_of
from tttlearn.course.exercises.cases import Cases, slips, words_of

VALUE = "{}"
DEEP = 3
"""Through so many names and functions a text is followed."""
MANY = 40
"""So many ways to put a message together are looked at."""
NAMES = ("JupyterLab", "None", "Numba", "NumPy", "Python", "Student's t")
VERBS = """
are be can cannot could did do does had has have is may might must should was were will would

add adds answered answers ask asks average becomes beats belong belongs binds changes chooses
come comes compare completes count counts decides divide divides draws drop ended ends enters
errs failed falls fit fits gave get gets give gives goes grow grows hand holds keep keeps knows
learns leaves let look looks loses lowers make makes match mixes move moves multiplies multiply
need needs overflows pass passes pays pick plays put puts raised reaches return returns rises
say says share shows sit stands stays stopped subtracts take takes thinks threatens toss turn
updates wants weigh wins work write writes wrote
"""
"""The verbs of messages; one that is new here may be added."""
TREES = {module: tree_of(path) for module, path in FILES.items()}
TREES["__main__"] = tree_of(PACKAGE / "__main__.py")


def is_function(node):
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))


@cache
def nodes(module):
    """[(function around it, node), ...] of a module."""

    def below(node, scope):
        for child in ast.iter_child_nodes(node):
            yield scope, child
            yield from below(child, scope or (child if is_function(child) else None))

    return list(below(TREES[module], None))


@cache
def known(module):
    """{name: (module, function)} of all functions by the names by which a module calls them."""
    functions = {node.name: (module, node) for node in TREES[module].body if is_function(node)}
    for node in ast.walk(TREES[module]):
        if not isinstance(node, ast.ImportFrom) or not node.module.startswith("tttlearn."):
            continue
        for alias in node.names:
            source, name = home(f"{node.module}.{alias.name}"), alias.asname or alias.name
            for there in TREES.get(source, ast.Module([], [])).body:
                if is_function(there) and home(node.module) != source:  # a module is imported
                    functions[f"{name}.{there.name}"] = source, there
                elif is_function(there) and there.name == alias.name:
                    functions[name] = source, there
    return functions


@cache
def calls():
    """{function: [(module, function around it, call), ...]}: where each is called."""
    found = defaultdict(list)
    for module in TREES:
        for scope, node in nodes(module):
            if isinstance(node, ast.Call) and (name := ast.unparse(node.func)) in known(module):
                found[known(module)[name][1]].append((module, scope, node))
    return found


def parameters(function):
    return [a.arg for a in (*function.args.args, *function.args.kwonlyargs)]


def assigned(module, scope, name):
    """The expressions that a name gets in a function, or else in its module."""
    for place in (scope, TREES[module]):
        every = ast.walk(place) if place is scope and scope else TREES[module].body
        given = [n for n in every if isinstance(n, ast.Assign)]
        values = [n.value for n in given for t in n.targets if ast.unparse(t) == name]
        if values:
            return values
    return []


def texts(module, scope, node, deep=DEEP):
    """What a text can be, a list; VALUE stands for what the source does not say."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            parts = [texts(module, scope, value, deep) for value in values]
            return ["".join(some) for some in product(*parts)][:MANY]
        case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
            return [text or VALUE for text in texts(module, scope, value, deep)]
        case ast.IfExp(body=body, orelse=orelse):
            return texts(module, scope, body, deep) + texts(module, scope, orelse, deep)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            both = product(texts(module, scope, left, deep), texts(module, scope, right, deep))
            return [start + end for start, end in both][:MANY]
        case ast.Name(id=name) if deep:
            return named(module, scope, name, deep - 1) or [VALUE]
        case ast.BoolOp(values=values):
            return [text for value in values for text in texts(module, scope, value, deep)]
        case ast.Call(func=function) if deep and ast.unparse(function) in known(module):
            return returned(*known(module)[ast.unparse(function)], deep - 1) or [VALUE]
    return [VALUE]


def named(module, scope, name, deep):
    if scope and name in parameters(scope):
        return handed_over(scope, name, deep)
    values = assigned(module, scope, name)
    return [text for value in values for text in texts(module, scope, value, deep)][:MANY]


def handed_over(function, name, deep):
    """What those who call a function hand it under this name, as far as they say it in words."""
    at, found = parameters(function).index(name), []
    for module, scope, call in calls()[function]:
        value = call.args[at] if at < len(call.args) else None
        value = next((k.value for k in call.keywords if k.arg == name), value)
        found += [] if value is None else texts(module, scope, value, deep)
    return [text for text in dict.fromkeys(found) if re.search(r"\w \w", text)]


def returned(module, function, deep):
    if module.startswith("support."):  # it shows a value
        return []
    values = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
    return [text for value in values for text in texts(module, function, value, deep)][:MANY]


def raised(module):
    for scope, node in nodes(module):
        match node:
            case ast.Raise(exc=ast.Call(func=kind, args=[said, *_])):
                pass
            case ast.Call(func=kind, args=[said, *_]) if ast.unparse(kind) == "warnings.warn":
                pass
            case ast.Call(func=kind, args=[_, said, *_]) if ast.unparse(kind) == "warn_of":
                pass
            case _:
                continue
        # Who meets a FailedError puts before it the name of the player that has failed.
        subject = {"FailedError": "it ", "warn_of": "the rule "}.get(ast.unparse(kind), "")
        for text in texts(module, scope, said):
            yield f"{module}:{node.lineno}", subject + text


def in_data(value):
    """The reasons in what a module has: words of faults and signs, and what explains errors."""
    if isinstance(value, Cases):
        alone = [words_of(fault) for fault in value.faults if slips(fault) == 1]
        yield from (*alone, *value.signs, *value.errors.values())
    elif isinstance(value, dict):
        for words, what in value.items():
            in_words = isinstance(words, str) and re.match(r"[^,]\S* ", words)
            if in_words and not isinstance(what, str):
                yield words
            yield from in_data(what)


def reasons():
    """Why an answer is wrong, as far as this is data."""
    for name in FILES:
        if re.fullmatch(r"course\.exercises\.(lesson_\d+|\w+_faults)", name):
            for value in vars(import_module(f"tttlearn.{name}")).values():
                yield from ((name, text) for text in dict.fromkeys(in_data(value)))


@cache
def messages():
    """[(where, text), ...]: all there is to read."""
    return sorted({*(message for module in TREES for message in raised(module)), *reasons()})


def those(wrong):
    """The messages of which this is true."""
    return [f"{where}: {text}" for where, text in messages() if wrong(text)]


def test_most_messages_are_read():
    assert len(messages()) > 1_500
    for text in (
        "the policy puts weight on an illegal {}{} in state {}:\n{}",  # of two functions
        "a seed is a whole number{}, not {}",  # handed to another function
        "alpha is missing: the entry moves all the way to its target",
    ):
        assert text in {said for _, said in messages()}


def test_a_message_is_one_line_above_a_board():
    assert those(lambda text: not re.fullmatch(r"\S+( \S+)*(\n\{\})?", text)) == []


def test_a_message_begins_as_what_follows_a_colon():
    assert those(lambda t: re.match(r"[A-Z][a-z]|[^\w{`'+(-]", t) and not t.startswith(NAMES)) == []


def test_a_message_ends_without_a_stop():
    assert those(lambda t: re.search(r"(?<!\.\.)[.,;!]$|:$", t)) == []


def test_a_message_closes_what_it_opens():
    assert those(lambda t: any(t.count(a) != t.count(b) for a, b in ("()", "[]", "{}"))) == []
    assert those(lambda t: t.count("`") % 2 or t.count('"') % 2) == []


def test_nothing_is_left_over_in_a_message():
    assert those(lambda t: re.search(r"%[sd]|\{\w+\}|\b([a-z]+) \1\b", t)) == []


def test_a_message_has_a_verb():
    """Unless a clause of it is known only later, or all but a word or two."""

    def lacks(text):
        words = re.findall(r"[a-z]+", text.lower())
        whole = len(words) > 2 and not re.search(r"[,:;] \{\}$", text)
        return whole and not {*VERBS.split()} & {*words}

    assert those(lacks) == []
