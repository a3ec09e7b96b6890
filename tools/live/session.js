// The kernel's part of the board in JavaScript: what play/session.py, play/reasons.py and
// play/traits.py do in Python, for games on a board and opponents that do not fail. The sentences are
// those of play/sentences.json, SENTENCES. A failure in here is a bug.

const { rounded } = boardView; // numbers in sentences are those on the cells
const RESULTS = { 1: "won", 0: "drawn", "-1": "lost" };

// ---- The game.

// What a session asks of a game on a board, which begins in state 0. An action is a cell or, where
// marks fall, a column. A game has `actions`, `lines`, `names` of its cells by naming, and what the
// view is told of the board. It says of a state its turn, winner, exact value and marks, whether it is
// over, the state `after` an action, below 0 if that is not legal, the `cell` of the action's mark, and
// the `row` of a player's table.
class BoardGame {
  constructor(about) { Object.assign(this, about); }

  legal(state) { return this.actions.filter((action) => this.after(state, action) >= 0); }

  // For each action the cell that its mark fills, -1 where it is not legal.
  landing(state) {
    return this.actions.map((action) => (this.after(state, action) < 0 ? -1 : this.cell(state, action)));
  }

  complete(state) { return completeLines(this.lines, this.marks(state)); }

  // The lines that lack one mark of a side, which the next mark can fill: [line, cell].
  open(state, side) {
    const marks = this.marks(state), gaps = this.landing(state);
    return this.lines.flatMap((line) => {
      const lacks = line.filter((cell) => marks[cell] !== markOf(side));
      return lacks.length === 1 && gaps.includes(lacks[0]) ? [[line, lacks[0]]] : [];
    });
  }
}

const TICTACTOE = new BoardGame({
  label: "Tic-tac-toe board", rows: [..."123"], columns: [..."ABC"], falling: false,
  actions: CELLS, lines: LINES, marks: digits, row: rowOf,
  names: { A1: "A1 B1 C1 A2 B2 C2 A3 B3 C3".split(" "), "0-8": CELLS.map(String) },
  turn: (state) => TURN[state], winner: (state) => WINNER[state], over: (state) => Boolean(OVER[state]),
  exact: (state) => EXACT[state], after: (state, cell) => NEXT[9 * state + cell], cell: (_, cell) => cell,
});

const layout = ({ label, rows, columns, falling }) => ({ label, rows, columns, falling });

// ---- Sentences.

// The sentence of this name with its slots filled, in the form for the number `n`.
function say(key, slots = {}, n = 0) {
  const found = SENTENCES[key];
  const text = typeof found === "string" ? found : found[Math.min(n, found.length - 1)];
  return text.replace(/\{(\w+)\}/g, (_, name) => (name === "n" ? n : slots[name]));
}

// A value as text: "+1", "0", "-0.35".
function valueText(value) {
  const text = rounded(value, 2);
  if (Number(text) === 0) return "0";
  return (value > 0 ? "+" : "") + (Math.abs(Number(text)) === 1 ? text.slice(0, -3) : text);
}

// How strong a learner is after so many games, from exact numbers.
function ageReport(games, share, worstAsX, worstAsO) {
  const [x, o, best] = [worstAsX, worstAsO, 0].map(valueText);
  return say("age", { games: gamesText(games), share: `${rounded(100 * share, 1)}%`, x, o, best });
}

const gamesText = (games) => say("games", { count: games.toLocaleString("en") }, games);
const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const lineName = ({ names }, line, naming) => line.map((cell) => names[naming][cell]).join("-");
const freeWord = ({ falling }, n) => say(falling ? "free_column" : "free_cell", {}, n);

function moveName({ columns, falling, names }, action, naming) {
  return falling ? `column ${columns[action]}` : (naming === "A1" ? "" : "cell ") + names[naming][action];
}

// Why a player took an action: what anybody can see, then what the player thinks.
function why(game, player, state, action, naming) {
  const reasons = [...facts(game, state, action, naming), ...opinion(game, player, state, action, naming)];
  const mark = game.turn(state) > 0 ? "X" : "O";
  return say("why", { mark, move: moveName(game, action, naming), reasons: reasons.join(say("then")) });
}

function facts(game, state, action, naming) {
  const side = game.turn(state), after = game.after(state, action), found = [], name = game.names[naming];
  const lines = (some, and) => some.map((line) => lineName(game, line, naming)).join(say(and));
  const gaps = (open) => [...new Set(open.map(([, gap]) => gap))].sort((a, b) => a - b);
  if (game.winner(after)) return [say("completes", { lines: lines(game.complete(after), "and_the_line") })];
  const missed = gaps(game.open(state, side));
  if (missed.length) found.push(say("missed", { cell: name[missed[0]] }));
  const taken = game.cell(state, action);
  const blocked = game.open(state, -side).filter(([, gap]) => gap === taken).map(([line]) => line);
  if (blocked.length) found.push(say("blocks", { lines: lines(blocked, "and_your_line") }));
  const left = game.open(after, -side);
  if (left.length) found.push(say("leaves", { line: lineName(game, left[0][0], naming) }));
  const threats = gaps(game.open(after, side)).map((gap) => name[gap]);
  if (threats.length > 1) found.push(say("forks", { cells: threats.join(say("and")) }, threats.length));
  return found;
}

function opinion(game, { values, policy }, state, action, naming) {
  const { length } = game.legal(state);
  if (game.winner(game.after(state, action))) return []; // the facts say it all
  if (length === 1) return [say("only", { free: freeWord(game, 1) })];
  return values ? aboutValues(game, game.row(values, state), action, state, naming)
    : [aboutProbabilities(game.row(policy, state), action, length, freeWord(game, length))];
}

function aboutValues(game, row, action, state, naming) {
  const actions = game.legal(state), side = game.turn(state);
  const best = side * Math.max(...actions.map((one) => side * row[one]));
  const ties = actions.filter((one) => row[one] === best && one !== action);
  if (row[action] !== best) {
    const better = { move: moveName(game, ties[0], naming), best: valueText(best) };
    return [say("prefers", { worth: valueText(row[action]), ...better })];
  }
  const exact = actions.every((one) => [-1, 0, 1].includes(row[one]));
  const key = !exact ? (side > 0 ? "highest" : "lowest") : ["expects_loss", "sure_draw", "sure_win"][1 + side * best];
  const reason = say(key, { best: valueText(best) });
  return ties.length && key !== "expects_loss" ? [reason, say("as_good", {}, ties.length)] : [reason];
}

function aboutProbabilities(row, action, n, free) {
  if (row[action] === 1) return say("always");
  const chances = row.filter((p) => p);
  const even = chances.length === n && Math.max(...chances) - Math.min(...chances) < 1e-9;
  return say(even ? "at_random" : "chose", { free, chance: rounded(row[action], 2) }, n);
}

// The best action by exact values, the quickest win first, and a sentence on what it is worth.
function bestMove(game, state, naming) {
  const worth = (action) => game.turn(state) * game.exact(game.after(state, action));
  const scores = new Map(game.legal(state).map((action) => [action, worth(action)]));
  const most = Math.max(...scores.values()), sign = Math.sign(most);
  const [action] = [...scores].find(([, score]) => score === most);
  const equals = [...scores.values()].filter((score) => Math.sign(score) === sign).length - 1;
  const key = ["hint_lost", "hint_draws", "hint_wins"][1 + sign];
  return [action, say(key, { move: moveName(game, action, naming), others: say("others", {}, equals) })];
}

// ---- The session.

class Session {
  // opponents: { label: { about, values, policy } }, of which the first one plays; random(): [0, 1).
  constructor({ opponents, human = "X", random = Math.random, game = TICTACTOE }) {
    Object.assign(this, { opponents, human, random, game, opponent: Object.keys(opponents)[0] });
    Object.assign(this, { overlay: false, naming: "A1", turn: 0, finished: [0, 0, 0] });
    [this.states, this.history] = [[0], []];
    this.restart();
  }

  get player() { return this.opponents[this.opponent]; }
  get state() { return this.states.at(-1); }
  get mine() { return SIDES[this.human]; }
  get over() { return this.game.over(this.state); }
  get winner() { return this.game.winner(this.state); }
  get itsTurn() { return !this.over && this.game.turn(this.state) !== this.mine; }
  get result() { return this.over ? RESULTS[this.winner * this.mine] : ""; }

  get score() {
    return this.finished.map((n, i) => n + (this.result === ["won", "drawn", "lost"][i]));
  }

  // The loser's last move after which the game was worth less to it, { ply, worth }; or null.
  get mistake() {
    const { game, states } = this, loser = -this.winner;
    if (!loser) return null;
    const worth = states.map((state) => loser * Math.sign(game.exact(state)));
    const lowered = (_, ply) => game.turn(states[ply]) === loser && worth[ply + 1] < worth[ply];
    const ply = this.history.findLastIndex(lowered);
    return ply < 0 ? null : { ply, worth: worth[ply] };
  }

  get canReplay() { return this.result === "lost" && this.mistake !== null; }

  get verdict() {
    const { game, winner, mistake, naming } = this, yours = Number(winner === -this.mine);
    if (!winner) return "";
    if (!mistake) return say("by_force", { winner: winner > 0 ? "X" : "O" }, yours);
    const number = this.states.slice(0, mistake.ply + 1).filter((state) => game.turn(state) === -winner).length;
    const [better] = bestMove(game, this.states[mistake.ply], naming), kept = say("kept", {}, mistake.worth);
    const moves = { action: this.name(this.history[mistake.ply]), better: this.name(better) };
    return say("mistake", { number, kept, ...moves }, yours);
  }

  name(action) { return moveName(this.game, action, this.naming); }

  click(action) {
    const { game } = this;
    if (this.over) return this.refuse("over");
    if (!game.legal(this.state).includes(action)) {
      const shut = game.falling ? "full" : "taken";
      return this.refuse("taken", { Move: sentence(this.name(action)), shut, free: freeWord(game, 1) });
    }
    this.play(action);
    this.ask();
  }

  ask() {
    while (this.itsTurn) {
      const action = draw(this.game.row(this.player.policy, this.state), this.random);
      this.why = why(this.game, this.player, this.state, action, this.naming);
      this.play(action);
    }
    this.message = this.standing();
  }

  undo() {
    const isMine = (state) => this.game.turn(state) === this.mine;
    if (!this.states.slice(0, -1).some(isMine)) return this.refuse("nothing_to_undo");
    const taken = [];
    do taken.unshift(this.back()); while (!isMine(this.state));
    const moves = taken.map((action) => this.name(action)).join(say("and"));
    this.changed(say("undone", { moves }));
    this.message = this.standing();
  }

  replay() {
    if (!this.canReplay) return this.refuse("nothing_to_replay");
    const { ply } = this.mistake, move = this.name(this.history[ply]);
    while (this.history.length > ply) this.back();
    this.changed(say("replayed", { move }));
    this.message = this.standing();
  }

  hint() {
    if (this.over) return this.refuse("no_hint");
    [this.hinted, this.message] = bestMove(this.game, this.state, this.naming);
  }

  new_game() { this.restart(); }

  choose(label) {
    this.opponent = label;
    this.restart();
  }

  play_as(human) { this.restart(human); }

  name_cells(naming) {
    Object.assign(this, { naming, hinted: null });
    const before = this.states.at(-2), its = before !== undefined && this.game.turn(before) !== this.mine;
    this.message = this.standing();
    this.why = its ? why(this.game, this.player, before, this.history.at(-1), naming) : "";
  }

  show_thoughts(on) {
    this.overlay = on;
    const nothing = on && !this.thinks().kind ? say("not_moved_yet") : "";
    if (nothing) this.message = say("nothing_to_show") + nothing;
    else if (this.message.startsWith(say("nothing_to_show"))) this.message = this.standing();
  }

  // What the opponent thinks: values of the board as it is, or how it chose its last move. A row of
  // numbers, of the state `about`.
  thinks() {
    const { values, policy } = this.player;
    const chose = this.states.findLast((state) => this.game.turn(state) === -this.mine);
    const about = values ? this.state : chose;
    if (about === undefined) return this.thinksNothing();
    return { kind: values ? "values" : "probabilities", about, row: this.game.row(values ?? policy, about) };
  }

  thinksNothing() { return { kind: "", about: this.state, row: [] }; }

  standing() {
    if (!this.over) return say("your_move", { human: this.human });
    if (!this.winner) return say("draw");
    const how = say("with_line", { line: lineName(this.game, this.game.complete(this.state)[0], this.naming) });
    return say(this.result === "won" ? "you_win" : "it_wins", { opponent: this.opponent, how });
  }

  restart(human = this.human) {
    const finished = this.score;
    Object.assign(this, { finished, human, states: [0], history: [] });
    this.changed("");
    this.ask();
  }

  play(action) {
    this.states.push(this.game.after(this.state, action));
    this.history.push(action);
    this.changed(this.why);
  }

  back() {
    this.states.pop();
    return this.history.pop();
  }

  // The position is another one: messages meant for the last come too late.
  changed(why) { Object.assign(this, { why, hinted: null, turn: this.turn + 1 }); }

  refuse(key, slots) { this.message = say(key, slots); }

  // The cell of the mark of a move that was made; null for none.
  cellOf(ply) { return ply in this.history ? this.game.cell(this.states[ply], this.history[ply]) : null; }

  traits() {
    const { game, state, over, player, mistake, human, opponent, turn, overlay, message, hinted } = this;
    const thoughts = overlay ? this.thinks() : this.thinksNothing(), landing = game.landing(state);
    const shown = game.landing(thoughts.about), marks = game.marks(state).map((digit) => ["", "X", "O"][digit]);
    return {
      human, opponent, turn, overlay, message, over, owes_move: false, result: this.result,
      legal: game.legal(state), marks, lines: game.complete(state), landing, hinted: landing[hinted] ?? null,
      last: this.cellOf(this.history.length - 1), mistake: mistake && this.cellOf(mistake.ply),
      can_replay: this.canReplay, thoughts: marks.map((_, cell) => thoughts.row[shown.indexOf(cell)] ?? null),
      thoughts_kind: thoughts.kind, thoughts_past: thoughts.about !== state,
      why: this.verdict || this.why, score: this.score, about: player.about,
      opponents: Object.keys(this.opponents), naming: this.naming, namings: Object.keys(game.names),
    };
  }

  // Whether a message makes sense, and means the position on the board if it means one.
  isMeant({ kind, arg = null, turn }) {
    const nothing = arg === null, now = turn === this.turn;
    const checks = {
      click: now && this.game.actions.includes(arg), ask: now && nothing, undo: now && nothing,
      hint: now && nothing, replay: now && nothing, new_game: nothing,
      choose: Object.hasOwn(this.opponents, arg), play_as: Object.hasOwn(SIDES, arg),
      name_cells: Object.hasOwn(this.game.names, arg), show_thoughts: typeof arg === "boolean",
    };
    return Object.hasOwn(checks, kind) && checks[kind];
  }
}

// ---- What anywidget's model offers a view.

class Model {
  constructor(traits) {
    this.traits = { ...traits, answered: 1 };
    this.heard = []; // [event, function]
  }

  get(name) { return this.traits[name]; }

  set(name, value) { this.tell({ [name]: value }); }

  save_changes() {} // which `set` has told already

  send() {} // what a model makes of a message, it says itself

  on(events, hear) { for (const event of events.split(" ")) this.heard.push([event, hear]); }

  off(events, hear) {
    this.heard = this.heard.filter(([event, one]) => one !== hear || !events.split(" ").includes(event));
  }

  // Set these traits, and tell those who listen to one of them, once each.
  tell(traits) {
    const told = { ...traits, answered: this.traits.answered + 1 };
    const changed = Object.keys(told).filter((name) => told[name] !== this.traits[name]);
    Object.assign(this.traits, told);
    const hear = this.heard.filter(([event]) => changed.includes(event.replace("change:", "")));
    for (const one of new Set(hear.map(([, heard]) => heard))) one();
  }
}

function boardModel(options) {
  const session = new Session(options);
  const model = new Model({ ...layout(session.game), controls: true, ...session.traits() });
  model.send = (message) => {
    if (session.isMeant(message)) session[message.kind](message.arg);
    model.tell(session.traits());
  };
  return model;
}

async function opponentsOf(stored) {
  const pairs = Object.entries(stored).map(async ([label, one]) => [label, await opponent(one)]);
  return Object.fromEntries(await Promise.all(pairs));
}

MAKERS.board = async ({ opponents, human }, el) => {
  boardView.render({ model: boardModel({ opponents: await opponentsOf(opponents), human }), el });
};
