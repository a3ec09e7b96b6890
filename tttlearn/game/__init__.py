"""The game: its rules as tables, boards as text, one game as it was played."""
