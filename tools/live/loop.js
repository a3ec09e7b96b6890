// A training loop to set and to watch: sliders, curves that grow, and the rule with the numbers of
// the last game in it.

// The Greek letters by their names in the settings, and what they are.
const LETTERS = {
  alpha: ["\u03b1", "the step size: how far an update goes"],
  epsilon: ["\u03b5", "the chance of a random move, to explore"],
  gamma: ["\u03b3", "the discount: what a later result counts"],
};
const GAMES = [100, 300, 1000, 3000, 10_000, 30_000, 100_000];
const FRAME = 12; // milliseconds of learning between two pictures

// What is said of a rule: its name, the rule in words, and how its table and its target are written.
const ABOUT = {
  td: { name: "TD(0)", entry: "V(s)", following: "V(s\u2032)", is: "board s",
    next: "the value of the next board", words: "After a game, the value of each board moves a little "
      + "towards the value of the board that came next. The value of the last board is the result: +1, 0 or \u22121." },
  q: { name: "Q-learning", entry: "Q(s, a)", following: "best Q(s\u2032, a\u2032)", is: "move a on board s",
    next: "the best entry of the next decision", words: "After a game, the entry of each move moves a little "
      + "towards the best entry of the next decision. The last one moves towards the result: +1, 0 or \u22121." },
  sarsa: { name: "SARSA", entry: "Q(s, a)", following: "Q(s\u2032, a\u2032)", is: "move a on board s",
    next: "the entry of the move that was made next", words: "After a game, the entry of each move moves a little "
      + "towards the entry of the move that was made next. The last one moves towards the result: +1, 0 or \u22121." },
};

const percent = (share) => `${share % 0.5 ? rounded(100 * share, 1) : 100 * share}%`;
const short = (n) => (n < 1000 ? String(n) : `${n / 1000}k`);
const grouped = (n) => n.toLocaleString("en");
const sense = (value) => (value > 0 ? "+" : "") + rounded(value, 3);

// So many games have been played when it is measured: 1, 2, 3, 5, 7, 10, 20, ...
function checkpoints(games) {
  const stops = [1, 10, 100, 1000, 10_000].flatMap((ten) => [1, 2, 3, 5, 7].map((n) => n * ten));
  return [...stops.filter((n) => n < games), games];
}

// ---- Curves: each a name, a class for its look, what it takes of a measurement, and its side.

const AGAINST_CHANCE = { title: "against random play", low: 0, high: 1, format: percent, lines: [
  ["wins as X", "tl-x", (found) => found.asX[0], "X"], ["wins as O", "tl-o", (found) => found.asO[2], "O"],
  ["right in all positions", "tl-right", (found) => found.share]] };
const AGAINST_BEST = { title: "against its best reply, value to X", low: -1, high: 1, format: valueText, lines: [
  ["as X", "tl-x", (found) => found.worstAsX, "X"], ["as O", "tl-o", (found) => found.worstAsO, "O"]] };
const [WIDE, HIGH, LEFT, FOOT] = [400, 190, 42, 22];

// What learners of a page are taught by, and what is measured of them.
const STUDIES = {
  random: {
    curves: [AGAINST_CHANCE, AGAINST_BEST],
    measure: (learner) => measure(greedy(learner.values)),
    said: (games, { share, worstAsX, worstAsO }) => ageReport(games, share, worstAsX, worstAsO),
  },
};

function drawCurves({ low, high, lines, format }, history, games) {
  const x = (n) => LEFT + (WIDE - LEFT - 8) * Math.log(n) / Math.log(games);
  const y = (value) => 8 + (HIGH - FOOT - 8) * (high - value) / (high - low);
  const tens = checkpoints(games).filter((n) => n === games || (Number.isInteger(Math.log10(n)) && 2 * n < games));
  const paths = lines.map(([, look, of]) => node("path", { class: look,
    d: history.map(([n, found], i) => `${i ? "L" : "M"}${x(n)} ${y(of(found))}`).join("") }));
  return [
    ...[low, (low + high) / 2, high].flatMap((value) => [
      node("line", { x1: LEFT, x2: WIDE, y1: y(value), y2: y(value), class: "tl-grid" }),
      node("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, format(value))]),
    ...tens.map((n, i) => node("text", { x: x(n), y: HIGH - 4,
      "text-anchor": i === 0 ? "start" : n === games ? "end" : "middle" }, short(n))),
    ...paths,
  ];
}

// Of a learner that plays one side only the curves of that side.
function makeCurves(all, side) {
  const lines = all.lines.filter(([, , , of = side]) => side === "both" || of === side);
  const kind = { ...all, lines };
  const svg = node("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", class: "tl-curves" });
  const legend = node("figcaption", {});
  // `before`: the history in whose shadow, if any, this one grows.
  const draw = (history, games, before = []) => {
    const last = history.at(-1)?.[1];
    const shadows = drawCurves(kind, before.filter(([n]) => n <= games), games).filter((one) => one.tagName === "path");
    for (const one of shadows) one.classList.add("tl-shadow");
    svg.replaceChildren(...(before.length ? shadows : []), ...drawCurves(kind, history, games));
    const value = (of) => (last ? kind.format(of(last)) : "\u2013");
    const said = lines.map(([name, look, of]) => [name, look, value(of)]);
    svg.setAttribute("aria-label", `Curves over the games, ${kind.title}: `
      + said.map(([name, , value]) => `${name} ${value}`).join(", "));
    legend.replaceChildren(`${sentence(kind.title)}: `, ...said.map(([name, look, value]) =>
      node("span", { class: "tl-key" }, node("i", { class: look }), `${name} `, node("b", {}, value))));
  };
  return { draw, figure: node("figure", {}, legend, svg) };
}

// ---- The rule, with the numbers of an update of the last game in it.

function drawBoard(state, name) {
  const marks = digits(state), text = marks.map((mark) => "-XO"[mark]).join("");
  const label = `board ${name}: ${[0, 3, 6].map((at) => text.slice(at, at + 3)).join(", ")}`;
  const drawn = marks.flatMap((mark, cell) => {
    const [x, y] = [10 + 20 * (cell % 3), 10 + 20 * Math.floor(cell / 3)];
    if (mark === 1) return [node("path", { class: "tl-x", d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` })];
    return mark ? [node("circle", { class: "tl-o", cx: x, cy: y, r: 5.5 })] : [];
  });
  const grid = node("path", { class: "tl-grid", d: "M20 1V59M40 1V59M1 20H59M1 40H59" });
  const svg = node("svg", { viewBox: "0 0 60 60", role: "img", "aria-label": label }, grid, ...drawn);
  return node("figure", { class: "tl-board" }, svg, node("figcaption", { "aria-hidden": "true" }, name));
}

function makeRule({ entry, following, is, next, words }) {
  const says = node("p", { class: "tl-says" }), boards = node("div", { class: "tl-boards" });
  const part = {}, plain = (text) => node("span", { "aria-hidden": "true" }, text);
  const term = (key, symbol, meaning) => {
    const number = node("span", { class: "tl-number" });
    const button = node("button", { type: "button", class: "tl-term" }, node("span", {}, symbol), number);
    part[key] = { number, button, symbol, meaning };
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => point(key));
    return button;
  };
  const formula = node("div", { class: "tl-formula", role: "group", "aria-label": "the rule as a formula" },
    term("after", entry, `what ${is} is worth from now on`), plain("\u2190"),
    term("before", entry, `what ${is} was worth until now`), plain("+"),
    term("alpha", ...LETTERS.alpha), plain("["), term("gamma", ...LETTERS.gamma),
    term("following", following, next), plain("\u2212"), term("again", entry, "the same value as before"), plain("]"));
  function point(key) {
    const { symbol, meaning, number } = part[key];
    says.textContent = `${symbol}: ${meaning}${number.textContent ? ` \u2192 ${number.textContent}` : ""}`;
  }
  // numbers: by the names of the terms; nothing where there are none yet.
  function draw(numbers) {
    for (const [key, { number, button, symbol, meaning }] of Object.entries(part)) {
      number.textContent = numbers[key] ?? "";
      button.setAttribute("aria-label", `${symbol}, ${meaning}${numbers[key] ? `: ${numbers[key]}` : ""}`);
    }
    boards.replaceChildren(...(numbers.boards ?? []).map(([state, name]) => drawBoard(state, name)));
  }
  return { draw, says, parts: [node("p", {}, words), formula, boards, says] };
}

// The numbers of one update of a game, as `makeRule` draws them.
function numbersOf(learner, t) {
  const { game, settings, ofStates } = learner, t_next = ofStates ? t + 1 : game.decision(t + 1);
  const over = t_next >= game.n && !ofStates;
  return {
    before: sense(game.before[t]), again: sense(game.before[t]), after: sense(game.after[t]),
    following: sense(game.following[t]), alpha: rounded(settings.alpha, 2),
    gamma: over ? "result" : rounded(settings.gamma, 2),
    boards: [[game.states[t], "s"], [game.states[t_next], over ? "the end" : "s\u2032"]],
  };
}

// ---- All of it.

// The sliders of these names, which are all or those that a slide speaks of.
function makeSliders(names, settings, changed) {
  const slider = (name, text, attributes, shown) => {
    const input = node("input", { type: "range", ...attributes }), output = node("output", {});
    const show = () => {
      output.textContent = shown(input.value);
      input.setAttribute("aria-valuetext", output.textContent);
    };
    input.addEventListener("input", () => { show(); changed(name, Number(input.value)); });
    show();
    return node("label", {}, text, input, output);
  };
  const shown = (name) => names.includes(name);
  const letters = Object.entries(LETTERS).filter(([name]) => shown(name)).map(([name, [letter, meaning]]) => {
    const label = slider(name, `${letter} ${name}`, { min: 0, max: 1, step: 0.01, value: settings[name] },
      (value) => rounded(Number(value), 2));
    label.title = meaning;
    return label;
  });
  const numbers = {
    games: [{ min: 0, max: GAMES.length - 1, step: 1, value: GAMES.indexOf(settings.games) }, (value) => grouped(GAMES[value])],
    seed: [{ min: 0, max: 99, step: 1, value: settings.seed }, String],
  };
  return [...letters, ...Object.keys(numbers).filter(shown).map((name) => slider(name, name, ...numbers[name]))];
}

// The learners of these rules, to choose from.
function makeChoice(rules, changed) {
  const select = node("select", {}, ...rules.map((rule) => node("option", { value: rule }, ABOUT[rule].choice ?? ABOUT[rule].name)));
  select.addEventListener("change", () => changed(select.value));
  return node("label", {}, "learner", select);
}

MAKERS.loop = async (given, el) => {
  const study = STUDIES[given.against], settings = { ...given, policy: study.policy };
  const curves = study.curves.map((kind) => makeCurves(kind, given.side)), formula = node("div", {}), boards = node("div", {});
  const press = (text) => node("button", { type: "button", class: "tl-button" }, text);
  const [run, step, reset, sit] = ["Start", "Step: one game", "Reset", "Play against it"].map(press);
  const [earlier, later] = ["Earlier", "Later"].map(press);
  const status = node("p", { role: "status", class: "tl-status" }), place = node("p", { class: "tl-place" });
  const table = node("div", {});
  let learner, rule, history = [], before = [], stops, update, running = 0;

  function restart() {
    pause();
    if (history.length) before = history;
    const { learner: Kind = LearnerOnPage } = ABOUT[settings.rule];
    [learner, history, rule] = [new Kind(settings), [], makeRule(ABOUT[settings.rule])];
    formula.replaceChildren(...rule.parts.slice(0, 2), rule.says);
    boards.replaceChildren(rule.parts[2]);
    stops = checkpoints(settings.games);
    table.replaceChildren();
    draw();
  }

  function pause() {
    cancelAnimationFrame(running);
    running = 0;
    run.firstChild.data = "Start";
  }

  function draw() {
    update = learner.game.n ? lastUpdate() : -1;
    curves.forEach((one) => one.draw(history, settings.games, before));
    drawUpdate();
    status.setAttribute("aria-live", running ? "off" : "polite"); // not each picture is read out
    status.textContent = said();
    run.disabled = step.disabled = learner.games >= settings.games;
    sit.disabled = !learner.games;
  }

  function said() {
    if (!learner.games) return `It has learned nothing yet. Start: ${grouped(settings.games)} games.`;
    const [games, found] = history.at(-1) ?? [];
    return study.said(learner.games, games === learner.games ? found : study.measure(learner));
  }

  const isUpdate = (t) => t < learner.game.n && (learner.ofStates || learner.game.decision(t) === t);
  const turns = () => CELLS.filter(isUpdate);
  const lastUpdate = () => turns().length - 1;

  function drawUpdate() {
    const all = turns();
    place.textContent = update < 0 ? "" : `Update ${update + 1} of ${all.length} after game ${grouped(learner.games)}`;
    earlier.disabled = update <= 0;
    later.disabled = update >= all.length - 1;
    rule.draw(update < 0 ? {} : numbersOf(learner, all[update]));
  }

  // Play up to the next stop, a frame's time at most; measure where it is reached.
  function play(games) {
    const stop = stops.find((n) => n > learner.games), end = performance.now() + FRAME;
    const goOn = () => learner.games < stop && games > 1 && performance.now() < end;
    do learner.play(Math.min(games, stop - learner.games)); while (goOn());
    if (learner.games === stop) history.push([stop, study.measure(learner)]);
    return learner.games === stop;
  }

  function frame() {
    const reached = play(200);
    if (learner.games < settings.games) running = requestAnimationFrame(frame);
    else pause();
    if (reached) draw();
  }

  run.addEventListener("click", () => {
    if (running) {
      pause();
      return draw();
    }
    run.firstChild.data = "Stop";
    running = requestAnimationFrame(frame);
  });
  step.addEventListener("click", () => { pause(); play(1); draw(); });
  reset.addEventListener("click", () => {
    restart();
    before = [];
    draw();
  });
  earlier.addEventListener("click", () => { update -= 1; drawUpdate(); });
  later.addEventListener("click", () => { update += 1; drawUpdate(); });
  sit.addEventListener("click", () => {
    pause();
    const { values } = learner;
    table.replaceChildren();
    const opponents = { [gamesText(learner.games)]: new Tables("", () => values, "random") };
    boardView.render({ model: boardModel({ opponents, human: given.side === "X" ? "O" : "X" }), el: table });
  });
  const choice = given.rules.length ? [makeChoice(given.rules, (name) => {
    settings.rule = name;
    restart();
  })] : [];
  const sliders = makeSliders(given.sliders, settings, (name, value) => {
    settings[name] = name === "games" ? GAMES[value] : value;
    restart();
  });
  el.append(node("div", { class: "tl", role: "region", "aria-label": `A training loop: ${ABOUT[given.rule].name}` },
    node("div", { class: "tl-sliders" }, ...choice, ...sliders),
    node("div", { class: "tl-buttons" }, run, step, reset, sit), status,
    node("div", { class: "tl-pictures" }, ...curves.map((one) => one.figure)),
    formula, node("div", { class: "tl-buttons" }, earlier, later, place), boards, table));
  restart();
};
