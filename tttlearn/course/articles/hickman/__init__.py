"""Reproduce R. Hickman, "R-inforcement Learning Part One - Tic Tac Toe", 2019."""
