// The slider of the time machine: a native one, so that keyboard and screen reader know it.
// It draws the traits `labels`, `index` and `shown` and moves `index`; all else happens in Python.
// What stands beside the slider is that of `shown`; until it is that of `index`, it is faint.

function render({ model, el }) {
  const root = document.createElement("label");
  root.className = "ttm";
  const input = document.createElement("input");
  Object.assign(input, { type: "range", min: 0, max: model.get("labels").length - 1, step: 1 });
  const age = document.createElement("output");
  root.append(model.get("title"), input, age);

  function draw() {
    const label = model.get("labels")[model.get("index")];
    input.value = model.get("index");
    input.setAttribute("aria-valuetext", label);
    age.textContent = model.get("labels")[model.get("shown")];
    root.toggleAttribute("data-waiting", model.get("shown") !== model.get("index"));
  }

  input.addEventListener("input", () => {
    model.set("index", Number(input.value));
    model.save_changes();
  });
  input.addEventListener("keydown", (event) => {
    // In JupyterLab a plain "x" cuts the notebook cell and arrows move its selection.
    const plain = event.key.length === 1 || event.key.startsWith("Arrow") || event.key === "Enter";
    if (plain && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) event.stopPropagation();
  });
  model.on("change:index change:shown", draw);
  draw();
  el.append(root);
  return () => model.off("change:index change:shown", draw);
}

export default { render };
