// A learner that is set, trained and watched: sliders, curves that grow, and a board against it.

// The Greek letters by their names in the settings, and what they are.
const LETTERS = {
  alpha: ["\u03b1", "the step size: how far an update goes"],
  epsilon: ["\u03b5", "the chance of a random move, to explore"],
  gamma: ["\u03b3", "the discount: what a later result counts"],
};
const GAMES = [100, 300, 1000, 3000, 10_000, 30_000, 100_000];
const FRAME = 12; // milliseconds of learning between two pictures

const grouped = (n) => n.toLocaleString("en");

// What learners of a page are taught by, and what is measured of them.
const STUDIES = {
  random: {
    curves: [AGAINST_CHANCE, AGAINST_BEST],
    measure: (learner) => measure(greedy(learner.values)),
    said: (games, { share, worstAsX, worstAsO }) => ageReport(games, share, worstAsX, worstAsO),
  },
};

// The sliders of these names, which are all or those that a slide speaks of. `changed` is called when
// one has changed the settings.
function makeSliders(names, settings, changed) {
  const slider = (name, text, attributes, shown) => {
    const input = node("input", { type: "range", ...attributes }), output = node("output", {});
    const show = () => {
      output.textContent = shown(input.value);
      input.setAttribute("aria-valuetext", output.textContent);
    };
    input.addEventListener("input", () => {
      show();
      settings[name] = name === "games" ? GAMES[input.value] : Number(input.value);
      changed();
    });
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

// A learner of `create()`, which is taught and measured as a study says, trained by its buttons.
// `drawn` is called when what it has learned may be drawn. Returns the rows of what is shown, and what
// its owner may do with it.
function makeTraining({ study, side, settings, create, drawn }) {
  const curves = study.curves.map((kind) => makeCurves(kind, side));
  const [run, step, reset, sit] = ["Start", "Step: one game", "Reset", "Play against it"].map((one) => press(one));
  const status = node("p", { role: "status", class: "tl-status" }), table = node("div", {});
  let learner, history = [], before = [], stops, running = 0;

  function restart() {
    pause();
    if (history.length) before = history;
    [learner, history] = [create(), []];
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
    curves.forEach((one) => one.draw(history, settings.games, before));
    drawn(learner);
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
  sit.addEventListener("click", () => {
    pause();
    const opponents = { [itAfter(learner.games)]: learner.asOpponent() };
    table.replaceChildren();
    boardView.render({ model: boardModel({ opponents, human: side === "X" ? "O" : "X" }), el: table });
  });
  return { restart, table,
    parts: [node("div", { class: "tl-buttons" }, run, step, reset, sit), status,
      node("div", { class: "tl-pictures" }, ...curves.map((one) => one.figure))] };
}
