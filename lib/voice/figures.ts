import { LATE_STEPS_MS, readLateness } from "./session/playout";

/** Calls in progress, by channel; voice channels start at zero. */
const openCalls = new Map<string, number>([
  ["phone", 0],
  ["web", 0],
]);

/** Counts a call as in progress until the returned function is called. */
export function hold(channel: string): () => void {
  openCalls.set(channel, (openCalls.get(channel) ?? 0) + 1);
  return () => void openCalls.set(channel, (openCalls.get(channel) ?? 0) - 1);
}

/**
 * How the calls by voice of this process are: how many it holds now, by channel, and how late the frames of all calls so
 * far were (`late[i]` of them less than `lateStepsMs[i]`, the last later than all steps).
 */
export const voiceFigures = () => ({
  openCalls: [...openCalls],
  late: readLateness(),
  lateStepsMs: LATE_STEPS_MS,
});
