import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { enqueue, enqueueMany, enqueueUnlessWaiting } from "@/lib/platform/jobs";

/** Maximum attempts of one job. The job places them concurrently, up to what one process may send at once. */
const MAX_ATTEMPTS_PER_JOB = 25;
/**
 * Maximum difference between the due times in one job. The job runs at the latest of them: no attempt is
 * early, and the first is late by at most this much.
 */
const MAX_SPREAD_MS = 250;

type Due = { key: string; placeAt: string };

/** Groups attempts that are due at about the same time. */
function groupByDueTime(attempts: readonly Due[]): [Due, ...Due[]][] {
  const groups: [Due, ...Due[]][] = [];
  for (const attempt of [...attempts].sort((a, b) => (a.placeAt < b.placeAt ? -1 : 1))) {
    const last = groups.at(-1);
    const isNear = last && Date.parse(attempt.placeAt) - Date.parse(last[0].placeAt) <= MAX_SPREAD_MS;
    if (last !== undefined && isNear && last.length < MAX_ATTEMPTS_PER_JOB) last.push(attempt);
    else groups.push([attempt]);
  }
  return groups;
}

/**
 * Enqueues jobs that place attempts when they are due. Keys of attempts that were not inserted are ignored.
 */
export const placeJobs = ({ workspaceId }: Ctx, attempts: readonly Due[]): Compilable<unknown> =>
  enqueueMany(
    "attempts.place",
    groupByDueTime(attempts).map((group) => {
      const [{ key }] = group;
      return {
        payload: { workspaceId, keys: group.map((attempt) => attempt.key) },
        // A job for one attempt must not replace a job for several.
        key: `${group.length === 1 ? "attempt" : "attempts"}:${key}`,
        runAt: group.at(-1)?.placeAt ?? "",
      };
    }),
  );

/** Enqueues one attempt to be processed at `runAt`, and not earlier. */
export const placeJob = (ctx: Ctx, key: string, runAt: string): Compilable<unknown> =>
  placeJobs(ctx, [{ key, placeAt: runAt }]);

/** Enqueues the job that follows up an attempt whose call has ended. */
export const followJob = (ctx: Ctx, callId: string): Compilable<unknown> =>
  enqueue(
    "attempt.follow",
    { workspaceId: ctx.workspaceId, callId },
    { key: `follow:${callId}`, runAt: ctx.now() },
  );

/**
 * Enqueues one step for each campaign of these ended attempts, to apply their results. If a worker dies
 * before this, other attempts' jobs and the campaigns' sweep make up for it.
 */
export async function notifyCampaigns(
  ctx: Ctx,
  attempts: readonly { campaign_id: string | null }[],
): Promise<void> {
  const { workspaceId } = ctx;
  const ids = new Set(attempts.flatMap(({ campaign_id: id }) => (id === null ? [] : [id])));
  if (ids.size === 0) return;
  const jobs = [...ids].map((campaignId) =>
    enqueueUnlessWaiting(
      "campaign.step",
      { workspaceId, campaignId },
      { key: `results:${campaignId}`, runAt: ctx.now() },
    ),
  );
  await writeUnaudited(ctx, { run: jobs });
}
