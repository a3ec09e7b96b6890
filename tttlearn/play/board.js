// The view of the playable board: it draws what its model says and sends what the human does. There
// are no rules in here; which cells may be taken, who won and why comes from Python or, on a page
// without a kernel, from its twin in JavaScript.
// An action is a cell or, on a board where marks fall, a column; the model says where its mark lands.

const SVG = "http://www.w3.org/2000/svg";
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const SHORTCUTS = { u: "undo", h: "hint", n: "new_game", r: "replay" };
const FOR_ONE_POSITION = ["click", "ask", "undo", "hint", "replay"];
const RESULTS = { won: ["\u2713", "Won"], drawn: ["=", "Draw"], lost: ["\u2717", "Lost"] };

function element(tag, attributes = {}, ...children) {
  const drawing = ["svg", "line", "path", "circle"].includes(tag);
  const node = drawing ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// Values to X from -1 (orange, O wins) over white to +1 (purple, X wins); chances white to green.
const VALUE_SCALE = [[179, 88, 6], [241, 163, 64], [247, 247, 247], [153, 142, 195], [84, 39, 136]];
const CHANCE_SCALE = [[247, 247, 247], [127, 191, 123], [27, 120, 55]];
// On a dark page a cell that nothing speaks for is dark, and the colours grow lighter from there.
const DARK_VALUE_SCALE = [[253, 174, 97], [154, 98, 46], [52, 52, 52], [110, 97, 156], [185, 168, 238]];
const DARK_CHANCE_SCALE = [[52, 52, 52], [62, 122, 72], [127, 208, 138]];

function colour(scale, share) {
  const at = Math.min(Math.max(share, 0), 1) * (scale.length - 1);
  const low = Math.min(Math.floor(at), scale.length - 2);
  return scale[low].map((c, i) => Math.round(c + (scale[low + 1][i] - c) * (at - low)));
}

// White or nearly black, whichever has the greater contrast.
function ink(rgb) {
  const [red, green, blue] = rgb.map((c) => (c / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.21 ? "#ffffff" : "#202020";
}

// A number with so many decimals, rounded as Python does it: from its exact value, ties to even.
// `toFixed` is exact, too, but takes ties away from 0; Intl rounds the shortest text, 0.165 to 0.16.
function rounded(number, digits) {
  const tie = Math.abs(number) * 2 ** (digits + 1) % 2 === 1;
  const text = number.toFixed(digits);
  const odd = "13579".includes(text.at(-1));
  return tie && odd ? (number - Math.sign(number) * 0.5 * 10 ** -digits).toFixed(digits) : text;
}

function format(number, kind) {
  if (kind === "probabilities") return rounded(number, 2);
  if (kind === "visits") return `${rounded(100 * number, 0)}%`;
  const text = rounded(number, 2);
  if (Number(text) === 0) return "0";
  const short = Math.abs(Number(text)) === 1 ? text.slice(0, -3) : text;
  return number > 0 ? `+${short}` : short.replace("-", "\u2212");
}

// The size of the board, and where its parts are: cells are numbered row by row, places by 0, 1, ...
function measured(model) {
  const [rows, columns, falling] = ["rows", "columns", "falling"].map((name) => model.get(name));
  const at = (cell) => [Math.floor(cell / columns.length), cell % columns.length];
  return { rows, columns, falling, at, size: rows.length * columns.length,
    action: (cell) => (falling ? at(cell)[1] : cell),
    name: (cell) => { // what a screen reader calls it
      const [row, column] = at(cell);
      return falling ? `column ${columns[column]} row ${rows[row]}` : `row ${row + 1} column ${column + 1}`;
    } };
}

function makeCell(place) {
  const cross = element("path", { class: "ttt-x", d: "M27 27 L73 73 M73 27 L27 73", pathLength: 2 });
  const nought = element("circle", { class: "ttt-o", cx: 50, cy: 50, r: 25, pathLength: 1 });
  const svg = element("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, cross, nought);
  const number = element("span", { class: "ttt-number", "aria-hidden": "true" });
  const name = element("span", { class: "ttt-name", "aria-hidden": "true" });
  const node = element("div", { class: "ttt-cell", role: "gridcell" }, svg, number, name);
  return { node, number, name, place };
}

function makeGrid(cells, { rows, columns, falling }, label) {
  const [high, wide] = [rows.length, columns.length];
  const style = `--ttt-rows: ${high}; --ttt-columns: ${wide}`;
  const grid = element("div", { class: "ttt-grid", role: "grid", "aria-label": label, style });
  grid.classList.toggle("ttt-falling", falling);
  const edge = (text) => element("span", { class: "ttt-edge", "aria-hidden": "true" }, text);
  grid.append(element("span", { class: "ttt-corner", "aria-hidden": "true" }), ...columns.map(edge));
  rows.forEach((name, row) => {
    const across = cells.slice(wide * row, wide * (row + 1)).map((cell) => cell.node);
    for (const node of across) node.style.setProperty("--ttt-row", row);
    grid.append(element("div", { class: "ttt-row", role: "row" }, edge(name), ...across));
  });
  const viewBox = `0 0 ${100 * wide} ${100 * high}`;
  const lines = element("svg", { class: "ttt-lines", viewBox, "aria-hidden": "true" });
  grid.append(lines);
  return { grid, lines };
}

// A choice of which one is made at a time: for each [value, text] a radio button, by value in `into`.
function makeChoice(label, choices, into) {
  const name = `ttt-${Math.random().toString(36).slice(2)}`; // radios of two views must not mix
  const choice = element("div", { class: "ttt-choice", role: "radiogroup", "aria-label": label });
  for (const [value, text] of choices) {
    into[value] = element("input", { type: "radio", name, value });
    choice.append(element("label", {}, into[value], element("span", {}, text)));
  }
  return [element("span", { "aria-hidden": "true" }, label), choice];
}

function makePanel(namings) {
  const part = {
    result: element("p", { class: "ttt-result" }),
    message: element("p", { class: "ttt-message" }),
    why: element("p", { class: "ttt-why" }),
    ask: button("Ask again", "ttt-ask"),
    undo: button("Undo", "", "u"),
    hint: button("Hint", "", "h"),
    new_game: button("New game", "ttt-new", "n"),
    opponent: element("select", { "aria-label": "Opponent" }),
    about: element("p", { class: "ttt-about" }),
    overlay: element("input", { type: "checkbox" }),
    legend: element("p", { class: "ttt-legend" }),
    score: element("p", { class: "ttt-score" }),
    replay: button("Replay from there", "ttt-replay", "r"),
    sides: {},
    namings: {},
  };
  const status = element("div", { class: "ttt-status" },
    element("div", { role: "status", "aria-live": "polite", "aria-atomic": "true" },
      element("div", { class: "ttt-headline" }, part.result, part.message), part.why),
    part.ask);
  part.panel = element("div", { class: "ttt-panel" },
    status,
    element("div", { class: "ttt-buttons" }, part.undo, part.hint, part.new_game, part.replay),
    element("div", { class: "ttt-field" }, element("span", { "aria-hidden": "true" }, "Opponent"), part.opponent, part.about),
    element("div", { class: "ttt-field" },
      ...makeChoice("You play", [["X", "X (you start)"], ["O", "O (it starts)"]], part.sides),
      ...(namings.length > 1 ? makeChoice("Cells", namings.map((naming) => [naming, naming]), part.namings) : [])),
    element("div", { class: "ttt-field ttt-foot" },
      element("label", { class: "ttt-check" }, part.overlay, "Show what it thinks"), part.score, part.legend));
  return part;
}

function button(text, extra, key) {
  const node = element("button", { type: "button", class: `ttt-button ${extra}` }, text);
  if (key) {
    node.append(element("kbd", { "aria-hidden": "true" }, key));
    node.setAttribute("aria-keyshortcuts", key);
  }
  return node;
}

// After Shift+Enter a notebook shows the whole cell below, and may push a new board off the screen. A
// board whose cell was run by itself comes back into view, with its code where there is room for both.
function bringIntoView(root) {
  const cell = root.closest(".jp-Cell");
  const active = root.closest(".jp-Notebook")?.querySelector(".jp-Cell.jp-mod-active");
  if (!cell || !active || (cell !== active && cell.nextElementSibling !== active)) return;
  const room = cell.closest(".jp-WindowedPanel-outer, .jp-Notebook").clientHeight;
  (cell.offsetHeight <= room ? cell : root).scrollIntoView({ block: "nearest" });
}

function render({ model, el }) {
  const board = measured(model);
  const cells = Array.from({ length: board.size }, (_, index) => makeCell(board.name(index)));
  const { grid, lines } = makeGrid(cells, board, model.get("label"));
  const part = makePanel(model.get("namings"));
  const controls = model.get("controls"); // without them every click counts, however fast they come
  const root = element("div", { class: "ttt" }, grid, ...(controls ? [part.panel] : []));
  const [high, wide] = [board.rows.length, board.columns.length];
  let cursor = wide * (board.falling ? high - 1 : Math.floor(high / 2)) + Math.floor(wide / 2);
  let pointed = null; // the cell under the mouse
  let typing = false; // whether the keyboard moved last, and not the mouse
  let waiting = false; // a message is on its way, and its answer will redraw the board
  let timers = [];

  function send(kind, arg = null) {
    if (waiting && controls && FOR_ONE_POSITION.includes(kind)) {
      timers.forEach(clearTimeout); // or what the first click is to say would stand there instead
      part.message.textContent = "Wait: it is still thinking.";
      return;
    }
    waiting = true;
    timers.forEach(clearTimeout);
    timers = [
      setTimeout(() => { part.message.textContent = "It is thinking \u2026"; }, 400),
      setTimeout(() => {
        part.message.textContent = "No answer yet: it is thinking, or the notebook is running a cell."
          + " After a restart of the kernel, run this cell again.";
      }, 6000),
    ];
    model.send({ kind, arg, turn: model.get("turn") });
  }

  // The cell in which a mark comes to lie that the human plays at a cell, or null.
  function lands(index) {
    const action = board.action(index);
    return model.get("legal").includes(action) ? model.get("landing")[action] : null;
  }

  function click(index) {
    const to = lands(index);
    move(to ?? index);
    // The mark is drawn before the kernel answers; the answer draws the board as it really is.
    if (!waiting && to !== null) {
      cells[to].node.dataset.mark = model.get("human");
      grid.classList.add("ttt-waiting");
    }
    send("click", board.action(index));
    aim();
  }

  // A faint mark says where a mark would come to lie: that of the mouse, or of the keyboard.
  function aim() {
    const at = typing ? cursor : pointed;
    const target = waiting || at === null ? null : lands(at);
    cells.forEach((cell, i) => cell.node.classList.toggle("ttt-aim", i === target));
  }

  function setTyping(now) {
    typing = now;
    aim();
  }

  function move(index) {
    cursor = index;
    cells.forEach((cell, i) => cell.node.setAttribute("tabindex", i === index ? "0" : "-1"));
    cells[index].node.focus();
  }

  function step(down, right) {
    const [row, column] = board.at(cursor);
    const within = (place, end) => Math.min(Math.max(place, 0), end - 1);
    const to = wide * within(row + down, high) + within(column + right, wide);
    move(board.falling && right ? lands(to) ?? to : to); // over columns: to where the mark would lie
  }

  // Cells that are called A1, B1, ... are counted from 1; those called by their numbers, from 0.
  function pressDigit(digit) {
    const index = digit - (byNumber() ? 0 : 1);
    if (index >= 0 && index < model.get("landing").length) click(index);
  }

  function byNumber() {
    return model.get("naming") !== "A1";
  }

  function onGridKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { key } = event;
    typing = true;
    if (ARROWS[key]) step(...ARROWS[key]);
    else if (key === "Enter" || key === " ") click(cursor);
    else if (/^[0-9]$/.test(key)) pressDigit(Number(key));
    else if (controls && SHORTCUTS[key]) send(SHORTCUTS[key]);
    else return;
    event.preventDefault();
  }

  function keepFromNotebook(event) {
    // In JupyterLab a plain "x" cuts the notebook cell and arrows move its selection.
    const plain = event.key.length === 1 || event.key in ARROWS || event.key === "Enter";
    if (plain && !event.ctrlKey && !event.metaKey && !event.altKey
        && !(event.shiftKey && event.key === "Enter")) event.stopPropagation();
  }

  function drawCell(cell, index) {
    const mark = model.get("marks")[index];
    const thought = model.get("thoughts")[index];
    const kind = model.get("thoughts_kind");
    const to = lands(index);
    const { node, number, name } = cell;
    node.dataset.mark = mark;
    name.textContent = byNumber() ? index : "";
    node.setAttribute("aria-disabled", String(to === null));
    node.classList.toggle("ttt-last", model.get("last") === index);
    node.classList.toggle("ttt-hint", model.get("hinted") === index);
    node.classList.toggle("ttt-mistake", model.get("mistake") === index);
    node.classList.toggle("ttt-won", model.get("lines").flat().includes(index));
    const known = thought !== null && thought !== undefined;
    const filled = known && !mark; // where its own mark came to lie the number is enough
    const share = kind === "values" ? (thought + 1) / 2 : thought;
    const scales = kind === "values"
      ? { light: VALUE_SCALE, dark: DARK_VALUE_SCALE } : { light: CHANCE_SCALE, dark: DARK_CHANCE_SCALE };
    node.classList.toggle("ttt-filled", filled);
    for (const [theme, scale] of Object.entries(scales)) { // the style sheet takes those of its theme
      const fill = filled && colour(scale, share);
      node.style.setProperty(`--ttt-fill-${theme}`, filled ? `rgb(${fill.join(", ")})` : "");
      node.style.setProperty(`--ttt-on-${theme}`, filled ? ink(fill) : "");
    }
    node.classList.toggle("ttt-known", known);
    number.textContent = known ? format(thought, kind) : "";
    const what = { values: "value to X", visits: "share of its search" }[kind] || "probability";
    const label = [...(byNumber() ? [`cell ${index}`] : []), cell.place, mark || "empty"];
    if (board.falling && to === index) label.push("a mark lands here");
    if (known) label.push(`${what} ${format(thought, kind)}${model.get("thoughts_past") ? " at its last move" : ""}`);
    if (model.get("last") === index) label.push("last move");
    if (model.get("hinted") === index) label.push("hint");
    if (model.get("mistake") === index) label.push("the mistake");
    if (node.classList.contains("ttt-won")) label.push("in a complete line");
    node.setAttribute("aria-label", label.join(", "));
  }

  function drawLines() {
    const middle = (cell) => board.at(cell).map((place) => 100 * place + 50);
    const drawn = model.get("lines").map((line) => {
      const [[y1, x1], [y2, x2]] = [middle(line[0]), middle(line.at(-1))];
      const reach = 0.36 / Math.max(line.length - 1, 1); // a third of a cell beyond each end
      return element("line", { pathLength: 1,
        x1: x1 - reach * (x2 - x1), y1: y1 - reach * (y2 - y1),
        x2: x2 + reach * (x2 - x1), y2: y2 + reach * (y2 - y1) });
    });
    lines.replaceChildren(...drawn);
  }

  function drawPanel() {
    for (const line of ["message", "why"]) { // unchanged text must not be read out again
      if (part[line].textContent !== model.get(line)) part[line].textContent = model.get(line);
    }
    root.classList.toggle("ttt-failed", model.get("owes_move"));
    root.classList.toggle("ttt-over", model.get("over"));
    drawResult();
    for (const [node, shown] of [[part.ask, model.get("owes_move")], [part.replay, model.get("can_replay")]]) {
      const unfocus = !shown && document.activeElement === node;
      node.hidden = !shown;
      if (unfocus) move(cursor); // a button that disappears would drop the focus to the page
    }
    const labels = model.get("opponents");
    if ([...part.opponent.options].map((o) => o.value).join("\n") !== labels.join("\n")) {
      part.opponent.replaceChildren(...labels.map((l) => element("option", { value: l }, l)));
    }
    part.opponent.value = model.get("opponent");
    part.about.textContent = model.get("about");
    part.sides[model.get("human")].checked = true;
    if (part.namings[model.get("naming")]) part.namings[model.get("naming")].checked = true;
    part.overlay.checked = model.get("overlay");
    drawLegend();
    const names = ["You", "Draws", "Opponent"];
    part.score.replaceChildren(...names.map((name, i) =>
      element("span", {}, `${name} `, element("b", {}, String(model.get("score")[i])))));
  }

  // Loss, draw and win differ by a sign, a word and the form of what is around them, not by colour alone.
  function drawResult() {
    const result = model.get("result");
    if (root.dataset.result === result) return;
    root.dataset.result = result;
    const [sign, word] = RESULTS[result] || [];
    part.result.hidden = !result;
    part.result.replaceChildren(...(result ? [element("span", { "aria-hidden": "true" }, `${sign} `), word] : []));
  }

  function drawLegend() {
    const kind = model.get("thoughts_kind");
    const when = model.get("thoughts_past") ? "how it chose its last move" : "";
    const ends = { values: ["\u22121 O wins", "0 draw", "+1 X wins"], probabilities: ["0 never", when, "1 always"],
      visits: ["0% of its search", when, "100%"] };
    part.legend.hidden = !kind;
    part.legend.dataset.kind = kind;
    part.legend.replaceChildren(...(ends[kind] || []).map((text) => element("span", {}, text)));
  }

  function draw() {
    waiting = false;
    timers.forEach(clearTimeout);
    grid.classList.remove("ttt-waiting");
    grid.dataset.human = model.get("human");
    grid.classList.toggle("ttt-numbered", byNumber());
    cells.forEach(drawCell);
    drawLines();
    if (controls) drawPanel();
    aim();
  }

  cells.forEach((cell, index) => {
    cell.node.setAttribute("tabindex", index === cursor ? "0" : "-1");
    cell.node.addEventListener("click", () => click(index));
    cell.node.addEventListener("focus", () => {
      if (cursor !== index) move(index);
      setTyping(cell.node.matches(":focus-visible"));
    });
    cell.node.addEventListener("blur", () => setTyping(false));
    cell.node.addEventListener("pointerenter", () => { pointed = index; aim(); });
    cell.node.addEventListener("pointerleave", () => { pointed = null; aim(); });
  });
  grid.addEventListener("keydown", onGridKey);
  // Not when it enters a cell: so it does, too, when the page moves under a mouse that lies still.
  grid.addEventListener("pointermove", () => setTyping(false));
  root.addEventListener("keydown", keepFromNotebook);
  for (const kind of ["ask", "undo", "hint", "new_game", "replay"]) part[kind].addEventListener("click", () => send(kind));
  part.opponent.addEventListener("change", () => send("choose", part.opponent.value));
  part.overlay.addEventListener("change", () => send("show_thoughts", part.overlay.checked));
  for (const [kind, choice] of [["play_as", part.sides], ["name_cells", part.namings]]) {
    for (const [value, node] of Object.entries(choice)) node.addEventListener("change", () => send(kind, value));
  }
  model.on("change:answered", draw);
  draw();
  el.append(root);
  const settled = setTimeout(() => bringIntoView(root), 150); // once the notebook has scrolled itself
  return () => {
    clearTimeout(settled);
    timers.forEach(clearTimeout);
    model.off("change:answered", draw);
  };
}

export default { render, rounded };
