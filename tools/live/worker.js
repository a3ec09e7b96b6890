// A reader's rule in a worker. MicroPython has the rule and the table, which lies in its memory; the
// game loop of learning.js reads it there. `loadMicroPython`, RULE_PY and CHECKED_PY stand above this.

const PRINTED_LINES = 20; // so many lines of what a rule prints are shown
const SIGN_OF_LIFE_MS = 50;
let memory, python, learnOne, numbers, played, places, lines;

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
  if (numbers && numbers.buffer === memory.buffer) return;
  numbers = new Float64Array(memory.buffer, places[0], N_STATES);
  played = new Int32Array(memory.buffer, places[1], 21);
}

class WrittenLearner extends LearnerOnPage {
  constructor(settings) {
    super({ ...settings, rule: "td" });
    look();
    numbers.fill(0);
    this.table = numbers;
    this.learn = (_, game) => {
      look();
      const { states, actions, n, winner } = game;
      for (let t = 0; t <= n; t += 1) played[t] = states[t];
      for (let t = 0; t < n; t += 1) played[10 + t] = actions[t];
      [played[19], played[20]] = [n, winner];
      learnOne();
      look();
      this.table = numbers;
    };
  }

  // Whether the last game left the values of its boards finite.
  get finite() {
    const { states, n } = this.game;
    for (let t = 0; t <= n; t += 1) if (!Number.isFinite(this.table[states[t]])) return false;
    return true;
  }
}

// Call a function of checked.py, which is read before the first call, with what stands in `given`.
function onPage(call, given) {
  if (!python.globals.get("_alive")) {
    python.globals.set("_alive", alive);
    python.globals.set("_checked", CHECKED_PY);
    python.runPython(`_page = {"__name__": "checked"}\nexec(compile(_checked, "the check", "exec"), _page)`);
  }
  for (const [name, value] of Object.entries(given)) python.globals.set(`_${name}`, value);
  python.runPython(`_said = _page["json"].dumps(_page${call})`);
  return JSON.parse(python.globals.get("_said"));
}

// The check of an exercise of a lesson.
function check({ id, text, code, name }) {
  const [verdict, why, state] = onPage(`["judged"](_id, _text, _code, _name, _alive)`, { id, text, code, name });
  return tell("verdict", { verdict, why, state });
}

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
    if (data.kind === "cell") {
      onPage(`["run"](_code) and 0`, { code: data.code });
      return tell("done");
    }
    python.globals.set("_code", data.code);
    python.globals.set("_name", data.name);
    python.globals.set("_passed", data.passed);
    python.runPython("_read(_code, _name, list(_passed))");
    return learnFrom(data);
  } catch (error) {
    return wrong(error);
  }
};
