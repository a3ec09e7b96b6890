"""Run the command `tournament`, for all players or for a class."""

import sys
from pathlib import Path

import numpy as np

from tttlearn.game.rules import TICTACTOE
from tttlearn.players import roster
from tttlearn.support.text import as_csv, markdown, one_line, printable
from tttlearn.terminal import own_player


def tournament(options):
    """Print the tournament of all players and of the learners in the files; write it, if asked.

    With a folder or a zip instead of files: hold the class tournament of what is in it.
    """
    if any(Path(text).is_dir() or Path(text).suffix.lower() == ".zip" for text in options.files):
        return _class_tournament(options)
    if options.hide_names:
        raise ValueError("--hide-names is for the class tournament, which takes a folder or a zip")
    from tttlearn.players.saved import load
    from tttlearn.tournament.league import Tournament, everybody

    mine = {}
    for text in options.files:
        path = _entrant(text)
        mine[f"{one_line(path.stem)} (file)"] = load(path, rules=TICTACTOE)
    held = Tournament(everybody(options.games, options.seed) | mine, options.seed)
    if options.out:
        _write(held, Path(options.out))
    ranking = held.ranking
    print(f"{len(held.players)} players, each against each in both seats. Exact: none is sampled")
    print("but the moves of mcts. Rows: points a game for X; columns, by number: who plays O.\n")
    print(_cross_table(held.scores.loc[ranking.index, ranking.index]))
    print("\nPoints a game; worst: against the best reply, where perfect play has 0.5.\n")
    print(_ranked(ranking))
    print("\nWhat one rating hides: the scores it predicts worst, and circles.\n")
    for row in held.surprises(3).itertuples():
        print(f"  {row.a} against {row.b}: {row.score:.3f}, by the ratings {row.expected:.3f}")
    for a, b, c in held.cycles()[:3]:
        print(f"  {a} beats {b}, {b} beats {c}, {c} beats {a}")
    if options.out:
        print(f"\nWritten: {options.out}")


def _entrant(text):
    """Return the path of a learner saved for a tournament.

    Raises ValueError, with a hint, for a program or a missing file or folder.
    """
    if Path(text).suffix == ".py":
        raise ValueError(
            f"{text} is a program: `tttlearn hand-in {text}` writes its answers to a file"
        )
    if not Path(text).exists() and not Path(f"{text}.npz").exists():
        raise ValueError(f"there is no folder and no saved learner {text}")
    return roster.saved(text)


def _write(held, folder):
    """Write cross table, ranking and both pictures into the folder."""
    import matplotlib.pyplot as plt

    from tttlearn.pictures import tournament as drawn
    from tttlearn.pictures.boards import set_style

    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in {"cross_table": held.scores, "ranking": held.ranking}.items():
        (folder / f"{name}.csv").write_bytes(as_csv(frame, float_format="%.6g"))
        texts = frame.map(
            lambda value: f"{value:.4g}" if isinstance(value, float) else f"{value:,}"
        )
        page = markdown(texts.rename_axis("player").reset_index())
        (folder / f"{name}.md").write_text(page + "\n", encoding="utf-8")
    set_style()
    pictures = {
        "cross_table": (drawn.plot_cross_table, drawn.cross_table_caption),
        "ranking": (drawn.plot_strength, drawn.strength_caption),
    }
    for name, (plot, caption) in pictures.items():
        figure = np.ravel(plot(held))[0].figure
        about = {"Title": name.replace("_", " "), "Description": caption(held)}
        for ending in ("png", "svg"):
            figure.savefig(folder / f"{name}.{ending}", bbox_inches="tight", metadata=about)
        plt.close(figure)


def _class_tournament(options):
    from tttlearn.course.classroom import contest, gradebook, leaderboard
    from tttlearn.course.classroom.names import LIST

    lists = [text for text in options.files if Path(text).name == LIST]
    sources = [text for text in options.files if text not in lists]
    if len(sources) != 1 or len(lists) > 1:
        raise ValueError(f"a class tournament takes one folder or zip, and perhaps a {LIST}")
    out = options.out or "results"
    held = contest.hold(sources[0], out, options.games, options.seed, *lists)
    written = leaderboard.write_leaderboard(held, out, options.hide_names)
    for row in held.standings.table.itertuples():
        error = "" if np.isnan(row.error) else f" ± {row.error:.3f}"
        print(f"{row.place or 'house':>5}  {row.score:.3f}{error:8}  {row.name}")
    for submission in held.refused:
        print(f"Not taking part: {submission.file}: {submission.refused}")
    print(f"Written: {written}, and a card for each student in {written.parent / 'cards'}")
    for line in gradebook.write(held.grades, written.with_name("standings_moodle.csv")):
        print(line)


def hand_in_answers(options):
    """Write the answers of a player, or of all programs in a folder; return the exit status."""
    from tttlearn.course.classroom import handing_in

    if Path(options.player).is_dir():
        return _hand_in_folder(options)
    stem = Path(options.player.partition(".py")[0]).name
    try:
        handing_in.hand_in(
            options.player, options.out or f"{stem}.json", **own_player.form(options)
        )
    except ValueError as error:  # its message may contain boards
        print(f"tttlearn: {printable(error)}", file=sys.stderr)
        return 1
    return 0


def _hand_in_folder(options):
    """Run every program in a folder, once the user has confirmed that they can be trusted."""
    from tttlearn.course.classroom.handing_in import hand_in_file, programs

    paths = programs(options.player)
    if not paths:
        raise ValueError(f"there is no program without answers in {options.player}")
    print(f"This runs {len(paths)} programs of others with all that you may do, one after another:")
    print(*(f"  {one_line(path)}" for path in paths), sep="\n")
    if (
        not options.yes
        and input("Run them? Only if you trust them, or sit in a container [y/N] ") != "y"
    ):
        return 1
    failed = 0
    for path in paths:
        message, is_written = hand_in_file(path)
        print(f"{one_line(path.relative_to(options.player))}: {message}", flush=True)
        failed += not is_written
    print(f"{len(paths) - failed} of {len(paths)} have answers now.")
    return int(failed > 0)


def _cross_table(scores):
    numbers = range(1, len(scores) + 1)
    wide = max(map(len, scores.index))
    lines = [" " * (wide + 4) + "".join(f"{n:4}" for n in numbers)]
    for n, (name, row) in zip(numbers, scores.iterrows(), strict=True):
        cells = "".join(f"{100 * score:4.0f}" for score in row)
        lines.append(f"{n:2}  {name:{wide}}{cells}")
    return "\n".join(lines)


def _ranked(ranking):
    formats = {"score": "{:.3f}", "as_x": "{:.3f}", "as_o": "{:.3f}", "worst": "{:.3f}"}
    formats |= {"worst_rank": "{}", "rating": "{:.0f}", "games": "{:,}", "ms": "{:.2f}"}
    texts = {name: ranking[name].map(form.format) for name, form in formats.items()}
    return type(ranking)(texts).to_string()
