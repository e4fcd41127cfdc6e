import { sql } from "kysely";
import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AT_EASE, afterFailure, type Strain } from "./breaker";
import { type CampaignRow, foundCampaign, selectCampaign } from "./row";
import { type CampaignContactStatus, type ContactReason, RETRIED } from "./schema";
import { OVER } from "./states";
import { LOOK_AGAIN_MS } from "./verdict";
import { told, wake } from "./wake";

const MINUTE_MS = 60_000;
/** Attempts that one step takes in; what is left comes with the next. */
const MAX_RESULTS = 500;
/** What a carrier says of a number, which another try does not change (`RefusalKind` of lib/outreach/dialing). */
const REFUSED: ReadonlySet<string> = new Set([
  "invalid_number",
  "unreachable",
  "unsubscribed",
  "not_allowed",
]);
const PAUSE: ContactReason = {
  code: "too_many_attempts",
  message: "The campaign pauses between two attempts. Wait until the pause is over.",
};

const AWAY: ContactReason = {
  code: "carrier_unavailable",
  message: "The carrier could not be reached. It is tried again.",
};

/** An attempt that has ended, with what its call says of it. */
export type Ended = {
  result: string;
  placed_at: string | null;
  ended_at: string;
  /** Of the call: the outcome, null until it is settled, and the code of the first reason. */
  outcome: string | null;
  reason: string | null;
  /** Whether somebody spoke: on the telephone whoever was put through, by text who wrote back. */
  spoke: boolean;
};

/** What becomes of a contact: `back` gives the attempt back to its budget. */
export type Change = {
  status: CampaignContactStatus;
  back: boolean;
  reached: boolean;
  outcome: string | null;
  next_attempt_at: string | null;
  reasons: readonly ContactReason[];
};

const FINAL = { back: false, reached: false, next_attempt_at: null, reasons: [] } as const;

/** Where the contact of an attempt waits again, that was none of its own. */
function givenBack(
  { status }: Pick<CampaignRow, "status">,
  next: string | null,
  reasons: readonly ContactReason[] = [],
): Change {
  const over = OVER.includes(status);
  const waits = next === null ? "pending" : "held";
  return {
    ...FINAL,
    status: over ? "canceled" : waits,
    back: true,
    outcome: null,
    next_attempt_at: over ? null : next,
    reasons: over ? [] : reasons,
  };
}

/** Whether it was the carrier that failed, and no call: nothing happened, or nobody knows. */
export const isCarrierFailure = ({ result, reason }: Ended): boolean =>
  reason === "carrier_unavailable" || (result === "failed" && (reason === null || !REFUSED.has(reason)));

/**
 * What an ended attempt means for its contact, by the campaign's rule; `used` attempts count against its budget, this
 * one among them. Pure. Source: product.md, "Outreach".
 */
export function changeAfter(
  row: Pick<CampaignRow, "status" | "attempts">,
  used: number,
  ended: Ended,
  now: string,
): Change {
  const { result, outcome, reason } = ended;
  if (result === "completed") return { ...FINAL, status: "completed", reached: ended.spoke, outcome };
  // Policy has refused at the last moment, or the carrier was away: the next step says what holds.
  const again = plusMs(now, LOOK_AGAIN_MS);
  if (reason === "carrier_unavailable") return givenBack(row, again, [AWAY]);
  if (result === "blocked") return givenBack(row, again);
  if (result === "canceled")
    return ended.placed_at === null ? givenBack(row, null) : { ...FINAL, status: "canceled", outcome: null };
  const tag = outcome ?? result;
  const retried =
    RETRIED.some((one) => one === tag && row.attempts.on.includes(one)) &&
    used < row.attempts.max &&
    !(reason !== null && REFUSED.has(reason)) &&
    !OVER.includes(row.status);
  if (!retried) return { ...FINAL, status: result === "failed" ? "failed" : "completed", outcome: tag };
  const after = plusMs(ended.placed_at ?? ended.ended_at, row.attempts.retry_after_minutes * MINUTE_MS);
  return { ...FINAL, status: "held", outcome: tag, next_attempt_at: after, reasons: [PAUSE] };
}

/** How the carrier does, after an attempt: whoever answers, is busy or does not answer shows that it is there. */
function strainAfter(strain: Strain, ended: Ended, now: string): Strain {
  if (isCarrierFailure(ended)) return afterFailure(strain, now);
  const spoke = ended.placed_at !== null && ended.result !== "canceled";
  return spoke ? AT_EASE : strain;
}

const codeOf = (reasons: unknown): string | null => {
  const [first] = Array.isArray(reasons) ? (reasons as { code?: unknown }[]) : [];
  return typeof first?.code === "string" ? first.code : null;
};

/** Contacts who are being reached by an attempt that has ended, with what came of it; its call may have been deleted since. */
const selectEnded = ({ workspaceId }: Ctx, campaignId: string) =>
  db
    .selectFrom("campaign_contacts as cc")
    .innerJoin("attempts as a", (join) =>
      join.onRef("a.workspace_id", "=", "cc.workspace_id").onRef("a.call_id", "=", "cc.last_call_id"),
    )
    .leftJoin("calls as k", (join) =>
      join.onRef("k.workspace_id", "=", "a.workspace_id").onRef("k.id", "=", "a.call_id"),
    )
    .select([
      "cc.contact_id",
      "cc.attempts",
      "cc.outcome as former",
      "a.result",
      "a.placed_at",
      "a.ended_at",
      "k.outcome_tag",
      "k.reasons",
    ])
    .select(
      sql<boolean>`a.channel <> 'text' or exists (select from texts t
        where t.workspace_id = a.workspace_id and t.call_id = a.call_id and t.direction = 'inbound')`.as(
        "spoke",
      ),
    )
    .where("cc.workspace_id", "=", workspaceId)
    .where("cc.campaign_id", "=", campaignId)
    .where("cc.status", "=", "active")
    .where("a.state", "=", "ended")
    .orderBy("a.ended_at")
    .orderBy("a.key")
    .limit(MAX_RESULTS)
    .forUpdate("cc");

/** What came of attempts: how the carrier does now, and whether there may be more of them. */
type Results = { strain: Strain; more: boolean };

/**
 * Takes in what came of the attempts that have ended: their contacts are done with or wait for another try, and the
 * breaker counts. In a step's transaction, under the lock of the campaign's row; each is taken in once.
 */
export async function takeResults(tx: Tx, ctx: Ctx, row: CampaignRow): Promise<Results> {
  const now = ctx.now();
  let strain: Strain = row;
  const ended = await tx.all(selectEnded(ctx, row.id));
  const changes = ended.map(({ contact_id, attempts, former, result, ended_at, ...of }) => {
    const what: Ended = {
      result: result ?? "failed",
      placed_at: of.placed_at,
      ended_at: ended_at ?? now,
      outcome: of.outcome_tag,
      reason: codeOf(of.reasons),
      spoke: of.spoke,
    };
    strain = strainAfter(strain, what, now);
    const { back, ...change } = changeAfter(row, attempts, what, now);
    return {
      ...change,
      contact_id,
      outcome: back ? former : change.outcome,
      attempts: attempts - (back ? 1 : 0),
    };
  });
  if (changes.length > 0) await tx.all(writeChanges(ctx, row.id, changes));
  return { strain, more: ended.length === MAX_RESULTS };
}

function writeChanges(ctx: Ctx, campaignId: string, changes: readonly object[]) {
  const given = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::campaign_contacts, ${JSON.stringify(changes)}::jsonb)`;
  return db
    .updateTable("campaign_contacts as cc")
    .from(given.as("r"))
    .set({
      status: sql<string>`r.status`,
      reached: sql<boolean>`r.reached`,
      outcome: sql<string | null>`r.outcome`,
      next_attempt_at: sql<string | null>`r.next_attempt_at`,
      reasons: sql<never>`r.reasons`,
      attempts: sql<number>`r.attempts`,
      updated_at: ctx.now(),
    })
    .where("cc.workspace_id", "=", ctx.workspaceId)
    .where("cc.campaign_id", "=", campaignId)
    .whereRef("cc.contact_id", "=", sql.ref("r.contact_id"));
}

/** A conversation of a campaign that has been settled. */
const settledAttempt = ({ workspaceId }: Ctx, key: string) =>
  db
    .selectFrom("attempts as a")
    .innerJoin("calls as k", (join) =>
      join.onRef("k.workspace_id", "=", "a.workspace_id").onRef("k.id", "=", "a.call_id"),
    )
    .select(["a.environment", "a.campaign_id", "a.contact_id", "a.call_id", "k.outcome_tag"])
    .where("a.workspace_id", "=", workspaceId)
    .where("a.key", "=", key)
    .where("a.state", "=", "ended")
    .where("a.result", "=", "completed")
    .where("k.outcome_tag", "is not", null);

/**
 * Notes the outcome of a conversation whose end the campaign has heard of before. Under the lock of the campaign's row,
 * so that a step that takes the end in at this moment is waited for. Safe to repeat.
 */
export async function campaignResult(base: Ctx, key: string): Promise<void> {
  const settled = await base.db.one(settledAttempt(base, key));
  if (settled === undefined || settled.campaign_id === null) return;
  const { campaign_id: id, contact_id: contactId, call_id: callId, outcome_tag: outcome } = settled;
  const ctx: Ctx = { ...base, environment: settled.environment as Environment };
  await mutate(ctx, async (tx) => {
    const row = foundCampaign(await tx.one(selectCampaign(ctx, id).forUpdate()));
    const late = db
      .updateTable("campaign_contacts")
      .set({ outcome, updated_at: ctx.now() })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", id)
      .where("contact_id", "=", contactId)
      .where("last_call_id", "=", callId)
      .where("status", "=", "completed")
      .where("outcome", "is", null);
    const noted = await tx.all(late.returning("contact_id"));
    // Where the end itself was not taken in yet, its step notes the outcome too.
    const running = row.status === "running" || row.status === "paused";
    await tx.batch(...(noted.length === 0 && running ? [wake(ctx, id, ctx.now())] : []), told(id));
    return { result: undefined, audit: null };
  });
}
