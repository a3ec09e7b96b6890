// What a deck does beyond reveal.js: two paths with a plan of minutes, votes of a class, timers.

function startDeck(lesson, paths) {
  const slides = document.querySelector(".slides");
  const all = [...slides.children];
  const printing = /print-pdf/.test(location.search);
  let path = paths[0];

  // ---- The path: its slides in the plan's order, and those for home behind the end.
  const ofPath = (minutes) => {
    const begins = (slide) => slide.dataset[`at${minutes}`];
    return [...all.filter((one) => begins(one) !== undefined), ...all.filter((one) => "home" in one.dataset)];
  };
  const lastMinute = (minutes) => {
    const plan = all.map((one) => Number(one.dataset[`at${minutes}`] ?? 0));
    return Math.max(...plan);
  };
  function take(minutes, here) {
    path = minutes;
    slides.replaceChildren(...(printing ? all : ofPath(minutes)));
    for (const part of document.querySelectorAll("[data-path]")) part.hidden = !printing && Number(part.dataset.path) !== minutes;
    if (!Reveal.isReady()) return;
    Reveal.sync();
    Reveal.slide(Math.max(0, [...slides.children].indexOf(here)), 0, -1);
    tell();
  }
  function tell() {
    const slide = Reveal.getCurrentSlide(), minute = slide.dataset[`at${path}`];
    const plan = minute === undefined ? "at home" : `min ${minute} of ${lastMinute(path)}`;
    document.querySelector(".clock").textContent = `${plan} · ${Reveal.getIndices().h + 1}`;
  }

  // ---- Tallies, by name {answer: how many}. A class that is named is kept by the browser, for all
  // lessons; one without a name lasts as long as its tab, so that the next class begins with zero.
  const classField = document.querySelector("input.class");
  const KEY = /^tttlearn-votes-\d\d-(.+)$/;
  const stored = (use) => { try { return use(classField.value ? localStorage : sessionStorage); } catch { return null; } };
  const key = () => `tttlearn-votes-${lesson}-${classField.value}`;
  const keep = () => stored((place) => place.setItem(key(), JSON.stringify(votes)));
  let votes = {};
  const tallies = [...document.querySelectorAll("[data-tally]")].map((list) => {
    const name = list.dataset.tally;
    const items = [...list.children].map((item) => {
      const button = item.querySelector("button"), input = item.querySelector("input");
      const answer = button.textContent;
      const count = () => votes[name]?.[answer] ?? 0;
      const show = () => { input.value = count(); };
      const set = (number) => { (votes[name] ??= {})[answer] = Math.max(0, number || 0); show(); keep(); recall(); };
      button.onclick = () => { set(count() + 1); button.blur(); };
      input.onchange = () => { set(Math.floor(input.valueAsNumber)); input.blur(); };
      return { item, answer, count, show };
    });
    return { name, items };
  });
  function takeClass(begun) {
    votes = JSON.parse(stored((place) => place.getItem(key()))) ?? begun;
    for (const { items } of tallies) items.forEach((one) => one.show());
    recall();
  }
  classField.value = stored(() => sessionStorage.getItem("tttlearn-class")) ?? "";
  let named = Boolean(classField.value);
  classField.onchange = () => {
    classField.value = classField.value.trim();
    stored(() => sessionStorage.setItem("tttlearn-class", classField.value));
    stored(() => sessionStorage.removeItem(`tttlearn-votes-${lesson}-`));
    takeClass(named ? {} : votes); // what was counted before the class had a name is its own
    keep();
    named = Boolean(classField.value);
    classField.blur();
  };
  const known = stored(() => Object.keys(localStorage).map((one) => one.match(KEY)?.[1]).filter(Boolean)) ?? [];
  document.querySelector("#classes").replaceChildren(...[...new Set(known)].map((name) => new Option(name)));
  function recall() {
    for (const place of document.querySelectorAll("[data-recall]")) {
      const { items } = tallies.find(({ name }) => name === place.dataset.recall);
      const total = items.reduce((sum, one) => sum + one.count(), 0);
      const right = items.reduce((sum, one) => sum + ("right" in one.item.dataset ? one.count() : 0), 0);
      const each = items.map((one) => `${one.answer}: ${one.count()}`);
      const told = place.dataset.text.replace("{right}", right).replace("{all}", total);
      place.textContent = total ? told || each.join(", ") : "Nobody was counted.";
    }
  }
  for (const button of document.querySelectorAll("button.save")) {
    button.onclick = () => {
      const saved = { lesson, class: classField.value, votes };
      const file = new Blob([JSON.stringify(saved, null, 1)], { type: "application/json" });
      const link = Object.assign(document.createElement("a"), {
        href: URL.createObjectURL(file), download: `votes-${[lesson, classField.value].filter(Boolean).join("-")}.json`,
      });
      link.click();
      URL.revokeObjectURL(link.href);
    };
  }

  // ---- Timers.
  for (const button of document.querySelectorAll("button.timer")) {
    let left = 60 * button.dataset.minutes, running = null;
    const show = () => {
      button.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      button.classList.toggle("over", left === 0);
    };
    const tick = () => { left = Math.max(0, left - 1); show(); if (!left) stop(); };
    const stop = () => { clearInterval(running); running = null; };
    button.onclick = () => { running ? stop() : (running = setInterval(tick, 1000)); button.blur(); };
  }

  // ---- Keys. A remote clicker goes on wherever the focus is, also from a field or a slider. After
  // a click on what is live so do the arrows, which move from cell to cell for those who come by Tab.
  let clicked = false;
  document.addEventListener("pointerdown", () => { clicked = true; }, true);
  const KEYS = { PageDown: "next", PageUp: "prev" }, ARROWS = { ArrowRight: "next", ArrowLeft: "prev" };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") clicked = false;
    if (!event.isTrusted) return; // one that was given to a board, below
    const { target } = event, field = target.closest?.("input, select, textarea");
    const go = KEYS[event.key] ?? (clicked && !field && target.closest?.(".live") && ARROWS[event.key]);
    if (go) Reveal[go]();
    else if (field || !givenToBoard(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  function givenToBoard(event) {
    // The board of a slide has its keys, such as 5 for a cell, wherever the focus is.
    const board = Reveal.getCurrentSlide()?.querySelector(".live [role=grid]");
    if (!board || board.contains(event.target) || !/^\w$/.test(event.key)) return false;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    return !board.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, metaKey, altKey, shiftKey, cancelable: true }));
  }

  take(path);
  takeClass({});
  const marked = (event) => event.fragment.closest("section").classList.toggle("answered", event.type === "fragmentshown");
  Reveal.on("fragmentshown", marked);
  Reveal.on("fragmenthidden", marked);
  Reveal.on("slidechanged", tell);
  Reveal.on("ready", tell);
  Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: false, controls: false,
    transition: "none", backgroundTransition: "none", plugins: [RevealNotes],
    pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1,
    keyboardCondition: (event) => !event.target.closest?.(".live"),  // which has keys of its own
    keyboard: Object.fromEntries(paths.map((minutes) => [String(minutes).charCodeAt(0), () => take(minutes, Reveal.getCurrentSlide())])),
  });
}
