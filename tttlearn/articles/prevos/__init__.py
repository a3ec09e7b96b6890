"""P. Prevos, "Tic Tac Toe minimax", 2017, with the code of Alberto C."""
