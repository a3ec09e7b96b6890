"""Long work: a bar that shows how far it is, all cores, and Ctrl-C in one line."""

import os
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from time import perf_counter

from tttlearn.support.cores import cores
from tttlearn.support.signals import held

ESTIMATED = "estimated second"
"""The unit of work whose parts take different times: the bar shows what share of it is done."""
TRUSTED = 3
"""The estimate is trusted as much as this many seconds measured on this computer."""
AN_INSTANT = 0.1
"""Seconds after which it is seen that a signal has come."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with a text that says what is kept of the work."""


class _StoppedError(Exception):
    """The work in the background is no longer wanted."""


def on_all_cores(function, jobs, counted=lambda number: None):
    """[function(job, tick) for job in jobs], in threads; `counted(number)` may move a bar.

    A job calls `tick(number)` several times a second; that is where it ends after an interruption.
    """
    unwanted = Event()

    def tick(number):
        if unwanted.is_set():
            raise _StoppedError
        counted(number)

    # The exception of a handler, such as that of Ctrl-C, could leave a lock of the pool locked: its
    # threads would wait for that, and the pool for its threads, for ever.
    with held() as signals:
        results = _ended(lambda job: function(job, tick), jobs, signals, unwanted)
    return [result.result() for result in results]


def _ended(function, jobs, signals, unwanted):
    """The Futures of these calls, in order, until the first that fails, or until a signal comes."""
    with ThreadPoolExecutor(cores()) as pool:
        results = [pool.submit(function, job) for job in jobs]
        for result in results:
            while not signals and wait([result], AN_INSTANT).not_done:
                pass
            if signals or result.exception():
                break
        unwanted.set()  # so that nothing goes on in the background
        pool.shutdown(cancel_futures=True)
    return results


class Stoppable:
    """Long work that counts: gives a function `tick(number=1)`; Ctrl-C then says how far it got.

    The KeyboardInterrupt that comes out has only this line: where the work was, deep inside, tells
    nobody anything. `unit` is what is counted, `done` how much of `total` there is at the start.
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
    """The same with a bar, which appears after two seconds.

    `cores`: how many of them work, which matters if the unit is ESTIMATED.
    """

    def __init__(self, total, unit, done=0, cores=1):
        super().__init__(total, unit, done)
        from tqdm.auto import tqdm

        # In a notebook tqdm itself overlooks this variable: a bar must not get into saved outputs.
        off = os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
        looks = {"unit_scale": total >= 10_000, "delay": 2, "leave": False, "disable": off}
        self.cores, self.start = cores, perf_counter()
        self.bar = tqdm(total=total, initial=done, unit=unit, **looks)

    def tick(self, number=1):
        """Count, and move the bar."""
        room = max(self.total - self.done, 0)  # which a sum of fractions may exceed in the end
        super().tick(number)
        if self.unit == ESTIMATED:
            left = seconds_to_go(self.total, self.done, perf_counter() - self.start, self.cores)
            text = f"{self.bar.format_interval(left)} to go"
            self.bar.bar_format = f"{{l_bar}}{{bar}}| {{elapsed}}, {text}"
        self.bar.update(min(number, room))

    def __exit__(self, kind, error, trace):
        self.bar.close()
        super().__exit__(kind, error, trace)


def seconds_to_go(total, done, passed, cores=1):
    """How many seconds are left if `done` of `total` estimated ones took `passed` seconds.

    The estimates are from another computer, so what was done in this time counts more and more. But
    the first jobs wait for compilers, or take longer than others for their share: alone they would
    predict minutes for what takes seconds, above all if few jobs are left.
    """
    speed = (done + TRUSTED * cores) / (passed + TRUSTED)
    return max(total - done, 0) / speed


def in_pieces(total, most):
    """An iterator over sizes: pieces of `most` and a last one, which together make `total`."""
    for start in range(0, total, most):
        yield min(most, total - start)
