// An exercise whose rule learns on its page. What is shown of its runs comes with python.js.

MAKERS.learns = MAKERS.exercise;

const LEARNED_OF = { node, say, rounded, N_STATES, Tables, actionValues, greedy, measure, gamesText, boardModel, boardView,
  AGAINST_CHANCE, checkpoints, makeCurves };
const described = ({ share, worstAsX, worstAsO }, games) => ageReport(games, share, worstAsX, worstAsO);

function learningOf({ learning }, rule, owner) {
  return learning(LEARNED_OF)({ ...rule, games: GAMES_AT_RUN }, described, owner);
}
