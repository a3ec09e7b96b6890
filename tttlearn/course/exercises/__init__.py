"""The exercises: the four answers of a check, named faults, one module a lesson."""
