export { stageSpokenCall } from "./stage-spoken-call";
export type { CallerAct, ConsentAnswer, StagedCaller } from "./staged-caller";
export { createStagedClock, type StagedClock } from "./staged-clock";
