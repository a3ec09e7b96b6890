"""Players that look ahead: minimax in its variants, Monte-Carlo tree search."""
