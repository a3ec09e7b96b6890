// A rule of learning that the reader writes in Python on the page. It learns in a worker, see worker.js;
// its curves grow here over those of the run before, and the board plays what has learned.

const SAME_SHARE = 0.01; // two shares that differ by less are "about as many"
const GUESSES = [["more", "In more"], ["same", "In about as many"], ["fewer", "In fewer"]];
const IN_WORDS = { more: "more", same: "about as many", fewer: "fewer" };

// ---- What has learned: a slider over its ages, and a board against it.

// How strong a player is, for those who have not begun the lessons: as tools/grown.py says it.
function strengthText({ share, worstAsX, worstAsO }, { says, ends }) {
  const end = ends[2 * (worstAsX < 0) + (worstAsO > 0)];
  return says.replace("{share}", `${rounded(100 * share, 0)}%`).replace("{end}", end);
}

function makeOpponent(strength) {
  const slider = node("input", { type: "range", min: 0, value: 0, "aria-label": "It has learned from" });
  const output = node("output", {}), said = node("p", { class: "tw-strength", role: "status" }), table = node("div", {});
  let ages, model;

  function choose() {
    const { label, found } = ages[slider.value];
    output.textContent = label;
    slider.setAttribute("aria-valuetext", label);
    said.textContent = strengthText(found, strength);
    if (model.get("opponent") !== label) model.send({ kind: "choose", arg: label });
  }

  // all: [{ games, found, table }], the youngest first.
  function use(all) {
    ages = all.map((age) => ({ ...age, label: gamesText(age.games) }));
    const opponents = ages.toReversed().map(({ label, table: values }) => [label, new Tables("", () => actionValues(values), "random")]);
    model = boardModel({ opponents: Object.fromEntries(opponents) });
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

// ---- The guess before a change is run.

function makeQuestion(answer) {
  const text = node("p", {}), buttons = GUESSES.map(([guess, label]) => [guess, press(label)]);
  const skip = press("Just run it", "tw-skip");
  const el = node("div", { class: "tw-question", role: "group", "aria-label": "A guess before the run", tabindex: "-1" }, text,
    node("div", { class: "tl-buttons" }, ...buttons.map(([, button]) => button), skip));
  const close = (guess) => { el.hidden = true; answer(guess); };
  for (const [guess, button] of buttons) button.addEventListener("click", () => close(guess));
  skip.addEventListener("click", () => close(null));
  el.hidden = true;
  return { el, hide() { el.hidden = true; }, ask(about) {
    text.textContent = `${about} Before it runs, guess: will it choose right in more positions than in the last run?`;
    el.hidden = false;
    el.focus();
  } };
}

const comparison = (now, before) => (Math.abs(now - before) < SAME_SHARE ? "same" : now > before ? "more" : "fewer");

// ---- All of it.

MAKERS.written = async (given, el) => {
  const { name, code, changes, settings, games, passed, python, strength } = given;
  const stops = checkpoints(games), untrained = new Float64Array(N_STATES);
  const start = { games: 0, table: untrained, found: measure(greedy(actionValues(untrained))) };
  const editor = makeEditor(`The rule ${name}, in Python`, code, go, `tw-keys-${name}`);
  const [run, again, reset] = [["Run", "tw-run"], ["Another seed"], ["Reset"]].map((one) => press(...one));
  const status = node("p", { role: "status", class: "tl-status", tabindex: "-1" });
  const printed = node("pre", { class: "tw-printed", tabindex: "0", "aria-label": "what the rule printed" });
  const curves = makeCurves(AGAINST_CHANCE, "both"), opponent = makeOpponent(strength);
  const question = makeQuestion((guessed) => { status.focus(); begin(guessed); });
  let starting = null, watch = 0, busy = false, drawing = 0, asked = false, guess = null, seed = settings.seed;
  // The run that is shown and the one in its shadow; the rule of the last run, the rule before that
  // one, and the rules that wait to be run.
  let ages = [], before = null, ran = code, rival = null, waiting = [];

  const say = (text, look = "") => { status.textContent = text; status.dataset.look = look; };
  const history = (all) => all.map(({ games: n, found }) => [n, found]);
  const redraw = () => { drawing ||= requestAnimationFrame(draw); };

  function draw() {
    drawing = 0;
    curves.draw(history(ages), games);
    if (!before) return;
    const shadows = drawCurves(AGAINST_CHANCE, history(before), games).filter((one) => one.tagName === "path");
    for (const one of shadows) one.classList.add("tw-shadow");
    curves.figure.querySelector("svg").prepend(...shadows);
  }

  const finished = () => ages.at(-1)?.games === games;
  const comparable = () => finished() || before !== null;

  // A button that had the focus would lose it if it were disabled.
  function enable() {
    run.textContent = busy ? "Stop" : "Run";
    for (const one of [again, ...chips]) one.setAttribute("aria-disabled", String(busy || !comparable()));
  }

  function end() {
    clearTimeout(watch);
    busy = false;
    status.setAttribute("aria-live", "polite");
    enable();
    redraw();
  }

  function kill() {
    starting?.then((worker) => worker.terminate(), () => {});
    starting = null;
    end();
  }

  function wait() {
    clearTimeout(watch);
    watch = setTimeout(() => {
      const loops = loopsIn(editor.code);
      kill();
      editor.mark(loops.length === 1 ? loops[0] : null);
      const where = loops.length === 1 ? ` The loop in line ${loops[0]} does not come to its end.`
        : loops.length ? ` Look at the loops in lines ${loops.join(", ")}.` : "";
      say(`The rule was stopped, because one game took it longer than ${SILENCE_MS / 1000} seconds.${where}`, "bad");
    }, SILENCE_MS);
  }

  function result() {
    const { found: { share } } = ages.at(-1), old = before?.at(-1).found.share, text = (one) => `${rounded(100 * one, 1)}%`;
    const first = `After ${gamesText(games)} with seed ${seed} it chooses right in ${text(share)} of all positions`;
    if (old === undefined) return `${first}. Play against it, then change a line.`;
    const truth = comparison(share, old);
    const guessed = guess === null ? "" : guess === truth ? " You guessed it." : ` You guessed ${IN_WORDS[guess]}; it is ${IN_WORDS[truth]}.`;
    return `${first}, ${rival === null ? "the run" : "the rule"} before it in ${text(old)}.${guessed} One run proves little, since luck has a part in it: is it so with another seed?`;
  }

  const hear = {
    alive: wait,
    reached(age) {
      wait();
      ages.push(age);
      say(`${waiting.length ? "The rule before it" : "It"} learns: ${gamesText(age.games)} \u2026`);
      redraw();
    },
    done() {
      if (waiting.length) {
        [before, ages] = [ages, []];
        return send();
      }
      const nothing = ages.at(-1).table.every((value) => !value);
      if (nothing) ages = [];
      end();
      if (nothing) return say("Nothing in the table V has changed. Assign to its entries, as in V[board] = ...", "bad");
      opponent.use([start, ...ages]);
      return say(result(), "good");
    },
    printed({ line }) {
      printed.hidden = false;
      printed.append(`${line}\n`);
    },
    wrong(found) {
      end();
      const { line, text, more } = explained(editor, found);
      say(`${line ? `Line ${line}${text ? `, ${text}` : ""}: ` : ""}${found.said}${more ? `. ${more}` : ""}`, "bad");
    },
  };

  // Run the rule in the editor; `both`: after the rule before it, with the same random numbers.
  async function begin(guessed = null, both = false) {
    if (busy) return;
    [busy, guess] = [true, guessed];
    if (finished()) before = ages;
    if (editor.code !== ran && comparable()) rival = ran;
    ages = [];
    ran = editor.code;
    waiting = both && rival !== null ? [rival, ran] : [ran];
    enable();
    editor.mark(null);
    question.hide();
    printed.replaceChildren();
    printed.hidden = true;
    status.setAttribute("aria-live", "off"); // not each number is read out
    say("Python starts \u2026");
    redraw();
    await send();
  }

  async function send() {
    try {
      const mine = (starting ??= startPython(python, (data) => hear[data.kind](data))), worker = await mine;
      if (starting !== mine) return; // it was stopped meanwhile
      wait();
      worker.postMessage({ kind: "run", code: `${waiting.shift()}\n`, name, passed, settings: { ...settings, seed }, stops });
    } catch (error) {
      kill();
      say(`Python does not start on this page: ${error.message}. The lessons have it.`, "bad");
    }
  }

  // A guess is asked before the first change, and before each of the ready ones.
  function go() {
    if (busy) return;
    if (asked || editor.code === ran || !comparable()) return begin();
    asked = true;
    return question.ask("You have changed the rule.");
  }

  const chips = changes.map(({ label, code: changed, about }) => {
    const chip = press(label, "tw-chip");
    chip.addEventListener("click", () => {
      if (busy || !comparable()) return;
      editor.code = changed;
      asked = true;
      question.ask(about);
    });
    return chip;
  });
  run.addEventListener("click", () => {
    if (!busy) return go();
    kill();
    return say("Stopped.");
  });
  again.addEventListener("click", () => {
    if (busy || !comparable()) return;
    seed += 1;
    begin(null, true);
  });
  reset.addEventListener("click", () => {
    kill();
    [ages, before, ran, rival, seed, asked] = [[], null, code, null, settings.seed, false];
    editor.code = code;
    question.hide();
    printed.hidden = true;
    opponent.use([start]);
    say(given.invites);
    enable();
    redraw();
  });
  printed.hidden = true;
  const command = /Mac|iPhone|iPad/.test(navigator.platform) ? "\u2318" : "Ctrl";
  el.append(node("div", { class: "tl te tw", role: "region", "aria-label": "Write a rule of learning" },
    node("div", { class: "tw-left" }, editor.el,
      node("p", { class: "tw-keys", id: `tw-keys-${name}` }, `${command}+Enter runs it. Esc, then Tab leaves the code.`),
      node("div", { class: "tl-buttons" }, run, again, reset), status, printed,
      node("div", { class: "tl-buttons", role: "group", "aria-label": "Changes to try" },
        node("span", {}, "Change it:"), ...chips)),
    question.el, node("div", { class: "tw-middle" }, curves.figure), opponent.el));
  opponent.use([start]);
  say(given.invites);
  enable();
  draw();
};
