"""Long work: a progress bar, all cores, and one line of text after Ctrl-C."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from time import perf_counter
from typing import Any

from tttlearn.support.cores import cores
from tttlearn.support.signals import held

ESTIMATED = "estimated second"
"""Unit of work whose jobs take different times; the bar then shows the time to go."""
PRIOR_SECONDS = 3
"""Weight of the estimate, as seconds of measurement on this computer."""
POLL_SECONDS = 0.1
"""Time between two checks for a signal."""


class Stopped(KeyboardInterrupt):
    """Raised for Ctrl-C, with a text that says which part of the work is kept."""


class _StoppedError(Exception):
    """Raised in the background, to end work that is no longer wanted."""


def on_all_cores(
    function: Callable[[Any, Callable[[float], None]], Any],
    jobs: Iterable,
    counted: Callable[[float], Any] = lambda number: None,
) -> list:
    """Call a function for each job, in threads on all cores.

    Parameters
    ----------
    function : callable
        `function(job, tick)`. It calls `tick(number)` several times a second to count its work;
        after an interruption that call ends the job.
    jobs : iterable
        The jobs.
    counted : callable, optional
        `counted(number)`, which is called at each tick and may move a progress bar.

    Returns
    -------
    list
        Results of the calls, in the order of the jobs.
    """
    unwanted = Event()

    def tick(number):
        if unwanted.is_set():
            raise _StoppedError
        counted(number)

    # An exception from a signal handler, such as that of Ctrl-C, could leave a lock of the pool
    # locked, and the program would wait for it forever.
    with held() as signals:
        results = _ended(lambda job: function(job, tick), jobs, signals, unwanted)
    return [result.result() for result in results]


def _ended(function, jobs, signals, unwanted):
    """Return the futures of these calls once all end, one fails, or a signal comes."""
    with ThreadPoolExecutor(cores()) as pool:
        results = [pool.submit(function, job) for job in jobs]
        for result in results:
            while not signals and wait([result], POLL_SECONDS).not_done:
                pass
            if signals or result.exception():
                break
        unwanted.set()  # so that jobs end that still run
        pool.shutdown(cancel_futures=True)
    return results


class Stoppable:
    """Context of long work that counts, so that Ctrl-C tells how far it got.

    The context is a function `tick(number=1)`. The KeyboardInterrupt that leaves it has one line of
    text and no traceback of the work inside.

    Parameters
    ----------
    total : float
        Amount of work.
    unit : str
        Unit in which it is counted, in the singular.
    done : float, default 0
        Amount that is done at the start.
    """

    def __init__(self, total, unit, done=0):
        self.total, self.unit, self.done = total, unit, done

    def tick(self, number: float = 1) -> None:
        """Count work that is done.

        Parameters
        ----------
        number : float, default 1
            Amount of work.
        """
        self.done += number

    def __enter__(self):
        return self.tick

    def __exit__(self, kind, error, trace):
        if kind is KeyboardInterrupt:
            far = f"{self.done:,.0f} of {self.total:,.0f} {self.unit}s"
            raise KeyboardInterrupt(f"stopped after {far}") from None


class ProgressBar(Stoppable):
    """The same as `Stoppable` with a progress bar, which appears after two seconds.

    Parameters
    ----------
    total : float
        Amount of work.
    unit : str
        Unit in which it is counted, in the singular.
    done : float, default 0
        Amount that is done at the start.
    cores : int, default 1
        Number of processors that work, which matters if the unit is ESTIMATED.
    """

    def __init__(self, total, unit, done=0, cores=1):
        super().__init__(total, unit, done)
        from tqdm.auto import tqdm

        # In a notebook tqdm ignores this variable, but saved outputs must not contain a bar.
        off = os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
        looks = {"unit_scale": total >= 10_000, "delay": 2, "leave": False, "disable": off}
        self.cores, self.start = cores, perf_counter()
        self.bar = tqdm(total=total, initial=done, unit=unit, **looks)

    def tick(self, number: float = 1) -> None:
        """Count work that is done, and move the bar.

        Parameters
        ----------
        number : float, default 1
            Amount of work.
        """
        room = max(self.total - self.done, 0)  # a sum of fractions may exceed the total
        super().tick(number)
        if self.unit == ESTIMATED:
            left = seconds_to_go(self.total, self.done, perf_counter() - self.start, self.cores)
            text = f"{self.bar.format_interval(left)} to go"
            self.bar.bar_format = f"{{l_bar}}{{bar}}| {{elapsed}}, {text}"
        self.bar.update(min(number, room))

    def __exit__(self, kind, error, trace):
        self.bar.close()
        super().__exit__(kind, error, trace)


def seconds_to_go(total: float, done: float, passed: float, cores: int = 1) -> float:
    """Estimate how many seconds the rest of some work takes.

    Parameters
    ----------
    total : float
        Estimated processor time of all work, in seconds of another computer.
    done : float
        Estimated time of the part that is done.
    passed : float
        Time by the clock that this part has taken, in seconds.
    cores : int, default 1
        Number of processors that work.

    Returns
    -------
    float
        Seconds by the clock until the end.

    Notes
    -----
    The speed of this computer counts more the longer it has been measured. The first jobs wait for
    compilers, or take longer than others for their share: alone they would predict minutes for what
    takes seconds, above all if few jobs are left.
    """
    speed = (done + PRIOR_SECONDS * cores) / (passed + PRIOR_SECONDS)
    return max(total - done, 0) / speed


def in_pieces(total: int, size: int) -> Iterator[int]:
    """Yield the sizes of pieces that make a whole.

    Parameters
    ----------
    total : int
        Size of the whole.
    size : int
        Size of all pieces but the last, which can be smaller.

    Yields
    ------
    int
        Size of a piece.
    """
    for start in range(0, total, size):
        yield min(size, total - start)
