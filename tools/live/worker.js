// A reader's rule in a worker. MicroPython has the rule and the table, which lies in its memory; the
// game loop of learning.js reads it there. `loadMicroPython` and RULE_PY stand above this.

const PRINTED_LINES = 20; // so many lines of what a rule prints are shown
const SIGN_OF_LIFE_MS = 50;
let memory, python, learnOne, numbers, played, places, lines;

const HINTS = [
  [/name 'np' isn't defined|no module named 'numpy'/, "There is no NumPy on this page, only Python. The notebook has both."],
  [/name 'ttt' isn't defined|no module named 'tttlearn'/, "The package is not on this page, only Python. The notebook has it."],
  [/indices must be integers, not (list|array|slice)/, "On this page V takes one board at a time, as in V[board]."],
  [/slices|'array' object has no attribute/, "On this page V is a plain array of numbers, not one of NumPy."],
  [/index out of range/, "The last board is states[-1], and after board t comes board t + 1."],
  [/positional arguments/, "The page calls the rule with the arguments in its first line as it was at first."],
];

const tell = (kind, more = {}, moved = []) => self.postMessage({ kind, ...more }, moved);

async function begin(wasm) {
  // The program is at hand, so nothing is fetched.
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const found = await WebAssembly.instantiate(wasm, imports);
    memory = Object.values(found.instance.exports).find((one) => one instanceof WebAssembly.Memory);
    return found;
  };
  self.fetch = async () => new Response();
  python = await loadMicroPython({ url: "micropython.wasm", heapsize: 4 << 20,
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

// What went wrong, from MicroPython's traceback: its last line, and the line in the reader's code.
function wrong(error) {
  const text = error.message.trim().split("\n"), said = text.at(-1);
  const found = [...error.message.matchAll(/File "your rule", line (\d+)/g)].at(-1)?.[1];
  const line = found && Number(found) + /unindent doesn't match/.test(said); // seen one line late
  tell("wrong", { line: line || null, said, hint: HINTS.find(([pattern]) => pattern.test(said))?.[1] });
}

function learnFrom({ settings, stops }) {
  const learner = new WrittenLearner(settings);
  let seen = performance.now();
  for (const stop of stops) {
    while (learner.games < stop) {
      learner.play(1);
      if (!learner.finite) {
        const said = `After ${learner.games.toLocaleString("en")} games a value is no longer a finite number: its steps grow instead of shrinking.`;
        return tell("wrong", { line: null, said });
      }
      if (performance.now() - seen < SIGN_OF_LIFE_MS) continue;
      seen = performance.now();
      tell("alive", {});
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
    python.globals.set("_code", data.code);
    python.globals.set("_name", data.name);
    python.globals.set("_passed", data.passed);
    python.runPython("_read(_code, _name, list(_passed))");
    return learnFrom(data);
  } catch (error) {
    return wrong(error);
  }
};
