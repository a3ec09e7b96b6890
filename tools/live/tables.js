// Learners of lesson 07: two tables and a coin, against an X that plays perfectly but slips. Their bias
// is measured exactly, as its Exercise 07.5 does. A test holds them to Python.

const OTHER = 9 * N_STATES; // where the second table begins

// After each of the learner's moves a coin says which table learns, and names the next move; `judge`
// of the two, 0 for itself and 1 for the other one, says what that move is worth.
function withTwo(judge) {
  return (Q, game, { alpha, gamma }, random) => {
    for (let t = game.decision(0); t < game.n;) {
      const one = random() < 0.5 ? OTHER : 0, at = one + 9 * game.states[t] + game.actions[t];
      const before = Q[at], t_next = game.decision(t + 1);
      let following = game.winner, target = following;
      if (t_next < game.n) {
        const s = game.states[t_next], named = 9 * s + highestEntry(Q.subarray(one, one + OTHER), s);
        following = Q[(judge ? OTHER - one : one) + named];
        target = gamma * following;
      }
      Q[at] += alpha * (target - before);
      game.note(t, before, following, Q[at]);
      t = t_next;
    }
  };
}

Object.assign(LEARNING, { double: withTwo(1), own_judge: withTwo(0) });

class TwoTables extends LearnerOnPage {
  constructor(settings) {
    super(settings);
    this.table = new Float64Array(2 * OTHER);
  }

  worth(at) { return 0.5 * (this.table[at] + this.table[OTHER + at]); }

  get values() { return new Float64Array(OTHER).map((_, at) => this.worth(at)); }
}

const OF_TWO = { entry: "Q\u1d62(s, a)", is: "move a on board s in table i", learner: TwoTables };
Object.assign(ABOUT, {
  double: { ...OF_TWO, name: "two tables", following: "Q\u2c7c(s\u2032, a*)", next: "what the other table says of the move a* that table i names",
    words: "After a game, a coin says for each of O\u2019s moves which table learns. That table names the best next move, and "
      + "the other one says what it is worth. The entry moves towards that, and the last one towards the result." },
  own_judge: { ...OF_TWO, name: "each its own judge", following: "Q\u1d62(s\u2032, a*)", next: "what the same table says of the move a* that it names",
    words: "After a game, a coin says for each of O\u2019s moves which table learns. That table names the best next move, and "
      + "says itself what it is worth. The entry moves towards that, and the last one towards the result." },
});

// ---- The X that slips, what O can get from it, and what a learner promises itself.

const SLIPS = (() => {
  const perfect = greedy(actionValues(EXACT.map(Math.sign)));
  return perfect.map((p, at) => 0.9 * p + 0.1 * RANDOM_PLAY.policy[at]);
})();
const TRUTH = replyValues(SLIPS, 1), MOST = -TRUTH[0];

function biasOf(values) {
  const openings = CELLS.map((cell) => NEXT[cell]);
  const promised = (state) => -Math.min(...legal(state).map((cell) => values[9 * state + cell]));
  return openings.map((state) => promised(state) + TRUTH[state]).reduce((a, b) => a + b) / 9;
}

const forO = { low: -1, high: 1, format: valueText };
STUDIES.slips = {
  policy: SLIPS,
  curves: [
    { ...forO, title: "the bias of its promises to O", lines: [["promised minus the optimal value", "tl-o", (found) => found.bias]] },
    { ...forO, title: "what O gets a game, if it then does its best", lines: [
      ["O\u2019s result", "tl-o", (found) => found.result], ["the most possible", "tl-right", () => MOST]] },
  ],
  measure({ values }) {
    const [x, , o] = outcome(SLIPS, greedy(values));
    return { bias: biasOf(values), result: o - x };
  },
  said: (games, { bias, result }) => `After ${gamesText(games)} its bias is ${valueText(bias)}: ${bias > 0.005 ? "it promises itself too much"
    : bias < -0.005 ? "it promises itself too little" : "its promises are true"}. O gets ${valueText(result)} a game, of ${valueText(MOST)} at most.`,
};

Object.assign(ABOUT.q, { choice: "one table" });
MAKERS.tables = MAKERS.loop;
