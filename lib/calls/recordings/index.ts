export { echoOf, readAnswer } from "./answer";
export { checkRecordings } from "./check";
export type { Answer, Question } from "./consent";
export { finishRecording } from "./finish";
export { type Asked, openRecording, type Recording } from "./open";
export { readPeaks, readRecording, type SoundFile } from "./read";
export { isRefusal } from "./refusal";
export { removeEveryRecording, removeRecording, sweepRecordings } from "./remove";
