// The time machine on a page: the slider and the board of the notebook, and between them what the
// learner thinks, drawn here.

const RESULT_NAMES = [[1, "X wins", "tm-x"], [0, "draw", "tm-draw"], [-1, "O wins", "tm-o"]];
const BANDWIDTH = 0.02, PLACES = 201, HIGHEST = 2 / (BANDWIDTH * Math.sqrt(2 * Math.PI));

// What a player thinks of each undecided position: the value of its best move.
function positionValues({ values }) {
  return UNDECIDED.map((state) => {
    const worth = legal(state).map((cell) => TURN[state] * values[9 * state + cell]);
    return TURN[state] * Math.max(...worth);
  });
}

// The density of values at PLACES from -1 to 1, folded back at both ends: as in pictures/learning.py.
function density(values) {
  const counts = new Map(), total = new Float64Array(PLACES);
  for (const value of values) counts.set(rounded(value, 3), (counts.get(rounded(value, 3)) ?? 0) + 1);
  for (const [text, count] of counts) {
    for (const image of [Number(text), -2 - Number(text), 2 - Number(text)]) {
      const middle = (image + 1) / 2 * (PLACES - 1), reach = 5 * BANDWIDTH / 2 * (PLACES - 1);
      const last = Math.min(Math.floor(middle + reach), PLACES - 1);
      for (let i = Math.max(Math.ceil(middle - reach), 0); i <= last; i += 1) {
        total[i] += count * Math.exp(-0.5 * ((2 * i / (PLACES - 1) - 1 - image) / BANDWIDTH) ** 2);
      }
    }
  }
  return total.map((sum) => sum / (values.length * BANDWIDTH * Math.sqrt(2 * Math.PI)));
}

function drawDensity(player) {
  const values = positionValues(player), x = (i) => 10 + 440 * i / (PLACES - 1), floor = 170;
  const of = (result) => values.filter((_, i) => Math.sign(EXACT[UNDECIDED[i]]) === result);
  const line = (d, i) => `L${x(i)} ${floor - 160 * Math.sqrt(d / HIGHEST)}`;
  const curves = RESULT_NAMES.map(([result, , look]) => node("path", { class: look,
    d: `M10 ${floor}${[...density(of(result))].map(line).join("")}L450 ${floor}Z` }));
  const ticks = [-1, -0.5, 0, 0.5, 1].map((value) => node("text",
    { x: 230 + 220 * value, y: floor + 16, "text-anchor": "middle" }, String(value).replace("-", "\u2212")));
  const keys = RESULT_NAMES.map(([result, name, look]) => node("span", { class: "tm-key" },
    node("i", { class: look }), `${name} (${of(result).length.toLocaleString("en")})`));
  const label = "The density of what it thinks of its best move in each position, by what perfect play makes of it";
  return node("figure", {}, node("figcaption", {}, "What it thinks of all positions; with perfect play: ", ...keys),
    node("svg", { viewBox: "0 0 460 204", role: "img", "aria-label": label }, ...curves, ...ticks,
      node("text", { x: 230, y: floor + 32, "text-anchor": "middle" }, "value of its best move")));
}

// The moves of one position with their values, on a board that takes no clicks.
function makeThoughts(state, el) {
  const marks = digits(state).map((digit) => ["", "X", "O"][digit]), nowhere = CELLS.map(() => -1);
  const model = new Model({ ...layout(TICTACTOE), label: "What it thinks of one position", controls: false, marks,
    legal: [], landing: nowhere, lines: [], last: null, hinted: null, mistake: null, thoughts: [],
    thoughts_kind: "values", thoughts_past: false, human: "X", naming: "A1", namings: ["A1"], turn: 0 });
  const tell = ({ values }) => model.tell({
    thoughts: CELLS.map((cell) => (legal(state).includes(cell) ? values[9 * state + cell] : null)) });
  return { tell, show: () => boardView.render({ model, el }) };
}

MAKERS.timemachine = async ({ stored, games, state, human, opens }, el) => {
  const players = await ages(stored), { labels } = stored;
  const slider = new Model({ title: say("learned_from"), labels, index: opens, shown: opens });
  const board = boardModel({ opponents: players, human });
  const places = ["tm-density", "tm-thoughts", "tm-table"].map((look) => node("div", { class: look }));
  const [curves, thoughts, table] = places;
  const report = node("p", { role: "status", class: "tm-report" });
  const position = state === null ? null : makeThoughts(state, thoughts);

  function show() {
    const index = slider.get("index"), player = players[labels[index]];
    const { share, worstAsX, worstAsO } = measure(player.policy);
    report.textContent = ageReport(games[index], share, worstAsX, worstAsO);
    if (position) {
      curves.replaceChildren(drawDensity(player));
      position.tell(player);
    }
    if (board.get("opponent") !== labels[index]) board.send({ kind: "choose", arg: labels[index] });
    slider.tell({ shown: index });
  }

  slider.on("change:index", show);
  board.on("change:opponent", () => slider.set("index", labels.indexOf(board.get("opponent"))));
  const place = node("div", {}), mover = TURN[state] > 0 ? "X" : "O";
  el.append(node("div", { class: "tm", role: "region", "aria-label": "A time machine" }, place, report,
    ...(position ? [node("div", { class: "tm-pictures" }, curves, thoughts)] : []), table));
  timemachineView.render({ model: slider, el: place });
  boardView.render({ model: board, el: table });
  show();
  if (position) {
    thoughts.prepend(node("p", {}, `One position, ${mover} to move:`));
    position.show();
  }
};
