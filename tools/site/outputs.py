"""The saved outputs on the site: pictures with their alternative text, captions as captions."""

import json
from textwrap import fill

from docutils import nodes


def describe(app, doctree):
    """Give each saved picture of a notebook the alternative text and width saved with it.

    The caption printed below a figure, see `tttlearn.show_figure`, becomes a paragraph.
    """
    path = app.env.doc2path(app.env.docname)
    if path.suffix != ".ipynb":
        return
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    for container in doctree.findall(nodes.container):
        if container.get("nb_element") == "cell_code":
            describe_cell(container, cells[container["cell_index"]])


def describe_cell(container, cell):
    """Do so for one cell: its node on the page, and the cell as the notebook has it."""
    saved = [output["metadata"]["image/png"] for output in cell["outputs"] if is_picture(output)]
    images = list(container.findall(nodes.image))
    for image, about in zip(images, saved, strict=True):
        image["alt"] = about["alt"]
        if "width" in about:
            image["width"] = f"{about['width']}px"
    captions = [f"Figure: {about['alt']}" for about in saved]
    for block in list(container.findall(nodes.literal_block)):
        split_caption(block, captions)


def split_caption(block, captions):
    """Make a paragraph of the caption that begins a block of printed text, and keep the rest."""
    text = block.astext()
    caption = next((c for c in captions if text.startswith(fill(c, 96))), None)
    if caption:
        rest = text.removeprefix(fill(caption, 96)).lstrip("\n")
        # Without a rest the block goes: an empty one would be a grey line on the page.
        kept = [nodes.literal_block(rest, rest, **block.attributes)] if rest else []
        block.replace_self([nodes.paragraph("", caption, classes=["caption"]), *kept])


def is_picture(output):
    """Whether the output of a cell is one that the page shows as a picture."""
    return "image/png" in output.get("data", {})


def name_the_buttons(app, page, template, context, doctree):
    """Let the button of a hidden cell be called what it says, also by a screen reader."""
    if "body" in context:
        context["body"] = context["body"].replace(' aria-label="Toggle hidden content"', "")
