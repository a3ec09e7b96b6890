// The slider of the first page chooses the opponent of the board beside it, which has its own list of them.
"use strict";

(() => {
  const game = document.querySelector(".game");
  const slider = game.querySelector("input");
  const ages = JSON.parse(game.querySelector("script").textContent);

  function choose() {
    const [label, said] = ages[slider.value];
    slider.setAttribute("aria-valuetext", label);
    game.querySelector("output").textContent = label;
    game.querySelector(".strength").textContent = said;
    const opponent = game.querySelector(".ttt select");
    if (!opponent || opponent.value === label) return;
    opponent.value = label;
    opponent.dispatchEvent(new Event("change"));
  }

  slider.addEventListener("input", choose);
  choose();
  // A browser may bring a moved slider back before the board is there.
  const waiting = new MutationObserver(() => {
    if (!game.querySelector(".ttt option")) return;
    waiting.disconnect();
    choose();
  });
  waiting.observe(game, { childList: true, subtree: true });
})();
