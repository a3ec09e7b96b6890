// Runs of a rule that the reader has written: curves that grow over those of the run before, in its
// shadow, and a board against what has learned. It is part of the front page, and of python.js.

// How well it plays, by the side that learns: a share, and what is said of it.
const CHOOSES = [({ share }) => share, (text) => `it chooses right in ${text} of all positions`];
const WINS = [({ asX }) => asX[0], (text) => `it wins in ${text} of its games as X against random moves`];

const valuesOf = (table) => (table.length === N_STATES ? actionValues(table) : table);

function makeOpponent(side, described) {
  const slider = node("input", { type: "range", min: 0, value: 0, "aria-label": "It has learned from" });
  const output = node("output", {}), said = node("p", { class: "tw-strength", role: "status" }), table = node("div", {});
  let ages, model;

  function choose() {
    const { label, name, games, found } = ages[slider.value];
    output.textContent = label;
    slider.setAttribute("aria-valuetext", label);
    said.textContent = described(found, games);
    if (model.get("opponent") !== name) model.send({ kind: "choose", arg: name });
  }

  // all: [{ games, found, table }], the youngest first.
  function use(all) {
    ages = all.map((age) => ({ ...age, label: gamesText(age.games), name: itAfter(age.games) }));
    const opponents = ages.toReversed().map(({ name, table: mine }) => [name, new Tables("", () => valuesOf(mine), "random")]);
    model = boardModel({ opponents: Object.fromEntries(opponents), human: side === "X" ? "O" : "X" });
    model.tell({ namings: ["A1"] }); // cells have no numbers here
    table.replaceChildren();
    boardView.render({ model, el: table });
    [slider.max, slider.value] = [ages.length - 1, ages.length - 1];
    slider.disabled = ages.length === 1;
    choose();
  }

  slider.addEventListener("input", choose);
  return { use, el: node("div", { class: "tw-opponent" },
    node("label", { class: "tw-age" }, node("span", {}, "It has learned from"), slider, output), said, table) };
}

// The rule's settings may name a `side`, and what its table has entries of. described(found, games)
// says how strong an age is; `send` takes the message that begins a run, `tell` what is said of it.
function makeRuns({ name, code, passed, settings, games }, described, { send, tell }) {
  const untrained = new Float64Array(settings.rule === "q" ? 9 * N_STATES : N_STATES);
  const start = { games: 0, table: untrained, found: measure(greedy(valuesOf(untrained))) };
  const { side = "both" } = settings, stops = checkpoints(games), [share, shareText] = side === "X" ? WINS : CHOOSES;
  const curves = makeCurves(AGAINST_CHANCE, side), opponent = makeOpponent(side, described);
  // The run that is shown and the one in its shadow; the rule of the last run, the rule before that
  // one, and the rules that wait to be run.
  let ages, before, ran, rival, seed, waiting = [], drawing = 0;

  const history = (all) => all.map(({ games: n, found }) => [n, found]);
  const redraw = () => { drawing ||= requestAnimationFrame(draw); };

  function draw() {
    drawing = 0;
    curves.draw(history(ages), games, before ? history(before) : []);
  }

  const next = () => send({ kind: "run", name, passed, settings: { ...settings, seed }, stops, code: waiting.shift() });
  const finished = () => ages.at(-1)?.games === games;

  const runs = {
    figure: curves.figure, opponent: opponent.el,

    get seed() { return seed; },
    set seed(chosen) { seed = chosen; },

    get comparable() { return finished() || before !== null; },

    get first() { return rival === null; },

    get shares() { return [ages, before].map((all) => all && share(all.at(-1).found)); },

    isNew(text) { return text !== ran && runs.comparable; },

    // Forget all runs.
    reset() {
      [ages, before, ran, rival, seed] = [[], null, `${code}\n`, null, settings.seed];
      opponent.use([start]);
      redraw();
    },

    // Run a rule; `again`: with another seed, after the rule before it with the same random numbers.
    begin(text, again = false) {
      seed += again;
      if (finished()) before = ages;
      if (runs.isNew(text)) rival = ran;
      [ages, ran] = [[], text];
      waiting = again && !runs.first ? [rival, ran] : [ran];
      redraw();
      return next();
    },

    // It has learned from so many games.
    reached(age) {
      ages.push(age);
      tell(`${waiting.length ? "The rule before it" : "It"} learns: ${gamesText(age.games)} \u2026`);
      redraw();
    },

    // A rule has learned. Returns what is now known of the last one, in words; "" if it goes on.
    done(guessed = "") {
      if (waiting.length) {
        [before, ages] = [ages, []];
        next();
        return "";
      }
      const [now, old] = runs.shares, text = (one) => `${rounded(100 * one, 1)}%`;
      opponent.use([start, ...ages]);
      redraw();
      const first = `After ${gamesText(games)} with seed ${seed} ${shareText(text(now))}`;
      if (old === null) return `${first}. Play against it, then change a line.`;
      return `${first}, ${runs.first ? "the run" : "the rule"} before it in ${text(old)}.${guessed} One run proves little, since luck has a part in it: is it so with another seed?`;
    },

    // Whether the last rule has changed nothing; then its run is forgotten.
    get idle() {
      const nothing = !waiting.length && ages.at(-1).table.every((value) => !value);
      if (nothing) ages = [];
      return nothing;
    },
  };
  runs.reset();
  draw();
  return runs;
}
