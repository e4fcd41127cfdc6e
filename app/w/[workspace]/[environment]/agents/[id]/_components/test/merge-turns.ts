import type { Call, Turn } from "@/lib/calls/calls/schema";

/** Replaces turns by their latest text: masks change until a call is settled. */
export function mergeTurns(turns: readonly Turn[], fresh: readonly Turn[]): Turn[] {
  const byIndex = new Map([...turns, ...fresh].map((turn) => [turn.index, turn]));
  return [...byIndex.values()].sort((a, b) => a.index - b.index);
}

/** Interim texts of turns that are not finished. */
export const withoutFinished = (
  speaking: Readonly<Record<number, string>>,
  fresh: readonly Turn[],
): Record<number, string> =>
  Object.fromEntries(
    Object.entries(speaking).filter(([index]) => !fresh.some((turn) => turn.index === Number(index))),
  );

/** Whether an update of a call is older than its current state: responses can arrive out of order. */
export const isStaleCall = (current: Call, update: Call): boolean =>
  (current.settled_at !== null && update.settled_at === null) ||
  (current.ended_at !== null && update.ended_at === null);
