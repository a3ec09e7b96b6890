"""What a policy is: every answer about it, exact; and many sampled games at once."""
