"""The series as a static site: `python run.py site` builds it into build/site, without the network.

`sources` prepares what Sphinx reads: the lessons, pages made of README.md, and one page for each
public module. `conf` is Sphinx's configuration, `outputs` describes the saved pictures, and
`docstrings` turns docstrings into pages.
"""
