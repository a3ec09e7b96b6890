// The form of a prediction: native fields, so that keyboard and screen reader know them.
// It draws the traits of the form and sends {guess}; everything else happens in Python.

let forms = 0;

function node(kind, attributes = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function render({ model, el }) {
  const name = `ttp-${(forms += 1)}`;
  const fields = node("fieldset", {}, node("legend", {}, model.get("question")));
  const status = node("p", { role: "status" });
  const commit = node("button", { type: "submit" });
  const choices = model.get("choices");
  const cells = model.get("cells");
  const radios = [...choices, ...cells].map((_, i) =>
    node("input", { type: "radio", name, value: cells.length ? i : choices[i] }),
  );
  const text = node("input", { type: "text", autocomplete: "off", spellcheck: "false" });

  if (cells.length) {
    radios.forEach((radio, i) => radio.setAttribute("aria-label", `cell ${i}, ${cells[i]}`));
    fields.append(node("div", { class: "ttp-cells" }, ...radios.map((r, i) => node("label", {}, r, node("span", {}, i)))));
  } else if (choices.length) {
    fields.append(node("div", { class: "ttp-choices" }, ...radios.map((r, i) => node("label", {}, r, ` ${choices[i]}`))));
  } else {
    text.setAttribute("aria-label", `Your guess, ${model.get("wanted")}`);
    text.setAttribute("placeholder", model.get("wanted"));
    fields.append(text);
  }
  fields.append(commit);
  const root = node("form", { class: "ttp", novalidate: "" }, fields, status);

  function entered() {
    const chosen = radios.findIndex((radio) => radio.checked);
    if (cells.length) return chosen < 0 ? null : chosen;
    if (choices.length) return chosen < 0 ? null : choices[chosen];
    return text.value.trim() || null;
  }

  function send() {
    const guess = entered();
    if (guess === null) status.textContent = "No guess yet. Give one, or go on without.";
    else model.send({ guess });
  }

  function draw() {
    const guess = model.get("guess");
    const known = guess !== null && guess !== undefined;
    if (known && !radios.length) text.value = guess;
    radios.forEach((radio, i) => (radio.checked = known && guess === (cells.length ? i : choices[i])));
    commit.textContent = known ? "Change my guess" : "This is my guess";
    commit.hidden = model.get("final");
    for (const field of [text, ...radios]) field.disabled = model.get("final");
    status.textContent = model.get("status_text");
  }

  function moved(radio, key) {
    const at = radios.indexOf(radio);
    const [column, row] = [at % 3, Math.floor(at / 3)];
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    return radios[((row + y + 3) % 3) * 3 + ((column + x + 3) % 3)];
  }

  root.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  root.addEventListener("keydown", (event) => {
    // Shift+Enter runs the notebook cell again; what is in the form must not be lost.
    if (event.key === "Enter" && event.shiftKey && !model.get("final") && entered() !== null) send();
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (cells.length && event.key.startsWith("Arrow") && radios.includes(event.target)) {
      const next = moved(event.target, event.key);
      next.checked = true;
      next.focus();
      event.preventDefault();
    }
    // In JupyterLab a plain "x" cuts the notebook cell and arrows move its selection.
    if (event.key.length === 1 || event.key.startsWith("Arrow") || event.key === "Enter") event.stopPropagation();
  });
  model.on("change:answered", draw);
  draw();
  el.append(root);
  return () => model.off("change:answered", draw);
}

export default { render };
