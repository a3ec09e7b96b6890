"""Players that learn with a small neural network, by hand."""
