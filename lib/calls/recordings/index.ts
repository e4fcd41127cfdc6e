export {
  type LineAction,
  type ListeningRule,
  openRecording,
  type Recording,
  readListeningRule,
} from "./call-recording";
export { callsWithRecording } from "./calls-with-recording";
export { checkRecordings } from "./check";
export type { Answer, Question } from "./consent";
export { detectEcho, readAnswer } from "./consent-answer";
export { finishRecording } from "./finish";
export { readPeaks, readRecording, type SoundFile } from "./read";
export { isRefusal } from "./refusal";
export { discardFolder, removeEveryRecording, removeRecording, sweepRecordings } from "./remove";
