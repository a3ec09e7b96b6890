"""Figures in JupyterLab: dark where its theme is dark, in a notebook that has set the style."""

import pytest

pytestmark = pytest.mark.browser

FIGURE = "ttt.show_figure(ttt.draw_board(100), 'a board')"
TURNED = "image => getComputedStyle(image).filter"


def test_figures_follow_the_theme(lab):
    [image, _] = lab.run(f"import tttlearn as ttt\nttt.set_style()\n{FIGURE}", FIGURE, place="img")
    assert image.evaluate(TURNED) == "none"
    lab.use_theme("JupyterLab Dark")
    for image in lab.page.locator(".jp-OutputArea-output img").all():
        assert image.evaluate(TURNED) == "invert(0.93) hue-rotate(180deg)"
    lab.run(f"import tttlearn as ttt\n{FIGURE}", place="img")
    plain = lab.page.locator(".jp-OutputArea-output img").first
    assert plain.evaluate(TURNED) == "none"  # nobody has asked for it there
