import { sql } from "kysely";
import type { CallItem } from "@/lib/calls/calls/schema";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { ContactChannel } from "./carrier";

/** claimed → placing (from here on the carrier may have it) → placed → ended. */
export type AttemptState = "claimed" | "placing" | "placed" | "ended";

/** An attempt with the fields of its call that dialing needs. */
export type Attempt = {
  key: string;
  environment: Environment;
  campaign_id: string | null;
  contact_id: string;
  contact_hash: Buffer;
  call_id: string;
  channel: ContactChannel;
  state: AttemptState;
  carrier: string | null;
  carrier_ref: string | null;
  scheduled_at: string;
  lease_until: string | null;
  claimed_at: string;
  placed_at: string | null;
  ended_at: string | null;
  agent_id: string;
  agent_version: number | null;
  agent_status: string;
  purpose: CallItem["purpose"];
  status: CallItem["status"];
  settled_at: string | null;
  call_ended_at: string | null;
  /** The subject whose key seals the call, that key, and the numbers. Null after erasure. */
  subject_id: string;
  subject_key: Buffer | null;
  to_number: Buffer | null;
  from_number: Buffer | null;
};

const selectAttempt = (workspaceId: string) =>
  db
    .selectFrom("attempts")
    .innerJoin("calls", (join) =>
      join
        .onRef("calls.workspace_id", "=", "attempts.workspace_id")
        .onRef("calls.id", "=", "attempts.call_id"),
    )
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .leftJoin("subject_keys", (join) =>
      join
        .onRef("subject_keys.workspace_id", "=", "calls.workspace_id")
        .onRef("subject_keys.subject_id", "=", "calls.subject_id"),
    )
    .select([
      "attempts.key",
      "attempts.environment",
      "attempts.campaign_id",
      "attempts.contact_id",
      "attempts.contact_hash",
      "attempts.call_id",
      "attempts.channel",
      "attempts.state",
      "attempts.carrier",
      "attempts.carrier_ref",
      "attempts.scheduled_at",
      "attempts.lease_until",
      "attempts.claimed_at",
      "attempts.placed_at",
      "attempts.ended_at",
      "calls.agent_id",
      "calls.agent_version",
      "agents.status as agent_status",
      "calls.purpose",
      "calls.status",
      "calls.settled_at",
      "calls.ended_at as call_ended_at",
      "calls.subject_id",
      "subject_keys.wrapped as subject_key",
      "calls.to_number",
      "calls.from_number",
    ])
    .where("attempts.workspace_id", "=", workspaceId);

/** Identifies an attempt by its key, its call, or the carrier's reference. */
export type AttemptRef = { key: string } | { callId: string } | { carrier: string; ref: string };

/**
 * Finds an attempt in any environment of the workspace, with a context of its environment. Returns undefined
 * if there is none.
 */
export async function findAttempt(
  ctx: Ctx,
  by: AttemptRef,
): Promise<{ ctx: Ctx; attempt: Attempt } | undefined> {
  const all = selectAttempt(ctx.workspaceId);
  const single =
    "key" in by
      ? all.where("attempts.key", "=", by.key)
      : "callId" in by
        ? all.where("attempts.call_id", "=", by.callId)
        : all.where("attempts.carrier", "=", by.carrier).where("attempts.carrier_ref", "=", by.ref);
  const attempt = (await ctx.db.first(single)) as Attempt | undefined;
  return attempt && { ctx: { ...ctx, environment: attempt.environment }, attempt };
}

const byKeys = (workspaceId: string, keys: readonly string[]) =>
  selectAttempt(workspaceId).where("attempts.key", "=", sql<string>`any(${keys}::text[])`);

/** Finds attempts of any environment by their keys. Missing keys are skipped. */
export const findAttempts = async (ctx: Ctx, keys: readonly string[]): Promise<Attempt[]> =>
  (await ctx.db.all(byKeys(ctx.workspaceId, keys))) as Attempt[];

/** Finds attempts by a carrier's references and by attempt keys. */
export async function findAttemptsAtCarrier(
  ctx: Ctx,
  carrier: string,
  { refs, keys }: { refs: readonly string[]; keys: readonly string[] },
): Promise<Attempt[]> {
  const byRefs = selectAttempt(ctx.workspaceId)
    .where("attempts.carrier", "=", carrier)
    .where("attempts.carrier_ref", "=", sql<string>`any(${refs}::text[])`);
  return (await ctx.db.batch(byRefs, byKeys(ctx.workspaceId, keys))).flat() as Attempt[];
}
