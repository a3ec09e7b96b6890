// What every page does with scripts on: light or dark by choice, Ctrl+K, and the search in files.
"use strict";

(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = document.querySelector(".theme");

  // A browser may refuse storage, as for files: then a choice holds for this page.
  let chosen = root.dataset.chosen || "";

  function use(theme) {
    root.dataset.theme = theme;
    document.body.dataset.jpThemeLight = String(theme === "light"); // for the views of the notebooks
  }

  function paint() {
    use(chosen || (system.matches ? "dark" : "light"));
    button.querySelector(".theme-name").textContent = `Switch to ${root.dataset.theme === "light" ? "dark" : "light"}`;
  }

  button.addEventListener("click", () => {
    chosen = root.dataset.theme === "light" ? "dark" : "light";
    if (chosen === (system.matches ? "dark" : "light")) chosen = "";
    try {
      localStorage.setItem("theme", chosen);
    } catch {}
    paint();
  });
  system.addEventListener("change", paint);
  paint();
  // Paper is white.
  addEventListener("beforeprint", () => use("light"));
  addEventListener("afterprint", paint);

  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const contents = document.querySelector("#contents");
    if (getComputedStyle(contents).display === "none") contents.showPopover();
    contents.querySelector("input").focus();
  });

  // Code wider than the page scrolls, so the keyboard must get there. Its letters are counted, since to measure it would
  // set all of the page at once.
  const room = document.querySelector("article").clientWidth / (0.83 * 16 * 0.6) - 5;
  for (const code of document.querySelectorAll("article pre")) {
    if (code.textContent.split("\n").some((line) => line.length > room)) code.tabIndex = 0;
  }

  if (location.protocol === "file:") {
    DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
    const note = document.querySelector(".from-a-file");
    if (note) note.hidden = false;
  }
})();
