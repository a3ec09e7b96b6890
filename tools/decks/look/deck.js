// What a deck does beyond reveal.js: two paths with a plan of minutes, tallies that are kept, timers.

function startDeck(lesson, paths) {
  const slides = document.querySelector(".slides");
  const all = [...slides.children];
  const printing = /print-pdf/.test(location.search);
  const store = `tttlearn-votes-${lesson}`;
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

  // ---- Tallies: by name {answer: how many}, kept while the browser keeps anything.
  let votes = {};
  try { votes = JSON.parse(localStorage.getItem(store)) ?? {}; } catch { /* a file may not store */ }
  const keep = () => { try { localStorage.setItem(store, JSON.stringify(votes)); } catch { /* idem */ } };
  for (const list of document.querySelectorAll("[data-tally]")) {
    const mine = (votes[list.dataset.tally] ??= {});
    for (const item of list.children) {
      const button = item.querySelector("button"), input = item.querySelector("input");
      const answer = button.textContent;
      const set = (count) => { input.value = mine[answer] = Math.max(0, count || 0); keep(); recall(); };
      input.value = mine[answer] ?? 0;
      button.onclick = () => { set((mine[answer] ?? 0) + 1); button.blur(); };
      input.onchange = () => { set(Math.floor(input.valueAsNumber)); input.blur(); };
    }
  }
  function recall() {
    for (const place of document.querySelectorAll("[data-recall]")) {
      const name = place.dataset.recall, list = document.querySelector(`[data-tally="${name}"]`);
      const counts = [...list.children].map((item) => [item, votes[name]?.[item.querySelector("button").textContent] ?? 0]);
      const total = counts.reduce((sum, [, count]) => sum + count, 0);
      const right = counts.reduce((sum, [item, count]) => sum + ("right" in item.dataset ? count : 0), 0);
      const each = counts.map(([item, count]) => `${item.querySelector("button").textContent}: ${count}`);
      const told = place.dataset.text.replace("{right}", right).replace("{all}", total);
      place.textContent = total ? told || each.join(", ") : "Nobody was counted.";
    }
  }
  for (const button of document.querySelectorAll("button.save")) {
    button.onclick = () => {
      const file = new Blob([JSON.stringify({ lesson, votes }, null, 1)], { type: "application/json" });
      const link = Object.assign(document.createElement("a"), {
        href: URL.createObjectURL(file), download: `votes-${lesson}.json`,
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

  // ---- A remote clicker goes on wherever the focus is, also from a field or a slider.
  document.addEventListener("keydown", (event) => {
    const go = { PageDown: "next", PageUp: "prev" }[event.key];
    if (!go) return;
    event.preventDefault();
    event.stopPropagation();
    Reveal[go]();
  }, true);

  take(path);
  recall();
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
