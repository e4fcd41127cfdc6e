import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { assertRowUnchanged, db } from "@/lib/platform/db";
import type { AttemptState } from "./attempt";

/**
 * How long one worker may hold an attempt before another resumes it. It exceeds the longest carrier timeout
 * plus the work before and after.
 */
export const LEASE_MS = 60_000;

/** Updates an attempt if it is in one of the `from` states. Returns its key if it did. */
export const updateAttempt = (
  ctx: Ctx,
  key: string,
  from: readonly AttemptState[],
  to: Partial<{
    state: AttemptState;
    carrier: string;
    carrier_ref: string;
    scheduled_at: string;
    placed_at: string;
    lease_until: string | null;
  }>,
): Compilable<{ key: string }> =>
  db
    .updateTable("attempts")
    .set(to)
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "in", [...from])
    .returning("key");

/** Columns that ending an attempt sets, and the status of its call. */
const ENDED = { state: "ended", busy: null, lease_until: null } as const;
const resultOfCall = sql<string>`(select status from calls where calls.id = attempts.call_id)`;

/**
 * Ends an attempt with the status of its call, or with `result` if it is set. The contact is then free for
 * another attempt. Call `notifyCampaigns` after the commit.
 */
export const endAttempt = (
  ctx: Ctx,
  key: string,
  from: readonly AttemptState[],
  result?: "canceled",
): Compilable<unknown> =>
  db
    .updateTable("attempts")
    .set({ ...ENDED, ended_at: ctx.now(), result: result ?? resultOfCall })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "in", [...from]);

/**
 * Ends an attempt that is not placed yet. Aborts the transaction with a stale write if another worker is
 * placing it.
 */
export const endClaimedAttempt = (ctx: Ctx, key: string): Compilable<unknown> =>
  db
    .with("gone", (tx) =>
      tx
        .updateTable("attempts")
        .set({ ...ENDED, ended_at: ctx.now(), result: resultOfCall })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("key", "=", key)
        .where("state", "=", "claimed")
        .returning("key"),
    )
    .selectFrom("gone")
    .select(assertRowUnchanged);

/** Ends an attempt that the carrier does not have and whose call has ended meanwhile. */
export const endUnplacedAttempt = (ctx: Ctx, key: string): Compilable<unknown> =>
  db
    .updateTable("attempts")
    .set({ ...ENDED, ended_at: ctx.now(), result: resultOfCall })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "=", "placing")
    .where(
      sql<boolean>`exists (select from calls where calls.id = attempts.call_id and calls.ended_at is not null)`,
    );

/** Locks the attempts with these keys and states. The order is fixed, to avoid deadlocks. */
const selectForUpdate = (workspaceId: string, keys: readonly string[], states: readonly AttemptState[]) =>
  db
    .selectFrom("attempts")
    .select("key")
    .where("workspace_id", "=", workspaceId)
    .where("key", "=", sql<string>`any(${keys}::text[])`)
    .where("state", "=", sql<string>`any(${states}::text[])`)
    .orderBy("key")
    .forNoKeyUpdate();

/**
 * Claims attempts for placing and returns their keys. It skips attempts that another worker has locked, as
 * each is placed once, and attempts that were deferred meanwhile.
 */
export const startPlacingAttempts = (
  ctx: Ctx,
  keys: readonly string[],
  carrier: string,
): Compilable<{ key: string }> =>
  db
    .with("mine", () =>
      selectForUpdate(ctx.workspaceId, keys, ["claimed"]).where("scheduled_at", "<=", ctx.now()).skipLocked(),
    )
    .updateTable("attempts as a")
    .from("mine")
    .set({ state: "placing", carrier, lease_until: newLeaseExpiry(ctx) })
    .whereRef("a.key", "=", "mine.key")
    .returning("a.key");

/** An attempt that the carrier has accepted, with the carrier's reference. */
export type CarrierPlacement = { key: string; carrier: string; ref: string };

/** Marks attempts in `placing` as placed, with the carriers' references. */
export function markAttemptsPlaced(ctx: Ctx, placements: readonly CarrierPlacement[]): Compilable<unknown> {
  const rows = placements.map(({ key, carrier, ref }) => ({ key, carrier, carrier_ref: ref }));
  const placementRows = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::attempts, ${JSON.stringify(rows)}::jsonb)`;
  const keys = placements.map(({ key }) => key);
  return db
    .with("mine", () => selectForUpdate(ctx.workspaceId, keys, ["placing"]))
    .updateTable("attempts as a")
    .from("mine")
    .from(placementRows.as("r"))
    .set({
      state: "placed",
      carrier: sql<string>`r.carrier`,
      carrier_ref: sql<string>`r.carrier_ref`,
      placed_at: ctx.now(),
      lease_until: null,
    })
    .whereRef("a.key", "=", "mine.key")
    .whereRef("a.key", "=", sql.ref("r.key"));
}

/** Ends attempts whose calls have ended unanswered, with the status of each call. */
export const endUnansweredAttempts = (ctx: Ctx, keys: readonly string[]): Compilable<unknown> =>
  db
    .with("mine", () => selectForUpdate(ctx.workspaceId, keys, ["claimed", "placed"]))
    .updateTable("attempts as a")
    .from("mine")
    .from("calls as k")
    .set({ ...ENDED, ended_at: ctx.now(), result: sql<string>`k.status` })
    .whereRef("a.key", "=", "mine.key")
    .whereRef("k.id", "=", "a.call_id")
    .where("k.workspace_id", "=", ctx.workspaceId)
    .where("k.answered_at", "is", null)
    .where("k.ended_at", "is not", null);

/** The expiry of a lease that starts now. */
export const newLeaseExpiry = (ctx: Ctx): string => plusMs(ctx.now(), LEASE_MS);
