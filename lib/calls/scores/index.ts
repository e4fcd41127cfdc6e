export { judgeCall } from "./judge-call";
export { markScore } from "./mark";
export { measureAgreement } from "./measure-agreement";
export { readCallScores } from "./read";
