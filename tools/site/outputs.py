"""Put the saved outputs on the site: pictures with alternative text, captions as captions."""

import json
from textwrap import fill

from docutils import nodes

NOTHING = {"moves": {}, "forms": {}, "written": {}, "covered": {}, "top": ""}
STILL = "<!-- the picture saved in the notebook -->"
"""What stands for the saved picture in the HTML of what moves."""


def describe(app, doctree):
    """Give each saved picture of a notebook the alternative text and width saved with it.

    The caption printed below a figure, see `tttlearn.show_figure`, becomes a paragraph; forms and
    what moves stand in the place of the pictures of them.
    """
    path = app.env.doc2path(app.env.docname)
    if path.suffix != ".ipynb":
        return
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    live_path = path.with_suffix(".live")
    live = json.loads(live_path.read_text(encoding="utf-8")) if live_path.is_file() else NOTHING
    if live["top"]:
        title = next(doctree.findall(nodes.title))
        title.parent.insert(1, nodes.raw("", live["top"], format="html"))
    for container in list(doctree.findall(nodes.container)):
        if container.get("nb_element") == "cell_code":
            cell = cells[container["cell_index"]]
            describe_cell(container, cell)
            bring_to_life(container, cell["id"], str(container["cell_index"]), live)


def bring_to_life(container, id, index, live):
    """Put a form or what moves into a cell, and say which predictions its output answers."""
    if id in live["forms"]:
        container["classes"].append("prediction")
        container.children = [nodes.raw("", live["forms"][id], format="html")]
        return
    if id in live["written"]:
        before, after = live["written"][id].split(STILL)
        raw = [nodes.raw("", part, format="html") for part in (before, after)]
        container.children = [raw[0], *container.children, raw[1]]
    inside = container.findall(nodes.container)
    for output in [node for node in inside if node.get("nb_element") == "cell_code_output"]:
        if id in live["moves"]:
            picture = next(output.findall(nodes.image))
            parts = [nodes.raw("", part, format="html") for part in live["moves"][id].split(STILL)]
            picture.replace_self([parts[0], picture.deepcopy(), parts[1]])
        if index in live["covered"]:
            output["classes"] += live["covered"][index]
            cover_words(container)


def cover_words(container):
    """Cover the paragraph below a cell, too, which describes the output in words."""
    after = container.next_node(siblings=True, descend=False)
    if isinstance(after, nodes.paragraph):
        after["classes"].append("answers-too")


def describe_cell(container, cell):
    """Describe the pictures of one cell: its node on the page, and the cell in the notebook."""
    saved = [output["metadata"]["image/png"] for output in cell["outputs"] if is_picture(output)]
    images = list(container.findall(nodes.image))
    for image, about in zip(images, saved, strict=True):
        image["alt"], image["loading"] = about["alt"], "lazy"
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
        # Without a rest the block is removed: an empty one would be a grey line on the page.
        kept = [nodes.literal_block(rest, rest, **block.attributes)] if rest else []
        block.replace_self([nodes.paragraph("", caption, classes=["caption"]), *kept])


def is_picture(output):
    """Return whether an output of a cell is shown on the page as a picture."""
    return "image/png" in output.get("data", {})


def name_the_buttons(app, page, template, context, doctree):
    """Let screen readers read the button of a hidden cell as it is labelled."""
    if "body" in context:
        context["body"] = context["body"].replace(' aria-label="Toggle hidden content"', "")
