"""Read the players of a class: files of answers and saved learners, and reasons for refusals."""

import tempfile
import unicodedata
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tttlearn.course.classroom import names
from tttlearn.course.classroom.received import (
    listed_names,
    not_handed_in,
    owner_of,
    packed,
    received_files,
    single_file,
)
from tttlearn.evaluation.any_player import ReadPlayer
from tttlearn.game.rules import TICTACTOE
from tttlearn.players.answers import AnswersError, is_answers, read_answers
from tttlearn.players.saved import load
from tttlearn.support.text import one_line

MAX_FILES = 5_000
"""Maximum number of files in a folder or zip."""
RENAME = f"rename it, or give it a name in {names.LIST}"
NOT_RUN = (
    'not run: it is a program, and the tournament takes answers. Ask for them: "Please run '
    'python -m tttlearn hand-in {file} and send me the .json file that it writes."'
)
CURES = {
    ".ipynb": "it is a notebook: its player is handed in with ttt.hand_in(player, 'ada.json')",
    ".txt": "it is a text: if it is a program, rename it to end in .py, and hand in its answers",
    ".pkl": "it is a pickle, which would run code: hand in ttt.hand_in(player, 'ada.json')",
    ".zip": "it is a zip that cannot be opened, or an empty one: hand in the file itself",
}

OTHER = "it is no file of answers (.json) and no saved learner (.npz)"


class Submission(NamedTuple):
    """File that was handed in; `refused` is the reason why it cannot take part, or "".

    `file` is its name in the folder, with the student's own folder if it has one. `number` is the
    student's from names.csv, and `participant` that of Moodle's assignment. `player` is the
    ReadPlayer, None if refused.
    """

    name: str
    file: str
    number: str = ""
    refused: str = ""
    player: ReadPlayer | None = None
    participant: str = ""

    @property
    def any_number(self):
        """The number by which students of the same name are told apart; "" if none is known."""
        return self.number or self.participant


def collect(source, taken=(), results=None, beside=None):
    """Return the submissions in a folder or zip, sorted by file.

    Hidden files, __pycache__ and the folder `results` are skipped. `taken` are names that are not
    available, `beside` is the path of a names.csv that is elsewhere. Raises ValueError if there is
    no file, too many, or a names.csv that cannot be read, and OSError for a source that is neither
    a folder nor a zip.
    """
    files = received_files(source, 2, [results] if results else [])
    if not files:
        raise ValueError(f"there is no file in {source}")
    if len(files) > MAX_FILES:
        raise ValueError(f"there are {len(files):,} files in {source}; {MAX_FILES:,} are the most")
    files = [inner for file in files for inner in _opened(file)]
    groups = _by_student(_without_their_programs(files))
    listed = listed_names([*files, *([single_file(beside, names.LIST)] if beside else [])], groups)
    owners = {key: owner_of(key, _own_name(key, group), listed) for key, group in groups.items()}
    submissions = [_submission(key, groups[key], owners[key]) for key in sorted(groups)]
    why = f"it is in {names.LIST}, but was not handed in"
    absent = not_handed_in(listed, owners.values())
    submissions += [
        Submission(owner.name, one_line(owner.row.file), owner.number, why) for owner in absent
    ]
    return _tell_apart(submissions, taken)


def _opened(file):
    """Return the Files in a student's zip, which is read as a folder with no folders; else [file].

    A zip within a student's folder is read as if its files were there.
    """
    if file.place.suffix.lower() != ".zip":
        return [file]
    with suppress(ValueError):
        at = file.place if len(file.place.parts) == 1 else file.place.parent
        inside = [inner for inner in packed(file.content()) if not inner.is_folder]
        return [inner._replace(place=at / inner.place.name) for inner in inside] or [file]
    return [file]


def _without_their_programs(files):
    """Return the files without programs whose answers are beside them."""
    players = {file.place for file in files if _is_player(file)}
    return [
        file
        for file in files
        if file.place.suffix != ".py" or file.place.with_suffix(".json") not in players
    ]


def _is_player(file):
    """Return whether a file is a saved learner, by its ending, or has answers."""
    ending = file.place.suffix.lower()
    with suppress(ValueError):
        return ending == ".npz" or (ending == ".json" and is_answers(file.content()))
    return False


def _by_student(files):
    """Group the files: {name of a file or of a student's folder: its files}."""
    groups = {}
    for file in files:
        key = unicodedata.normalize("NFC", file.place.parts[0])
        if key != names.LIST:
            groups.setdefault(key, []).append(file)
    return groups


def _has_folder(files):
    return len(files[0].place.parts) > 1 or files[0].is_folder


def _own_name(key, files):
    is_folder = _has_folder(files) and not key.lower().endswith(".zip")
    return one_line(key if is_folder else PurePosixPath(key).stem)


def _submission(key, files, owner):
    about = {"number": owner.number, "participant": owner.participant}
    submission = Submission(owner.name, one_line(key), **about)
    if not _has_folder(files):
        return _read(submission, files[0])
    inside = [file for file in files if len(file.place.parts) > 1]
    if any(file.is_folder or len(file.place.parts) > 2 for file in inside):
        return submission._replace(refused="there is a folder in its folder: leave the file alone")
    players = _likeliest(inside)
    if len(players) != 1:
        return submission._replace(refused=_not_one(players))
    file = f"{submission.file}/{one_line(players[0].place.name)}"
    return _read(submission._replace(file=file), players[0])


def _likeliest(files):
    """Return the files that are players, else programs, beside which files of data may lie."""
    programs = [file for file in files if file.place.suffix.lower() == ".py"]
    readable = [file for file in files if file.place.suffix.lower() in READERS]
    return [file for file in files if _is_player(file)] or programs or readable or files


def _not_one(files):
    if not files:
        return "its folder is empty"
    shown = ", ".join(one_line(file.place.name) for file in files[:4])
    more = ", ..." * (len(files) > 4)
    return f"there are {len(files)} files in its folder ({shown}{more}): leave one"


def _read(submission, file):
    """Return the submission with its player, or with the reason why it has none."""
    ending = file.place.suffix.lower()
    try:
        content = file.content()
        if ending not in READERS:
            raise AnswersError(CURES.get(ending, OTHER))
        return submission._replace(player=READERS[ending](content, file))
    except ValueError as error:
        return submission._replace(refused=str(error))


def _of_answers(content, file):
    if not is_answers(content):
        raise AnswersError("it is JSON, but no file of answers, which ttt.hand_in writes")
    return read_answers(content)[1]


def _of_program(_, file):
    raise AnswersError(NOT_RUN.format(file=one_line(file.place.name)))


def _of_learner(content, file):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "learner.npz")
        path.write_bytes(content)
        try:
            learner = load(path, rules=TICTACTOE)
            return ReadPlayer(learner.policy, learner.name)
        except Exception as error:  # a file from a stranger can fail in any way
            why = one_line(error).replace(str(path), "it")[:300]
            raise AnswersError(f"it holds no learner that can play: {why}") from None


READERS = {".json": _of_answers, ".npz": _of_learner, ".py": _of_program}


def _tell_apart(submissions, taken):
    """Return the submissions, refused if their names are the same as others or look like them."""
    fit = [entry for entry in submissions if not entry.refused]
    numbered = [entry if entry.refused else _with_number(entry, fit) for entry in submissions]
    honest = [entry for entry in numbered if not entry.refused and not names.mixed(entry.name)]
    return [
        entry if entry.refused else entry._replace(refused=_clash(entry, honest, taken))
        for entry in numbered
    ]


def _clash(submission, honest, taken):
    """Return why the name of a submission conflicts with others, or ""."""
    if not submission.name:
        return f"it has no name: {RENAME}"
    if alphabets := names.mixed(submission.name):
        return f"a word of its name mixes {alphabets} letters, which look alike: {RENAME}"
    for alike, words in ((names.same, "the same name"), (names.look, "a name that looks the same")):
        for name in taken:
            if alike(submission.name) == alike(name):
                return f"the house player {name} has {words}: {RENAME}"
        for other in honest:
            if other is submission or alike(submission.name) != alike(other.name):
                continue
            if submission.any_number and submission.any_number == other.any_number:
                return f"{submission.name} handed in {other.file}, too: leave one"
            return f"{other.file} has {words}: {RENAME}"
    return ""


def _with_number(submission, all_of_them):
    """Return the submission with its number in its name if another student has the same name."""
    own = names.same(submission.name)
    others = {other.any_number for other in all_of_them if names.same(other.name) == own}
    if submission.any_number and len(others - {""}) > 1:
        return submission._replace(name=f"{submission.name} ({submission.any_number})")
    return submission
