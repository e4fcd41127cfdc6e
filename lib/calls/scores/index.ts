export { type JudgedState, judgeCall } from "./judge-call";
export { markScore } from "./mark";
export { measureAgreement } from "./measure-agreement";
export { notifyScoreDrifts, scoreDrifts } from "./notify-drift";
export { readCallScores } from "./read";
