import { allLate, LATE_STEPS_MS } from "./session/playout";

/** Calls that are held now, by channel: those that have a voice are there from the beginning, with none. */
const held = new Map<string, number>([
  ["phone", 0],
  ["web", 0],
]);

/** Counts a call as held, until the answer is called. */
export function hold(channel: string): () => void {
  held.set(channel, (held.get(channel) ?? 0) + 1);
  return () => void held.set(channel, (held.get(channel) ?? 0) - 1);
}

/**
 * How the calls by voice of this process are: how many it holds now, by channel, and how late the frames of all calls so
 * far were (`late[i]` of them less than `lateStepsMs[i]`, the last later than all steps).
 */
export const voiceFigures = () => ({ held: [...held], late: allLate(), lateStepsMs: LATE_STEPS_MS });
