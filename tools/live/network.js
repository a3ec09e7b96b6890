// The network of lesson 08 on a page: what it makes of a position, unit by unit, a weight to nudge, and
// training as in course/articles/antirez, with sums in the order of network/loops.py. A test holds it
// to Python.

const { fround } = Math, LANES = 16, BIAS = 18; // the inputs are 0 to 17
const SERIES = [1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1];
const PAYS = [-0.1 * 2, 0.1 * 0.3, 0.1].map(fround); // for a game lost, drawn, won, times the rate

// e to the power x, the same on every computer.
function power(x) {
  let p = 0;
  for (const factor of SERIES) p = factor + (x / 64) * p;
  for (let i = 0; i < 6; i += 1) p *= p;
  return p;
}

// The inputs that are 1: two for each cell, of which the first is X's.
const inputsOf = (state) => digits(state).flatMap((mark, cell) => (mark ? [2 * cell + mark - 1] : []));

// It plays O against random play, always its best move, and learns from each game.
class NetworkOnPage {
  constructor({ seed, hidden = 100 }) {
    const width = LANES * Math.max(4, Math.ceil(hidden / LANES)), random = generator(seed);
    const rows = (n, size, all = size) => {
      const table = new Float32Array(n * all);
      for (let row = 0; row < n; row += 1) for (let i = 0; i < size; i += 1) table[row * all + i] = random() - 0.5;
      return table;
    };
    Object.assign(this, { hidden, width, random, games: 0, n: 0 });
    [this.W1, this.W2, this.b2] = [rows(BIAS + 1, hidden, width), rows(9, hidden, width), rows(1, 9)];
    this.first = { layer: new Float32Array(width), logits: new Float32Array(9) };
    this.later = { layer: new Float32Array(width), logits: new Float32Array(9) };
    [this.sums, this.lanes, this.delta] = [width, LANES, 9].map((size) => new Float32Array(size));
    [this.states, this.actions] = [new Int32Array(10), new Int32Array(9)];
    this.totals = thresholds(RANDOM_PLAY.policy);
  }

  // The hidden layer and the outputs of a state: `slot` holds them, `sums` what the units add up.
  pass(slot, inputs) {
    const { W1, sums, width } = this;
    sums.set(W1.subarray(BIAS * width));
    for (const row of inputs) for (let h = 0; h < width; h += 1) sums[h] += W1[row * width + h];
    return this.outputs(slot);
  }

  // The same after two more inputs have become 1.
  passOn(slot, one, other) {
    const { W1, sums, width } = this;
    for (let h = 0; h < width; h += 1) sums[h] = fround(sums[h] + W1[one * width + h]) + W1[other * width + h];
    return this.outputs(slot);
  }

  outputs(slot) {
    const { W2, b2, sums, lanes, width } = this, { layer, logits } = slot;
    for (let h = 0; h < width; h += 1) layer[h] = Math.max(sums[h], 0);
    for (let o = 0; o < 9; o += 1) {
      for (let i = 0; i < LANES; i += 1) {
        let total = 0;
        for (let h = i; h < width; h += LANES) total = fround(total + fround(W2[o * width + h] * layer[h]));
        lanes[i] = total;
      }
      let total = 0;
      for (let i = 0; i < LANES; i += 1) total = fround(total + lanes[i]);
      logits[o] = total + b2[o];
    }
    return slot;
  }

  // The probabilities of the outputs, in `delta`.
  toProbabilities({ logits }) {
    const { delta } = this, top = Math.max(...logits);
    let total = 0;
    for (let o = 0; o < 9; o += 1) {
      delta[o] = power(Math.max(fround(logits[o] - top), -40));
      total = fround(total + delta[o]);
    }
    const one = fround(1 / total);
    for (let o = 0; o < 9; o += 1) delta[o] *= one;
    return delta;
  }

  best({ logits }, state) {
    let best = -1;
    for (let cell = 0; cell < 9; cell += 1) {
      if (NEXT[9 * state + cell] >= 0 && (best < 0 || logits[cell] > logits[best])) best = cell;
    }
    return best;
  }

  play(games) {
    for (let game = 0; game < games; game += 1) {
      this.playOne();
      this.learn();
    }
    this.games += games;
  }

  playOne() {
    const { states, actions } = this;
    let state = 0, n = 0;
    while (!OVER[state]) {
      if (TURN[state] > 0) actions[n] = this.replyIn(state);
      else {
        const slot = n < 2 ? this.pass(this.first, inputsOf(state))
          : this.passOn(this.later, 2 * actions[n - 2] + 1, 2 * actions[n - 1]);
        actions[n] = this.best(slot, state);
      }
      states[n] = state;
      state = NEXT[9 * state + actions[n]];
      n += 1;
    }
    [states[n], this.n] = [state, n];
  }

  learn() {
    const { states, actions, n } = this, pay = PAYS[1 - WINNER[states[n]]];
    for (let t = 1; t < n; t += 2) {
      const inputs = inputsOf(states[t]), slot = t < 2 ? this.first : this.pass(this.later, inputs);
      const reward = fround(pay * fround(0.5 + fround(fround(0.5 * t) / n)));
      this.reward(this.toProbabilities(slot), states[t], actions[t], 8 - t, reward);
      this.step(slot, inputs);
    }
  }

  // Turn probabilities into the gradients of a rewarded move: towards it or, after a loss, towards all
  // other legal ones.
  reward(delta, state, action, others, reward) {
    const share = fround(1 / others);
    if (reward >= 0) delta[action] -= 1;
    else for (let a = 0; a < 9; a += 1) if (a !== action && NEXT[9 * state + a] >= 0) delta[a] -= share;
    for (let a = 0; a < 9; a += 1) delta[a] *= Math.abs(reward);
  }

  // A step of gradient descent.
  step({ layer }, inputs) {
    const { W1, W2, b2, sums, delta, width } = this;
    for (let o = 0; o < 9; o += 1) b2[o] -= delta[o];
    for (let h = 0; h < width; h += 1) {
      let total = 0;
      for (let at = h, o = 0; o < 9; at += width, o += 1) {
        total = fround(total + fround(delta[o] * W2[at]));
        W2[at] -= fround(delta[o] * layer[h]);
      }
      sums[h] = layer[h] > 0 ? total : 0;
    }
    for (const row of [...inputs, BIAS]) for (let h = 0; h < width; h += 1) W1[row * width + h] -= sums[h];
  }

  // As O; where X is to move, it is no player, and takes what it would.
  get policy() {
    const policy = new Float64Array(9 * N_STATES);
    for (const state of UNDECIDED) policy[9 * state + this.best(this.pass(this.later, inputsOf(state)), state)] = 1;
    return policy;
  }

  asOpponent() { return new Tables("", () => null, "first", this.policy); }
}
NetworkOnPage.prototype.replyIn = LearnerOnPage.prototype.replyIn;

const asO = { low: 0, high: 1, format: percent };
STUDIES.network = {
  curves: [
    { ...asO, title: "as O against random play", lines: [
      ["wins", "tl-o", ({ ends }) => ends[2]], ["loses", "tl-x", ({ ends }) => ends[0]]] },
    AGAINST_BEST,
  ],
  measure({ policy }) { return { ends: outcome(RANDOM_PLAY.policy, policy), worstAsO: replyValues(policy, -1)[0] }; },
  said: (games, { ends, worstAsO }) => `After ${gamesText(games)} it loses ${rounded(100 * ends[0], 2)}% of its games as O against random play. `
    + (worstAsO > 0 ? `It can still be beaten: the best reply to it is worth ${valueText(worstAsO)} to X.` : "Nobody beats it as O any more."),
};

// ---- What it makes of a position: a board to set, lit units, and one weight to nudge.

function makeUnits() {
  const cells = CELLS.map((cell) => node("button", { type: "button", class: "tn-cell" }));
  const units = node("div", { class: "tn-units", role: "img" }), status = node("p", { role: "status", class: "tn-status" });
  const marks = [1, 0, 0, 0, 2, 0, 0, 0, 1]; // as in the lesson
  const range = (label, max, value) => node("input", { type: "range", "aria-label": label, min: 0, max, value });
  const [unit, output] = [range("unit, one of the hidden ones", 99, 0), range("output, a cell", 8, 5)];
  const weight = node("input", { type: "range", "aria-label": "the weight between them", min: -3, max: 3, step: 0.01 });
  const shown = [unit, output, weight].map(() => node("output", {}));
  let network;

  const at = () => output.value * network.width + Number(unit.value);
  const name = (cell) => `row ${1 + Math.floor(cell / 3)} column ${1 + (cell % 3)}`;

  // `live`: "polite" after what the reader did, but not each picture of training is read out.
  function draw(live = "polite") {
    status.setAttribute("aria-live", live);
    const state = marks.reduce((sum, mark, cell) => sum + mark * WEIGHTS[cell], 0);
    const slot = network.pass(network.later, inputsOf(state)), p = network.toProbabilities(slot);
    const layer = slot.layer.subarray(0, network.hidden), most = Math.max(1, ...layer), on = layer.filter((x) => x > 0).length;
    cells.forEach((button, cell) => {
      const mark = ["", "X", "O"][marks[cell]], text = `${rounded(100 * p[cell], 1)}%`;
      button.replaceChildren(node("b", {}, mark), node("span", {}, text));
      button.style.setProperty("--tn-p", p[cell]);
      button.classList.toggle("tn-chosen", cell === Number(output.value));
      button.setAttribute("aria-label", `${name(cell)}, ${mark || "empty"}, ${text}`);
    });
    units.replaceChildren(...Array.from(layer, (x, h) => {
      const square = node("i", h === Number(unit.value) ? { class: "tn-chosen" } : {});
      square.style.setProperty("--tn-lit", x / most);
      return square;
    }));
    units.setAttribute("aria-label", `${on} of ${network.hidden} hidden units are on`);
    const passes = layer[unit.value], w = network.W2[at()], cell = Number(output.value);
    weight.value = w;
    [unit.value, output.value, rounded(w, 2)].forEach((text, i) => { shown[i].textContent = text; });
    status.textContent = `${on} of ${network.hidden} hidden units are on. ${passes > 0
      ? `Unit ${unit.value} passes on ${rounded(passes, 2)}, times the weight ${rounded(w, 2)} to cell ${cell}, which gets ${rounded(100 * p[cell], 1)}%.`
      : `Unit ${unit.value} is off here, so that none of its weights counts: choose one that is lit.`}`;
  }

  cells.forEach((button, cell) => button.addEventListener("click", () => {
    marks[cell] = (marks[cell] + 1) % 3;
    draw();
  }));
  units.addEventListener("click", ({ target }) => {
    const h = [...units.children].indexOf(target);
    if (h >= 0) unit.value = h;
    draw();
  });
  for (const slider of [unit, output]) slider.addEventListener("input", () => draw());
  weight.addEventListener("input", () => {
    network.W2[at()] = weight.value;
    draw();
  });
  const rows = [[unit, "unit"], [output, "to cell"], [weight, "weight"]].map(([slider, text], i) => node("label", {}, text, slider, shown[i]));
  return {
    // A new network is opened at the unit that is lit most.
    show(it) {
      const isNew = it !== network;
      network = it;
      draw("off");
      if (!isNew) return;
      const { layer } = network.later;
      unit.value = layer.indexOf(Math.max(...layer));
      draw("off");
    },
    el: node("div", { class: "tn", role: "group", "aria-label": "A forward pass" },
      node("div", { class: "tn-board", role: "group", "aria-label": "A board to set: X, then O, then nothing" }, ...cells), units,
      node("div", { class: "tl-sliders" }, ...rows), status),
  };
}

MAKERS.network = async (given, el) => {
  const settings = { ...given }, units = makeUnits();
  const training = makeTraining({ study: STUDIES.network, side: "O", settings, create: () => new NetworkOnPage(settings), drawn: units.show });
  el.append(node("div", { class: "tl", role: "region", "aria-label": "A network that learns to play O" },
    node("div", { class: "tl-sliders" }, ...makeSliders(["games", "seed"], settings, training.restart)),
    units.el, ...training.parts, training.table));
  training.restart();
};
