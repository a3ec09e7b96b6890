// The slider of the time machine: a native one, so that keyboard and screen reader know it.
// It draws the traits `labels`, `index`, `page` and `shown` and moves `index`; all else happens in Python,
// whose pages are asked for before they are needed, and kept. Only where one is not there yet, what stands
// below the slider is still that of `shown`, and faint. On a web page the pages stand elsewhere.

function render({ model, el }) {
  const root = document.createElement("label");
  root.className = "ttm";
  const input = document.createElement("input"), last = model.get("labels").length - 1;
  Object.assign(input, { type: "range", min: 0, max: last, step: 1 });
  const age = document.createElement("output");
  root.append(model.get("title"), input, age);
  const page = document.createElement("div"), pages = new Map();
  page.className = "ttm-page";
  let seen = null; // the index of the page that is shown

  function draw() {
    const index = model.get("index"), shown = model.get("shown");
    if (model.get("page") !== undefined) pages.set(shown, model.get("page"));
    const there = pages.has(index) ? index : shown;
    input.value = index;
    input.setAttribute("aria-valuetext", model.get("labels")[index]);
    age.textContent = model.get("labels")[there];
    root.toggleAttribute("data-waiting", there !== index);
    if (there !== seen && pages.has(there)) page.innerHTML = pages.get(there);
    seen = there;
    root.toggleAttribute("data-complete", pages.size > last);
  }

  function ask() {
    for (let index = 0; index <= last; index += 1) if (!pages.has(index)) return model.send({ want: index });
  }

  function keep(message) {
    if (pages.has(message.index)) return;
    pages.set(message.index, message.page);
    draw();
    ask();
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
  model.on("msg:custom", keep);
  draw();
  el.append(root, ...(pages.size ? [page] : []));
  if (pages.size) ask();
  return () => {
    model.off("change:index change:shown", draw);
    model.off("msg:custom", keep);
  };
}

export default { render };
