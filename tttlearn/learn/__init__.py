"""Players that learn a table: rules, the compiled game loop, training, sweeps."""
