import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { enqueue, enqueueMany, enqueueUnlessWaiting } from "@/lib/platform/jobs";

/** Attempts that one job places. The carrier is asked for all of them at once, as many as one process may ask. */
const PLACED_AT_ONCE = 25;
/** How far apart the moments of such attempts lie: none comes early, and the first late by as much at most. */
const SPAN_MS = 250;

type Due = { key: string; placeAt: string };

/** Attempts of about one moment together. */
function together(attempts: readonly Due[]): [Due, ...Due[]][] {
  const groups: [Due, ...Due[]][] = [];
  for (const one of [...attempts].sort((a, b) => (a.placeAt < b.placeAt ? -1 : 1))) {
    const last = groups.at(-1);
    const near = last && Date.parse(one.placeAt) - Date.parse(last[0].placeAt) <= SPAN_MS;
    if (last !== undefined && near && last.length < PLACED_AT_ONCE) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** The statement that lets attempts be placed when they are due; keys of which none was made do no harm. */
export const placeJobs = ({ workspaceId }: Ctx, attempts: readonly Due[]): Compilable<unknown> =>
  enqueueMany(
    "attempts.place",
    together(attempts).map((group) => {
      const [{ key }] = group;
      return {
        payload: { workspaceId, keys: group.map((one) => one.key) },
        // One that is to be looked at by itself must not take the place of the others.
        key: `${group.length === 1 ? "attempt" : "attempts"}:${key}`,
        runAt: group.at(-1)?.placeAt ?? "",
      };
    }),
  );

/** The statement that goes on with one attempt at `runAt`, and not before. */
export const placeJob = (ctx: Ctx, key: string, runAt: string): Compilable<unknown> =>
  placeJobs(ctx, [{ key, placeAt: runAt }]);

/** The statement by which an attempt is followed whose call has ended. */
export const followJob = (ctx: Ctx, callId: string): Compilable<unknown> =>
  enqueue(
    "attempt.follow",
    { workspaceId: ctx.workspaceId, callId },
    { key: `follow:${callId}`, runAt: ctx.now() },
  );

/**
 * Lets the campaigns of attempts that have ended take in what came of them: of many at once each hears in one step. A
 * worker that dies before it says so leaves that to the others, and to the campaigns' sweep.
 */
export async function tellCampaigns(
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
  await record(ctx, { run: jobs });
}
