import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { followChanges, notify } from "@/lib/platform/live";
import { readRun } from "./read";
import type { SuiteRun } from "./schema";

/** Maximum rate of events: with a scripted model, a run ends many conversations a second. */
const MIN_INTERVAL_MS = 1_000;
/** Minimum rate of events: a change of the draft changes `matches_draft` without an event. */
const MAX_INTERVAL_MS = 15_000;

/** Statement that notifies the subscribers of a run's progress when its transaction commits. */
export const notifyRun = (id: string): Compilable<unknown> => notify(id, "progress");

type RunEvent = { event: "suite_run.progress"; data: SuiteRun };

/** Yields a run: at once, then after each conversation that ends, at most once a second, until the run has ended. */
export async function* runEvents(
  ctx: Ctx,
  suiteId: string,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const runs = followChanges({
    id,
    read: () => readRun(ctx, suiteId, id),
    isFinal: ({ ended_at: endedAt }) => endedAt !== null,
    minIntervalMs: MIN_INTERVAL_MS,
    maxIntervalMs: MAX_INTERVAL_MS,
    signal,
  });
  for await (const data of runs) yield { event: "suite_run.progress", data };
}
