// Connect Four on a board of up to 16 cells, as the session asks for it. A state holds the marks of
// both sides as bits, X's above O's, by cells that are numbered as in Python. What positions are
// worth is found out when it is first asked.

const SIDE = 16; // bits of a side

class FallingGame extends BoardGame {
  constructor(rows, columns, k) {
    const letters = [..."ABCDEFGHIJKLMNOP"].slice(0, columns), cells = [...Array(rows * columns).keys()];
    const names = cells.map((cell) => letters[cell % columns] + (Math.floor(cell / columns) + 1));
    const label = `Board for ${k} in a row on ${rows} x ${columns}, falling`, lines = linesOf(cells, rows, columns, k);
    super({ label, columns: letters, falling: true, lines, cells, names: { A1: names }, actions: cells.slice(0, columns) });
    this.rows = names.filter((_, cell) => cell % columns === 0).map((name) => name.slice(1));
    this.stacks = this.actions.map((action) => cells.filter((cell) => cell % columns === action).reverse());
    this.full = 2 ** cells.length - 1;
    this.masks = lines.map((line) => line.reduce((bits, cell) => bits | 1 << cell, 0));
  }

  taken(state) { return (state >>> SIDE | state) & this.full; }

  ply(state) {
    let marks = 0;
    for (let bits = this.taken(state); bits; bits &= bits - 1) marks += 1;
    return marks;
  }

  turn(state) { return this.ply(state) % 2 ? -1 : 1; }

  winner(state) {
    const has = (bits) => this.masks.some((mask) => (bits & mask) === mask);
    return has(state >>> SIDE) ? 1 : has(state) ? -1 : 0;
  }

  over(state) { return this.taken(state) === this.full || this.winner(state) !== 0; }

  marks(state) { return this.cells.map((cell) => (state >>> SIDE + cell & 1) + 2 * (state >>> cell & 1)); }

  cell(state, action) {
    const taken = this.taken(state);
    return this.stacks[action].find((cell) => !(taken >>> cell & 1)) ?? -1;
  }

  after(state, action) { return this.next(state)[action]; }

  // The state after each action, -1 where it is not legal.
  next(state) {
    const open = !this.over(state), shift = this.turn(state) > 0 ? SIDE : 0;
    return this.actions.map((action) => {
      const cell = open ? this.cell(state, action) : -1;
      return cell < 0 ? -1 : state + 2 ** (cell + shift);
    });
  }

  // All positions that games reach, by their number of marks, each layer in order; and beside them
  // their exact values, as EXACT of tic-tac-toe.
  get solved() {
    if (this.known) return this.known;
    const layers = [Uint32Array.of(0)];
    while (layers.at(-1).length) {
      const layer = layers.at(-1), found = new Uint32Array(this.actions.length * layer.length);
      let n = 0;
      for (const state of layer) for (const after of this.next(state)) if (after >= 0) found[n++] = after;
      layers.push(found.subarray(0, n).sort().filter((state, i, all) => state !== all[i - 1]));
    }
    const values = layers.map((layer) => new Float64Array(layer.length));
    this.known = { layers, values };
    for (let ply = layers.length - 1; ply >= 0; ply -= 1) {
      const side = ply % 2 ? -1 : 1;
      layers[ply].forEach((state, i) => {
        const scores = this.next(state).filter((after) => after >= 0).map((after) => side * this.exact(after));
        values[ply][i] = scores.length ? 0.9 * side * Math.max(...scores) : this.winner(state);
      });
    }
    return this.known;
  }

  exact(state) {
    const { layers, values } = this.solved, ply = this.ply(state), layer = layers[ply];
    let [low, high] = [0, layer.length - 1];
    while (low < high) {
      const middle = low + high >> 1;
      if (layer[middle] < state) low = middle + 1;
      else high = middle;
    }
    return values[ply][low];
  }

  row(table, state) { return table(state); }
}

// Every k cells in a row, in Python's order.
function linesOf(cells, rows, columns, k) {
  return [[0, 1], [1, 0], [1, 1], [1, -1]].flatMap(([down, right]) => cells.flatMap((cell) => {
    const row = Math.floor(cell / columns) + (k - 1) * down, column = cell % columns + (k - 1) * right;
    const line = Array.from({ length: k }, (_, i) => cell + i * (columns * down + right));
    return row < rows && column >= 0 && column < columns ? [line] : [];
  }));
}

// A player that takes what it values most; `values` and `policy` give the row of a state.
function valuing(game, about, ties, worth) {
  const values = (state) => game.next(state).map((after) => (after < 0 ? NaN : worth(after)));
  const policy = (state) => {
    const best = bestOf(values(state), game.legal(state), game.turn(state), ties);
    return game.actions.map((action) => (best.includes(action) ? 1 / best.length : 0));
  };
  return { about, values, policy };
}

// One as tools/live/stored.py has stored it: the perfect player, or one with the values of all
// positions that its own games come to, in the order in which they come up.
async function fallingOpponent(game, { about, worth }) {
  if (!worth) return valuing(game, about, "random", (state) => Math.sign(game.exact(state)));
  const numbers = new Float32Array(await inflated(worth)).values(), known = new Map();
  const player = valuing(game, about, "first", (state) => known.get(state));
  for (const side of [1, -1]) {
    const met = new Set([0]);
    for (const state of met) { // which grows as it is read
      const legal = game.legal(state), next = game.next(state);
      for (const action of legal) if (!known.has(next[action])) known.set(next[action], numbers.next().value);
      const taken = game.turn(state) === side ? player.policy(state) : next;
      for (const action of legal) if (taken[action]) met.add(next[action]);
    }
  }
  return player;
}

const fallingGames = {}; // by size: what one board has found out, the next one knows

MAKERS.four = async ({ size, opponents, human }, el) => {
  const game = (fallingGames[size] ??= new FallingGame(...size));
  const pairs = Object.entries(opponents).map(async ([label, one]) => [label, await fallingOpponent(game, one)]);
  const model = boardModel({ game, opponents: Object.fromEntries(await Promise.all(pairs)), human });
  const { send } = model; // what was clicked is drawn before the answer, which may take a moment
  model.send = (message) => requestAnimationFrame(() => setTimeout(send, 0, message));
  boardView.render({ model, el });
};
