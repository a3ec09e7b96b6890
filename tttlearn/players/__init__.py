"""All players that have a name, and saved learners."""
