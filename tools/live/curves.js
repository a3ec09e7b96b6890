// Curves that grow over the games of a learner, which has been measured at some of them.

const percent = (share) => `${share % 0.5 ? rounded(100 * share, 1) : 100 * share}%`;
const itAfter = (games) => `It (${gamesText(games)})`; // an opponent in sentences: "It (100 games) wins."
const short = (n) => (n < 1000 ? String(n) : `${n / 1000}k`);

// So many games have been played when it is measured: 1, 2, 3, 5, 7, 10, 20, ...
function checkpoints(games) {
  const stops = [1, 10, 100, 1000, 10_000].flatMap((ten) => [1, 2, 3, 5, 7].map((n) => n * ten));
  return [...stops.filter((n) => n < games), games];
}

// Each curve has a name, a class for its look, what it takes of a measurement, and its side.

const AGAINST_CHANCE = { title: "against random play", low: 0, high: 1, format: percent, lines: [
  ["wins as X", "tl-x", (found) => found.asX[0], "X"], ["wins as O", "tl-o", (found) => found.asO[2], "O"],
  ["right in all positions", "tl-right", (found) => found.share]] };
const AGAINST_BEST = { title: "against its best reply, value to X", low: -1, high: 1, format: valueText, lines: [
  ["as X", "tl-x", (found) => found.worstAsX, "X"], ["as O", "tl-o", (found) => found.worstAsO, "O"]] };
const [WIDE, HIGH, LEFT, FOOT] = [400, 190, 42, 22];

function drawCurves({ low, high, lines, format }, history, games) {
  const x = (n) => LEFT + (WIDE - LEFT - 8) * Math.log(n) / Math.log(games);
  const y = (value) => 8 + (HIGH - FOOT - 8) * (high - value) / (high - low);
  const tens = checkpoints(games).filter((n) => n === games || (Number.isInteger(Math.log10(n)) && 2 * n < games));
  const paths = lines.map(([, look, of]) => node("path", { class: look,
    d: history.map(([n, found], i) => `${i ? "L" : "M"}${x(n)} ${y(of(found))}`).join("") }));
  return [
    ...[low, (low + high) / 2, high].flatMap((value) => [
      node("line", { x1: LEFT, x2: WIDE, y1: y(value), y2: y(value), class: "tl-grid" }),
      node("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, format(value))]),
    ...tens.map((n, i) => node("text", { x: x(n), y: HIGH - 4,
      "text-anchor": i === 0 ? "start" : n === games ? "end" : "middle" }, i ? short(n) : "1 game")),
    ...paths,
  ];
}

// What a shadow is, in the legend.
const BEFORE = node("span", { class: "tl-key" }, node("i", { class: "tl-before" }), "before");

// Of a learner that plays one side only the curves of that side.
function makeCurves(all, side) {
  const lines = all.lines.filter(([, , , of = side]) => side === "both" || of === side);
  const kind = { ...all, lines };
  const svg = node("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", class: "tl-curves" });
  const legend = node("figcaption", {});
  // `before`: the history in whose shadow, if any, this one grows.
  const draw = (history, games, before = []) => {
    const last = history.at(-1)?.[1];
    const shadows = drawCurves(kind, before.filter(([n]) => n <= games), games).filter((one) => one.tagName === "path");
    for (const one of shadows) one.classList.add("tl-shadow");
    svg.replaceChildren(...(before.length ? shadows : []), ...drawCurves(kind, history, games));
    const value = (of) => (last ? kind.format(of(last)) : "\u2013");
    const said = lines.map(([name, look, of]) => [name, look, value(of)]);
    svg.setAttribute("aria-label", `Curves over the games, ${kind.title}: `
      + said.map(([name, , value]) => `${name} ${value}`).join(", "));
    legend.replaceChildren(`${sentence(kind.title)}: `, ...said.map(([name, look, value]) =>
      node("span", { class: "tl-key" }, node("i", { class: look }), `${name} `, node("b", {}, value))), ...(before.length ? [BEFORE.cloneNode(true)] : []));
  };
  return { draw, figure: node("figure", {}, legend, svg) };
}
