"""What the command `tournament` writes and prints, for all players or for a class."""

from pathlib import Path

import numpy as np

from tttlearn.game.rules import TICTACTOE
from tttlearn.players import roster
from tttlearn.support.text import as_csv, markdown, one_line


def tournament(options):
    """Print the tournament of all players and of the learners in the files; write it, if asked.

    With a folder instead of files: hold the class tournament of its files.
    """
    if any(Path(text).is_dir() for text in options.files):
        return _class_tournament(options)
    for option in ("seconds", "no_walls"):
        if getattr(options, option):
            name = option.replace("_", "-")
            raise ValueError(f"--{name} is for the class tournament, which takes one folder")
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
    """The path of a learner saved for a tournament; ValueError, about folders too, if there is
    none."""
    if Path(text).suffix == ".py":
        raise ValueError(f"{text} is Python: give the folder that holds it, for a class tournament")
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
    from tttlearn.course.classroom import contest, leaderboard
    from tttlearn.course.classroom.regulations import Limits
    from tttlearn.course.classroom.walls import WallsError

    if len(options.files) > 1:
        raise ValueError("a class tournament takes one folder, and nothing else")
    limits = Limits(total_seconds=options.seconds) if options.seconds else Limits()
    out = options.out or "results"
    try:
        held = contest.hold(
            options.files[0], out, limits, options.games, options.seed, not options.no_walls
        )
    except WallsError as error:
        raise ValueError(
            f"{error}. Strangers' files are not run without walls; if you have read every one "
            "of them, --no-walls runs them all the same"
        ) from None
    written = leaderboard.write_leaderboard(held, out)
    for row in held.standings.table.itertuples():
        about = "" if np.isnan(row.error) else f" ± {row.error:.3f}"
        print(f"{row.place or 'house':>5}  {row.score:.3f}{about:8}  {row.name}")
    for file, reason in held.refused:
        print(f"Not taking part: {file}: {reason}")
    if held.passing:
        print(
            "Time ran out, or a process ended too often; the same command asks again: "
            + ", ".join(held.passing)
        )
    print(held.how)
    print(f"Written: {written}")
    return 0


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
