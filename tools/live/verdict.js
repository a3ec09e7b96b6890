// The verdict on an exercise, as course/exercises/verdicts.py shows it. It comes with python.js, since
// there is none before.

// The board of a verdict, with the numbers of its free cells.
function boardOf(state) {
  const marks = digits(state), rows = [0, 3, 6].map((at) => marks.slice(at, at + 3).map((mark) => ["empty", "X", "O"][mark]).join(", "));
  const cells = marks.map((mark, cell) => node("span", { class: `ttv-${["empty", "X", "O"][mark]}` }, mark ? "-XO"[mark] : String(cell)));
  return node("div", { class: "ttv-board", role: "img", "aria-label": `The board, row by row: ${rows.join("; ")}` }, ...cells);
}

// `why` is Python's, with the lines in which it is said.
function drawVerdict({ verdicts, about, style }, { number, hints }, verdict, why, state) {
  const kind = verdicts.findIndex(([name]) => name === verdict), [, sign, words] = verdicts[kind];
  const board = state === null ? [] : [node("p", {}, about.replace("{state}", state)), boardOf(state)];
  const help = node("div", { class: "ttv-help" });
  if (verdict !== "correct") help.innerHTML = hints;
  return node("div", { class: `ttv ttv-${kind}` }, node("style", {}, style),
    node("p", {}, node("b", { class: "ttv-word" }, node("span", { "aria-hidden": "true" }, sign), ` ${words}`), node("b", {}, ` Exercise ${number}`)),
    ...why.split("\n").map((line) => node("p", {}, line)), ...board, help);
}
