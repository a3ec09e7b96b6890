"""Build the series as a static site: `python run.py site`.

The site is built into build/site, without the network. `sources` prepares what Sphinx reads: pages
made of README.md, one page for each public module, and the lessons, which `lessons` makes from the
masters, with the predictions that `asked` finds and what moves, from `boards`; `front` is the game
on the first page. `conf` is Sphinx's configuration, `outputs` puts pictures, forms and boards into
the pages, `formulas` sets formulas, `docstrings` turns docstrings into pages, and `looks` gives
each page its template, styles and scripts.
"""
