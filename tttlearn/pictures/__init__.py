"""Every picture: boards, trees, learning curves, tournaments."""
