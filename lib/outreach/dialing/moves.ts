import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, still } from "@/lib/platform/db";
import type { AttemptState } from "./attempt";

/**
 * How long one worker has for an attempt before another takes it up: longer than any carrier is waited for, with what
 * comes before and after.
 */
export const LEASE_MS = 60_000;

/** The statement that moves an attempt on, if it stands in one of these states; its rows tell whether it did. */
export const moveAttempt = (
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

/** What the end of an attempt sets, and the result that its call has. */
const ENDED = { state: "ended", busy: null, lease_until: null } as const;
const resultOfCall = sql<string>`(select status from calls where calls.id = attempts.call_id)`;

/**
 * The statement that ends an attempt, with the result that its call has unless another is given; the contact is free for
 * another. Once it is committed `tellCampaigns` follows.
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
 * The statement that ends an attempt which was not placed yet, and fails its whole transaction where that is not so any
 * more, as somebody else places it at this moment (`isOutdated`).
 */
export const endClaimed = (ctx: Ctx, key: string): Compilable<unknown> =>
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
    .select(still);

/** The statement that ends an attempt of which its carrier has nothing, and whose call somebody has ended meanwhile. */
export const endUnplaced = (ctx: Ctx, key: string): Compilable<unknown> =>
  db
    .updateTable("attempts")
    .set({ ...ENDED, ended_at: ctx.now(), result: resultOfCall })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "=", "placing")
    .where(
      sql<boolean>`exists (select from calls where calls.id = attempts.call_id and calls.ended_at is not null)`,
    );

/** Attempts of these keys in one of these states, locked in an order that is the same for everybody. */
const locked = (workspaceId: string, keys: readonly string[], states: readonly AttemptState[]) =>
  db
    .selectFrom("attempts")
    .select("key")
    .where("workspace_id", "=", workspaceId)
    .where("key", "=", sql<string>`any(${keys}::text[])`)
    .where("state", "=", sql<string>`any(${states}::text[])`)
    .orderBy("key")
    .forUpdate();

/**
 * The statement that takes attempts for placing, whose rows tell which: none that somebody else has at this moment, as
 * the carrier is asked for each once, and none that somebody has put off meanwhile.
 */
export const takeAttempts = (
  ctx: Ctx,
  keys: readonly string[],
  carrier: string,
): Compilable<{ key: string }> =>
  db
    .with("mine", () =>
      locked(ctx.workspaceId, keys, ["claimed"]).where("scheduled_at", "<=", ctx.now()).skipLocked(),
    )
    .updateTable("attempts as a")
    .from("mine")
    .set({ state: "placing", carrier, lease_until: leaseFrom(ctx) })
    .whereRef("a.key", "=", "mine.key")
    .returning("a.key");

/** An attempt that a carrier has, under its reference. */
export type Taken = { key: string; carrier: string; ref: string };

/** The statement that writes down what carriers have of the attempts that are being placed. */
export function placedStatement(ctx: Ctx, taken: readonly Taken[]): Compilable<unknown> {
  const rows = taken.map(({ key, carrier, ref }) => ({ key, carrier, carrier_ref: ref }));
  const given = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::attempts, ${JSON.stringify(rows)}::jsonb)`;
  const keys = taken.map(({ key }) => key);
  return db
    .with("mine", () => locked(ctx.workspaceId, keys, ["placing"]))
    .updateTable("attempts as a")
    .from("mine")
    .from(given.as("r"))
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

/** The statement that ends attempts of whose calls it is known that nobody answered them, with the calls' results. */
export const endMissed = (ctx: Ctx, keys: readonly string[]): Compilable<unknown> =>
  db
    .with("mine", () => locked(ctx.workspaceId, keys, ["claimed", "placed"]))
    .updateTable("attempts as a")
    .from("mine")
    .from("calls as k")
    .set({ ...ENDED, ended_at: ctx.now(), result: sql<string>`k.status` })
    .whereRef("a.key", "=", "mine.key")
    .whereRef("k.id", "=", "a.call_id")
    .where("k.workspace_id", "=", ctx.workspaceId)
    .where("k.answered_at", "is", null)
    .where("k.ended_at", "is not", null);

/** The lease of whoever works on an attempt from now. */
export const leaseFrom = (ctx: Ctx): string => plusMs(ctx.now(), LEASE_MS);
