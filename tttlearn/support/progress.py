"""Work that takes its time: a bar that shows how far it is, all cores, and Ctrl-C in one line."""

import os
from concurrent.futures import ThreadPoolExecutor
from threading import Event

ESTIMATED = "estimated second"
"""The unit of work whose parts take unequally long: the bar shows what share of it is done."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with a text that says what is kept of the work."""


class _StoppedError(Exception):
    """The work in the background is no longer wanted."""


def on_all_cores(function, jobs, total, unit):
    """[function(job, tick) for job in jobs], in threads, with a bar that counts up to `total`.

    A job calls `tick(number)` several times a second; that is where it ends after an interruption.
    """
    stopped = Event()

    def tick(number):
        if stopped.is_set():
            raise _StoppedError
        counted(number)

    with ProgressBar(total, unit) as counted, ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            return list(pool.map(lambda job: function(job, tick), jobs))
        finally:
            stopped.set()  # so that after an interruption nobody goes on in the background


class Stoppable:
    """Long work that counts: gives a function `tick(number=1)`; Ctrl-C then says how far it came.

    The KeyboardInterrupt that comes out has this one line: where the work was, deep inside, is
    nobody's business. `unit` is what is counted, `done` how much of `total` there is at the start.
    """

    def __init__(self, total, unit, done=0):
        self.total, self.unit, self.done = total, unit, done

    def tick(self, number=1):
        """Count."""
        self.done += number

    def __enter__(self):
        return self.tick

    def __exit__(self, kind, error, trace):
        if kind is KeyboardInterrupt:
            far = f"{self.done:,.0f} of {self.total:,.0f} {self.unit}s"
            raise KeyboardInterrupt(f"stopped after {far}") from None


class ProgressBar(Stoppable):
    """The same with a bar, which shows itself after two seconds."""

    def __init__(self, total, unit, done=0):
        super().__init__(total, unit, done)
        from tqdm.auto import tqdm

        # In a notebook tqdm itself overlooks this variable: a bar must not get into saved outputs.
        off = os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
        looks = {"unit_scale": total >= 10_000, "delay": 2, "leave": False, "disable": off}
        if unit == ESTIMATED:  # those of another computer
            looks["bar_format"] = "{l_bar}{bar}| {elapsed}, {remaining} to go"
            looks["smoothing"] = 0  # what has been fast of late says nothing of the next
        self.bar = tqdm(total=total, initial=done, unit=unit, **looks)

    def tick(self, number=1):
        """Count, and move the bar."""
        super().tick(number)
        self.bar.update(number)

    def __exit__(self, kind, error, trace):
        self.bar.close()
        super().__exit__(kind, error, trace)


def in_pieces(total, most):
    """The sizes, an iterator, of pieces of `most` and a last one that together make `total`."""
    for start in range(0, total, most):
        yield min(most, total - start)
