"""Set formulas on the site as MathML when it is built, so that no page needs a script."""

from docutils import nodes
from latex2mathml.converter import convert

# The converter's output that browsers set badly: a sign as a letter, a line of fixed length.
MENDED = {
    "<mi>&#x000B1;</mi>": "<mo>&#x000B1;</mo>",
    '<mo accent="true">&#x02015;</mo>': '<mo stretchy="true">&#x000AF;</mo>',
}


def mathml(formula, display):
    """Return a LaTeX formula as MathML; display: "inline", or "block" on a line of its own."""
    made = convert(formula, display=display)
    for old, new in MENDED.items():
        made = made.replace(old, new)
    return made


def inline(translator, node):
    """Put a formula into its line: called by Sphinx."""
    translator.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def block(translator, node):
    """Put a formula on its own line: called by Sphinx."""
    formula = mathml(node.astext(), "block")
    # It scrolls where it is wider than the page, so the keyboard must get there.
    translator.body.append(f'<div class="formula" tabindex="0">{formula}</div>\n')
    raise nodes.SkipNode
