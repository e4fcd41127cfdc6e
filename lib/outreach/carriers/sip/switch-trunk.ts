import { sql } from "kysely";
import { type OpenTrunk, openTrunk } from "@/lib/agents/integrations";
import { endAndCount } from "@/lib/outreach/trunk-limits";
import type { StoredTry } from "@/lib/outreach/trunk-tries";
import type { SkipReason } from "@/lib/outreach/trunk-tries/values";
import { db, json, type Tx, writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { findRefusal } from "./find-refusal";
import { type ClaimedPlacement, leaseExpiry, readPlacement } from "./placement";
import { reserveCall } from "./request-placement";
import { eventOfStatus } from "./sip-status";
import { type Alternative, parseAlternatives, skippedTry } from "./trunk-try";

/** The result of the trunk that certainly did not place the call. */
type FailedTry = { status: number; wasSent: boolean };

/** `lost`: the gateway must not send a further INVITE, as its claim expired or the call is over. */
type SwitchResult = "switched" | "lost" | "busy" | "limited";

/**
 * Locks the placement if this gateway may still place the call: it holds an unexpired claim, no hang-up is due, and the attempt is
 * in progress.
 */
async function isStillClaimed(tx: Tx, { ctx, key, gatewayId }: ClaimedPlacement): Promise<boolean> {
  const row = await tx.first(
    db
      .selectFrom("sip_placements as p")
      .select("p.key")
      .where("p.workspace_id", "=", ctx.workspaceId)
      .where("p.key", "=", key)
      .where("p.state", "=", "claimed")
      .where("p.gateway_id", "=", gatewayId)
      .where("p.is_hang_up_due", "=", false)
      .where(sql<boolean>`p.lease_until > now()`)
      .where(
        sql<boolean>`exists (select from attempts a where a.workspace_id = p.workspace_id and a.key = p.key
          and a.state in ('placing', 'placed'))`,
      )
      .forNoKeyUpdate(),
  );
  return row !== undefined;
}

type Switch = {
  next: Alternative;
  opened: OpenTrunk;
  failed: FailedTry;
  tries: StoredTry[];
  remaining: Alternative[];
};

/**
 * Moves a claimed placement to the next trunk, in one transaction: the failed call counts toward the limits of the former trunk, and
 * the row stays claimed by this gateway, so that no other process sees a moment in which the call could be placed a second time.
 */
async function moveTo(
  placement: ClaimedPlacement,
  { next, opened, failed, tries, remaining }: Switch,
): Promise<SwitchResult> {
  const { ctx, key, to } = placement;
  const target = { integrationId: next.integration_id, to, from: next.from_number };
  return writeUnaudited(ctx, async (tx): Promise<SwitchResult> => {
    const check = await reserveCall(tx, ctx, target, opened.settings);
    if (check.at !== "allowed") return check.at;
    if (!(await isStillClaimed(tx, placement))) return "lost";
    const status = failed.wasSent ? failed.status : null;
    const isFailure = eventOfStatus(failed.status) === "failed";
    const move = db
      .updateTable("sip_placements")
      .set({
        state: "claimed",
        integration_id: next.integration_id,
        from_number: next.from_number,
        requested_at: sql`now()`,
        claimed_at: sql`now()`,
        lease_until: leaseExpiry,
        sip_status: null,
        ended_at: null,
        minute_price: check.minutePrice,
        alternatives: json(remaining),
        tries: sql`tries || ${json(tries)}::jsonb`,
      })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("key", "=", key)
      .where("state", "=", "ended");
    await tx.all(endAndCount({ workspaceId: ctx.workspaceId, key, status, isFailure, endedAt: ctx.now() }));
    await tx.all(move);
    return "switched";
  });
}

/** Stores the tries of a call that no further trunk may place. A gateway whose claim has expired stores nothing. */
async function storeTries({ ctx, key, gatewayId }: ClaimedPlacement, tries: StoredTry[]): Promise<void> {
  const update = db
    .updateTable("sip_placements")
    .set({ tries: sql`tries || ${json(tries)}::jsonb` })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "=", "claimed")
    .where("gateway_id", "=", gatewayId);
  await writeUnaudited(ctx, { run: [update] });
}

/**
 * Gives a call to the next trunk of its order that may place it, after the current one certainly did not. Returns the placement to
 * continue with; null if there is none, or the claim is no longer valid. The change is committed before it returns, so a gateway
 * that dies afterwards leaves an attempt that is never placed again.
 */
export async function switchTrunk(
  placement: ClaimedPlacement,
  failed: FailedTry,
): Promise<ClaimedPlacement | null> {
  const { ctx, key, callId, to } = placement;
  const row = await readPlacement(ctx, key);
  if (row === undefined) return null;
  const alternatives = parseAlternatives(row.alternatives);
  const at = ctx.now();
  const tries: StoredTry[] = [
    {
      integration_id: placement.integrationId,
      from_number: placement.from,
      at,
      was_sent: failed.wasSent,
      status: failed.wasSent ? failed.status : null,
      reason: null,
    },
  ];
  for (const [index, next] of alternatives.entries()) {
    const { integration_id: integrationId, from_number: from } = next;
    const opened = await openTrunk(ctx, integrationId);
    const refusal = findRefusal(opened, { to, from });
    const remaining = alternatives.slice(index + 1);
    const result: SwitchResult | SkipReason =
      refusal === null && opened !== undefined
        ? await moveTo(placement, { next, opened, failed, tries, remaining })
        : (refusal ?? "disconnected");
    if (result === "lost") return null;
    if (result === "switched") {
      log.info({ callId, integrationId, status: failed.status }, "a call is placed over the next trunk");
      return { ...placement, integrationId, from };
    }
    tries.push(skippedTry(integrationId, from, result, at));
  }
  await storeTries(placement, tries);
  return null;
}
