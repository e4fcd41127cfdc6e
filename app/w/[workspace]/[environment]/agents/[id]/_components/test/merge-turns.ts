import type { Call, Turn } from "@/lib/calls/calls/schema";

/** Later words on a turn replace earlier ones: what is masked changes until a call is settled. */
export function merged(turns: readonly Turn[], fresh: readonly Turn[]): Turn[] {
  const byIndex = new Map([...turns, ...fresh].map((turn) => [turn.index, turn]));
  return [...byIndex.values()].sort((a, b) => a.index - b.index);
}

/** Interim texts without those whose turn is finished. */
export const withoutFinished = (
  speaking: Readonly<Record<number, string>>,
  fresh: readonly Turn[],
): Record<number, string> =>
  Object.fromEntries(
    Object.entries(speaking).filter(([index]) => !fresh.some((turn) => turn.index === Number(index))),
  );

/** Whether what is known of a call is further on than what came in: answers overtake each other. */
export const isOlder = (current: Call, came: Call): boolean =>
  (current.settled_at !== null && came.settled_at === null) ||
  (current.ended_at !== null && came.ended_at === null);
