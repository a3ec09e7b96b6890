// The form of a prediction on a page, which knows the answer: as course/exercises/predictions.py.
// The guess is kept in the browser. Where the form stands gets `data-answered`, and an event of that
// name, as soon as the reader has guessed; "live:show" sent there shows the answer without a guess, and
// after "live:seen" a guess is late, and not kept.

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

// The number that was typed, or null: 5,478 and 0,25 are read, and 25% is 0.25.
function typed(text) {
  const compact = text.replaceAll("\u2212", "-").replace(/\s/g, "");
  const thousands = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?%?$/.test(compact);
  const plain = compact.replaceAll(",", thousands ? "" : ".");
  const found = /^([+-]?(?:\d+\.?\d*|\.\d+|\d+\/0*[1-9]\d*))(%?)$/.exec(plain);
  if (plain.length > 30 || !found) return null;
  const [above, below = 1] = found[1].split("/").map(Number), number = above / below / (found[2] ? 100 : 1);
  return Math.abs(number) <= 1e15 ? number : null;
}

// The number that is meant, where 25% or 0.25 means a quarter of what is asked for.
function meant(kind, [, , of], text) {
  const number = typed(text), inPercent = text.trim().endsWith("%");
  if (number === null || (inPercent && !of)) return null;
  if (!inPercent && !(of && number > 0 && number < 1)) return number;
  return kind === "int" ? Math.round(number * of) : number * of;
}

// A guess in its plain form: a number or a text; null where it makes no sense as an answer.
function read({ kind, span }, guess) {
  if (kind === "cell") return CELLS.includes(guess) ? guess : null;
  if (Array.isArray(kind)) return kind.includes(guess) ? guess : null;
  const number = meant(kind, span, guess);
  if (number === null || number < span[0] || number > span[1]) return null;
  return kind === "int" && !Number.isInteger(number) ? null : number;
}

// What is said once both are known.
function guessAndAnswer(guess, answer, near, late) {
  const slots = { guess: asSaid(guess), answer: asSaid(answer) };
  if (late) return say("late", slots);
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

MAKERS.form = async ({ id, question, kind, span, wanted, answer, near }, el, place) => {
  const choices = Array.isArray(kind) ? kind : [], cells = kind === "cell" ? TICTACTOE.names.A1 : [];
  const model = new Model({ question, wanted, choices, cells, guess: null, status_text: "", final: false });
  let late = false;
  const settle = (traits) => {
    model.tell({ ...traits, final: true });
    place.toggleAttribute("data-answered", true);
    place.dispatchEvent(new CustomEvent("live:answered", { bubbles: true, detail: { id } }));
  };
  model.send = ({ guess }) => {
    const found = read({ kind, span }, guess);
    if (found === null) {
      const problem = say("another_kind", { wanted, given: typeof guess === "string" ? quoted(guess) : guess });
      return model.tell({ status_text: say("not_kept", { problem }) });
    }
    if (!late) kept(id, guess);
    settle({ guess, status_text: guessAndAnswer(found, answer, near, late) });
  };
  place.addEventListener("live:show", () => {
    if (!model.get("final")) settle({ status_text: say("answered", { answer: asSaid(answer) }) });
  });
  place.addEventListener("live:seen", () => {
    if (model.get("final") || late) return;
    late = true;
    model.tell({ status_text: say("opened") });
  });
  formView.render({ model, el });
  const before = kept(id);
  if (before !== null && read({ kind, span }, before) !== null) model.send({ guess: before });
};
