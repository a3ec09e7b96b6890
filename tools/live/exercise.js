// An exercise of a lesson that is written, checked and run on its page. The cases, the words and the
// hints are the notebook's: they come with Python, see checks.py.

const RUNNERS = {}; // by kind: what *Run* does, where it does more than to run the code

// All that was written in this browser, as a file that `lab` puts into the lessons: see terminal/taken.py.
function save(file) {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith("tttlearn:code:"));
  const written = Object.fromEntries(keys.map((key) => [key.slice(14), localStorage.getItem(key)]));
  const href = URL.createObjectURL(new Blob([JSON.stringify({ written })], { type: "application/json" }));
  node("a", { href, download: file }).click();
}

MAKERS.exercise = async (given, el, { dataset: { live: kind } }) => {
  const { id, name, code, python: file, taken } = given, enters = kind === "league", kept = `code:${id}`;
  const label = enters ? "Enter the tournament" : "Check", act = () => begin(enters ? "more" : "check");
  const keys = `tx-keys-${name}`, editor = makeEditor(`Your ${name}, in Python`, draft(kept) ?? code, act, keys);
  const [main, run, again, reset, take] = [[label, "tw-run"], ["Run"], ["Another seed"], ["Start again"], ["Take it with you (a file)"]].map((one) => press(...one));
  const status = node("p", { class: "tl-status" }), verdict = node("div", {});
  const live = node("div", { role: "status" }, status, verdict), learned = node("div", { class: "tx-learned" });
  const printed = node("pre", { class: "tw-printed", tabindex: "0", "aria-label": "what it printed" });
  let data = null, judging = null, runner = null;

  const tell = (words, look = "") => { status.textContent = words; status.dataset.look = look; };

  function end() {
    python.rest();
    live.setAttribute("aria-live", "polite");
    main.textContent = label;
    tell("");
  }

  const judge = (...about) => verdict.replaceChildren(judging.drawVerdict(data.words, data.checks[id], ...about));

  const hear = {
    alive() { python.wait(); },
    printed({ line }) {
      printed.hidden = false;
      printed.append(`${line}\n`);
    },
    reached(age) {
      python.wait();
      runner.reached(age);
    },
    done() {
      if (!runner) {
        end();
        return printed.hidden && tell(`It ran, and printed nothing. Write print(${name}(...)) below it to see what it returns.`);
      }
      const nothing = runner.idle, result = nothing ? `Nothing in the table ${given.learns.settings.rule ? "Q" : "V"} has changed.` : runner.done();
      if (!result) return;
      end();
      tell(result, nothing ? "bad" : "");
    },
    async answers(found) {
      const result = await runner.answers(found);
      end();
      tell(result);
    },
    verdict(found) {
      end();
      const link = found.verdict === "wrong" ? "because " : "";
      judge(found.verdict, `${link}${found.why}${/[.?]$/.test(found.why) ? "" : "."}`, found.state);
    },
    wrong(found) {
      end();
      const { line, text, more } = judging.explained(editor, found), often = found.often || more;
      const words = often ? `\n${data.words.often.replace("{}", often.replace(/\.$/, ""))}` : "";
      judge("raised", `${found.said}${line ? `, in line ${line}${text ? `: ${text}` : ""}` : ""}${words}`, null);
    },
  };
  const python = pythonOf(file, hear, () => {
    const loops = judging.loopsIn(editor.code), { stopped, endless } = data.words;
    end();
    editor.mark(loops.length === 1 ? loops[0] : null);
    const where = loops.length ? ` Look at line ${loops.join(" and at line ")}.` : "";
    judge("not finished", `${stopped.replace("{took}", `${SILENCE_MS / 1000} seconds`)} ${endless}${where}`, null);
  });

  async function send(message) {
    try {
      await python.send(message);
    } catch (error) {
      python.kill();
      end();
      tell(`Python does not start on this page: ${error.message}. The notebook has it.`, "bad");
    }
  }

  function more(another) {
    runner ??= RUNNERS[kind](data, given, { tell, send, place: learned });
    learned.hidden = false;
    live.setAttribute("aria-live", "off"); // not each number is read out
    runner.begin(`${editor.code}\n`, another);
  }

  async function begin(what, another = false) {
    if (python.busy) return;
    draft(kept, editor.code);
    editor.mark(null);
    for (const place of [printed, verdict]) place.replaceChildren();
    printed.hidden = true;
    main.textContent = "Stop";
    tell("Python starts \u2026");
    await send(async () => {
      data = globalThis.tttlearnPython;
      judging ??= data.judging({ node, digits });
      if (what === "check" && editor.code.trim() === code.trim()) {
        end();
        return judge("not attempted", "Replace the ... and check again.", null);
      }
      tell(what === "check" ? "It is checked \u2026" : "It runs \u2026");
      if (what === "more") {
        more(another);
        return null;
      }
      return { kind: what, id, name, code: `${editor.code}\n`, text: await unpackedCheck(id) };
    });
  }

  main.addEventListener("click", () => {
    if (!python.busy) return act();
    python.kill();
    end();
    return tell("Stopped.");
  });
  run.addEventListener("click", () => begin(RUNNERS[kind] ? "more" : "cell"));
  again.addEventListener("click", () => begin("more", runner !== null));
  reset.addEventListener("click", () => {
    python.kill();
    end();
    editor.code = code;
    draft(kept, code);
    verdict.replaceChildren();
    runner?.reset();
    printed.hidden = learned.hidden = true;
  });
  take.addEventListener("click", () => {
    draft(kept, editor.code);
    save(taken);
    tell(`Put ${taken} beside run.py, which is in the zip on the first page. Then python run.py lab puts what you wrote on these pages into my_lessons.`);
  });
  editor.area.addEventListener("input", () => draft(kept, editor.code));
  printed.hidden = learned.hidden = true;
  again.hidden = kind !== "learns";
  run.hidden = enters;
  el.append(node("div", { class: "tl te tx", role: "region", "aria-label": `Write ${name} on this page` }, editor.el,
    node("p", { class: "tw-keys", id: keys }, keyHints(enters ? "enters" : "checks"),
      "This page has Python without NumPy, and of ttt the rules as tables, such as ttt.NEXT. What you write here runs in the notebook, too."),
    node("div", { class: "tl-buttons" }, main, run, again, reset, take), live, printed, learned));
};
