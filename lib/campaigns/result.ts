import { sql } from "kysely";
import { mutate } from "@/lib/audit";
import { plusMs } from "@/lib/clock";
import type { Ctx, Environment } from "@/lib/context";
import { db, json } from "@/lib/db";
import { AT_EASE, afterFailure, type Strain } from "./breaker";
import { type CampaignRow, foundCampaign, selectCampaign, updateCampaignRow } from "./row";
import { type CampaignContactStatus, type ContactReason, RETRIED } from "./schema";
import { OVER } from "./states";
import { LOOK_AGAIN_MS } from "./verdict";
import { told, wake } from "./wake";

const MINUTE_MS = 60_000;
/** What a carrier says of a number, which another try does not change (`RefusalKind` of lib/dialing). */
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
  result === "failed" && (reason === null || !REFUSED.has(reason));

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
function strainAfter(row: CampaignRow, ended: Ended, now: string): Strain {
  if (isCarrierFailure(ended)) return afterFailure(row, now);
  const spoke = ended.placed_at !== null && ended.result !== "canceled";
  return spoke ? AT_EASE : row;
}

async function endedAttempt(ctx: Ctx, key: string) {
  return ctx.db.one(
    db
      .selectFrom("attempts as a")
      .innerJoin("calls as k", (join) =>
        join.onRef("k.workspace_id", "=", "a.workspace_id").onRef("k.id", "=", "a.call_id"),
      )
      .select([
        "a.environment",
        "a.campaign_id",
        "a.contact_id",
        "a.call_id",
        "a.result",
        "a.placed_at",
        "a.ended_at",
        "k.outcome_tag",
        "k.reasons",
      ])
      .select(
        sql<boolean>`k.channel <> 'sms' or exists (select from texts t
          where t.workspace_id = k.workspace_id and t.call_id = k.id and t.direction = 'inbound')`.as(
          "spoke",
        ),
      )
      .where("a.workspace_id", "=", ctx.workspaceId)
      .where("a.key", "=", key)
      .where("a.state", "=", "ended"),
  );
}

const codeOf = (reasons: unknown): string | null => {
  const [first] = Array.isArray(reasons) ? (reasons as { code?: unknown }[]) : [];
  return typeof first?.code === "string" ? first.code : null;
};

/**
 * Takes in what came of an attempt: its contact is done with or waits for another try, the breaker counts, and the
 * campaign's step is woken for the slot that is free. It comes once the call has ended, and again when it is settled,
 * with the outcome. Safe to repeat.
 */
export async function campaignResult(base: Ctx, key: string): Promise<void> {
  const attempt = await endedAttempt(base, key);
  if (attempt === undefined || attempt.campaign_id === null) return;
  const { campaign_id: id, contact_id: contactId, call_id: callId, result, ended_at: endedAt } = attempt;
  if (result === null || endedAt === null) return;
  const ended: Ended = {
    result,
    placed_at: attempt.placed_at,
    ended_at: endedAt,
    outcome: attempt.outcome_tag,
    reason: codeOf(attempt.reasons),
    spoke: attempt.spoke,
  };
  const ctx: Ctx = { ...base, environment: attempt.environment as Environment };
  await mutate(ctx, async (tx) => {
    const row = foundCampaign(await tx.one(selectCampaign(ctx, id).forUpdate()));
    const its = db
      .selectFrom("campaign_contacts")
      .select(["status", "attempts", "outcome"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", id)
      .where("contact_id", "=", contactId)
      .where("last_call_id", "=", callId)
      .forUpdate();
    const contact = await tx.one(its);
    const nothing = { result: undefined, audit: null };
    if (contact === undefined) return nothing;
    const update = db
      .updateTable("campaign_contacts")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", id)
      .where("contact_id", "=", contactId);
    const now = ctx.now();
    if (contact.status !== "active") {
      // The outcome of a conversation is known once it is settled.
      const late = ended.result === "completed" && contact.status === "completed" && contact.outcome === null;
      if (late && ended.outcome !== null)
        await tx.batch(update.set({ outcome: ended.outcome, updated_at: now }), told(id));
      return nothing;
    }
    const { back, reasons, ...change } = changeAfter(row, contact.attempts, ended, now);
    const strain = strainAfter(row, ended, now);
    const strained =
      strain.carrier_failures !== row.carrier_failures || strain.resting_until !== row.resting_until;
    await tx.batch(
      update.set({
        ...change,
        outcome: back ? contact.outcome : change.outcome,
        reasons: json(reasons),
        attempts: contact.attempts - (back ? 1 : 0),
        updated_at: now,
      }),
      ...(strained ? [updateCampaignRow(ctx, id, pick(strain))] : []),
      // A paused one may have come to its end.
      ...(row.status === "running" || row.status === "paused" ? [wake(ctx, id, now)] : []),
      told(id),
    );
    return nothing;
  });
}

const pick = ({ carrier_failures, resting_until }: Strain): Strain => ({ carrier_failures, resting_until });
