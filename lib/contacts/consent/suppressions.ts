import { type Compilable, sql } from "kysely";
import { scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { Reading } from "./current";
import {
  CHANNELS,
  type ConsentChannel,
  SUPPRESSION_SOURCES,
  type Suppression,
  type SuppressionSource,
} from "./schema";

type Where = Pick<Ctx, "workspaceId" | "environment">;
type Who = Pick<Ctx, "workspaceId" | "environment" | "actor" | "now">;

/** What says that numbers are to be left alone, and until when; for good unless told. */
export type Cause = {
  source: SuppressionSource;
  channels: readonly ConsentChannel[];
  reason: string;
  /** The name of a do-not-call list; sources of one name and number have one row. */
  list?: string;
  callId?: string;
  /** RFC 3339. */
  expiresAt?: string;
};

/**
 * What becomes of a list's row that is there already: a list that is imported again never frees anybody, so channels
 * join and the later end counts. A row that had run out is as none.
 */
const addToList = (now: string) => {
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
 * What becomes of a spoken wish that is there already. It stands as it is. Said in a second conversation too, it belongs
 * to neither alone: what one of them takes back leaves the other's wish in force.
 */
const sayAgain = (now: string) => {
  const over = sql`suppressions.expires_at <= ${now}::timestamptz`;
  const kept = (column: string) =>
    sql`case when ${over} then excluded.${sql.ref(column)} else suppressions.${sql.ref(column)} end`;
  return {
    channels: sql<string[]>`${kept("channels")}`,
    reason: sql<string>`${kept("reason")}`,
    actor_id: sql<string | null>`${kept("actor_id")}`,
    created_at: sql<string>`${kept("created_at")}`,
    expires_at: sql<string | null>`${kept("expires_at")}`,
    call_id: sql<string | null>`case when ${over} then excluded.call_id
      when suppressions.call_id = excluded.call_id then suppressions.call_id end`,
  };
};

/**
 * Suppresses numbers by their keyed hashes, any number of them in one statement. A row of the same source is replaced:
 * the newer wish counts. To a list's row it only adds, and what was said in an earlier conversation stays.
 */
export function suppressStatement(ctx: Who, hashes: readonly Buffer[], cause: Cause): Compilable<unknown> {
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
      const there = oc.columns(["workspace_id", "environment", "contact_hash", "source", "list"]);
      if (cause.source === "list") return there.doUpdateSet(addToList(fields.created_at));
      return there.doUpdateSet(cause.source === "spoken_opt_out" ? sayAgain(fields.created_at) : fields);
    });
}

/** Lifts what one call suppressed of a number, and nothing else. */
export const liftOfCallStatement = (
  { workspaceId, environment }: Where,
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

/** What beside one call's opt-out suppresses a number for calls and texts now. */
export const selectSuppressedElsewhere = (
  { workspaceId, environment }: Where,
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

/** Lifts what these sources suppressed of a number; other sources stay. */
export const liftStatement = (
  { workspaceId, environment }: Where,
  hash: Buffer,
  sources: readonly SuppressionSource[],
): Compilable<unknown> =>
  db
    .deleteFrom("suppressions")
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("contact_hash", "=", hash)
    .where("source", "=", sql<string>`any(${sources}::text[])`);

/** The rows that hold now, of numbers by their keyed hashes. */
export const selectSuppressions = (
  { workspaceId, environment }: Where,
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

/** Rows of `selectSuppressions` as one suppression for each number, by the hash in hex. */
export function joinSuppressions(rows: readonly Row[]): Map<string, Suppression> {
  const joined = new Map<string, Suppression>();
  for (const row of [...rows].sort((a, b) => weightOf(a) - weightOf(b))) {
    const key = row.contact_hash.toString("hex");
    const first = joined.get(key);
    const { reason, source } = first ?? row;
    joined.set(key, {
      channels: CHANNELS.filter((c) => row.channels.includes(c) || first?.channels.includes(c)),
      reason,
      // The column holds one of the sources.
      source: source as SuppressionSource,
      since: first === undefined || row.created_at < first.since ? row.created_at : first.since,
    });
  }
  return joined;
}

/** Who of these is to be left alone now, in one query: by the hash in hex; a number that is not there is free. */
export async function suppressionsOf(
  read: Reading,
  where: Where,
  hashes: readonly Buffer[],
  now: string,
): Promise<Map<string, Suppression>> {
  return joinSuppressions(await read.all(selectSuppressions(where, hashes, now)));
}
