"""Which tttlearn this is."""

VERSION = "0.3.0"
"""The version, which pyproject.toml and CITATION.cff say, too."""
