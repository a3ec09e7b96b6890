"""The decks: slides to speak to, one text a lesson in `notebooks/decks`, written and not cut.

`source` reads a deck, `making` takes its numbers and pictures from the master while that is
executed, and `pages` makes a page of it. What a deck looks like, as text, is in
docs/writing_lessons.md.
"""
