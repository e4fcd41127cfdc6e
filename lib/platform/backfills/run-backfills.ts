import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { type Clock, iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { isUnlocked } from "@/lib/platform/crypto";
import { hasOlderSessions } from "@/lib/platform/db/older-sessions";
import { plain, plainBatch, workspaceIds } from "@/lib/platform/db/plain";
import { isFinished, readBackfills } from "./progress";
import { type Backfill, restartBackfill, runBackfill } from "./run-backfill";

/** Time of a run over all workspaces. The next one begins with the next minute, so that most of the time the worker is free. */
const RUN_MS = 20_000;
/** A run whose last batch is older than this has ended, or was killed. A batch and its pause take a second or two. */
const LEASE_MS = 15_000;

type Options = { clock: Clock; signal: AbortSignal; runMs?: number };

/** Whether another run has stored a batch a moment ago. */
async function isRunning({ name }: Backfill, clock: Clock): Promise<boolean> {
  const since = iso(new Date(clock.now().getTime() - LEASE_MS));
  const running = sql<{ name: string }>`(select name from backfill_progress()
    where name = ${name} and updated_at > ${since}::timestamptz and finished < workspaces)`;
  const [rows] = await plainBatch(plain.selectFrom(running.as("running")).select("name"));
  return rows.length > 0;
}

/** The workspaces in order, from a random one on: each is the first at some time. */
async function listFromRandom(): Promise<string[]> {
  const ids = await workspaceIds();
  const first = ids.length === 0 ? 0 : randomInt(ids.length);
  return [...ids.slice(first), ...ids.slice(0, first)];
}

/** Runs in workspaces until `endMs`. A failure does not stop the other workspaces. */
async function runInWorkspaces(
  work: (ctx: Ctx) => Promise<void>,
  { clock, signal, endMs, name }: Options & { endMs: number; name: string },
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listFromRandom()) {
    if (signal.aborted || performance.now() > endMs) break;
    try {
      await work(systemCtx(id, "backfills.run", { clock, signal }));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `the backfill ${name} failed in ${failures.length} workspaces`);
}

/**
 * Continues backfills in all workspaces, for 20 seconds in total. Locked workspaces wait until they are unlocked. Returns at once
 * if another run is in progress. While older processes are connected, which can write the former form, every workspace is marked to
 * start again, also a finished one. `runMs`: shorter in tests.
 */
export async function runBackfills(backfills: readonly Backfill[], options: Options): Promise<void> {
  const endMs = performance.now() + (options.runMs ?? RUN_MS);
  const progress = await readBackfills();
  for (const backfill of backfills) {
    const { name } = backfill;
    if (await hasOlderSessions(backfill.since)) {
      const restart = (ctx: Ctx) => restartBackfill(ctx, backfill);
      await runInWorkspaces(restart, { ...options, endMs: Number.POSITIVE_INFINITY, name });
      continue;
    }
    const current = progress.find((row) => row.name === name);
    if ((current !== undefined && isFinished(current)) || (await isRunning(backfill, options.clock)))
      continue;
    const run = async (ctx: Ctx) => {
      if (await isUnlocked(ctx.workspaceId)) await runBackfill(ctx, backfill, { endMs });
    };
    await runInWorkspaces(run, { ...options, endMs, name });
  }
}
