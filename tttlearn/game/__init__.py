"""What a game is: its rules as tables, the family of boards, one game as it was played."""
