import type { Admission } from "./load/admission";
import { readLoadCounts } from "./load/counts";
import { DELAY_STEPS_MS, readAnswerDelays } from "./session/answer-delays";
import { LATE_STEPS_MS, readLateness } from "./session/playout";

/** Calls in progress, by channel; voice channels start at zero. */
const openCalls = new Map<string, number>([
  ["phone", 0],
  ["web", 0],
]);

let observed: Pick<Admission, "lagMs" | "maxCalls"> = { lagMs: () => 0, maxCalls: () => 0 };

/** Includes the admission of this process's gateway in the figures. */
export function observeAdmission(admission: Admission): void {
  observed = admission;
}

/** Counts a call as in progress until the returned function is called. */
export function hold(channel: string): () => void {
  openCalls.set(channel, (openCalls.get(channel) ?? 0) + 1);
  return () => void openCalls.set(channel, (openCalls.get(channel) ?? 0) - 1);
}

/**
 * How the calls by voice of this process are: how many it holds now, by channel, and how late the frames of all calls so
 * far were (`late[i]` of them less than `lateStepsMs[i]`, the last later than all steps), how soon its agents answered, and what was not heard.
 */
export const voiceFigures = () => ({
  openCalls: [...openCalls],
  late: readLateness(),
  lateStepsMs: LATE_STEPS_MS,
  answerDelays: readAnswerDelays(),
  delayStepsMs: DELAY_STEPS_MS,
  ...readLoadCounts(),
  lagMs: observed.lagMs(),
  maxCalls: observed.maxCalls(),
});
