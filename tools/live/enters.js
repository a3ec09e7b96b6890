// An exercise whose player enters a tournament, which comes with the file of the other players.

const LEAGUE_OF = { node, rounded, N_STATES, STATES, UNDECIDED, BY_MARKS, CELLS, SIDES, NEXT, TURN, WINNER, OVER, EXACT, legal, rowOf,
  Tables, greedy, actionValues, opponentsOf, boardModel, boardView };

MAKERS.league = MAKERS.exercise;
RUNNERS.league = (data, { players, name }, { send, place }) => {
  let league = null;
  return {
    reset() { league?.reset(); },

    begin(code) {
      place.replaceChildren();
      send(async () => {
        await loadScript(players);
        const { stored, make } = globalThis.tttlearnLeague;
        league ??= make(LEAGUE_OF)(stored, place);
        return { kind: "player", name, code, states: UNDECIDED };
      });
    },

    answers: ({ cells }) => league.answers(cells),
  };
};
