"""Run a real JupyterLab in a real browser: one server, page and kernel for all tests.

The browser is the one that TTT_BROWSER names, else a Chromium or Chrome on the path; without one
the tests are skipped, or fail where CI is "true". Pictures of failures go to TTT_SCREENSHOTS.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tools.live.parts import scripts

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    # Tabs are children of the browser then, which waits for them, so that run.py counts their time.
    "--no-zygote",
]
CELLS = 3
LIMIT_SECONDS = 120
"""Timeout of all waiting; only something that never comes takes that long."""
CONTRAST = """([node, foreground]) => {
    const rgb = text => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    let back = node;
    while (rgb(getComputedStyle(back).backgroundColor)[3] === 0) back = back.parentElement;
    const under = rgb(getComputedStyle(back).backgroundColor);
    const over = rgb(getComputedStyle(node)[foreground]);
    const alpha = over[3] === undefined ? 1 : over[3];
    const mixed = over.slice(0, 3).map((c, i) => c * alpha + under[i] * (1 - alpha));
    const [a, b] = [light(mixed), light(under)].sort((p, q) => q - p);
    return (a + 0.05) / (b + 0.05);
}"""

OF_A_STOPPED_KERNEL = "Could not restore the debugger state: Canceled future"
"""JupyterLab's message on a kernel that is shut down while its debugger still uses it."""
# JupyterLab scrolls after a cell has run, and a board brings itself into view a moment later: what
# is clicked in between may have moved away under the mouse.
AT_REST = """nodes => new Promise(done => {
    let before = "", since = 0, frames = 0;
    const look = now => {
        const places = JSON.stringify(nodes.map(node => node.getBoundingClientRect()));
        if (places !== before) [before, since, frames] = [places, now, 0];
        frames += 1;
        const changing = nodes.flatMap(node => node.getAnimations({subtree: true}))
            .some(one => one instanceof CSSTransition && one.playState !== "finished");
        if (now - since > 250 && frames > 10 && !changing) done();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})"""


@pytest.fixture(scope="session")
def browser_path():
    path = os.environ.get("TTT_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path:
        missing = "no Chromium or Chrome found; name one in TTT_BROWSER"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    return path


@pytest.fixture(scope="session")
def server(browser_path, tmp_path_factory):
    """Start a JupyterLab server with an empty notebook of three cells; yield its address."""
    home = tmp_path_factory.mktemp("jupyter")
    _write_notebook(home / "notebooks" / "play.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (home / "server.log").open("w") as log:
        process = subprocess.Popen(
            _command(port, home), env=_environment(home), cwd=home, stdout=log, stderr=log
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(address, process, home / "server.log")
            yield address
        finally:
            process.terminate()
            process.wait(LIMIT_SECONDS)


def _write_notebook(path):
    path.parent.mkdir()
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    cells = [cell | {"id": f"cell{i}", "source": ""} for i in range(CELLS)]
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": python}}
    path.write_text(json.dumps(notebook | {"nbformat": 4, "nbformat_minor": 5}))


def _command(port, home):
    settings = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": home / "notebooks",
        "IdentityProvider.token": "",
        "LabApp.expose_app_in_browser": True,
    }
    options = [f"--{name}={value}" for name, value in settings.items()]
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [sys.executable, "-m", "tttlearn.terminal.lab", "--no-browser", *root, *options]


def _environment(home):
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    places += ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
    own = {place: str(home / place.lower()) for place in places}
    return os.environ | own | {"PYTHONPATH": str(ROOT), "JUPYTER_PREFER_ENV_PATH": "1"}


def _wait_for(address, process, log):
    deadline = time.monotonic() + LIMIT_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{address}/api/status", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")


class Lab:
    """Notebook in the browser: `run` puts code into its cells and runs them."""

    def __init__(self, page, address):
        self.page, self.errors, self.requests_outside = page, [], []
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.route(lambda url: not url.startswith((address, "data:", "blob:")), self._block)
        page.goto(f"{address}/lab/tree/play.ipynb")
        self.wait_until_idle()

    def wait_until_idle(self):
        """Wait until the notebook's kernel answers."""
        # The notebook says idle before its kernel is connected; the status bar does not.
        self.page.wait_for_selector('.jp-StatusBar-TextItem:has-text("| Idle")')

    def _on_console(self, message):
        if message.type == "error" and not message.text.startswith(OF_A_STOPPED_KERNEL):
            self.errors.append(message.text)

    def _block(self, route):
        self.requests_outside.append(route.request.url)
        route.abort()

    def run(self, *sources, place=".ttt"):
        """Run the sources as the notebook's cells; return the boards they show, as locators.

        `place`: where something else than a board is looked for, such as ".ttp" for a form.
        """
        self.write(*sources, place=place)
        self.command("notebook:run-all-cells")
        boards = [self.page.locator(".jp-Cell").nth(i).locator(place) for i in range(len(sources))]
        for board in boards:
            board.wait_for()
        self.wait_until_at_rest(*boards)
        return boards

    def wait_until_at_rest(self, *locators):
        """Wait until these have stopped moving."""
        self.page.evaluate(AT_REST, [locator.element_handle() for locator in locators])

    def write(self, *sources, place=".ttt"):
        """Put the sources into the notebook's cells, and clear their outputs."""
        self.command("notebook:clear-all-cell-outputs")
        self.page.wait_for_function("place => !document.querySelector(place)", arg=place)
        self.page.evaluate(
            """sources => {
                const cells = window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells;
                cells.forEach((cell, i) => cell.setSource(sources[i] || ""));
            }""",
            sources,
        )

    def command(self, name, **arguments):
        """Run a command of JupyterLab."""
        self.page.evaluate(
            "([name, args]) => { window.jupyterapp.commands.execute(name, args); }",
            [name, arguments],
        )

    def use_theme(self, theme):
        """Change to a theme of JupyterLab by its name."""
        self.command("apputils:change-theme", theme=theme)
        self.page.wait_for_function(
            "theme => document.body.dataset.jpThemeName === theme", arg=theme
        )

    def contrast(self, locator, foreground="color"):
        """Return the contrast of an element's drawing with what lies under it, 1 to 21."""
        return self.page.evaluate(CONTRAST, [locator.element_handle(), foreground])

    def cells(self):
        """Return the number of cells of the notebook."""
        return self.page.locator(".jp-Notebook .jp-Cell").count()

    def selected(self):
        """Return the index of the selected notebook cell."""
        return self.page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex")


@pytest.fixture(scope="session")
def browser(browser_path):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
        expect.set_options(timeout=1_000 * LIMIT_SECONDS)
        browser.on("context", lambda context: context.set_default_timeout(1_000 * LIMIT_SECONDS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def window(browser):
    """Open one page, without a network, for all tests of a file.

    A new one for each test is much more work. A test leaves nothing in it that another would find.
    """
    page = browser.new_page(offline=True)
    yield page
    page.close()


def watched(page, *own):
    """Return a list of what will go wrong in a page that may read only these addresses."""
    wrong = []
    page.on("console", lambda m: m.type in ("error", "warning") and wrong.append(m.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("response", lambda answer: answer.status >= 400 and wrong.append(answer.url))

    def block(route):
        wrong.append(route.request.url)
        route.abort()

    own = (*own, "data:", "blob:", "about:")
    page.context.route(lambda url: not url.startswith(own), block)
    return wrong


def page_of(html, inside="", theme="light"):
    """Return a whole page around live parts, in one of the themes, as the site names them.

    What is named `inside` of its scripts is left in `window.live`.
    """
    colour = {"light": "#ffffff", "dark": "#14181e"}[theme]
    head = f'<!doctype html><html lang="en" data-theme="{theme}"><meta charset="utf-8">'
    head += '<meta name="viewport" content="width=device-width"><title>Live parts</title>'
    end = "})();\n</script>"
    code = scripts(html).replace(end, f"window.live = {{{inside}}};\n{end}")
    return f'{head}<body style="background: {colour}"><main>{html}</main>{code}'


@pytest.fixture(scope="module")
def opened_editions(browser, editions):
    """Open a page that may only read the editions; yield it and a list of its errors.

    It is one for all tests, since a new one would make MathJax ready again, a second of work.
    """
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    yield page, watched(page, editions.as_uri())
    page.context.close()


@pytest.fixture
def page(opened_editions):
    """Yield the page, and check at the end that it had no errors."""
    page, wrong = opened_editions
    wrong.clear()
    yield page
    assert wrong == []


@pytest.fixture(scope="session")
def opened_lab(server, browser):
    return Lab(browser.new_page(viewport={"width": 1280, "height": 900}), server)


@pytest.fixture
def lab(opened_lab, request, tmp_path):
    """Yield the Lab, and check after each test for console errors and outside requests."""
    opened_lab.errors.clear()
    opened_lab.use_theme("JupyterLab Light")
    failed_before = request.session.testsfailed
    yield opened_lab
    if request.session.testsfailed > failed_before:
        folder = Path(os.environ.get("TTT_SCREENSHOTS") or tmp_path)
        folder.mkdir(parents=True, exist_ok=True)
        opened_lab.page.screenshot(path=folder / f"{request.node.name}.png")
    assert opened_lab.errors == []
    assert opened_lab.requests_outside == []
