// A rule of learning that the reader writes in Python on the page. It learns in a worker, see worker.js;
// its curves grow here over those of the run before, and the board plays what has learned.

const SAME_SHARE = 0.01; // two shares that differ by less are "about as many"
const GUESSES = [["more", "In more"], ["same", "In about as many"], ["fewer", "In fewer"]];
const IN_WORDS = { more: "more", same: "about as many", fewer: "fewer" };

// How strong a player is, for those who have not begun the lessons: as tools/grown.py says it.
function strengthText({ share, worstAsX, worstAsO }, { says, ends }) {
  const end = ends[2 * (worstAsX < 0) + (worstAsO > 0)];
  return says.replace("{share}", `${rounded(100 * share, 0)}%`).replace("{end}", end);
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
  const { name, code, changes, strength } = given;
  const editor = makeEditor(`The rule ${name}, in Python`, code, go, `tw-keys-${name}`);
  const [run, again, reset] = [["Run", "tw-run"], ["Another seed"], ["Reset"]].map((one) => press(...one));
  const status = node("p", { role: "status", class: "tl-status", tabindex: "-1" });
  const printed = node("pre", { class: "tw-printed", tabindex: "0", "aria-label": "what the rule printed" });
  const question = makeQuestion((guessed) => { status.focus(); begin(guessed); });
  const say = (text, look = "") => { status.textContent = text; status.dataset.look = look; };
  const before = JSON.parse(draft("front"));
  let asked = false, guess = null;

  const hear = {
    alive() { python.wait(); },
    reached(age) {
      python.wait();
      runs.reached(age);
    },
    done() {
      if (runs.idle) {
        end();
        return say("Nothing in the table V has changed. Assign to its entries, as in V[board] = ...", "bad");
      }
      const result = runs.done(guessed());
      if (!result) return;
      end();
      say(result, "good");
    },
    printed({ line }) {
      printed.hidden = false;
      printed.append(`${line}\n`);
    },
    parsed() {
      end();
      asked = true;
      question.ask("You have changed the rule.");
    },
    wrong(found) {
      end();
      const { line, text, more } = explained(editor, found);
      say(`${line ? `Line ${line}${text ? `, ${text}` : ""}: ` : ""}${found.said}${more ? `. ${more}` : ""}`, "bad");
    },
  };
  const python = pythonOf(given.python, hear, () => {
    const loops = loopsIn(editor.code);
    end();
    editor.mark(loops.length === 1 ? loops[0] : null);
    const where = loops.length === 1 ? ` The loop in line ${loops[0]} does not come to its end.`
      : loops.length ? ` Look at the loops in lines ${loops.join(", ")}.` : "";
    say(`The rule was stopped, because one game took it longer than ${SILENCE_MS / 1000} seconds.${where}`, "bad");
  });
  const runs = makeRuns(given, (found) => strengthText(found, strength), { send, tell: say });

  async function send(message) {
    try {
      await python.send(() => message);
    } catch (error) {
      python.kill();
      end();
      say(`Python does not start on this page: ${error.message}. The lessons have it.`, "bad");
    }
  }

  // A button that had the focus would lose it if it were disabled.
  function enable() {
    run.textContent = python.busy ? "Stop" : "Run";
    for (const one of [again, ...chips]) one.setAttribute("aria-disabled", String(python.busy || !runs.comparable));
  }

  function end() {
    python.rest();
    status.setAttribute("aria-live", "polite");
    enable();
  }

  function guessed() {
    const [now, old] = runs.shares;
    if (guess === null || old === null) return "";
    const truth = comparison(now, old);
    return guess === truth ? " You guessed it." : ` You guessed ${IN_WORDS[guess]}; it is ${IN_WORDS[truth]}.`;
  }

  // Run the rule in the editor; `another`: with another seed, after the rule before it.
  function begin(its = null, another = false) {
    if (python.busy) return;
    guess = its;
    editor.mark(null);
    question.hide();
    printed.replaceChildren();
    printed.hidden = true;
    status.setAttribute("aria-live", "off"); // not each number is read out
    say("Python starts \u2026");
    runs.begin(`${editor.code}\n`, another);
    runs.figure.scrollIntoView({ block: "nearest" });
    keep();
    enable();
  }

  // A guess is asked before the first change, if it can be read, and before each of the ready ones.
  function go() {
    if (python.busy) return;
    if (asked || !runs.isNew(`${editor.code}\n`)) return begin();
    editor.mark(null);
    send({ kind: "parse", code: `${editor.code}\n` });
    enable();
  }

  const keep = () => draft("front", JSON.stringify({ code: editor.code, seed: runs.seed }));

  const chips = changes.map(({ label, code: changed, about }) => {
    const chip = press(label, "tw-chip");
    chip.addEventListener("click", () => {
      if (python.busy || !runs.comparable) return;
      editor.code = changed;
      asked = true;
      question.ask(about);
    });
    return chip;
  });
  run.addEventListener("click", () => {
    if (!python.busy) return go();
    python.kill();
    end();
    return say("Stopped.");
  });
  again.addEventListener("click", () => {
    if (!python.busy && runs.comparable) begin(null, true);
  });
  reset.addEventListener("click", () => {
    python.kill();
    runs.reset();
    asked = false;
    editor.code = code;
    question.hide();
    printed.hidden = true;
    end();
    say(given.invites);
  });
  printed.hidden = true;
  el.append(node("div", { class: "tl te tw", role: "region", "aria-label": "Write a rule of learning" },
    node("div", { class: "tw-left" }, editor.el,
      node("p", { class: "tw-keys", id: `tw-keys-${name}` }, keyHints("runs")),
      node("div", { class: "tl-buttons" }, run, again, reset), status, printed,
      node("div", { class: "tl-buttons", role: "group", "aria-label": "Changes to try" },
        node("span", {}, "Change it:"), ...chips)),
    question.el, node("div", { class: "tw-middle" }, runs.figure), runs.opponent));
  editor.area.addEventListener("input", keep);
  say(given.invites);
  if (before) {
    editor.area.value = before.code;
    editor.mark(null);
    runs.seed = before.seed;
    say("The lines are as you left them. Press Run.");
  }
  enable();
};
