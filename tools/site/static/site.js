// What every page does with scripts on: Ctrl+K, and the search in files.
"use strict";

(() => {
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
