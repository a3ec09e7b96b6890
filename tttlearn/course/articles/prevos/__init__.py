"""Reproduce P. Prevos, "Tic Tac Toe Part 3: The Minimax Algorithm", 2017 (code by Alberto C.)."""
