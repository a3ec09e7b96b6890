"""Add a note to a NameError in a cell of a notebook: the cells above may not have been run.

The kernels of `lab` run this file before the first cell, because a reader may leave out the setup
cell as well; elsewhere the checks import it.
"""


def _note_name_errors():
    """Have IPython, if it runs this, add the note before it shows the error."""
    import sys

    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return
    note = (
        "If a cell above makes this name, run the cells above first: "
        "menu Run, Run All Above Selected Cell."
    )

    def show_with_note(shell, kind, error, trace, tb_offset=None):
        if kind is NameError:
            error.add_note(note)
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)

    shell.set_custom_exc((NameError,), show_with_note)


_note_name_errors()
