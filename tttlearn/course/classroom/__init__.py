"""The class tournament: what students handed in, all against all, exactly.

    python -m tttlearn tournament submissions/ --out results/

A submission is a Python file with `act(board, side, rng)`, as in example.py here, or a learner
saved by `save`; `handing_in` makes such a file of what was written in a lesson. `submissions` finds
and `names` names them; `sandbox` runs a stranger's code in a process of its own, where `child`
answers, behind the `walls` that bubblewrap makes (`probe` tries them, `calls` are refused there)
and within `quotas`; `readout` asks it about all 4,520 undecided positions and keeps a `tally`, so
that a player becomes a policy; `complaints` are what there is to say of its answers; `archive`
keeps what was read; `forfeits` evaluates exactly, also players that fail in some positions;
`standings`, `mistakes`, `charts` and `leaderboard` say what it comes to; `regulations` are the
rules; `contest` holds it all together.
"""
