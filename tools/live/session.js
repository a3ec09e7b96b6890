// The kernel's part of the board in JavaScript: what play/session.py, play/reasons.py and
// play/traits.py do in Python, for tic-tac-toe and for opponents that are tables. The sentences are
// those of play/sentences.json, SENTENCES. A failure in here is a bug: these opponents do not fail.

const { rounded } = boardView; // numbers in sentences are those on the cells
const NAMES = { A1: ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"], "0-8": CELLS.map(String) };
const RESULTS = { 1: "won", 0: "drawn", "-1": "lost" };

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
const moveName = (cell, naming) => (naming === "A1" ? "" : "cell ") + NAMES[naming][cell];
const lineName = (line, naming) => line.map((cell) => NAMES[naming][cell]).join("-");
const freeCells = (n) => say("free_cell", {}, n);

// Why a player took a cell: what anybody can see, then what the player thinks.
function why(player, state, cell, naming) {
  const reasons = [...facts(state, cell, naming), ...opinion(player, state, cell, naming)];
  const mark = TURN[state] > 0 ? "X" : "O";
  return say("why", { mark, move: moveName(cell, naming), reasons: reasons.join(say("then")) });
}

function facts(state, cell, naming) {
  const side = TURN[state], after = NEXT[9 * state + cell], found = [];
  const lines = (some, and) => some.map((line) => lineName(line, naming)).join(say(and));
  const gaps = (open) => [...new Set(open.map(([, gap]) => gap))].sort();
  if (WINNER[after]) return [say("completes", { lines: lines(completeLines(after), "and_the_line") })];
  const missed = gaps(openLines(state, side));
  if (missed.length) found.push(say("missed", { cell: NAMES[naming][missed[0]] }));
  const blocked = openLines(state, -side).filter(([, gap]) => gap === cell).map(([line]) => line);
  if (blocked.length) found.push(say("blocks", { lines: lines(blocked, "and_your_line") }));
  const left = openLines(after, -side);
  if (left.length) found.push(say("leaves", { line: lineName(left[0][0], naming) }));
  const threats = gaps(openLines(after, side)).map((gap) => NAMES[naming][gap]);
  if (threats.length > 1) found.push(say("forks", { cells: threats.join(say("and")) }, threats.length));
  return found;
}

function opinion({ values, policy }, state, cell, naming) {
  const cells = legal(state);
  if (WINNER[NEXT[9 * state + cell]]) return []; // the facts say it all
  if (cells.length === 1) return [say("only", { free: freeCells(1) })];
  return values ? aboutValues(rowOf(values, state), cell, state, naming)
    : [aboutProbabilities(rowOf(policy, state), cell, cells)];
}

function aboutValues(row, cell, state, naming) {
  const cells = legal(state), side = TURN[state];
  const best = side * Math.max(...cells.map((one) => side * row[one]));
  const ties = cells.filter((one) => row[one] === best && one !== cell);
  if (row[cell] !== best) {
    const better = { move: moveName(ties[0], naming), best: valueText(best) };
    return [say("prefers", { worth: valueText(row[cell]), ...better })];
  }
  const exact = cells.every((one) => [-1, 0, 1].includes(row[one]));
  const key = !exact ? (side > 0 ? "highest" : "lowest") : ["expects_loss", "sure_draw", "sure_win"][1 + side * best];
  const reason = say(key, { best: valueText(best) });
  return ties.length && key !== "expects_loss" ? [reason, say("as_good", {}, ties.length)] : [reason];
}

function aboutProbabilities(row, cell, cells) {
  if (row[cell] === 1) return say("always");
  const chances = row.filter((p) => p);
  const even = chances.length === cells.length && Math.max(...chances) - Math.min(...chances) < 1e-9;
  const slots = { free: freeCells(cells.length), chance: rounded(row[cell], 2) };
  return say(even ? "at_random" : "chose", slots, cells.length);
}

// The best cell by exact values, the quickest win first, and a sentence on what it is worth.
function bestMove(state, naming) {
  const scores = new Map(legal(state).map((cell) => [cell, TURN[state] * EXACT[NEXT[9 * state + cell]]]));
  const most = Math.max(...scores.values()), sign = Math.sign(most);
  const [cell] = [...scores].find(([, score]) => score === most);
  const equals = [...scores.values()].filter((score) => Math.sign(score) === sign).length - 1;
  const key = ["hint_lost", "hint_draws", "hint_wins"][1 + sign];
  return [cell, say(key, { move: moveName(cell, naming), others: say("others", {}, equals) })];
}

// ---- The session.

class Session {
  // opponents: { label: { about, values, policy } }, of which the first one plays; random(): [0, 1).
  constructor({ opponents, human = "X", random = Math.random }) {
    Object.assign(this, { opponents, human, random, opponent: Object.keys(opponents)[0] });
    Object.assign(this, { overlay: false, naming: "A1", turn: 0, finished: [0, 0, 0] });
    [this.states, this.history] = [[0], []];
    this.restart();
  }

  get player() { return this.opponents[this.opponent]; }
  get state() { return this.states.at(-1); }
  get mine() { return SIDES[this.human]; }
  get over() { return Boolean(OVER[this.state]); }
  get winner() { return this.over ? WINNER[this.state] : 0; }
  get itsTurn() { return !this.over && TURN[this.state] !== this.mine; }
  get result() { return this.over ? RESULTS[this.winner * this.mine] : ""; }

  get score() {
    return this.finished.map((n, i) => n + (this.result === ["won", "drawn", "lost"][i]));
  }

  // The loser's last move after which the game was worth less to it, { ply, cell, worth }; or null.
  get mistake() {
    const loser = -this.winner, worth = this.states.map((state) => loser * Math.sign(EXACT[state]));
    const lowered = (_, ply) => TURN[this.states[ply]] === loser && worth[ply + 1] < worth[ply];
    const ply = loser ? this.history.findLastIndex(lowered) : -1;
    return ply < 0 ? null : { ply, cell: this.history[ply], worth: worth[ply] };
  }

  get canReplay() { return this.result === "lost" && this.mistake !== null; }

  get verdict() {
    const { winner, mistake, naming } = this, yours = Number(winner === -this.mine);
    if (!winner) return "";
    if (!mistake) return say("by_force", { winner: winner > 0 ? "X" : "O" }, yours);
    const number = this.states.slice(0, mistake.ply + 1).filter((state) => TURN[state] === -winner).length;
    const [better] = bestMove(this.states[mistake.ply], naming), kept = say("kept", {}, mistake.worth);
    const moves = { action: moveName(mistake.cell, naming), better: moveName(better, naming) };
    return say("mistake", { number, kept, ...moves }, yours);
  }

  click(cell) {
    if (this.over) return this.refuse("over");
    if (!legal(this.state).includes(cell)) {
      const Move = sentence(moveName(cell, this.naming));
      return this.refuse("taken", { Move, shut: "taken", free: freeCells(1) });
    }
    this.play(cell);
    this.ask();
  }

  ask() {
    while (this.itsTurn) {
      const cell = draw(rowOf(this.player.policy, this.state), this.random);
      this.why = why(this.player, this.state, cell, this.naming);
      this.play(cell);
    }
    this.message = this.standing();
  }

  undo() {
    if (!this.states.slice(0, -1).some((state) => TURN[state] === this.mine)) return this.refuse("nothing_to_undo");
    const taken = [];
    do taken.unshift(this.back()); while (TURN[this.state] !== this.mine);
    const moves = taken.map((cell) => moveName(cell, this.naming)).join(say("and"));
    this.changed(say("undone", { moves }));
    this.message = this.standing();
  }

  replay() {
    if (!this.canReplay) return this.refuse("nothing_to_replay");
    const { ply, cell } = this.mistake;
    while (this.history.length > ply) this.back();
    this.changed(say("replayed", { move: moveName(cell, this.naming) }));
    this.message = this.standing();
  }

  hint() {
    if (this.over) return this.refuse("no_hint");
    [this.hinted, this.message] = bestMove(this.state, this.naming);
  }

  new_game() { this.restart(); }

  choose(label) {
    this.opponent = label;
    this.restart();
  }

  play_as(human) { this.restart(human); }

  name_cells(naming) {
    Object.assign(this, { naming, hinted: null });
    const before = this.states.at(-2), its = before !== undefined && TURN[before] !== this.mine;
    this.message = this.standing();
    this.why = its ? why(this.player, before, this.history.at(-1), naming) : "";
  }

  show_thoughts(on) {
    this.overlay = on;
    const nothing = on && !this.thinks().kind ? say("not_moved_yet") : "";
    if (nothing) this.message = say("nothing_to_show") + nothing;
    else if (this.message.startsWith(say("nothing_to_show"))) this.message = this.standing();
  }

  // What the opponent thinks: values of the board as it is, or how it chose its last move. A row of
  // numbers or null, of the state `about`.
  thinks() {
    const { values, policy } = this.player;
    const chose = this.states.findLast((state) => TURN[state] === -this.mine);
    const about = values ? this.state : chose;
    if (about === undefined) return this.thinksNothing();
    const row = rowOf(values ?? policy, about), kind = values ? "values" : "probabilities";
    return { kind, about, row: CELLS.map((cell) => (legal(about).includes(cell) ? row[cell] : null)) };
  }

  thinksNothing() { return { kind: "", about: this.state, row: CELLS.map(() => null) }; }

  standing() {
    if (!this.over) return say("your_move", { human: this.human });
    if (!this.winner) return say("draw");
    const how = say("with_line", { line: lineName(completeLines(this.state)[0], this.naming) });
    return say(this.result === "won" ? "you_win" : "it_wins", { opponent: this.opponent, how });
  }

  restart(human = this.human) {
    const finished = this.score;
    Object.assign(this, { finished, human, states: [0], history: [] });
    this.changed("");
    this.ask();
  }

  play(cell) {
    this.states.push(NEXT[9 * this.state + cell]);
    this.history.push(cell);
    this.changed(this.why);
  }

  back() {
    this.states.pop();
    return this.history.pop();
  }

  // The position is another one: messages meant for the last come too late.
  changed(why) { Object.assign(this, { why, hinted: null, turn: this.turn + 1 }); }

  refuse(key, slots) { this.message = say(key, slots); }

  traits() {
    const { state, over, player, mistake, human, opponent, turn, overlay, message } = this;
    const thoughts = overlay ? this.thinks() : this.thinksNothing(), cells = legal(state);
    return {
      human, opponent, turn, overlay, message, over, owes_move: false, result: this.result, legal: cells,
      marks: digits(state).map((digit) => ["", "X", "O"][digit]), lines: completeLines(state),
      landing: CELLS.map((cell) => (cells.includes(cell) ? cell : -1)), hinted: this.hinted,
      last: this.history.at(-1) ?? null, mistake: mistake && mistake.cell, can_replay: this.canReplay,
      thoughts: thoughts.row, thoughts_kind: thoughts.kind, thoughts_past: thoughts.about !== state,
      why: this.verdict || this.why, score: this.score, about: player.about,
      opponents: Object.keys(this.opponents), naming: this.naming, namings: Object.keys(NAMES),
    };
  }

  // Whether a message makes sense, and means the position on the board if it means one.
  isMeant({ kind, arg = null, turn }) {
    const nothing = arg === null, now = turn === this.turn;
    const checks = {
      click: now && CELLS.includes(arg), ask: now && nothing, undo: now && nothing,
      hint: now && nothing, replay: now && nothing, new_game: nothing,
      choose: Object.hasOwn(this.opponents, arg), play_as: Object.hasOwn(SIDES, arg),
      name_cells: Object.hasOwn(NAMES, arg), show_thoughts: typeof arg === "boolean",
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

const LAYOUT = { label: "Tic-tac-toe board", rows: ["1", "2", "3"], columns: ["A", "B", "C"], falling: false };

function boardModel(options) {
  const session = new Session(options);
  const model = new Model({ ...LAYOUT, controls: true, ...session.traits() });
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
