import { type Budget, decide, factsFor, MAX_AT_ONCE } from "@/lib/contacts/policy";
import type { Decision } from "@/lib/contacts/policy/schema";
import type { CarrierFor } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { Reasons } from "./examples";
import { spanOf } from "./launch";
import { budgetOf, factsRequest, meansOf, selectKnown, triesOf } from "./means";
import { type CampaignRow, foundCampaign, selectCampaign } from "./row";
import type { Preflight } from "./schema";

/** How long a call takes with what comes before it, for the estimate: a short conversation. */
const CALL_S = 120;

/** Contacts that wait, in the order of their ids, behind `after`: the primary key answers each batch. */
const waiting = (ctx: Ctx, campaignId: string, after: string) =>
  db
    .selectFrom("campaign_contacts")
    .select(["contact_id", "attempts"])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("campaign_id", "=", campaignId)
    .where("status", "in", ["pending", "held"])
    .where("contact_id", ">", after)
    .orderBy("contact_id")
    .limit(MAX_AT_ONCE);

type Waiting = { contact_id: string; attempts: number };

/** What was tried matters for those that were: the first time, of nobody. */
async function budgetsOf(ctx: Ctx, row: CampaignRow, rows: readonly Waiting[]): Promise<Map<string, Budget>> {
  const tried = rows.filter(({ attempts }) => attempts > 0).map(({ contact_id: id }) => id);
  const known = tried.length === 0 ? [] : await ctx.db.all(selectKnown(ctx, tried));
  const tries = await triesOf(ctx.db, ctx, row.id, known);
  return new Map(
    rows.map(({ contact_id: id, attempts }) => [id, budgetOf(row, attempts, tries.get(id)?.last_at ?? null)]),
  );
}

/** Sums of decisions, so that nothing grows with the number of contacts. */
class Sums {
  private readonly verdicts = { allow: 0, hold: 0, block: 0 };
  private readonly reasons = new Reasons();
  private last: string | null = null;

  add(contactId: string, decision: Decision): void {
    const { verdict, until } = decision;
    this.verdicts[verdict] += 1;
    if (until !== null && (this.last === null || until > this.last)) this.last = until;
    this.reasons.add(contactId, decision);
  }

  /** By what is slower, the calls per second or the calls at once; and not before the last who is held may be reached. */
  private durationS(row: CampaignRow, at: string): number {
    const calls = this.verdicts.allow + this.verdicts.hold;
    const paceS = calls / row.calls_per_second;
    const roomS = Math.ceil(calls / row.max_concurrent_calls) * CALL_S;
    const heldS = this.last === null ? 0 : (Date.parse(this.last) - Date.parse(at)) / 1_000;
    return Math.ceil(Math.max(paceS, roomS, heldS));
  }

  async preflight(ctx: Ctx, row: CampaignRow, at: string): Promise<Preflight> {
    const { allow, hold, block } = this.verdicts;
    return {
      allowed: allow,
      held: hold,
      blocked: block,
      by_reason: await this.reasons.list(ctx),
      estimated_duration_s: this.durationS(row, at),
    };
  }
}

/**
 * Whom a campaign would reach, hold and not reach of those that wait, decided as the dialer decides: now, or at its start
 * where that lies ahead, and with every place free. A thousand contacts at a time, so that memory stays the same at any
 * size. It ends when the client has gone. Throws `not_found`.
 */
export async function preflightCampaign(ctx: Ctx, id: string, carrierFor: CarrierFor): Promise<Preflight> {
  const row = foundCampaign(await ctx.db.one(selectCampaign(ctx, id)));
  const means = await meansOf(ctx, row, carrierFor);
  const { start, end } = spanOf(row, ctx.now());
  const sums = new Sums();
  let after = "";
  for (;;) {
    if (ctx.signal.aborted) throw new AppError("unavailable", "Nobody waits for this preflight any more.");
    const rows = await ctx.db.all(waiting(ctx, id, after));
    const ids = rows.map(({ contact_id: contactId }) => contactId);
    const request = factsRequest(row, means, end, await budgetsOf(ctx, row, rows));
    const facts = ids.length === 0 ? new Map() : await factsFor(ctx.db, ctx, ids, request);
    for (const [contactId, its] of facts) sums.add(contactId, decide(its, start));
    const last = ids.at(-1);
    if (last === undefined || ids.length < MAX_AT_ONCE) return sums.preflight(ctx, row, start);
    after = last;
  }
}
