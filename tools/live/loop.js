// A training loop: a learner that is trained and watched, and its rule with the numbers of the last
// game in it.

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

const sense = (value) => (value > 0 ? "+" : "") + rounded(value, 3);

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

// The learners of these rules, to choose from.
function makeChoice(rules, changed) {
  const select = node("select", {}, ...rules.map((rule) => node("option", { value: rule }, ABOUT[rule].choice ?? ABOUT[rule].name)));
  select.addEventListener("change", () => changed(select.value));
  return node("label", {}, "learner", select);
}

MAKERS.loop = async (given, el) => {
  const study = STUDIES[given.against], settings = { ...given, policy: study.policy };
  const [earlier, later] = ["Earlier", "Later"].map((one) => press(one)), place = node("p", { class: "tl-place" });
  const formula = node("div", {}), boards = node("div", {});
  let learner, rule, update;

  const isUpdate = (t) => t < learner.game.n && (learner.ofStates || learner.game.decision(t) === t);
  const turns = () => CELLS.filter(isUpdate);

  function drawUpdate() {
    const all = turns();
    place.textContent = update < 0 ? "" : `Update ${update + 1} of ${all.length} after game ${grouped(learner.games)}`;
    earlier.disabled = update <= 0;
    later.disabled = update >= all.length - 1;
    rule.draw(update < 0 ? {} : numbersOf(learner, all[update]));
  }

  function create() {
    const { learner: Kind = LearnerOnPage } = ABOUT[settings.rule];
    rule = makeRule(ABOUT[settings.rule]);
    formula.replaceChildren(...rule.parts.slice(0, 2), rule.says);
    boards.replaceChildren(rule.parts[2]);
    return new Kind(settings);
  }

  const training = makeTraining({ study, side: given.side, settings, create, drawn(it) {
    learner = it;
    update = learner.game.n ? turns().length - 1 : -1;
    drawUpdate();
  } });
  earlier.addEventListener("click", () => { update -= 1; drawUpdate(); });
  later.addEventListener("click", () => { update += 1; drawUpdate(); });
  const choice = given.rules.length ? [makeChoice(given.rules, (name) => {
    settings.rule = name;
    training.restart();
  })] : [];
  const sliders = makeSliders(given.sliders, settings, training.restart);
  el.append(node("div", { class: "tl", role: "region", "aria-label": `A training loop: ${ABOUT[given.rule].name}` },
    node("div", { class: "tl-sliders" }, ...choice, ...sliders), ...training.parts,
    formula, node("div", { class: "tl-buttons" }, earlier, later, place), boards, training.table));
  training.restart();
};
