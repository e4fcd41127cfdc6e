import { sql } from "kysely";
import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { afterFailure, type BreakerState, CLOSED_BREAKER } from "./breaker";
import { type CampaignRow, campaignOrNotFound, selectCampaign } from "./campaign-row";
import { type StoredReason, storedReason } from "./contact-reasons";
import { RECHECK_MS } from "./contact-state";
import type { CampaignContactStatus } from "./schema";
import { FINAL_STATUSES } from "./status-transitions";
import { enqueueStep, notifyProgress } from "./step-job";
import { RETRYABLE_OUTCOMES } from "./values";

const MINUTE_MS = 60_000;
/** Maximum results that one step applies. The next step takes the rest. */
const MAX_RESULTS = 500;
/** The workspace's requirement of encryption refused the call: nothing was sent, and neither the number nor the carrier failed. */
const REFUSED_UNENCRYPTED = "encryption_required";
/** Permanent rejections of a number by the carrier (`RefusalKind` of lib/outreach/dialing). */
const NUMBER_REFUSALS: ReadonlySet<string> = new Set([
  "invalid_number",
  "unreachable",
  "unsubscribed",
  "not_allowed",
]);

/** An ended attempt, with the facts of its call. */
export type EndedAttempt = {
  result: string;
  placed_at: string | null;
  ended_at: string;
  /** The call's outcome, null until it is settled, and the code of its first reason. */
  outcome: string | null;
  reason: string | null;
  /**
   * Whether the contact responded: always true for an answered call; for texts, whether the contact wrote
   * back.
   */
  hasSpoken: boolean;
};

/** The contact's new state. `isRefunded`: the attempt does not count against the budget. */
export type ContactChange = {
  status: CampaignContactStatus;
  isRefunded: boolean;
  reached: boolean;
  outcome: string | null;
  next_attempt_at: string | null;
  reasons: readonly StoredReason[];
};

const FINAL = { isRefunded: false, reached: false, next_attempt_at: null, reasons: [] } as const;

/** The state of a contact whose attempt does not count. */
function refundAttempt(
  { status }: Pick<CampaignRow, "status">,
  next: string | null,
  reasons: readonly StoredReason[] = [],
): ContactChange {
  const isOver = FINAL_STATUSES.includes(status);
  const waitingStatus = next === null ? "pending" : "held";
  return {
    ...FINAL,
    status: isOver ? "canceled" : waitingStatus,
    isRefunded: true,
    outcome: null,
    next_attempt_at: isOver ? null : next,
    reasons: isOver ? [] : reasons,
  };
}

/** Whether the carrier failed, and not the call: nothing happened, or the result is unknown. */
export const isCarrierFailure = ({ result, reason }: EndedAttempt): boolean =>
  reason === "carrier_unavailable" ||
  (result === "failed" &&
    (reason === null || !(NUMBER_REFUSALS.has(reason) || reason === REFUSED_UNENCRYPTED)));

/**
 * Computes the contact's new state after an attempt, by the campaign's rule. `used` is the number of attempts
 * that count against the budget, including this one. Pure. Source: product.md, "Outreach".
 */
export function contactChangeAfter(
  row: Pick<CampaignRow, "status" | "attempts">,
  used: number,
  ended: EndedAttempt,
  now: string,
): ContactChange {
  const { result, outcome, reason } = ended;
  if (result === "completed") return { ...FINAL, status: "completed", reached: ended.hasSpoken, outcome };
  // Policy blocked the attempt at the last moment, or the carrier was unavailable. The next step decides
  // again.
  const retryAt = plusMs(now, RECHECK_MS);
  if (reason === "carrier_unavailable") return refundAttempt(row, retryAt, [storedReason("carrier_retried")]);
  // Not placed at all. If the contact had answered, the attempt counts.
  if (reason === "gateways_full" && result === "canceled")
    return refundAttempt(row, retryAt, [storedReason("gateways_full")]);
  if (reason === "trunk_limit_reached" && result === "canceled")
    return refundAttempt(row, retryAt, [storedReason("trunk_limit_reached")]);
  // The same trunks would refuse it again.
  if (reason === REFUSED_UNENCRYPTED && result === "failed")
    return {
      ...FINAL,
      isRefunded: true,
      status: "blocked",
      outcome: null,
      reasons: [storedReason("encryption_required")],
    };
  if (result === "blocked") return refundAttempt(row, retryAt);
  if (result === "canceled")
    return ended.placed_at === null
      ? refundAttempt(row, null)
      : { ...FINAL, status: "canceled", outcome: null };
  const tag = outcome ?? result;
  const isRetried =
    RETRYABLE_OUTCOMES.some((retryable) => retryable === tag && row.attempts.on.includes(retryable)) &&
    used < row.attempts.max &&
    !(reason !== null && NUMBER_REFUSALS.has(reason)) &&
    !FINAL_STATUSES.includes(row.status);
  if (!isRetried) return { ...FINAL, status: result === "failed" ? "failed" : "completed", outcome: tag };
  const nextAttemptAt = plusMs(
    ended.placed_at ?? ended.ended_at,
    row.attempts.retry_after_minutes * MINUTE_MS,
  );
  return {
    ...FINAL,
    status: "held",
    outcome: tag,
    next_attempt_at: nextAttemptAt,
    reasons: [storedReason("campaign_pause")],
  };
}

/** The breaker after an attempt. An answer, a busy line or no answer shows that the carrier works. */
function breakerAfter(breaker: BreakerState, ended: EndedAttempt, now: string): BreakerState {
  if (isCarrierFailure(ended)) return afterFailure(breaker, now);
  const hasSpoken = ended.placed_at !== null && ended.result !== "canceled";
  return hasSpoken ? CLOSED_BREAKER : breaker;
}

const codeOf = (reasons: unknown): string | null => {
  const [first] = Array.isArray(reasons) ? (reasons as { code?: unknown }[]) : [];
  return typeof first?.code === "string" ? first.code : null;
};

/** Selects active contacts whose attempt has ended, with the result. The call may have been deleted since. */
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

/** The breaker after the results, and whether there may be more results. */
type Results = { breaker: BreakerState; hasMore: boolean };

/**
 * Applies the results of ended attempts: contacts are completed or wait for another try, and the breaker is
 * updated. It runs in a step's transaction, under the lock of the campaign's row. Each result is applied
 * once.
 */
export async function applyResults(tx: Tx, ctx: Ctx, row: CampaignRow): Promise<Results> {
  const now = ctx.now();
  let breaker: BreakerState = row;
  const ended = await tx.all(selectEnded(ctx, row.id));
  const changes = ended.map(({ contact_id, attempts, former, result, ended_at, ...attemptRow }) => {
    const endedAttempt: EndedAttempt = {
      result: result ?? "failed",
      placed_at: attemptRow.placed_at,
      ended_at: ended_at ?? now,
      outcome: attemptRow.outcome_tag,
      reason: codeOf(attemptRow.reasons),
      hasSpoken: attemptRow.spoke,
    };
    breaker = breakerAfter(breaker, endedAttempt, now);
    const { isRefunded, ...change } = contactChangeAfter(row, attempts, endedAttempt, now);
    return {
      ...change,
      contact_id,
      outcome: isRefunded ? former : change.outcome,
      attempts: attempts - (isRefunded ? 1 : 0),
    };
  });
  if (changes.length > 0) await tx.all(updateContacts(ctx, row.id, changes));
  return { breaker, hasMore: ended.length === MAX_RESULTS };
}

function updateContacts(ctx: Ctx, campaignId: string, changes: readonly object[]) {
  const changedRows = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::campaign_contacts, ${JSON.stringify(changes)}::jsonb)`;
  return db
    .updateTable("campaign_contacts as cc")
    .from(changedRows.as("r"))
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

/** Selects a completed attempt of a campaign whose call is settled. */
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
 * Stores the outcome of a call whose end the campaign has already applied. It locks the campaign's row, so
 * that it waits for a step that is applying the end. Safe to repeat.
 */
export async function recordOutcome(base: Ctx, key: string): Promise<void> {
  const settled = await base.db.first(settledAttempt(base, key));
  if (settled === undefined || settled.campaign_id === null) return;
  const { campaign_id: id, contact_id: contactId, call_id: callId, outcome_tag: outcome } = settled;
  const ctx: Ctx = { ...base, environment: settled.environment as Environment };
  await writeAudited(ctx, async (tx) => {
    const row = campaignOrNotFound(await tx.first(selectCampaign(ctx, id).forNoKeyUpdate()));
    const outcomeUpdate = db
      .updateTable("campaign_contacts")
      .set({ outcome, updated_at: ctx.now() })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", id)
      .where("contact_id", "=", contactId)
      .where("last_call_id", "=", callId)
      .where("status", "=", "completed")
      .where("outcome", "is", null);
    const updatedContacts = await tx.all(outcomeUpdate.returning("contact_id"));
    // If the end itself is not applied yet, that step stores the outcome too.
    const running = row.status === "running" || row.status === "paused";
    await tx.batch(
      ...(updatedContacts.length === 0 && running ? [enqueueStep(ctx, id, ctx.now())] : []),
      notifyProgress(id),
    );
    return { result: undefined, audit: null };
  });
}
