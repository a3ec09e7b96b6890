"""Reproduce antirez, the program `ttt-rl`, 2025."""
