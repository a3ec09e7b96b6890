"""A progress bar for whatever takes more than two seconds."""

import os


def progress_bar(total, unit, done=0):
    """A bar that shows itself after two seconds; `unit` is what is counted."""
    from tqdm.auto import tqdm

    # In a notebook tqdm itself overlooks this variable, and a bar must not get into saved outputs.
    off = os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
    looks = {"unit_scale": total >= 10_000, "delay": 2, "leave": False, "disable": off}
    return tqdm(total=total, initial=done, unit=unit, **looks)
