"""Reproduce nestedsoftware, four articles and a repository, 2019 and 2020."""
