import { type Budget, decidePolicy, loadFacts, MAX_CONTACTS } from "@/lib/contacts/policy";
import type { Decision } from "@/lib/contacts/policy/schema";
import type { CarrierFor } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { attemptHistory, budgetOf, factsRequest, loadMeans, selectContacts } from "./campaign-means";
import { type CampaignRow, campaignOrNotFound, selectCampaign } from "./campaign-row";
import { scheduleOf } from "./launch";
import { ReasonSummary } from "./reason-summary";
import type { Preflight } from "./schema";

/** Estimated time of a call with its setup: a short conversation. */
const CALL_S = 120;

/** Selects waiting contacts after `after`, in the order of their IDs. The primary key serves each batch. */
const waiting = (ctx: Ctx, campaignId: string, after: string) =>
  db
    .selectFrom("campaign_contacts")
    .select(["contact_id", "attempts"])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("campaign_id", "=", campaignId)
    .where("status", "in", ["pending", "held"])
    .where("contact_id", ">", after)
    .orderBy("contact_id")
    .limit(MAX_CONTACTS);

type Waiting = { contact_id: string; attempts: number };

/** Loads the budgets. Only contacts that were tried before need a query. */
async function budgetsOf(ctx: Ctx, row: CampaignRow, rows: readonly Waiting[]): Promise<Map<string, Budget>> {
  const attemptedIds = rows.filter(({ attempts }) => attempts > 0).map(({ contact_id: id }) => id);
  const attemptedContacts =
    attemptedIds.length === 0 ? [] : await ctx.db.all(selectContacts(ctx, attemptedIds));
  const tries = await attemptHistory(ctx.db, ctx, row.id, attemptedContacts);
  return new Map(
    rows.map(({ contact_id: id, attempts }) => [id, budgetOf(row, attempts, tries.get(id)?.last_at ?? null)]),
  );
}

/** Counts decisions, so that memory does not grow with the number of contacts. */
class Sums {
  private readonly verdicts = { allow: 0, hold: 0, block: 0 };
  private readonly reasons = new ReasonSummary();
  private last: string | null = null;

  add(contactId: string, decision: Decision): void {
    const { verdict, until } = decision;
    this.verdicts[verdict] += 1;
    if (until !== null && (this.last === null || until > this.last)) this.last = until;
    this.reasons.add(contactId, decision);
  }

  /**
   * The slower limit decides: calls per second or concurrent calls. The campaign also lasts until the last
   * held contact can be reached.
   */
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
 * Counts which waiting contacts a campaign would reach, hold and block. It decides as the dialer does, as of
 * now or of a later start, with all slots free. It works in batches of a thousand contacts, so that memory is
 * constant. It stops when the client disconnects. Throws `not_found`.
 */
export async function preflightCampaign(ctx: Ctx, id: string, carrierFor: CarrierFor): Promise<Preflight> {
  const row = campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, id)));
  const means = await loadMeans(ctx, row, carrierFor);
  const { start, end } = scheduleOf(row, ctx.now());
  const sums = new Sums();
  let after = "";
  for (;;) {
    if (ctx.signal.aborted) throw new AppError("preflight_canceled");
    const rows = await ctx.db.all(waiting(ctx, id, after));
    const ids = rows.map(({ contact_id: contactId }) => contactId);
    const request = factsRequest(row, means, end, await budgetsOf(ctx, row, rows));
    const facts = ids.length === 0 ? new Map() : await loadFacts(ctx.db, ctx, ids, request);
    for (const [contactId, its] of facts) sums.add(contactId, decidePolicy(its, start));
    const last = ids.at(-1);
    if (last === undefined || ids.length < MAX_CONTACTS) return sums.preflight(ctx, row, start);
    after = last;
  }
}
