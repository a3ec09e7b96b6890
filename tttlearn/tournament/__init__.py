"""The league of players, and their ratings."""
