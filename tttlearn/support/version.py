"""Which tttlearn this is."""

VERSION = "0.2.0"
"""The version, which pyproject.toml and CITATION.cff say, too."""
