// The form of a prediction on a page, which knows the answer: as course/exercises/predictions.py.
// The guess is kept in the browser. Where the form stands gets `data-answered`, and an event of that
// name, as soon as the reader has guessed; "live:show" sent there shows the answer without a guess.

// A number as Python's `%.4g` has it, with commas where it is large.
function asSaid(value) {
  if (typeof value === "string") return value;
  if (Number.isInteger(value)) return value.toLocaleString("en");
  if (Math.abs(value) >= 1000) return Number(rounded(value, 1)).toLocaleString("en", { minimumFractionDigits: 1 });
  const digits = 3 - Math.floor(Math.log10(Math.abs(Number(value.toPrecision(4)))));
  return rounded(value, digits).replace(/\.?0+$/, "");
}

// A text in quotes, shortened in the middle, as Python shows it.
function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const whole = (part) => quote + part.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`) + quote;
  if (whole(text.slice(0, 30)).length <= 30) return whole(text);
  const short = whole(text.slice(0, 13) + text.slice(-14));
  return `${short.slice(0, 13)}...${short.slice(-14)}`;
}

// The number that was typed, or null.
function typed(text) {
  const found = text.trim().replaceAll("\u2212", "-").replaceAll(" ", "");
  if (found.length > 30 || !/^[+-]?(\d+\.?\d*|\.\d+|\d+\/\d+)$/.test(found) || /\/0+$/.test(found)) return null;
  const [above, below = 1] = found.split("/").map(Number);
  return Math.abs(above / below) <= 1e15 ? above / below : null;
}

// A guess in its plain form: a number or a text; null where it is none to this question.
function read(kind, guess) {
  if (kind === "cell") return CELLS.includes(guess) ? guess : null;
  if (Array.isArray(kind)) return kind.includes(guess) ? guess : null;
  const number = typed(guess);
  return kind === "int" && !Number.isInteger(number) ? null : number;
}

// What is said once both are known.
function guessAndAnswer(guess, answer, near) {
  const slots = { guess: asSaid(guess), answer: asSaid(answer) };
  const close = typeof answer === "number" && Math.abs(guess - answer) <= near + 1e-9;
  return say(slots.guess === slots.answer ? "right" : close ? "near_enough" : "not_right", slots);
}

// What is kept in the browser, which may refuse: then nothing is.
function kept(id, guess) {
  try {
    if (guess !== undefined) localStorage.setItem(`tttlearn:${id}`, JSON.stringify(guess));
    return JSON.parse(localStorage.getItem(`tttlearn:${id}`));
  } catch {
    return null;
  }
}

MAKERS.form = async ({ id, question, kind, wanted, answer, near }, el, place) => {
  const choices = Array.isArray(kind) ? kind : [], cells = kind === "cell" ? NAMES.A1 : [];
  const model = new Model({ question, wanted, choices, cells, guess: null, said: "", final: false });
  const settle = (traits) => {
    model.tell({ ...traits, final: true });
    place.toggleAttribute("data-answered", true);
    place.dispatchEvent(new CustomEvent("live:answered", { bubbles: true, detail: { id } }));
  };
  model.send = ({ guess }) => {
    const found = read(kind, guess);
    if (found === null) {
      const problem = say("another_kind", { wanted, given: typeof guess === "string" ? quoted(guess) : guess });
      return model.tell({ said: say("not_kept", { problem }) });
    }
    kept(id, guess);
    settle({ guess, said: guessAndAnswer(found, answer, near) });
  };
  place.addEventListener("live:show", () => {
    if (!model.get("final")) settle({ said: say("answered", { answer: asSaid(answer) }) });
  });
  formView.render({ model, el });
  const before = kept(id);
  if (before !== null && read(kind, before) !== null) model.send({ guess: before });
};
