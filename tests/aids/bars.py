"""A progress bar that notes how far it comes."""


class Bar:
    """What stands in for `ProgressBar`: `done` and the sum of the `ticks` should be the `total`."""

    def __init__(self, total, unit="", done=0, cores=1):
        self.total, self.done, self.ticks = total, done, []

    def __enter__(self):
        return lambda n=1: self.ticks.append(n)

    def __exit__(self, *error):
        return None


def bars_of(monkeypatch, module):
    """The list of the bars that a module will have drawn."""
    seen = []
    monkeypatch.setattr(module, "ProgressBar", lambda *how: seen.append(Bar(*how)) or seen[-1])
    return seen
