// The class tournament of lesson 10 with the reader's own player in it: it is asked for its move in each
// position, and then every pairing is computed exactly. It comes with the other players: see league.py.

const OWN = "your player";

// The rows of a league, the best first: points a game against all others, from both sides, and those
// that the best reply leaves a player on its worse side.
function leagueTable(players) {
  const names = Object.keys(players), totals = Object.fromEntries(names.map((name) => [name, 0]));
  for (const x of names) {
    for (const o of names.filter((other) => other !== x)) {
      const [wins, draws, losses] = outcome(players[x].policy, players[o].policy);
      totals[x] += wins + draws / 2;
      totals[o] += losses + draws / 2;
    }
  }
  const rows = names.map((name) => {
    const { share, worstAsX, worstAsO } = measure(players[name].policy);
    return { name, share, score: totals[name] / (2 * (names.length - 1)), worst: Math.min(1 + worstAsX, 1 - worstAsO) / 2 };
  });
  return rows.sort((a, b) => b.score - a.score);
}

function drawLeague(rows) {
  const heads = ["player", "points a game", "against its best reply", "positions right"].map((text) => node("th", { scope: "col" }, text));
  const lines = rows.map(({ name, score, worst, share }) => node("tr", name === OWN ? { class: "tg-own" } : {}, node("th", { scope: "row" }, name),
    ...[rounded(score, 3), rounded(worst, 3), `${rounded(100 * share, 1)}%`].map((text) => node("td", {}, text))));
  return node("table", { class: "tg-table" }, node("thead", {}, node("tr", {}, ...heads)), node("tbody", {}, ...lines));
}

// `answers` takes the move of the reader's player in each position, and returns what is said of it; its
// table and a board against all are put into `place`.
function makeLeague(stored, place) {
  let before = null;
  return {
    reset() { before = null; },

    async answers(cells) {
      const others = await opponentsOf(stored), policy = new Float64Array(9 * N_STATES);
      cells.forEach((cell, i) => { policy[9 * UNDECIDED[i] + cell] = 1; });
      const all = { [OWN]: new Tables("", () => null, "first", policy), ...others }, rows = leagueTable(all);
      const at = rows.findIndex((row) => row.name === OWN), { score, worst } = rows[at], board = node("div", {});
      const was = before === null ? "" : `, and had ${rounded(before, 3)} before`;
      before = score;
      place.replaceChildren(drawLeague(rows), board);
      boardView.render({ model: boardModel({ opponents: all }), el: board });
      return `Your player is number ${at + 1} of ${rows.length}, with ${rounded(score, 3)} points a game${was}. ${worst < 0.5 - 1e-9
        ? `But an opponent that studies it leaves it ${rounded(worst, 3)} a game. Play against it, and find out how.` : "Nobody can beat it any more."}`;
    },
  };
}
