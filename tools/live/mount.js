// Finds the places for live parts on the page, and puts each part there in place of its picture.

const MAKERS = {};
MAKERS.board = makeBoard;
if (typeof makeLoop !== "undefined") MAKERS.loop = makeLoop;
if (typeof makeTimeMachine !== "undefined") MAKERS.timemachine = makeTimeMachine;

async function opponentsOf(stored) {
  const pairs = Object.entries(stored).map(async ([label, one]) => [label, await opponent(one)]);
  return Object.fromEntries(await Promise.all(pairs));
}

async function makeBoard({ opponents, human }, el) {
  boardView.render({ model: boardModel({ opponents: await opponentsOf(opponents), human }), el });
}

async function start(place) {
  const settings = JSON.parse(place.querySelector("script").textContent);
  const el = document.createElement("div");
  await MAKERS[place.dataset.live](settings, el);
  place.replaceChildren(el);
}

for (const place of document.querySelectorAll("[data-live]")) start(place);
