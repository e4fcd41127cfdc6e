export { readScorecard } from "./read";
export { setScorecard } from "./set";
export { selectScorecard, toScorecard } from "./stored-scorecard";
