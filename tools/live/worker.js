// A reader's rule in a worker. MicroPython has the rule and the table, which lies in its memory; the
// game loop of learning.js reads it there. `loadMicroPython`, RULE_PY and CHECKED_PY stand above this.

const PRINTED_LINES = 20; // so many lines of what a rule prints are shown
const SIGN_OF_LIFE_MS = 50;
let memory, python, learnOne, stateTable, moveTable, played, places, lines;

const HINTS = [
  [/name 'np' isn't defined|no module named 'numpy'/, "There is no NumPy on this page, only Python. The notebook has both."],
  [/name 'ttt' isn't defined|no module named 'tttlearn'/, "The package is not on this page, only Python. The notebook has it."],
  [/indices must be integers, not (list|array|slice)/, "On this page V takes one board at a time, as in V[board]."],
  [/slices|'array' object has no attribute/, "On this page V is a plain array of numbers, not one of NumPy."],
  [/index out of range/, "The last board is states[-1], and after board t comes board t + 1."],
  [/\*x must be assignment target/, "This page's Python does not take a star inside a list, as in [*a, b]; the notebook's does."],
  [/positional arguments/, "The page calls the rule with the arguments in its first line as it was at first."],
];

const tell = (kind, more = {}, moved = []) => self.postMessage({ kind, ...more }, moved);

let seen = 0;
function alive() {
  if (performance.now() - seen < SIGN_OF_LIFE_MS) return;
  seen = performance.now();
  tell("alive");
}

async function begin(wasm) {
  // The program is at hand, so nothing is fetched.
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const found = await WebAssembly.instantiate(wasm, imports);
    memory = Object.values(found.instance.exports).find((one) => one instanceof WebAssembly.Memory);
    return found;
  };
  self.fetch = async () => new Response();
  python = await loadMicroPython({ url: "micropython.wasm", heapsize: 16 << 20,
    stdout: (line) => { if (lines++ < PRINTED_LINES) tell("printed", { line }); } });
  python.runPython(RULE_PY);
  places = [...python.globals.get("_places")];
  learnOne = python.globals.get("_learn");
}

// MicroPython's memory may have grown, and then it lies elsewhere.
function look() {
  if (played && played.buffer === memory.buffer) return;
  stateTable = new Float64Array(memory.buffer, places[0], N_STATES);
  moveTable = new Float64Array(memory.buffer, places[1], 9 * N_STATES);
  played = new Int32Array(memory.buffer, places[2], 22);
}

class WrittenLearner extends LearnerOnPage {
  // settings as those of LearnerOnPage, where `rule` only says what the table has entries of.
  constructor(settings) {
    super({ rule: "td", ...settings });
    this.look();
    this.table.fill(0);
    played[21] = this.game.side;
    this.learn = (_, game) => {
      this.look();
      const { states, actions, n, winner } = game;
      for (let t = 0; t <= n; t += 1) played[t] = states[t];
      for (let t = 0; t < n; t += 1) played[10 + t] = actions[t];
      [played[19], played[20]] = [n, winner];
      learnOne();
      this.look();
    };
  }

  look() {
    look();
    this.table = this.ofStates ? stateTable : moveTable;
  }

  // Whether the last game left the values of its boards, or of its moves, finite.
  get finite() {
    const { states, actions, n } = this.game;
    for (let t = 0; t < n + this.ofStates; t += 1) {
      if (!Number.isFinite(this.table[this.ofStates ? states[t] : 9 * states[t] + actions[t]])) return false;
    }
    return true;
  }
}

// Read checked.py, before its first use.
function readChecked() {
  if (python.globals.get("_alive")) return;
  python.globals.set("_alive", alive);
  python.globals.set("_checked", CHECKED_PY);
  python.runPython(`_page = {"__name__": "checked"}\nexec(compile(_checked, "the check", "exec"), _page)`);
}

// Call a function of checked.py with what stands in `given`.
function onPage(call, given) {
  readChecked();
  for (const [name, value] of Object.entries(given)) python.globals.set(`_${name}`, value);
  python.runPython(`_said = _page["json"].dumps(_page${call})`);
  return JSON.parse(python.globals.get("_said"));
}

// The check of an exercise of a lesson.
function check({ id, text, code, name }) {
  return tellVerdict(onPage(`["judged"](_id, _text, _code, _name, _alive)`, { id, text, code, name }));
}

const tellVerdict = ([verdict, why, state]) => tell("verdict", { verdict, why, state });

// What a check knows of the last exception.
function often() {
  if (!python.globals.get("_alive")) return "";
  python.runPython(`_often = _page["often"]`);
  return python.globals.get("_often");
}

// What went wrong, from MicroPython's traceback: its last line, and the line in the reader's code.
function wrong(error) {
  const text = error.message.trim().split("\n"), said = text.at(-1);
  const found = [...error.message.matchAll(/File "your rule", line (\d+)/g)].at(-1)?.[1];
  const line = found && Number(found) + /unindent doesn't match/.test(said); // seen one line late
  tell("wrong", { line: line || null, said, often: often(), hint: HINTS.find(([pattern]) => pattern.test(said))?.[1] });
}

// Take a rule; that of a lesson knows what its notebook knows.
function read({ code, name, passed, settings, lesson }) {
  if (lesson) {
    readChecked();
    python.runPython(`Episode.choices, Episode.turn = _page["LEGAL"], _page["TURN"]`);
  }
  for (const [key, value] of Object.entries({ code, name, passed })) python.globals.set(`_${key}`, value);
  const known = lesson ? `_page["NAMES"]` : "{}", moves = settings.rule === "q" ? `_page["Entries"]` : "None";
  python.runPython(`_read(_code, _name, list(_passed), ${known}, ${moves})`);
}

function learnFrom({ settings, stops }) {
  const learner = new WrittenLearner(settings);
  for (const stop of stops) {
    while (learner.games < stop) {
      learner.play(1);
      if (!learner.finite) {
        const said = `After ${learner.games.toLocaleString("en")} games a value is no longer a finite number: its steps grow instead of shrinking.`;
        return tell("wrong", { line: null, said });
      }
      alive();
    }
    const table = learner.table.slice();
    tell("reached", { games: stop, found: measure(greedy(learner.values)), table }, [table.buffer]);
  }
  return tell("done");
}

self.onmessage = async ({ data }) => {
  lines = 0;
  try {
    if (data.kind === "begin") {
      await begin(data.wasm);
      return tell("ready");
    }
    if (data.kind === "check") return check(data);
    if (data.kind === "player") {
      const { states, code, name } = data, cells = onPage(`["answers"](_states, _code, _name, _alive)`, { states: JSON.stringify(states), code, name });
      return typeof cells[0] === "number" ? tell("answers", { cells }) : tellVerdict(cells);
    }
    if (data.kind === "parse") {
      python.globals.set("_code", data.code);
      python.runPython(`compile(_code, "your rule", "exec")`);
      return tell("parsed");
    }
    if (data.kind === "cell") {
      onPage(`["run"](_code) and 0`, { code: data.code });
      return tell("done");
    }
    read(data);
    return learnFrom(data);
  } catch (error) {
    return wrong(error);
  }
};
