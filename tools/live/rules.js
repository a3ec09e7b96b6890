// Tic-tac-toe as tables over its states, as in Python: a state is the board in base 3, in which cell
// a has the weight 3**a and the digit 1 for X, 2 for O. Tables of actions have nine entries a state.

const N_STATES = 3 ** 9, CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8], SIDES = { X: 1, O: -1 };
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const NEXT = new Int32Array(9 * N_STATES).fill(-1); // the state after each action, -1 where there is none
const TURN = new Int8Array(N_STATES); // whose turn it is: +1 X, -1 O; 0 where no game comes
const WINNER = new Int8Array(N_STATES), OVER = new Uint8Array(N_STATES);

const WEIGHTS = CELLS.map((cell) => 3 ** cell);
const digits = (state) => WEIGHTS.map((weight) => Math.floor(state / weight) % 3);
const markOf = (side) => (side > 0 ? 1 : 2);
const legal = (state) => CELLS.filter((cell) => NEXT[9 * state + cell] >= 0);

// Those of some lines whose marks are all of one side.
function completeLines(lines, marks) {
  return lines.filter(([first, ...more]) => marks[first] && more.every((cell) => marks[cell] === marks[first]));
}

// All states that a game can reach, those with fewer marks first.
const BY_MARKS = (() => {
  const found = [0];
  TURN[0] = 1;
  for (const state of found) { // which grows as it is read
    if (OVER[state]) continue;
    digits(state).forEach((mark, cell) => {
      if (mark) return;
      const after = state + markOf(TURN[state]) * WEIGHTS[cell];
      NEXT[9 * state + cell] = after;
      if (TURN[after]) return;
      TURN[after] = -TURN[state];
      const marks = digits(after);
      WINNER[after] = completeLines(LINES, marks).length ? TURN[state] : 0;
      OVER[after] = WINNER[after] !== 0 || !marks.includes(0);
      found.push(after);
    });
  }
  return found;
})();
// The orders in which tables are stored: of states, and of moves, which are places in tables.
const STATES = [...BY_MARKS].sort((a, b) => a - b);
const UNDECIDED = STATES.filter((state) => !OVER[state]);
const MOVES = STATES.flatMap((state) => legal(state).map((cell) => 9 * state + cell));

// Exact values to X: the sign of each is exact, its size puts quick wins and slow losses first.
const EXACT = new Float64Array(N_STATES);
for (const state of BY_MARKS.toReversed()) {
  const scores = legal(state).map((cell) => TURN[state] * EXACT[NEXT[9 * state + cell]]);
  EXACT[state] = OVER[state] ? WINNER[state] : 0.9 * TURN[state] * Math.max(...scores);
}

// ---- Players as tables: values to X and probabilities, nine a state.

// The values of actions, each that of the state it leads to; NaN where there is none.
function actionValues(V) {
  const values = new Float64Array(9 * N_STATES).fill(NaN);
  for (const move of MOVES) values[move] = V[NEXT[move]];
  return values;
}

// The best of these actions for a side, from a row of values; of several all, or the first.
function bestOf(row, actions, side, ties) {
  const most = Math.max(...actions.map((action) => side * row[action]));
  const best = actions.filter((action) => side * row[action] === most);
  return ties === "random" ? best : best.slice(0, 1);
}

// The best actions, ties shared evenly; or the first of them.
function greedy(values, ties = "random") {
  const policy = new Float64Array(9 * N_STATES);
  for (const state of STATES) {
    const taken = bestOf(rowOf(values, state), legal(state), TURN[state], ties);
    for (const cell of taken) policy[9 * state + cell] = 1 / taken.length;
  }
  return policy;
}

// As Python draws from a row, with one number; rounding never picks a cell without weight.
function draw(row, random) {
  const last = row.findLastIndex((p) => p > 0), number = random();
  let sum = 0;
  const cell = row.findIndex((p) => (sum += p) > number);
  return cell < 0 ? last : Math.min(cell, last);
}

const rowOf = (table, state) => table.slice(9 * state, 9 * state + 9);

// ---- Tables as they travel: doubles, compressed, as text; see mount.js.

const unpacked = async (text) => new Float64Array(await inflated(text));

function ofMoves(numbers) {
  const table = new Float64Array(9 * N_STATES);
  MOVES.forEach((place, i) => (table[place] = numbers[i]));
  return table;
}

function ofStates(numbers) {
  const table = new Float64Array(N_STATES);
  STATES.forEach((state, i) => (table[state] = numbers[i]));
  return table;
}

// An opponent: `values` and `policy`, made when they are first asked for.
class Tables {
  constructor(about, values, ties, policy) {
    Object.assign(this, { about, ties, made: { policy }, makeValues: values });
  }

  get values() { return (this.made.values ??= this.makeValues()); }

  get policy() { return (this.made.policy ??= greedy(this.values, this.ties)); }
}

// One as tools/live/stored.py has stored it.
async function opponent({ about, ties, states, moves, policy }) {
  const numbers = states || moves ? await unpacked(states ?? moves) : null;
  const values = () => numbers && (states ? actionValues(ofStates(numbers)) : ofMoves(numbers));
  return new Tables(about, values, ties, policy && ofMoves(await unpacked(policy)));
}

// What a learner was at several ages, stored together: opponents by label.
async function ages({ labels, ties, states, moves }) {
  const numbers = await unpacked(states ?? moves);
  return Object.fromEntries(labels.map((label, i) => {
    const mine = () => numbers.filter((_, at) => at % labels.length === i);
    return [label, new Tables("", () => (states ? actionValues(ofStates(mine())) : ofMoves(mine())), ties)];
  }));
}
