"""Executed notebooks are saved without anything that changes from run to run."""

import asyncio
import json

import nbformat
import pytest
import zmq
import zmq.asyncio
from jupyter_client.session import Session
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools import execute
from tools.decks import kept
from tools.decks.source import FOLDER
from tools.masters import NOTEBOOKS

WIDGET = """\
import ipywidgets

class Board(ipywidgets.IntSlider):
    def _repr_mimebundle_(self, **options):
        return {**super()._repr_mimebundle_(**options), "text/plain": "X . ."}

Board()"""


@pytest.fixture
def notebook(tmp_path, monkeypatch):
    """A notebook with stale outputs, stored widgets and a cell without an id."""
    monkeypatch.setattr(execute, "NOTEBOOKS", tmp_path)
    streams = new_code_cell("print('a', flush=True)\nprint('b', flush=True)", execution_count=7)
    streams.metadata["execution"] = {"iopub.status.idle": "2020"}
    title, blank = new_markdown_cell("# Title", id="title"), new_code_cell("", id="blank")
    cells = [title, streams, new_code_cell(WIDGET), blank]
    old = {"widgets": {}, "language_info": {"name": "python", "version": "2.7"}}
    content = json.loads(json.dumps(new_notebook(cells=cells, metadata=old)))
    del content["cells"][1]["id"]
    path = tmp_path / "lesson.ipynb"
    path.write_text(json.dumps(content))
    return path


def test_saves_only_what_the_notebook_decides_and_so_the_same_bytes_again(notebook):
    assert execute.main([str(notebook)]) == 0
    once = notebook.read_bytes()
    assert once.endswith(b"}\n")
    saved = nbformat.read(notebook, as_version=4)
    assert saved.metadata == {
        "kernelspec": execute.KERNEL,
        "language_info": {"name": "python"},
    }
    title, streams, widget, blank = saved.cells
    assert (title.id, streams.id, blank.id) == ("title", "c02", "blank")
    assert (streams.execution_count, widget.execution_count, blank.execution_count) == (1, 2, None)
    assert streams.metadata == {}
    assert [output.text for output in streams.outputs] == ["a\nb\n"]
    assert widget.outputs[0].data == {"text/plain": "X . ."}
    assert execute.main([str(notebook)]) == 0
    assert notebook.read_bytes() == once


LOST_SECONDS = 60
"""After which an answer is lost; one that is heard comes at once."""


class Taking(Session):
    """Sends nothing, and takes the announcement of what has come, as sending does by chance."""

    def send(self, socket, message):
        while not zmq.Socket.shadow(socket.underlying).get(zmq.EVENTS) & zmq.POLLIN:
            pass


def test_an_answer_is_heard_whose_announcement_was_taken_by_what_was_sent():
    async def heard():
        with zmq.asyncio.Context() as context, zmq.Context() as other:
            kernel, session = other.socket(zmq.DEALER), Taking()
            port = kernel.bind_to_random_port("tcp://127.0.0.1")
            channel = execute.ShellChannel(context.socket(zmq.DEALER), session)
            channel.socket.connect(f"tcp://127.0.0.1:{port}")
            answer = asyncio.ensure_future(channel.get_msg())
            await asyncio.sleep(0)  # now it waits
            Session.send(session, kernel, "execute_reply")
            channel.send({})
            try:
                return await asyncio.wait_for(answer, LOST_SECONDS)
            finally:
                context.destroy(linger=0)
                other.destroy(linger=0)

    assert asyncio.run(heard())["msg_type"] == "execute_reply"


GROUPS = """\
import tttlearn as ttt
from tttlearn.pictures.boards import draw_boards
groups = {ttt.START: 1, 1: 4}"""


def test_a_deck_gets_what_it_takes_only_of_a_master_that_ran_whole(tmp_path, monkeypatch, capsys):
    name, pictured = "01_the_game_as_data", "c78"
    monkeypatch.setattr(execute, "NOTEBOOKS", tmp_path)
    monkeypatch.setattr(kept, "kept_folder", lambda name: tmp_path / "deck")
    master = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    cells = [new_code_cell(GROUPS, id="needed")]
    cells += [cell for cell in master.cells if cell.id == pictured]
    path = tmp_path / f"{name}.ipynb"

    def ran(*before_them):
        """The exit status of the master's cells after others, and what files changed."""
        nbformat.write(new_notebook(cells=[*before_them, *cells]), path)
        before = files()
        return execute.main([]), dict(files().items() - before.items())

    def files():
        return {
            file: file.read_bytes() for where in (tmp_path, FOLDER) for file in where.rglob("*.*")
        }

    with monkeypatch.context() as patch:
        patch.setattr(kept, "BEGIN", "open({folder!r} + '/{name}.png', 'w').close()")
        assert ran(new_code_cell("1", id="good"), new_code_cell("undefined", id="bad")) == (1, {})
    error = capsys.readouterr().err
    assert f"{name}.ipynb: cell 2 (id bad) failed" in error
    assert "NameError" in error
    status, changed = ran()
    assert status == 0
    drawn, taken = tmp_path / "deck/alone.png", tmp_path / "deck/taken.json"
    assert set(changed) == {path, taken, drawn}
    assert changed[drawn].startswith(b"\x89PNG")
    captions = {"alone": "the 1 positions that look the same from all eight sides"}
    assert json.loads(changed[taken])["captions"] == captions
