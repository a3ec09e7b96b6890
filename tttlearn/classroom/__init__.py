"""The class tournament: what students handed in, all against all and the house players, exactly.

    python -m tttlearn tournament submissions/ --out results/

A submission is a Python file with `act(board, side, rng)`, as in example.py here, or a learner
saved by `save`. `submissions` finds and names them; `sandbox` runs a stranger's code in a process
of its own, where `child` answers, behind the walls of `jail`; `readout` asks it about all 4,520
undecided positions, so that a player becomes a policy; `archive` keeps what was read; `forfeits`
evaluates exactly, also players that fail in some positions; `standings`, `mistakes`, `pictures` and
`leaderboard` say what it comes to; `regulations` are the rules; `contest` holds it all together.
"""
