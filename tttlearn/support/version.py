"""The version of tttlearn."""

VERSION = "0.3.0"
"""Version, as in pyproject.toml and CITATION.cff."""
