// An exercise of a lesson that is written, checked and run on its page. The cases, the words and the
// hints are the notebook's: they come with Python, see checks.py.

const GAMES_AT_RUN = 10_000; // of a rule that learns

// What was written is kept in the browser, which may refuse: then nothing is.
function draft(id, code) {
  try {
    if (code !== undefined) localStorage.setItem(`tttlearn:code:${id}`, code);
    return localStorage.getItem(`tttlearn:code:${id}`);
  } catch {
    return null;
  }
}

// All that was written in this browser, as a file that `lab` puts into the lessons: see terminal/taken.py.
function save(file) {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith("tttlearn:code:"));
  const written = Object.fromEntries(keys.map((key) => [key.slice(14), localStorage.getItem(key)]));
  const href = URL.createObjectURL(new Blob([JSON.stringify({ written })], { type: "application/json" }));
  node("a", { href, download: file }).click();
}

// The board of a verdict, with the numbers of its free cells.
function boardOf(state) {
  const marks = digits(state), rows = [0, 3, 6].map((at) => marks.slice(at, at + 3).map((mark) => ["empty", "X", "O"][mark]).join(", "));
  const cells = marks.map((mark, cell) => node("span", { class: `ttv-${["empty", "X", "O"][mark]}` }, mark ? "-XO"[mark] : String(cell)));
  return node("div", { class: "ttv-board", role: "img", "aria-label": `The board, row by row: ${rows.join("; ")}` }, ...cells);
}

// As verdicts.py shows it; `why` is Python's, with the lines in which it is said.
function drawVerdict({ verdicts, about, style }, { number, hints }, verdict, why, state) {
  const kind = verdicts.findIndex(([name]) => name === verdict), [, sign, words] = verdicts[kind];
  const board = state === null ? [] : [node("p", {}, about.replace("{state}", state)), boardOf(state)];
  const help = node("div", { class: "ttv-help" });
  if (verdict !== "correct") help.innerHTML = hints;
  return node("div", { class: `ttv ttv-${kind}` }, node("style", {}, style),
    node("p", {}, node("b", { class: "ttv-word" }, node("span", { "aria-hidden": "true" }, sign), ` ${words}`), node("b", {}, ` Exercise ${number}`)),
    ...why.split("\n").map((line) => node("p", {}, line)), ...board, help);
}

MAKERS.exercise = async ({ id, name, code, python, file, learns }, el) => {
  const keys = `tx-keys-${name}`, editor = makeEditor(`Your ${name}, in Python`, draft(id) ?? code, () => begin("check"), keys);
  const [check, run, reset, take] = [["Check", "tw-run"], ["Run"], ["Start again"], ["Take it with you"]].map((one) => press(...one));
  const status = node("p", { class: "tl-status" }), verdict = node("div", {});
  const printed = node("pre", { class: "tw-printed", tabindex: "0", "aria-label": "what it printed" });
  let starting = null, watch = 0, busy = null, data = null, result = "";

  const tell = (words, look = "") => { status.textContent = words; status.dataset.look = look; };

  function end() {
    clearTimeout(watch);
    busy = null;
    check.textContent = "Check";
    tell("");
  }

  function kill() {
    starting?.then((worker) => worker.terminate(), () => {});
    starting = null;
    end();
  }

  const judge = (...about) => verdict.replaceChildren(drawVerdict(data.words, data.checks[id], ...about));

  function wait() {
    clearTimeout(watch);
    watch = setTimeout(() => {
      const loops = loopsIn(editor.code), { stopped, endless } = data.words;
      kill();
      editor.mark(loops.length === 1 ? loops[0] : null);
      const where = loops.length ? ` Look at line ${loops.join(" and at line ")}.` : "";
      judge("not finished", `${stopped.replace("{took}", `${SILENCE_MS / 1000} seconds`)} ${endless}${where}`, null);
    }, SILENCE_MS);
  }

  const hear = {
    alive: wait,
    printed({ line }) {
      printed.hidden = false;
      printed.append(`${line}\n`);
    },
    reached({ games, found }) {
      result = `After ${games.toLocaleString("en")} games with itself it chooses right in ${(100 * found.share).toFixed(1)}% of all positions, `
        + `and wins ${(100 * found.asX[0]).toFixed(1)}% of its games as X against random moves.`;
    },
    done() {
      end();
      if (learns) tell(result);
      else if (printed.hidden) tell(`It ran, and printed nothing. Write print(${name}(...)) below it to see what it returns.`);
    },
    verdict(found) {
      end();
      const link = found.verdict === "wrong" ? "because " : "";
      judge(found.verdict, `${link}${found.why}${/[.?]$/.test(found.why) ? "" : "."}`, found.state);
    },
    wrong(found) {
      end();
      const { line, text, more } = explained(editor, found), often = found.often || more;
      const words = often ? `\n${data.words.often.replace("{}", often.replace(/\.$/, ""))}` : "";
      judge("raised", `${found.said}${line ? `, in line ${line}${text ? `: ${text}` : ""}` : ""}${words}`, null);
    },
  };

  async function begin(kind) {
    if (busy) return;
    busy = kind;
    draft(id, editor.code);
    editor.mark(null);
    for (const place of [printed, verdict]) place.replaceChildren();
    printed.hidden = true;
    check.textContent = "Stop";
    tell("Python starts \u2026");
    try {
      const mine = (starting ??= startPython(python, (one) => hear[one.kind](one))), worker = await mine;
      data = globalThis.tttlearnPython;
      if (starting !== mine) return; // it was stopped meanwhile
      if (kind === "check" && editor.code.trim() === code.trim()) {
        end();
        return judge("not attempted", "Replace the ... and check again.", null);
      }
      tell({ check: "It is checked \u2026", cell: "It runs \u2026", run: "It learns \u2026" }[kind]);
      wait();
      worker.postMessage({ kind, id, name, code: `${editor.code}\n`, text: await unpackedCheck(id), ...learns, stops: [GAMES_AT_RUN] });
    } catch (error) {
      kill();
      tell(`Python does not start on this page: ${error.message}. The notebook has it.`, "bad");
    }
  }

  check.addEventListener("click", () => {
    if (!busy) return begin("check");
    kill();
    return tell("Stopped.");
  });
  run.addEventListener("click", () => begin(learns ? "run" : "cell"));
  reset.addEventListener("click", () => {
    kill();
    editor.code = code;
    draft(id, code);
    verdict.replaceChildren();
    printed.hidden = true;
  });
  take.addEventListener("click", () => {
    draft(id, editor.code);
    save(file);
    tell(`Put ${file} beside run.py. Then python run.py lab puts what you wrote on these pages into my_lessons.`);
  });
  editor.area.addEventListener("input", () => draft(id, editor.code));
  printed.hidden = true;
  const command = /Mac|iPhone|iPad/.test(navigator.platform) ? "\u2318" : "Ctrl";
  el.append(node("div", { class: "tl te tx", role: "region", "aria-label": `Write ${name} on this page` }, editor.el,
    node("p", { class: "tw-keys", id: keys }, `${command}+Enter checks it. Esc, then Tab leaves the code. `
      + "This page has Python, without NumPy and with only the tables of ttt; what you write here runs in the notebook, too."),
    node("div", { class: "tl-buttons" }, check, run, reset, take), node("div", { role: "status" }, status, verdict), printed));
};
