"""The class tournament: what students handed in, all against all, exactly.

`received` reads files of a class from a folder or a zip, under `names`, and runs nothing; records
of progress are read by it, too. `handing_in` turns a player into a file of answers on its author's
computer, and `submissions` reads such files; `contest` lets all of them meet each other and the
house; `forfeits` evaluates exactly, also players that fail in some positions; `standings`,
`mistakes`, `charts`, `stage` and `leaderboard` say what it comes to.
"""
