"""The exercises: the five answers of a check, named faults, one module a lesson."""
