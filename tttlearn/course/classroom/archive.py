"""What was read out of submissions, kept on disk for the next tournament.

A file for each content of a submission, each version of the rules and each set of limits, with
walls or without: a changed submission is read anew, one that was handed in under two names is read
once. Files are written as a whole or not at all.
"""

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from threading import Event

from tttlearn.course.classroom.readout import Readout, read_out
from tttlearn.course.classroom.regulations import VERSION
from tttlearn.support.files import DAMAGED, write_whole
from tttlearn.support.progress import ProgressBar, cores


class Archive:
    """The Readouts in a folder, which is made if it is not there.

    `walled`: whether those that are kept there are read behind walls.
    """

    def __init__(self, folder, limits, walled):
        self.folder, self.limits, self.walled = Path(folder), limits, walled
        self.folder.mkdir(parents=True, exist_ok=True)

    def _path(self, submission):
        kept = json.dumps([submission.key, VERSION, self.limits, self.walled])
        return self.folder / f"{hashlib.sha256(kept.encode()).hexdigest()[:40]}.json"

    def find(self, submission):
        """The Readout of this submission; None if there is none, or its file is damaged."""
        try:
            return Readout(**json.loads(self._path(submission).read_bytes()))
        except (OSError, *DAMAGED):
            return None

    def keep(self, submission, readout):
        """Remember a Readout, unless another run may find something else."""
        if not readout.passing:
            write_whole(self._path(submission), json.dumps(asdict(readout)).encode())


def read_all(submissions, archive):
    """The Readouts of submissions, in their order: those in the archive, and new ones, kept there.

    As many are read at once as there are processors. An interruption ends their processes.
    """
    wanted = {one.key: one for one in submissions}
    readouts = {key: archive.find(one) for key, one in wanted.items()}
    missing = [wanted[key] for key, readout in readouts.items() if readout is None]
    readouts |= dict(zip([one.key for one in missing], _read(missing, archive), strict=True))
    return [readouts[one.key] for one in submissions]


def _read(submissions, archive):
    stop = Event()

    def read(one):
        readout = read_out(one, archive.limits, stop, archive.walled)
        archive.keep(one, readout)
        tick()
        return readout

    total = len(submissions)
    with ProgressBar(total, "submission") as tick, ThreadPoolExecutor(cores()) as pool:
        try:
            return list(pool.map(read, submissions))
        finally:
            stop.set()
