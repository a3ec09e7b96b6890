"""Everybody who has a name, and saved learners."""
