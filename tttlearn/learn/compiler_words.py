"""What the compiler cannot do, in words for the author of a rule.

The compiler says it in pages for people who know its inside. Each entry of REASONS is a pattern
that recognises such a page, and words that say the same to a learner, with what to write instead.
"""

import builtins
import re
import sys
from inspect import isfunction

KINDS = {
    r"readonly array\([^)]*\)": "a fixed array",
    r"array\([^)]*\)": "an array",
    r"Optional(?:Type)?\([^)]*\)": "a number or None",
    r"\w*[Tt]uple\([^)]*\)": "a tuple",
    r"(?:\w+ )?\w*[Ll]ist\([^)]*\)": "a list",
    r"DictType\[[^]]*\]|LiteralStrKey": "a dict",
    r"Literal\[str\]\([^)]*\)|unicode_type": "a text",
    r"Literal\[bool\]\([^)]*\)|bool": "a bool",
    r"Literal\[int\]\([^)]*\)|u?int\d+": "a whole number",
    r"float\d+": "a float",
    r"none": "None",
}
"""How the compiler writes the kinds of things, and what to call them."""
REMEMBERED = "what a rule is to remember belongs in its table, which with read= may have any shape"
OWN_CHANCE = "it draws without the learner's seed; name rng as a setting, and take rng.random()"
OPCODES = {
    "IMPORT_NAME": "import belongs above a rule, not in it",
    "STORE_GLOBAL": f"a rule cannot change a global variable: {REMEMBERED}",
    "UNPACK_EX": "the compiler knows no * on the left of =: take a slice, as in states[:-1]",
    "LOAD_BUILD_CLASS": "a class belongs above a rule, not in it, and a rule cannot use it",
}
ATTRIBUTE = r"Unknown attribute '(\w+)' of type "
INSTEAD = "do it with loops, numbers and arrays"
LIKE_THIS = f"or not used like this: {INSTEAD}"
ONE_KIND = "in a compiled rule it must be of one kind"
REASONS = (
    (
        r"Untyped (?:\w+ )*name 'reversed'",
        "the compiler does not know reversed: take range(last, -1, -1), or [::-1] of an array",
    ),
    (
        r"(?:Untyped (?:\w+ )*name|Unknown attribute) 'pairwise'",
        "the compiler does not know pairwise: take for t in range(len(states) - 1), and in it "
        "states[t] and states[t + 1]",
    ),
    (r"NameError: name '(\w+)'", "there is no {0}: is it misspelt, or was its cell not run yet?"),
    (
        "use of yield in a closure",
        "a generator, (... for x in xs), cannot be compiled: write a list, [... for x in xs], or a "
        "loop",
    ),
    (
        r"unsupported NumPy function 'numpy\.([\w.]+)'",
        f"the compiler does not know np.{{0}}, {LIKE_THIS}",
    ),
    (
        "exception_match",
        "try can catch all errors (except Exception), not one kind of them: ask with if before it "
        "goes wrong",
    ),
    (r"print\(\) function", "print takes values alone in a compiled rule, no sep= or end="),
    (r"global\(\w+: Generator", OWN_CHANCE),
    (r"'(\w+)' of type Module\(<module '(?:numpy\.)?random'", OWN_CHANCE),
    (
        r"impl_get\(DictType\[undefined",
        "what an empty dict holds is not known before its first entry: write d[x] if x in d else 0",
    ),
    ("[Cc]ontext.manager", "with cannot be compiled: do it outside the rule"),
    (
        r"format spec in f-strings|>>> mod\((?:Literal.str|unicode)",
        "a text with a format, such as {{x:.2f}}, cannot be compiled: use x itself",
    ),
    (
        r"type, assigned to variable '(\w+)' in globals",
        "{0} is a list from outside the rule: make it an array, np.array({0})",
    ),
    (
        ATTRIBUTE + r"Episode",
        "an episode has no {0}: it has states, actions, winner, side and choices",
    ),
    (
        r"(?:Unknown attribute '|NumPyRandomGeneratorType_)(\w+).*NumPyRandomGeneratorType",
        "the compiler does not know rng.{0}, or not used like this: rng.random() is a number from "
        "0 to 1, int(rng.random() * n) a whole one from 0 to n - 1",
    ),
    (
        ATTRIBUTE + r"iter\(",
        "a set made by {{... for x in xs}} cannot be compiled: begin with set() and add in a loop",
    ),
    (ATTRIBUTE + "(.*)", "the compiler does not know {0} of {1}, " + LIKE_THIS),
    (
        r">>> \w*[gs]etitem\((?:readonly )?array\([^)]*\), (?:float|\w*Tuple\([^)]*float)",
        "a float is no index: make it a whole number, int(...)",
    ),
    (
        r">>> \w*[gs]etitem\((?:readonly )?array\([^)]*\), Optional",
        "the index may be None, even where the rule has asked: begin with a number, such as -1",
    ),
    (
        r">>> \w*setitem\(readonly array",
        f"a rule cannot change an array from outside, which is a constant for it: {REMEMBERED}",
    ),
    (
        r">>> \w*setitem\(DictType|LiteralStrKey|Function\(<class 'dict'>",
        "in a compiled rule the keys of a dict are of one kind, and so are its values: take a dict "
        "for each kind, or arrays",
    ),
    (
        r">>> \w*[gs]etitem\((?:readonly )?array",
        "this does not fit the array: has it as many axes as there are indices, and is it a number "
        "that is written?",
    ),
    (
        r"unexpected keyword argument '(\w+)'",
        f"the compiler does not know this function with {{0}}=...: {INSTEAD}",
    ),
    (r"Cannot unify (.*) and (.*) for '\$", f"a value is now {{0}}, now {{1}}: {ONE_KIND}"),
    (
        r"Cannot unify (.*) and (.*) for '(\w+)",
        f"{{2}} is now {{0}}, now {{1}}: {ONE_KIND}",
    ),
    (
        r"Cannot infer the type of variable '(\w+)[.\d]*', have imprecise",
        "the rule puts nothing into {0}, so the compiler cannot tell what it will hold",
    ),
    (r"BoundFunction\(list\.append", "in a compiled rule all that is in a list is of one kind"),
    (
        "as a callable",
        "round brackets call a function, and this is none; square ones pick from an array",
    ),
    (r'Cannot bind .*TypeError: ([^"]*)', "the call does not fit the function: {0}"),
    (
        r"non-constant value associated with variable '(\w+)'",
        "a function that uses {0} cannot be handed over to another, as to key=: write a loop",
    ),
)
"""(pattern, words): the first pattern found counts, and its groups go into the words."""


def complaint_in_words(error):
    """What the compiler complains of, as the end of a sentence, with what to write instead."""
    said = str(error)
    for pattern, words in REASONS:
        if found := re.search(pattern, said):
            return _outside(found) or words.format(*map(_named, found.groups()))
    return _untyped(said) or _opcode(said) or _call(said) or _else(said)


def _named(part):
    """A part of a complaint: what kind of thing it is, if it says so."""
    for kind, name in KINDS.items():
        if re.match(kind, part):
            return name
    return re.sub(r"^(?:Module\(<module|Function\(<ufunc) '([\w.]+)'.*", r"\1", part)


def _outside(call):
    """What to do about a plain function that is called through its module, or ""."""
    module = re.search(r"Module\(<module '([\w.]+)'", call[0])
    name = call[1] if module else ""
    if not isfunction(getattr(sys.modules.get(module and module[1]), name, None)):
        return ""
    return f"write from {module[1]} import {name} above the rule, and call it as {name}(...)"


def _untyped(said):
    unknown = re.search(r"Untyped (?:\w+ )*name '(\w+)':.*<class '([\w.]+)'>", said)
    if not unknown:
        return ""
    if hasattr(builtins, unknown[1]):
        return f"the compiler does not know {unknown[1]}: {INSTEAD}"
    kind = unknown[2].rpartition(".")[2]
    return (
        f"{unknown[1]} is a {kind} from outside the rule: the compiler takes numbers, arrays and "
        f"plain functions from there; {REMEMBERED}"
    )


def _opcode(said):
    found = re.search(r"unsupported opcode \((\w+)\)", said)
    return OPCODES.get(found[1], "") if found else ""


def _call(said):
    """What was called with what, if the compiler has no such function."""
    call = re.search(r">>> (?:npy_|impl_)?(\w+)\((.*)\)", said)
    if not call:
        return ""
    given = [_named(kind) for kind in re.findall("|".join(KINDS), call[2])]
    return f"the compiler does not know {call[1]} of {' and '.join(given)}, {LIKE_THIS}"


def _else(said):
    """The compiler's own words, if they say something to other people."""
    lines = [line.strip() for line in said.splitlines() if not line.startswith("Failed in")]
    own = re.sub(r"\.? (Raised from|defined at) .*", "", next(filter(None, lines), "")).rstrip(
        ".:,"
    )
    own = "" if re.search(r"[<>$]|numba", own, re.IGNORECASE) else f" ({own})"
    return f"the compiler cannot do what is written there{own}: {INSTEAD}"
