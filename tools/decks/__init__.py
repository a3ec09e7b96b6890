"""Make the decks: slides for talks, one text for each lesson in `notebooks/decks`.

A deck is written by hand, not cut out of its lesson. `source` reads a deck, `in_kernel` takes its
numbers and pictures from the master while that is executed, and `pages` makes a page of it.
docs/writing_lessons.md describes the text of a deck.
"""
