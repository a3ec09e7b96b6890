// An exercise whose rule learns on its page. What is shown of its runs comes with python.js.

const LEARNED_OF = { node, say, rounded, N_STATES, Tables, actionValues, greedy, measure, gamesText, itAfter, boardModel, boardView,
  AGAINST_CHANCE, checkpoints, makeCurves };
const GAMES_AT_RUN = 10_000;
const described = ({ share, worstAsX, worstAsO }, games) => ageReport(games, share, worstAsX, worstAsO);

MAKERS.learns = MAKERS.exercise;
RUNNERS.learns = ({ learning }, { learns, name, code }, { send, tell, place }) => {
  const inLesson = (message) => send(() => ({ ...message, lesson: true }));
  const runs = learning(LEARNED_OF)({ ...learns, name, code, games: GAMES_AT_RUN }, described, { tell, send: inLesson });
  place.append(runs.figure, runs.opponent);
  return runs;
};
