import { type Compilable, sql } from "kysely";
import { scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { ConsentReader } from "./current-consents";
import { type ConsentChannel, SUPPRESSION_SOURCES, type Suppression, type SuppressionSource } from "./schema";
import { CHANNELS } from "./values";

type TenantScope = Pick<Ctx, "workspaceId" | "environment">;
type ActorScope = Pick<Ctx, "workspaceId" | "environment" | "actor" | "now">;

/** A suppression of numbers: its source, channels, reason and expiry. Permanent without `expiresAt`. */
export type SuppressionInput = {
  source: SuppressionSource;
  channels: readonly ConsentChannel[];
  reason: string;
  /** The name of a do-not-call list. Each number has one row per source and list. */
  list?: string;
  callId?: string;
  /** RFC 3339. */
  expiresAt?: string;
};

/**
 * The update of a list's existing row. A second import of a list never lifts a suppression, so channels are merged and
 * the later expiry wins. An expired row is replaced.
 */
const mergeListRow = (now: string) => {
  const over = sql`suppressions.expires_at <= ${now}::timestamptz`;
  return {
    channels: sql<string[]>`case when ${over} then excluded.channels
      else array(select distinct unnest(suppressions.channels || excluded.channels) order by 1) end`,
    expires_at: sql<
      string | null
    >`case when suppressions.expires_at is null or excluded.expires_at is null then null
      else greatest(suppressions.expires_at, excluded.expires_at) end`,
    reason: sql<string>`excluded.reason`,
    actor_id: sql<string | null>`excluded.actor_id`,
    created_at: sql<string>`case when ${over} then excluded.created_at else suppressions.created_at end`,
  };
};

/**
 * The update of an existing spoken opt-out, which stays unchanged. If it is repeated in a second conversation, the row
 * belongs to neither call, so that taking it back in one call leaves the other opt-out in force.
 */
const mergeSpokenRow = (now: string) => {
  const over = sql`suppressions.expires_at <= ${now}::timestamptz`;
  const unlessExpired = (column: string) =>
    sql`case when ${over} then excluded.${sql.ref(column)} else suppressions.${sql.ref(column)} end`;
  return {
    channels: sql<string[]>`${unlessExpired("channels")}`,
    reason: sql<string>`${unlessExpired("reason")}`,
    actor_id: sql<string | null>`${unlessExpired("actor_id")}`,
    created_at: sql<string>`${unlessExpired("created_at")}`,
    expires_at: sql<string | null>`${unlessExpired("expires_at")}`,
    call_id: sql<string | null>`case when ${over} then excluded.call_id
      when suppressions.call_id = excluded.call_id then suppressions.call_id end`,
  };
};

/**
 * Suppresses any number of phone numbers by their keyed hashes in one statement. Replaces a row of the same source,
 * except that a list's row is only extended, and a spoken opt-out of an earlier conversation stays.
 */
export function suppressStatement(
  ctx: ActorScope,
  hashes: readonly Buffer[],
  cause: SuppressionInput,
): Compilable<unknown> {
  const fields = {
    channels: [...cause.channels],
    reason: scrubCardText(cause.reason),
    call_id: cause.callId ?? null,
    actor_id: ctx.actor.id,
    created_at: ctx.now(),
    expires_at: cause.expiresAt ?? null,
  };
  return db
    .insertInto("suppressions")
    .columns([
      "workspace_id",
      "environment",
      "contact_hash",
      "source",
      "list",
      "channels",
      "reason",
      "call_id",
      "actor_id",
      "created_at",
      "expires_at",
    ])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ hash: Buffer }>`(select distinct unnest(${hashes}::bytea[]) as hash)`.as("h"))
        .select([
          sql<string>`${ctx.workspaceId}`.as("workspace_id"),
          sql<string>`${ctx.environment}`.as("environment"),
          "h.hash",
          sql<string>`${cause.source}`.as("source"),
          sql<string>`${cause.list ?? ""}`.as("list"),
          sql<string[]>`${fields.channels}::text[]`.as("channels"),
          sql<string>`${fields.reason}`.as("reason"),
          sql<string | null>`${fields.call_id}`.as("call_id"),
          sql<string | null>`${fields.actor_id}`.as("actor_id"),
          sql<string>`${fields.created_at}::timestamptz`.as("created_at"),
          sql<string | null>`${fields.expires_at}::timestamptz`.as("expires_at"),
        ]),
    )
    .onConflict((oc) => {
      const conflict = oc.columns(["workspace_id", "environment", "contact_hash", "source", "list"]);
      if (cause.source === "list") return conflict.doUpdateSet(mergeListRow(fields.created_at));
      return conflict.doUpdateSet(
        cause.source === "spoken_opt_out" ? mergeSpokenRow(fields.created_at) : fields,
      );
    });
}

/** Lifts only the suppression of a number that one call's spoken opt-out created. */
export const liftCallStatement = (
  { workspaceId, environment }: TenantScope,
  hash: Buffer,
  callId: string,
): Compilable<unknown> =>
  db
    .deleteFrom("suppressions")
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("contact_hash", "=", hash)
    .where("source", "=", "spoken_opt_out")
    .where("call_id", "=", callId);

/** Selects a current suppression of a number for calls and texts, other than one call's opt-out. */
export const selectSuppressedElsewhere = (
  { workspaceId, environment }: TenantScope,
  hash: Buffer,
  callId: string,
  now: string,
) =>
  db
    .selectFrom("suppressions")
    .select("source")
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("contact_hash", "=", hash)
    .where("channels", "@>", sql<string[]>`array['call', 'text']`)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .where((eb) =>
      eb.or([eb("source", "<>", "spoken_opt_out"), eb("call_id", "is", null), eb("call_id", "<>", callId)]),
    )
    .limit(1);

/** Lifts the suppressions of a number by these sources. Other sources stay. */
export const liftStatement = (
  { workspaceId, environment }: TenantScope,
  hash: Buffer,
  sources: readonly SuppressionSource[],
): Compilable<unknown> =>
  db
    .deleteFrom("suppressions")
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("contact_hash", "=", hash)
    .where("source", "=", sql<string>`any(${sources}::text[])`);

/** Selects the suppressions in force, of numbers by their keyed hashes. */
export const selectSuppressions = (
  { workspaceId, environment }: TenantScope,
  hashes: readonly Buffer[],
  now: string,
) =>
  db
    .selectFrom("suppressions")
    .select(["contact_hash", "source", "list", "channels", "reason", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("contact_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]));

type Row = {
  contact_hash: Buffer;
  source: string;
  channels: string[];
  reason: string;
  created_at: string;
};

const weightOf = ({ source }: { source: string }): number =>
  SUPPRESSION_SOURCES.indexOf(source as SuppressionSource);

/** Merges the rows of `selectSuppressions` into one suppression per number, by the hash in hex. */
export function mergeSuppressions(rows: readonly Row[]): Map<string, Suppression> {
  const joined = new Map<string, Suppression>();
  for (const row of [...rows].sort((a, b) => weightOf(a) - weightOf(b))) {
    const key = row.contact_hash.toString("hex");
    const first = joined.get(key);
    const { reason, source } = first ?? row;
    joined.set(key, {
      channels: CHANNELS.filter((c) => row.channels.includes(c) || first?.channels.includes(c)),
      reason,
      // Only this module writes the column.
      source: source as SuppressionSource,
      since: first === undefined || row.created_at < first.since ? row.created_at : first.since,
    });
  }
  return joined;
}

/** Reads the current suppressions of numbers in one query, by the hash in hex. A missing number is not suppressed. */
export async function readSuppressions(
  read: ConsentReader,
  where: TenantScope,
  hashes: readonly Buffer[],
  now: string,
): Promise<Map<string, Suppression>> {
  return mergeSuppressions(await read.all(selectSuppressions(where, hashes, now)));
}
