// Covers what answers a prediction, until one has guessed or wants to see it. Printed, found by a search in the page or
// aimed at by a link it is there; without scripts nothing is covered.
"use strict";

(() => {
  const KEY = "tttlearn:show-all";
  const forms = new Map(
    [...document.querySelectorAll('[id^="prediction-"]')].map((form) => [form.id.slice(11), form.firstElementChild]),
  );
  const answered = new Set();

  // A browser may refuse storage: then a choice holds for this page.
  function remembered(choice) {
    try {
      if (choice !== undefined) localStorage.setItem(KEY, choice);
      return localStorage.getItem(KEY) === "true";
    } catch {
      return choice === true;
    }
  }

  const idsOf = (output) => [...output.classList].filter((name) => name.startsWith("to-")).map((name) => name.slice(3));
  const coverOf = (output) => output.previousElementSibling;
  const known = (output) => idsOf(output).every((id) => answered.has(id));

  // What lies under the cover of an output: with it the outputs and the words below it that say the same.
  const under = new Map();
  for (const part of document.querySelectorAll(".answers, .answers-too")) {
    if (part.matches(".answers")) under.set(part, [part]);
    else [...under.values()].at(-1).push(part);
  }

  function setCovered(output, covered) {
    for (const part of under.get(output)) part.hidden = covered && "until-found";
    coverOf(output).hidden = !covered;
  }

  // Whoever has seen an answer without a guess guesses late.
  function uncover(output) {
    for (const id of idsOf(output)) forms.get(id).dispatchEvent(new Event("live:seen"));
    setCovered(output, false);
  }

  function look() {
    for (const output of under.keys()) if (all.checked || known(output)) uncover(output);
  }

  function button(text, pressed) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", pressed);
    return made;
  }

  function coverFor(output) {
    const made = document.createElement("div");
    const words = document.createElement("p");
    const ids = idsOf(output);
    made.className = "cover";
    words.append("Covered: what answers ", ...ids.flatMap((id, i) => [i ? " and " : "", linkTo(id, ids.length, i)]), ".");
    made.append(words, button("Show it", () => show(output)), button("Show all, always", showAll));
    return made;
  }

  function linkTo(id, many, at) {
    const link = document.createElement("a");
    link.href = `#prediction-${id}`;
    link.textContent = many > 1 ? `prediction ${at + 1}` : "your prediction";
    return link;
  }

  function show(output) {
    for (const id of idsOf(output)) forms.get(id).dispatchEvent(new Event("live:show"));
    uncover(output);
    output.tabIndex = -1;
    output.focus({ preventScroll: true });
  }

  function showAll() {
    all.checked = true;
    all.dispatchEvent(new Event("change"));
  }

  // What a link leads to is not covered.
  function openTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (const [output, parts] of under) {
      if (!output.hidden || !parts.some((part) => part.contains(target))) continue;
      uncover(output);
      target.scrollIntoView();
    }
  }

  const all = document.createElement("input");
  const choice = document.createElement("label");
  all.type = "checkbox";
  all.checked = remembered();
  choice.className = "show-all";
  choice.append(all, " Do not cover the answers to predictions");
  document.querySelector("article h1").after(choice);
  all.addEventListener("change", () => {
    remembered(all.checked);
    if (all.checked) look();
    else for (const output of under.keys()) setCovered(output, !known(output));
  });

  for (const [output, parts] of under) {
    output.before(coverFor(output));
    setCovered(output, true);
    for (const part of parts) part.addEventListener("beforematch", () => uncover(output));
  }
  for (const [id, place] of forms) {
    if (place.hasAttribute("data-answered")) answered.add(id);
    place.addEventListener("live:answered", () => {
      answered.add(id);
      look();
    });
  }
  look();
  addEventListener("hashchange", openTarget);
  openTarget();
})();
