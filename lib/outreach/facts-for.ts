import { sql } from "kysely";
import { plusMs } from "@/lib/clock";
import { currentConsents, noConsent, type Reading, suppressionsOf } from "@/lib/consent";
import type { Ctx } from "@/lib/context";
import { db } from "@/lib/db";
import { ATTEMPTS_KEPT_DAYS } from "./attempts";
import type { Facts } from "./facts";
import { DAY_MS } from "./hours";

/** What is asked of every contact alike; what differs is read. */
export type FactsRequest = Pick<
  Facts,
  "channel" | "purpose" | "window" | "endsAt" | "capacity" | "agentLive" | "carrierAvailable"
> & {
  /** Absent is false. */
  requested?: boolean;
  /** The campaign's budget of each contact by its id; absent outside campaigns. */
  budgets?: ReadonlyMap<string, NonNullable<Facts["budget"]>>;
  /** Keys of attempts that are being decided again: one does not stand in its own way. */
  exceptKeys?: readonly string[];
};

type Who = Pick<Ctx, "workspaceId" | "environment" | "now">;

/** The most contacts whose facts are read at once: they are bound as one array and kept in memory. */
export const MAX_AT_ONCE = 1_000;
/** Between an attempt's claim, by which it is found, and its placing, from which it counts. */
const CLAIM_MARGIN_DAYS = 1;

const RFC_3339 = sql.lit(`YYYY-MM-DD"T"HH24:MI:SS.MS"Z"`);

/**
 * What the tables know of the contacts themselves: one query, whose parts go by an index for each contact. An attempt
 * that was called off before it was placed is none; one of which nobody knows whether it was placed is one.
 */
function selectHistories(
  { workspaceId, environment, now }: Who,
  ids: readonly string[],
  request: FactsRequest,
) {
  const except = sql`${[...(request.exceptKeys ?? [])]}::text[]`;
  const { channel } = request;
  const since = plusMs(now(), -(ATTEMPTS_KEPT_DAYS + CLAIM_MARGIN_DAYS) * DAY_MS);
  return db
    .selectFrom("contacts as c")
    .select(["c.id", "c.number_hash", "c.timezone", "c.region"])
    .select([
      sql<string[]>`array(
        select to_char(coalesce(a.placed_at, a.place_at) at time zone 'UTC', ${RFC_3339}) from attempts a
        where a.workspace_id = c.workspace_id and a.environment = c.environment and a.contact_hash = c.number_hash
          and a.claimed_at > ${since}::timestamptz and a.key <> all(${except})
          and not (a.state = 'ended' and a.placed_at is null and a.result in ('canceled', 'blocked')))`.as(
        "attempts",
      ),
      sql<boolean>`exists (
        select from attempts a
        where a.workspace_id = c.workspace_id and a.environment = c.environment and a.channel = ${channel}
          and a.busy = c.number_hash and a.key <> all(${except}))`.as("attempted"),
      sql<boolean>`exists (
        select from calls k
        where k.workspace_id = c.workspace_id and k.environment = c.environment and k.contact_hash = c.number_hash
          and k.channel = ${channel === "call" ? "phone" : "sms"} and k.status in ('queued', 'ringing', 'in_progress')
          and not exists (select from attempts a where a.call_id = k.id and a.key = any(${except})))`.as(
        "calling",
      ),
      sql<string | null>`case when ${channel} = 'text' then (
        select max(t.created_at) from texts t
        where t.workspace_id = c.workspace_id and t.contact_id = c.id and t.direction = 'inbound'
          and t.created_at > ${plusMs(now(), -DAY_MS)}::timestamptz) end`.as("texted_at"),
    ])
    .where("c.workspace_id", "=", workspaceId)
    .where("c.environment", "=", environment)
    .where("c.id", "=", sql<string>`any(${[...ids]}::text[])`);
}

/**
 * The facts of up to `MAX_AT_ONCE` contacts of the context's environment, by id, in three queries whatever their number.
 * A contact that is not there is not in the answer. Throws RangeError for more than that.
 */
export async function factsFor(
  read: Reading,
  who: Who,
  contactIds: readonly string[],
  request: FactsRequest,
): Promise<Map<string, Facts>> {
  if (contactIds.length > MAX_AT_ONCE)
    throw new RangeError(`Ask for at most ${MAX_AT_ONCE} contacts at once.`);
  const { exceptKeys: _, budgets, requested = false, ...asked } = request;
  const rows = await read.all(selectHistories(who, contactIds, request));
  const consents = await currentConsents(read, who, contactIds);
  const hashes = rows.map((row) => row.number_hash);
  const suppressions = await suppressionsOf(read, who, hashes, who.now());
  return new Map(
    rows.map((row): [string, Facts] => [
      row.id,
      {
        ...asked,
        requested,
        suppressed: suppressions.get(row.number_hash.toString("hex"))?.channels ?? [],
        consent: (consents.get(row.id) ?? noConsent())[`${asked.purpose}:${asked.channel}`],
        timezone: row.timezone,
        region: row.region,
        attempts: row.attempts,
        busy: row.attempted || row.calling,
        budget: budgets?.get(row.id) ?? null,
        lastInboundTextAt: row.texted_at,
      },
    ]),
  );
}
