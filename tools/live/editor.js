// Python that the reader writes on a page: it is run by a worker, see worker.js, and typed into an editor.

const SILENCE_MS = 2500; // what takes longer for one game or one case is stopped
const KEYWORDS = /^(?:def|for|in|range|if|elif|else|while|return|and|or|not|None|True|False|import|from|as|lambda|break|continue|pass|len)$/;
const TOKENS = /(#.*)|("""[^]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(\b\d[\d_.]*(?:e[+-]?\d+)?)|([A-Za-z_]\w*)|([^])/g;

// ---- Python: from a file beside the page, which is asked for once, and started on demand.

const loaded = {};
let pythonParts;

function loadScript(file) {
  return (loaded[file] ??= new Promise((resolve, reject) => {
    const script = node("script", { src: file });
    script.onload = resolve;
    script.onerror = () => reject(new Error(`the file ${file} is missing`));
    document.head.append(script);
  }));
}

function loadPython(file) {
  return (pythonParts ??= loadScript(file).then(async () => {
    const { code, wasm } = globalThis.tttlearnPython;
    const url = URL.createObjectURL(new Blob([await inflated(code)], { type: "text/javascript" }));
    return { url, wasm: await inflated(wasm) };
  }));
}

// The check of an exercise, as checked.py reads it.
const unpackedCheck = async (id) => new TextDecoder().decode(await inflated(globalThis.tttlearnPython.checks[id].check));

// A worker that has started; one that was stopped is followed by another.
async function startPython(file, hear) {
  const { url, wasm } = await loadPython(file);
  const worker = new Worker(url);
  const ready = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.kind === "ready" ? resolve() : hear(data));
    worker.onerror = (event) => { event.preventDefault(); reject(new Error(event.message || "no worker starts here")); };
  });
  worker.postMessage({ kind: "begin", wasm });
  await ready;
  return worker;
}

// Python for one part of a page. `hear`: what is done with each kind of message; `silent` is called
// when one has not come for too long, and then Python was stopped.
function pythonOf(file, hear, silent) {
  let starting = null, watch = 0;
  const mine = {
    busy: false,
    wait() {
      clearTimeout(watch);
      watch = setTimeout(() => { mine.kill(); silent(); }, SILENCE_MS);
    },
    rest() {
      clearTimeout(watch);
      mine.busy = false;
    },
    kill() {
      starting?.then((worker) => worker.terminate(), () => {});
      starting = null;
      mine.rest();
    },
    // Send what `make` returns, if anything, once Python is there; not if it was stopped meanwhile.
    async send(make) {
      mine.busy = true;
      const own = (starting ??= startPython(file, (data) => hear[data.kind](data))), worker = await own;
      const message = starting === own && await make();
      if (!message || starting !== own) return;
      mine.wait();
      worker.postMessage(message);
    },
  };
  return mine;
}

// What was written is kept in the browser, which may refuse: then nothing is.
function draft(name, text) {
  try {
    if (text !== undefined) localStorage.setItem(`tttlearn:${name}`, text);
    return localStorage.getItem(`tttlearn:${name}`);
  } catch {
    return null;
  }
}

// ---- The editor: a text area, with coloured text behind it and numbered lines beside it.

// What is typed for the reader can be undone where the browser has a way to do that.
function typeInto(area, text) {
  area.focus();
  const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (done) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input"));
}

function coloured(text) {
  return [...text.matchAll(TOKENS)].map(([all, comment, quote, number, word]) => {
    const look = comment ? "c" : quote ? "s" : number ? "n" : word && KEYWORDS.test(word) ? "k" : "";
    return look ? node("span", { class: `tw-${look}` }, all) : all;
  });
}

// Tab indents, and Escape followed by Tab leaves, as without a mouse one must be able to.
function indents(area, run) {
  let leaving = false;
  area.addEventListener("blur", () => { leaving = false; });
  area.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event, { selectionStart: from, selectionEnd: to, value } = area;
    const before = value.slice(value.lastIndexOf("\n", from - 1) + 1, from);
    if (key === "Escape") {
      leaving = true;
      return;
    }
    const edits = {
      Tab() {
        if (!shiftKey && !value.slice(from, to).includes("\n")) return typeInto(area, " ".repeat(4 - (before.length % 4)));
        const start = from - before.length;
        area.setSelectionRange(start, to);
        const moved = value.slice(start, to).replace(shiftKey ? /^ {1,4}/gm : /^/gm, shiftKey ? "" : "    ");
        typeInto(area, moved);
        return area.setSelectionRange(start, start + moved.length);
      },
      Enter() { typeInto(area, `\n${before.match(/^ */)[0]}${before.trimEnd().endsWith(":") ? "    " : ""}`); },
      Backspace() {
        area.setSelectionRange(from - 4, from);
        typeInto(area, "");
      },
    };
    const plain = !ctrlKey && !metaKey && !altKey;
    const mine = { Tab: plain && !leaving, Enter: plain, Backspace: plain && from === to && /^( {4})+$/.test(before) };
    if (key === "Enter" && (ctrlKey || metaKey)) run();
    else if (mine[key]) edits[key]();
    else {
      if (key !== "Shift") leaving = false;
      return;
    }
    event.preventDefault();
  });
}

// The keys of the editor, which a telephone does not have.
function keyHints(does) {
  const command = /Mac|iPhone|iPad/.test(navigator.platform) ? "\u2318" : "Ctrl";
  return node("span", { class: "tw-hints" }, `${command}+Enter ${does} it. Esc, then Tab leaves the code. `);
}

function makeEditor(label, code, run, describedBy) {
  const area = node("textarea", { class: "tw-area", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    autocorrect: "off", wrap: "off", "aria-label": label, "aria-describedby": describedBy });
  const colours = node("pre", { class: "tw-colours", "aria-hidden": "true" });
  const gutter = node("div", { class: "tw-gutter", "aria-hidden": "true" });
  let marked = null;

  function draw() {
    const lines = area.value.split("\n");
    area.rows = lines.length;
    area.toggleAttribute("aria-invalid", false);
    if (marked) area.setAttribute("aria-invalid", "true");
    gutter.replaceChildren(...lines.map((_, i) => node("span", marked === i + 1 ? { class: "tw-bad" } : {}, String(i + 1))));
    const mark = node("span", { class: "tw-mark" });
    mark.style.setProperty("--tw-line", marked - 1);
    colours.replaceChildren(...coloured(area.value), "\n", ...(marked ? [mark] : []));
  }

  const mark = (line) => { marked = line; draw(); };
  area.value = code;
  area.addEventListener("input", () => mark(null));
  indents(area, run);
  draw();
  const sheet = node("div", { class: "tw-sheet" }, colours, area);
  return {
    area, mark, el: node("div", { class: "tw-editor" }, gutter, node("div", { class: "tw-text" }, sheet)),
    get code() { return area.value; },
    // By the reader's own hand, so to say: it can be undone.
    set code(text) {
      area.select();
      typeInto(area, text);
      sheet.parentNode.scrollLeft = 0;
    },
  };
}
