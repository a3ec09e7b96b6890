"""Where a person plays: session, board, time machine, console."""
