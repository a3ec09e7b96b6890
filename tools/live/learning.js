// Learners on a page: whole games are played and learned from, as in tttlearn/learn/episodes.py, and
// what was learned is measured exactly, as in tttlearn/evaluation. A test holds both to Python.

// Random numbers in [0, 1) as numpy.random.default_rng(seed) draws them: PCG64 by Melissa O'Neill,
// begun from the words of NumPy's SeedSequence, for a seed of 32 bits.
const PCG_FACTOR = 0x2360ed051fc65da44385df649fccf645n;

function generator(seed) {
  const words = seedWords(seed);
  const [high, low, stream, rest] = [0, 2, 4, 6].map((i) => (BigInt(words[i + 1]) << 32n) | BigInt(words[i]));
  const step = (((stream << 64n) | rest) << 1n) | 1n;
  let state = 0n;
  const next = () => { state = BigInt.asUintN(128, state * PCG_FACTOR + step); };
  next();
  state += (high << 64n) | low;
  next();
  return () => {
    next();
    const mixed = BigInt.asUintN(64, (state >> 64n) ^ state), turn = state >> 122n;
    const bits = BigInt.asUintN(64, (mixed >> turn) | (mixed << (64n - turn)));
    return Number(bits >> 11n) / 2 ** 53;
  };
}

// The eight words that NumPy's SeedSequence makes of a seed.
function seedWords(seed) {
  const { imul } = Math, shifted = (word) => word ^ (word >>> 16);
  const hash = (first, factor) => {
    let by = first;
    return (word) => {
      const mixed = word ^ by;
      by = imul(by, factor);
      return shifted(imul(mixed, by));
    };
  };
  const inward = hash(0x43b0d7e5, 0x931e8875), outward = hash(0x8b51f9dd, 0x58f38ded);
  const pool = [seed, 0, 0, 0].map(inward);
  for (let from = 0; from < 4; from += 1) {
    for (let to = 0; to < 4; to += 1) {
      if (from === to) continue;
      pool[to] = shifted(imul(0xca01f9dd, pool[to]) - imul(0x4973f715, inward(pool[from])));
    }
  }
  return [...pool, ...pool].map((word) => outward(word) >>> 0);
}

// ---- Rules of learning: each takes a table and a game, and writes down each step that it makes:
// what the entry was, what it moved towards, and what it is now.

class Game {
  constructor(side) {
    this.side = side; // of the learner: +1 X, -1 O, 0 both
    [this.states, this.actions, this.n] = [new Int32Array(10), new Int32Array(9), 0];
    [this.before, this.following, this.after] = [0, 0, 0].map(() => new Float64Array(9));
  }

  get winner() { return WINNER[this.states[this.n]]; }

  // The first of the turns t, t + 1, ... that is the learner's; after the last move: n.
  decision(t) {
    while (t < this.n && this.side && TURN[this.states[t]] !== this.side) t += 1;
    return t;
  }

  note(t, before, following, after) {
    [this.before[t], this.following[t], this.after[t]] = [before, following, after];
  }
}

function td(V, game, { alpha, gamma }) {
  V[game.states[game.n]] = game.winner;
  for (let t = 0; t < game.n; t += 1) {
    const s = game.states[t], before = V[s], following = V[game.states[t + 1]];
    V[s] += alpha * (gamma * following - before);
    game.note(t, before, following, V[s]);
  }
}

// Q-learning and SARSA differ in what they take for the worth of the next decision.
function overActions(worth) {
  return (Q, game, { alpha, gamma }) => {
    for (let t = game.decision(0); t < game.n;) {
      const at = 9 * game.states[t] + game.actions[t], before = Q[at], t_next = game.decision(t + 1);
      const following = t_next < game.n ? worth(Q, game, t_next) : game.winner;
      const target = t_next < game.n ? gamma * following : following;
      Q[at] += alpha * (target - before);
      game.note(t, before, following, Q[at]);
      t = t_next;
    }
  };
}

// The first action with the best entry of a state.
function highestEntry(Q, s) {
  let best = -1, most = 0;
  for (let cell = 0; cell < 9; cell += 1) {
    if (NEXT[9 * s + cell] < 0) continue;
    const value = TURN[s] * Q[9 * s + cell];
    if (best < 0 || value > most) [best, most] = [cell, value];
  }
  return best;
}

const entryNamed = (Q, game, t) => Q[9 * game.states[t] + highestEntry(Q, game.states[t])];
const entryTaken = (Q, game, t) => Q[9 * game.states[t] + game.actions[t]];
const LEARNING = { td, q: overActions(entryNamed), sarsa: overActions(entryTaken) };

// ---- The loop.

// Running totals of the rows of a policy: a number below total a, but not below the one before, is
// action a.
function thresholds(policy) {
  const totals = new Float64Array(9 * N_STATES);
  for (const state of STATES) {
    let sum = 0;
    const row = rowOf(policy, state), last = row.findLastIndex((p) => p > 0);
    for (const cell of CELLS) totals[9 * state + cell] = cell < last ? (sum += row[cell]) : 2;
  }
  return totals;
}

const RANDOM_PLAY = new Tables("", () => new Float64Array(9 * N_STATES), "random");

// A learner by one of the rules, with settings alpha, gamma, epsilon, seed. It plays both sides, or
// `side` "X" or "O" against a policy, which is random play where none is given.
class LearnerOnPage {
  constructor({ rule, side = "both", policy = RANDOM_PLAY.policy, ...settings }) {
    this.settings = settings;
    this.learn = LEARNING[rule];
    this.ofStates = rule === "td";
    this.table = new Float64Array(this.ofStates ? N_STATES : 9 * N_STATES);
    this.game = new Game(side === "both" ? 0 : SIDES[side]);
    this.totals = this.game.side ? thresholds(policy) : null;
    this.random = generator(settings.seed);
    this.games = 0;
  }

  play(games) {
    for (let game = 0; game < games; game += 1) {
      this.playOne();
      this.learn(this.table, this.game, this.settings, this.random);
    }
    this.games += games;
  }

  playOne() {
    const { game, random, settings: { epsilon } } = this;
    let state = 0, n = 0;
    while (!OVER[state]) {
      const cell = game.side && TURN[state] !== game.side ? this.replyIn(state)
        : random() < epsilon ? this.anyIn(state) : this.bestIn(state);
      game.actions[n] = cell;
      state = NEXT[9 * state + cell];
      game.states[n += 1] = state;
    }
    game.n = n;
  }

  replyIn(state) {
    const u = this.random();
    let cell = 0;
    for (let a = 0; a < 8; a += 1) cell += u >= this.totals[9 * state + a];
    return cell;
  }

  anyIn(state) {
    let count = 0;
    for (let cell = 0; cell < 9; cell += 1) if (NEXT[9 * state + cell] >= 0) FREE[count++] = cell;
    return FREE[Math.floor(this.random() * count)];
  }

  bestIn(state) {
    const sign = TURN[state];
    let best = -Infinity, count = 0;
    for (let cell = 0; cell < 9; cell += 1) {
      const after = NEXT[9 * state + cell];
      if (after < 0) continue;
      const value = sign * this.worth(9 * state + cell, after);
      if (value > best || count === 0) {
        [best, FREE[0], count] = [value, cell, 1];
      } else if (value === best) FREE[count++] = cell;
    }
    return count > 1 ? FREE[Math.floor(this.random() * count)] : FREE[0];
  }

  // The value of an action, by its place in a table, and by the state after it.
  worth(at, after) { return this.table[this.ofStates ? after : at]; }

  // What it is as an opponent now: as `rules.js` has it.
  asOpponent() {
    const { values } = this;
    return new Tables("", () => values, "random");
  }

  get values() { return this.ofStates ? actionValues(this.table) : this.table.slice(); }
}

const FREE = new Int32Array(9); // cells to choose from

// ---- Exact answers: one pass from the ends of the game to its beginning.

// The chances that X wins, that nobody does, that O does, when policy x plays against policy o.
function outcome(x, o) {
  const wins = new Float64Array(N_STATES), draws = new Float64Array(N_STATES);
  for (let i = BY_MARKS.length - 1; i >= 0; i -= 1) {
    const s = BY_MARKS[i], policy = TURN[s] > 0 ? x : o;
    if (OVER[s]) [wins[s], draws[s]] = [Number(WINNER[s] > 0), Number(WINNER[s] === 0)];
    for (let at = 9 * s; at < 9 * s + 9; at += 1) {
      if (!policy[at]) continue;
      wins[s] += policy[at] * wins[NEXT[at]];
      draws[s] += policy[at] * draws[NEXT[at]];
    }
  }
  return [wins[0], draws[0], 1 - wins[0] - draws[0]];
}

// The value to X of each state, if a policy on one side, +1 or -1, meets the best reply to it.
function replyValues(policy, side) {
  const V = new Float64Array(N_STATES);
  for (let i = BY_MARKS.length - 1; i >= 0; i -= 1) {
    const s = BY_MARKS[i];
    let value = OVER[s] ? WINNER[s] : TURN[s] === side ? 0 : side;
    for (let at = 9 * s; at < 9 * s + 9; at += 1) {
      if (NEXT[at] < 0) continue;
      const after = V[NEXT[at]];
      if (TURN[s] === side) value += policy[at] * after;
      else value = side > 0 ? Math.min(value, after) : Math.max(value, after);
    }
    V[s] = value;
  }
  return V;
}

// The share of the undecided positions in which a policy makes no move that loses value.
function optimalShare(policy) {
  const right = UNDECIDED.filter((state) => legal(state).every((cell) => {
    const at = 9 * state + cell;
    return !policy[at] || Math.sign(EXACT[NEXT[at]]) === Math.sign(EXACT[state]);
  }));
  return right.length / UNDECIDED.length;
}

// As `ttt.measure`: against random play, and against the best replies.
function measure(policy) {
  const chance = RANDOM_PLAY.policy;
  return {
    asX: outcome(policy, chance), asO: outcome(chance, policy), share: optimalShare(policy),
    worstAsX: replyValues(policy, 1)[0], worstAsO: replyValues(policy, -1)[0],
  };
}
