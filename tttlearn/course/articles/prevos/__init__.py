"""P. Prevos, "Tic Tac Toe Part 3: The Minimax Algorithm", 2017, with the code of Alberto C."""
