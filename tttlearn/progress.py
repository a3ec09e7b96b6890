"""A progress bar for whatever takes more than two seconds."""

import os


def bar(total, unit):
    """A tqdm bar up to `total` units, which shows itself after two seconds."""
    from tqdm.auto import tqdm

    # In a notebook tqdm itself overlooks this variable, and a bar must not get into saved outputs.
    off = os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
    return tqdm(total=total, unit=unit, unit_scale=True, delay=2, leave=False, disable=off)
