// The first screen of the leaderboard: four views, one key to go on in each of them.
(() => {
  const { players, points } = JSON.parse(document.getElementById("stage-data").textContent);
  const stage = document.querySelector(".stage");
  const ALL = [...Array(9).keys()];
  const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

  // ---- The rules. A state is the board in base 3: cell a has weight 3 ** a, 1 is X, 2 is O.
  const cells = (state) => ALL.map((a) => Math.floor(state / 3 ** a) % 3);
  const lineOf = (board) => LINES.find(([a, b, c]) => board[a] && board[a] === board[b] && board[a] === board[c]);
  const known = new Map();
  function about(state) {
    if (!known.has(state)) {
      const board = cells(state), line = lineOf(board), marks = board.filter(Boolean).length;
      const free = line ? [] : ALL.filter((a) => !board[a]);
      const winner = line ? (board[line[0]] === 1 ? 1 : -1) : 0;
      known.set(state, { board, line: line ?? [], free, winner, over: !free.length, turn: marks % 2 ? -1 : 1 });
    }
    return known.get(state);
  }
  const next = (state, cell) => state + (about(state).turn === 1 ? 1 : 2) * 3 ** cell;
  (function discover(state) {
    for (const cell of about(state).free) if (!known.has(next(state, cell))) discover(next(state, cell));
  })(0);
  const undecided = [...known.keys()].filter((state) => !about(state).over).sort((a, b) => a - b);
  const placeOf = new Map(undecided.map((state, i) => [state, i]));
  const values = new Map();
  function value(state) {
    if (!values.has(state)) {
      const { over, winner, turn, free } = about(state);
      values.set(state, over ? winner : turn * Math.max(...free.map((a) => turn * value(next(state, a)))));
    }
    return values.get(state);
  }
  const best = (state) => about(state).free.find((a) => value(next(state, a)) === value(state));

  // ---- What a player does: {cell: chance}; what is lacking to 1 is forfeited.
  function choices(player, state) {
    const i = placeOf.get(state), code = player.moves.slice(2 * i, 2 * i + 2);
    if (code === "zz") return ALL.map((a) => [a, player.mixed[i][a]]).filter(([, chance]) => chance > 0);
    const taken = ALL.filter((a) => parseInt(code, 36) >> a & 1);
    return taken.map((a) => [a, 1 / taken.length]);
  }
  // The chances (X wins, draw, O wins) from a state on, between two players.
  function outcomes(x, o) {
    const found = new Map();
    return function of(state) {
      if (!found.has(state)) {
        const { over, winner, turn } = about(state);
        let sum = over ? [winner === 1, !winner, winner === -1].map(Number) : [0, 0, 0];
        if (!over) {
          let left = 1;
          for (const [cell, chance] of choices(turn === 1 ? x : o, state)) {
            left -= chance;
            sum = of(next(state, cell)).map((p, i) => sum[i] + chance * p);
          }
          if (left > 1e-6) sum[turn === 1 ? 2 : 0] += left; // forfeited
        }
        found.set(state, sum);
      }
      return found.get(state);
    };
  }

  // ---- Drawing.
  function node(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, one] of Object.entries(attributes)) {
      if (name.startsWith("on")) made[name] = one;
      else if (one !== false && one != null) made.setAttribute(name, one);
    }
    made.append(...children);
    return made;
  }
  const nameOf = (a) => "ABC"[a % 3] + (1 + Math.floor(a / 3));
  function drawn(state, ringed) {
    const { board, line } = about(state);
    const marks = board.map((mark, a) => {
      const x = 100 * (a % 3), y = 100 * Math.floor(a / 3), won = line.includes(a) ? " won" : "";
      const ring = a === ringed ? `<rect class=ring x=${x + 6} y=${y + 6} width=88 height=88 rx=10 />` : "";
      if (mark === 1) return `<path class="x${won}" d="M${x + 24} ${y + 24}l52 52m0 -52l-52 52" />${ring}`;
      return mark ? `<circle class="o${won}" cx=${x + 50} cy=${y + 50} r=28 />${ring}` : ring;
    });
    const grid = '<path class=grid d="M100 0V300M200 0V300M0 100H300M0 200H300" />';
    const words = board.map((mark) => ".XO"[mark]).join("").replace(/(...)(?=.)/g, "$1 / ");
    const svg = node("span", { class: "drawn", role: "img", "aria-label": `board ${words}` });
    svg.innerHTML = `<svg viewBox="-8 -8 316 316" aria-hidden=true>${grid}${marks.join("")}</svg>`;
    return svg;
  }
  const percent = (share) => `${share > 0 && share < 0.005 ? "<1" : Math.round(100 * share)}%`;
  const result = ([x, draw, o]) => `X ${percent(x)} · draw ${percent(draw)} · O ${percent(o)}`;
  const placed = (one) => (one.house ? "house" : `place ${one.place}`);

  // ---- Places: most at once, since nobody likes to be last alone; then the first ten one by one.
  const together = players.length - Math.min(10, Math.ceil(players.length / 2));
  const places = { name: "Places", shown: 0 };
  places.go = (by) => {
    const shown = Math.max(0, Math.min(players.length, places.shown + by));
    places.shown = shown > 0 && shown < together ? (by > 0 ? together : 0) : shown;
  };
  places.draw = () => {
    const open = players.slice(players.length - places.shown), newest = places.shown > together ? open[0] : null;
    const hint = places.shown ? `All but the first ${players.length - together}, in the order of points.` : "A key uncovers all but the first, then one place after another.";
    const big = newest
      ? [node("p", { class: "stage-place" }, placed(newest)), node("p", { class: "stage-name" }, newest.name), node("p", {}, `${newest.score} points a game`)]
      : [node("p", { class: "stage-name" }, `${players.length} players`), node("p", {}, hint)];
    const list = open.slice(newest ? 1 : 0).map((one) => node("li", {}, node("b", {}, one.house ? "house" : String(one.place)), ` ${one.name} `, node("span", {}, one.score)));
    return [node("div", { class: "stage-big", "aria-live": "polite" }, ...big), node("ol", { class: "stage-list" }, ...list)];
  };

  // ---- Mistakes, played through: how it got there, what it did, how that ends.
  const wrong = players.filter((one) => one.mistake); // the best first, since nobody likes to be shown as the worst
  // The likeliest way to a state for a player's own moves; any for those of the others.
  function wayTo(player, target) {
    const goal = cells(target), side = about(target).turn, found = new Map();
    function way(state) {
      if (state === target) return [1, []];
      if (!found.has(state)) {
        const { turn, free, over } = about(state), mark = turn === 1 ? 1 : 2;
        const chances = over || turn !== side ? null : new Map(choices(player, state));
        let best = [0, []];
        for (const cell of over ? [] : free.filter((a) => goal[a] === mark)) {
          const weight = chances ? chances.get(cell) ?? 0 : 1, [chance, rest] = way(next(state, cell));
          if (weight * chance > best[0]) best = [weight * chance, [cell, ...rest]];
        }
        found.set(state, best);
      }
      return found.get(state);
    }
    return way(0);
  }
  function frames(player) {
    const { state, cell } = player.mistake, seen = [[0, null, ""]];
    let at = 0;
    for (const a of wayTo(player, state)[1]) { at = next(at, a); seen.push([at, a, ""]); }
    if (at !== state) seen.push([state, null, ""]);
    if (cell === null) return [...seen, [state, null, "It has no legal answer here."]];
    at = next(state, cell);
    seen.push([at, cell, `It takes ${nameOf(cell)}.`]);
    while (!about(at).over) { const a = best(at); at = next(at, a); seen.push([at, a, "With best play from here:"]); }
    return seen;
  }
  const mistakes = { name: "Mistakes", who: 0, step: 0 };
  mistakes.go = (by) => {
    if (!wrong.length) return;
    const last = frames(wrong[mistakes.who]).length - 1, step = mistakes.step + by;
    if (step > last && mistakes.who < wrong.length - 1) Object.assign(mistakes, { who: mistakes.who + 1, step: 0 });
    else if (step < 0 && mistakes.who > 0) { mistakes.who -= 1; mistakes.step = frames(wrong[mistakes.who]).length - 1; }
    else mistakes.step = Math.max(0, Math.min(last, step));
  };
  mistakes.draw = () => {
    if (!wrong.length) return [node("p", { class: "stage-name" }, "Nobody gives anything away.")];
    const player = wrong[mistakes.who], seen = frames(player), [state, cell, said] = seen[mistakes.step];
    const made = seen.findIndex(([, , words]) => words);
    const words = node("p", {}, mistakes.step < made ? "" : player.mistake.words);
    const choose = node("select", { "aria-label": "Whose mistake", onchange: (e) => { Object.assign(mistakes, { who: Number(e.target.value), step: 0 }); draw(); } },
      ...wrong.map((one, i) => node("option", { value: i, selected: i === mistakes.who ? "" : null }, one.name)));
    return [node("div", { class: "stage-pair" }, drawn(state, cell),
      node("div", { "aria-live": "polite" }, node("p", { class: "stage-name" }, player.name), node("p", {}, said), words,
        node("p", { class: "stage-soft" }, `step ${mistakes.step + 1} of ${seen.length}`), choose))];
  };

  // ---- Two players: a walk through the tree of their games.
  const duel = { name: "A game", x: 0, o: Math.min(1, players.length - 1), line: [0] };
  const branches = (state) => {
    const { over, turn } = about(state);
    return over ? [] : choices(players[turn === 1 ? duel.x : duel.o], state).sort((a, b) => b[1] - a[1]);
  };
  duel.go = (by) => {
    if (by < 0) return duel.line.length > 1 && duel.line.pop();
    const [first] = branches(duel.line.at(-1));
    if (first) duel.line.push(next(duel.line.at(-1), first[0]));
  };
  duel.draw = () => {
    const of = outcomes(players[duel.x], players[duel.o]), here = duel.line.at(-1);
    const seat = (side) => node("label", {}, ` ${side === "x" ? "X" : "O"} `, node("select", { onchange: (e) => { Object.assign(duel, { [side]: Number(e.target.value), line: [0] }); draw(); } },
      ...players.map((one, i) => node("option", { value: i, selected: i === duel[side] ? "" : null }, one.name))));
    const line = duel.line.map((state, i) => node("button", { type: "button", class: "stage-step", "aria-label": `back to move ${i}`, onclick: () => { duel.line.length = i + 1; draw(); } }, drawn(state)));
    const on = branches(here).map(([cell, chance]) => node("button", { type: "button", class: "stage-step", onclick: () => { duel.line.push(next(here, cell)); draw(); } },
      drawn(next(here, cell), cell), node("span", {}, `${percent(chance)}`)));
    const end = about(here).over ? ["A draw.", "X wins.", "O wins."].at(about(here).winner) : on.length ? "and then" : "It has no legal answer here.";
    return [node("p", { class: "stage-seats" }, seat("x"), seat("o"), node("b", {}, ` ${result(of(here))}`)),
      node("div", { class: "stage-line" }, ...line), node("p", {}, end), node("div", { class: "stage-line stage-on" }, ...on)];
  };

  // ---- Who beats whom, in one screen.
  const matrix = { name: "Who beats whom", go: () => {} };
  matrix.draw = () => {
    const told = node("p", { class: "stage-told", role: "status" }, "Rows play X, columns O. Point at a meeting; a click replays it.");
    const tell = (i, j) => { told.textContent = `${players[i].name} as X against ${players[j].name}: ${points[i][j]} points of 100`; };
    const rows = players.map((one, i) => node("tr", {}, node("th", { scope: "row" }, one.name),
      ...players.map((other, j) => node("td", { class: `c${Math.floor(points[i][j] / 4)}`, onmouseenter: () => tell(i, j),
        onclick: () => { Object.assign(duel, { x: i, o: j, line: [0] }); show(duel); } }))));
    const table = node("table", { class: "stage-matrix", style: `--n: ${players.length}`, "aria-label": "Who beats whom; its numbers are in the table further down" }, ...rows);
    return [told, table];
  };

  // ---- The stage.
  const views = [places, mistakes, duel, matrix];
  let view = places;
  const place = node("div", { class: "stage-view" });
  const buttons = views.map((one, i) => node("button", { type: "button", "aria-pressed": "false", onclick: () => show(one) }, one.name, node("kbd", {}, String(i + 1))));
  const full = node("button", { type: "button", onclick: () => (document.fullscreenElement ? document.exitFullscreen() : stage.requestFullscreen?.()) }, "Full screen", node("kbd", {}, "f"));
  const on = node("button", { type: "button", class: "stage-next", onclick: () => go(1) }, "Next", node("kbd", {}, "→"));
  function draw() {
    place.replaceChildren(...view.draw());
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(views[i] === view)));
  }
  function show(one) { view = one; draw(); }
  function go(by) { view.go(by); draw(); }
  const keys = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|INPUT)$/.test(event.target.tagName)) return;
    if (stage.getBoundingClientRect().bottom < 80) return; // somebody reads the tables below
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    if (event.key in keys) { event.preventDefault(); go(keys[event.key]); }
    else if (views[event.key - 1]) show(views[event.key - 1]);
    else if (event.key === "f") full.click();
  });
  stage.append(node("nav", { "aria-label": "What to watch" }, ...buttons, full, on), place);
  draw();
})();
