"""Python that a reader writes on a page learns what it learns in the package, to the last bit."""

import base64
import importlib.util
import json
import re
import shutil
from functools import cache
from inspect import signature

import numpy as np
import pytest
from playwright.sync_api import expect

import tttlearn as ttt
from tests.aids import firefox
from tests.aids.alike import first_of
from tests.browser.conftest import page_of, watched
from tools.live import checks, python
from tools.live.parts import inline
from tools.site import front
from tttlearn.course.exercises import built_rules
from tttlearn.course.exercises.solutions import solutions
from tttlearn.game.rules import N_STATES
from tttlearn.learn.engine import run_games

pytestmark = pytest.mark.browser

TD = """\
def learn(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s] += alpha * (gamma * V[s_next] - V[s])"""
BACKWARD = TD.replace("range(len(episode.states) - 1)", "range(len(episode.states) - 2, -1, -1)")
TRACES = """\
def learn(V, episode, alpha, gamma, trace_decay):
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        delta = gamma * V[episode.states[t + 1]] - V[episode.states[t]]
        trace = 1.0
        for k in range(t, -1, -1):
            V[episode.states[k]] += alpha * delta * trace
            trace *= gamma * trace_decay"""
MIXED = """\
def learn(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    moves = list(zip(episode.states, episode.states[1:]))[::-1]
    while moves:
        s, s_next = moves.pop(0)
        corner = any(cell in (0, 2, 6, 8) for cell in episode.actions)
        step = alpha / (2 + len(moves) // 2 - 7 % 3) if corner else round(alpha, 1) ** 2
        V[s] += step * (gamma * V[s_next] - V[s]) / 3"""
CHANGED = {change["label"]: change["code"] for change in front.CHANGES}
RUNS = {
    "as it is": (front.RULE, (0.1,), 0.1, 3),
    "mixed": (MIXED, (0.1, 0.97), 0.1, 2**32 - 7),
    "TD(0)": (TD, (0.35, 0.9), 0.5, 2),
    "backward": (BACKWARD, (0.3, 0.95), 0.2, 4),
    "TD(lambda)": (TRACES, (0.1, 0.97, 0.7), 0.0, 5),
}
"""{name: (code, what it is called with, epsilon, seed)}."""
GAMES = 1_000
OF_MOVES = {"06.q": built_rules.q_learning, "06.sarsa": built_rules.sarsa}
"""{id of an exercise: its rule of moves in the package}; on its page it learns as X."""
LEARN = """(message) => new Promise(async (resolve) => {
    const worker = await live.startPython("python.js", (data) => {
        if (data.kind === "wrong") resolve(data.said);
        if (data.kind !== "reached") return;
        worker.terminate();
        const bytes = new Uint8Array(data.table.buffer), texts = [];
        for (let i = 0; i < bytes.length; i += 8192)
            texts.push(String.fromCharCode(...bytes.subarray(i, i + 8192)));
        resolve(btoa(texts.join("")));
    });
    worker.postMessage({ kind: "run", ...message });
})"""

RUN_IT = """() => new Promise((resolve) => {
    const status = document.querySelector(".tl-status");
    new MutationObserver(() => {
        if (status.textContent.includes("chooses right")) resolve(status.textContent);
    }).observe(status, { childList: true, characterData: true, subtree: true });
    [...document.querySelectorAll("button")].find((one) => one.textContent === "Run").click();
})"""
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A page with the part of the first page, and python.js beside it."""
    folder = tmp_path_factory.mktemp("written")
    python.write(folder)
    html = inline("written", **front.PART | {"python": python.NAME, "games": GAMES})
    (folder / "page.html").write_text(page_of(html, "startPython"), encoding="utf-8")
    return folder / "page.html"


@pytest.fixture(scope="module")
def opened(window, file):
    """A page without a network, and lists of what fails in it and of what it asks for."""
    asked = []
    window.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    return window, watched(window, file.parent.as_uri()), asked


@pytest.fixture
def page(opened, file):
    """The page, opened from its file; nothing may fail in it."""
    page, wrong, asked = opened
    page.goto(file.as_uri())
    page.wait_for_selector(".tw .ttt")
    asked.clear()
    yield page
    page.evaluate("localStorage.clear()")
    assert wrong == []


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """Returns what the package has learned by a rule in GAMES games."""

    @cache
    def learned(code, passed=(0.1,), epsilon=0.1, seed=3):
        rule = rule_of(code, tmp_path_factory.mktemp("rule"))
        settings = dict(zip([*signature(rule).parameters][2:], passed, strict=True))
        twin = ttt.Learner(rule, np.zeros(N_STATES), settings, epsilon=epsilon, seed=seed)
        return taught(twin, twin.seat(None, "both"))

    return learned


@pytest.fixture(scope="module")
def share(learned):
    """Returns the share of positions, as text, in which a rule then chooses right."""
    return lambda *about, **more: (
        f"{ttt.measure(learned(*about, **more).policy)['optimal_share']:.1%}"
    )


def taught(twin, seat):
    """A learner of the package after GAMES games."""
    winners = np.empty(GAMES, np.int8)
    run_games(twin, twin.loop(plain=True), seat, twin.exploring(np.arange(GAMES)), winners)
    return twin


def rule_of(code, folder):
    """The function of the reader's code, from a file, as in a notebook."""
    (folder / "written_rule.py").write_text(code, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("written_rule", folder / "written_rule.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.learn


@pytest.mark.parametrize("name", first_of(2, RUNS))
def test_whole_runs_learn_the_same_to_the_last_bit(page, learned, name):
    code, passed, epsilon, seed = RUNS[name]
    settings = {"alpha": passed[0], "epsilon": epsilon, "seed": seed}
    message = {"name": "learn", "passed": passed, "settings": settings}
    same_bits(page, code, message, learned(code, passed, epsilon, seed).table)


@pytest.mark.parametrize("id", first_of(1, OF_MOVES))
def test_rules_of_moves_learn_as_x_what_the_package_learns(page, id):
    code = solutions()[id].replace("_solution", "").split("\n\n\ncheck.")[0]
    given = checks.LEARNS[id] | {"lesson": True, "name": code.split("(")[0].split()[-1]}
    settings = dict(zip(("alpha", "gamma"), given["passed"], strict=True))
    seed = given["settings"]["seed"]
    twin = ttt.Learner(OF_MOVES[id], np.zeros((N_STATES, 9)), settings, epsilon=0.1, seed=seed)
    taught(twin, twin.seat(ttt.random_policy(), "X"))
    same_bits(page, code, given, twin.table)


def same_bits(page, code, message, table):
    """Assert that a page learns this table, to the last bit."""
    text = page.evaluate(LEARN, message | {"code": f"{code}\n", "stops": [GAMES]})
    assert np.count_nonzero(table) > 300
    assert base64.b64decode(text) == table.tobytes()


@pytest.mark.slow
@pytest.mark.skipif(not FIREFOX, reason="there is no Firefox")
def test_in_firefox_a_page_learns_the_same_and_says_so(file, tmp_path, learned, share):
    code, passed, epsilon, seed = RUNS["TD(0)"]
    settings = {"alpha": passed[0], "epsilon": epsilon, "seed": seed}
    message = {"name": "learn", "passed": passed, "settings": settings, "code": f"{code}\n"}
    with firefox.opened(FIREFOX, file.as_uri(), tmp_path) as ask:
        text = ask(f"({LEARN})({json.dumps(message | {'stops': [GAMES]})})")
        assert base64.b64decode(text) == learned(code, passed, epsilon, seed).table.tobytes()
        said = ask(f"({RUN_IT})()")
        assert f"chooses right in {share(front.RULE)} of all positions" in said
        assert ask.errors == []


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def status(page):
    return page.locator(".tl-status")


def write(page, code):
    page.get_by_role("textbox").fill(code)


def run(page):
    """Run what is in the editor to its end; what was said of it."""
    button(page, "Run").click()
    expect(button(page, "Run")).to_be_visible()
    return status(page).text_content()


def test_the_lines_are_run_changed_after_a_guess_and_played(page, opened, share):
    (*_, asked), changed = opened, CHANGED["ignore draws"]
    expect(button(page, "Another seed")).to_have_attribute("aria-disabled", "true")
    assert asked == []
    assert f"chooses right in {share(front.RULE)} of all positions" in run(page)
    assert [name for name in asked if name.endswith(".js")] == [python.NAME]
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "1,000 games")
    expect(page.locator(".tw-strength")).to_contain_text("it chooses right, a move")
    assert page.locator(".tl-shadow").count() == 0
    page.get_by_role("gridcell", name="row 2 column 2, empty").click()
    expect(page.get_by_role("gridcell", name=re.compile(", O"))).to_have_count(1)
    button(page, "ignore draws").click()
    expect(page.get_by_role("textbox")).to_have_value(changed)
    expect(page.get_by_role("group", name="A guess before the run")).to_be_focused()
    button(page, "In more").click()
    words = f"{share(changed)} of all positions, the rule before it in {share(front.RULE)}"
    expect(status(page)).to_contain_text(f"{words}. You guessed more; it is fewer.")
    expect(status(page)).to_be_focused()
    assert page.locator(".tl-shadow").count() == 3
    button(page, "Another seed").click()
    expect(status(page)).to_contain_text(
        f"with seed 4 it chooses right in {share(changed, seed=4)} of all positions, "
        f"the rule before it in {share(front.RULE, seed=4)}."
    )
    expect(page.locator(".tl-before")).to_be_visible()
    button(page, "Reset").click()
    expect(page.get_by_role("textbox")).to_have_value(front.RULE)
    assert page.locator(".tl-shadow").count() == 0
    write(page, changed)
    page.reload()
    expect(page.get_by_role("textbox")).to_have_value(changed)


def test_the_first_change_by_hand_asks_for_a_guess_once(page):
    run(page)
    write(page, front.RULE.replace("states:", "states"))
    assert "ends with a colon" in run(page)
    expect(page.get_by_text("You have changed the rule.")).to_be_hidden()
    write(page, front.RULE.replace("alpha *", "0.5 * alpha *"))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("You have changed the rule. Before it runs, guess")).to_be_visible()
    button(page, "Just run it").click()
    expect(status(page)).to_contain_text("the rule before it in")
    expect(status(page)).not_to_contain_text("You guessed")
    write(page, front.RULE)
    run(page)
    expect(page.get_by_text("You have changed the rule.")).to_be_hidden()


WRONG = {
    "a name": (front.RULE.replace("alpha * error", "alpha * eror"), 4, "NameError"),
    "a colon": (front.RULE.replace("states:", "states"), 2, "begins with for ends with a colon"),
    "NumPy": (front.RULE.replace("game.winner -", "np.sign(game.winner) -"), 3, "no NumPy on"),
    "the index": (front.RULE.replace("V[board] +=", "V[20_000] +="), 4, "index out of range"),
    "the package": (f"import tttlearn as ttt\n{front.RULE}", 1, "The package is not on this page"),
    "no function": ("answer = 42", None, "there is no function called learn"),
    "no end": (front.RULE.replace("+= alpha", "-= 9"), None, "no longer a finite number"),
    "nothing": ("def learn(V, game, alpha):\n    ...", None, "Nothing in the table V has changed"),
}


def test_what_is_wrong_is_said_at_its_line(page, share):
    for code, line, words in WRONG.values():
        write(page, code)
        said = run(page)
        assert words in said
        begin = f"Line {line}, {code.splitlines()[line - 1].strip()}: " if line else ""
        assert said.startswith(begin)
        assert page.locator(".tw-bad").all_text_contents() == ([str(line)] if line else [])
    write(page, front.RULE)
    assert page.locator(".tw-bad").count() == 0
    assert share(front.RULE) in run(page)


@pytest.mark.slow
def test_an_endless_loop_is_stopped_and_named(page, share):
    write(page, front.RULE.replace("    for board", "    while True:\n        pass\n    for board"))
    said = run(page)
    assert "longer than 2.5 seconds. The loop in line 2 does not come to its end." in said
    assert page.locator(".tw-bad").all_text_contents() == ["2"]
    write(page, front.RULE)
    assert share(front.RULE) in run(page)


def test_a_run_is_stopped_by_the_button(page):
    write(page, front.RULE.replace("    for board", "    while True:\n        pass\n    for board"))
    button(page, "Run").click()
    button(page, "Stop").click()
    expect(status(page)).to_have_text("Stopped.")
    expect(button(page, "Run")).to_be_focused()


@pytest.mark.slow
def test_what_a_rule_prints_is_shown_to_the_twentieth_line(page):
    write(page, f"{front.RULE}\n    print(game.winner, len(game.actions))")
    run(page)
    printed = page.get_by_label("what the rule printed").text_content().split("\n")
    assert len(printed) == 21
    assert all(re.fullmatch(r"(-1|0|1) [5-9]", line) for line in printed[:-1])


def test_the_keyboard_indents_and_leaves_the_code(page):
    area = page.get_by_role("textbox")
    area.fill("")
    area.press_sequentially("for board in V:\npass")
    expect(area).to_have_value("for board in V:\n    pass")
    page.keyboard.press("Shift+Tab")
    expect(area).to_have_value("for board in V:\npass")
    page.keyboard.press("Tab")
    page.keyboard.press("Backspace")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(button(page, "Run")).to_be_focused()


@pytest.mark.slow
def test_a_missing_file_is_named(browser, file, tmp_path):
    (tmp_path / "page.html").write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    page = browser.new_page(offline=True)
    page.goto((tmp_path / "page.html").as_uri())
    assert "the file python.js is missing" in run(page)
    page.close()


def test_another_micropython_is_refused(monkeypatch):
    text = (python.FOLDER / "micropython.mjs").read_text(encoding="utf-8")
    assert "import.meta" not in python.as_classic_script(text)
    for part, _, _ in python.REPLACEMENTS:
        with pytest.raises(ValueError, match=re.escape(f"{part!r} {text.count(part) - 1} times")):
            python.as_classic_script(text.replace(part, "", 1))
    monkeypatch.setitem(python.SHA256, "micropython.wasm", "0")
    with pytest.raises(ValueError, match=re.escape("micropython.wasm is not the file")):
        python.script()
