// Light or dark by choice, kept in the browser. A page of the articles has its style in it: there, what is said of a
// dark system holds for the choice.
"use strict";

(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = document.querySelector(".theme");
  const rules = [...document.querySelectorAll("head style")].flatMap(({ sheet }) => [...sheet.cssRules]);
  const dark = rules.filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme: dark"));

  // A browser may refuse storage, as for files: then a choice holds for this page.
  let chosen = "";
  try {
    chosen = localStorage.getItem("theme") || "";
  } catch {}

  function use(theme) {
    root.dataset.theme = theme;
    document.body.dataset.jpThemeLight = String(theme === "light"); // for the views of the notebooks
    for (const { media } of dark) {
      media.mediaText = theme === "dark" ? "all" : "not all";
      root.style.colorScheme = theme;
    }
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
  button.hidden = false;
  system.addEventListener("change", paint);
  paint();
  // Paper is white.
  addEventListener("beforeprint", () => use("light"));
  addEventListener("afterprint", paint);
})();
