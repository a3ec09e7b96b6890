"""A progress bar for whatever takes more than two seconds, and work on all cores that moves one."""

import os
from concurrent.futures import ThreadPoolExecutor
from threading import Event


class _StoppedError(Exception):
    """The work in the background is no longer wanted."""


def on_all_cores(function, jobs, total, unit):
    """[function(job, tick) for job in jobs], in threads, with a bar that counts up to `total`.

    A job calls `tick(number)` every now and then; that is where it ends after an interruption.
    """
    stopped = Event()

    def tick(number):
        if stopped.is_set():
            raise _StoppedError
        bar.update(number)

    with progress_bar(total, unit) as bar, ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            return list(pool.map(lambda job: function(job, tick), jobs))
        finally:
            stopped.set()  # so that after an interruption nobody goes on in the background


def progress_bar(total, unit, done=0):
    """A bar that shows itself after two seconds; `unit` is what is counted."""
    from tqdm.auto import tqdm

    # In a notebook tqdm itself overlooks this variable, and a bar must not get into saved outputs.
    off = os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
    looks = {"unit_scale": total >= 10_000, "delay": 2, "leave": False, "disable": off}
    return tqdm(total=total, initial=done, unit=unit, **looks)
