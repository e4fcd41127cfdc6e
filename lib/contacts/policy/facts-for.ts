import { sql } from "kysely";
import {
  joinSuppressions,
  noConsent,
  selectCurrentConsents,
  selectSuppressions,
  statesOf,
} from "@/lib/contacts/consent";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, freshPlans, type Reading } from "@/lib/platform/db";
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

const selectContacts = ({ workspaceId, environment }: Who, ids: readonly string[]) =>
  db
    .selectFrom("contacts")
    .select(["id", "number_hash", "timezone", "region"])
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("id", "=", sql<string>`any(${ids}::text[])`);

/**
 * Attempts to reach numbers: `counts` where one counts against the caps, `busy` where it is under way on the channel. One
 * that was called off before it was placed is none; one of which nobody knows whether it was placed is one. Numbers are
 * looked for all at once, so that whatever way is chosen to find them is gone once and not for each.
 */
function selectAttempts(
  { workspaceId, environment, now }: Who,
  hashes: readonly Buffer[],
  { channel, exceptKeys = [] }: FactsRequest,
) {
  const since = plusMs(now(), -(ATTEMPTS_KEPT_DAYS + CLAIM_MARGIN_DAYS) * DAY_MS);
  const counts = sql<boolean>`claimed_at > ${since}::timestamptz
    and not (state = 'ended' and placed_at is null and result in ('canceled', 'blocked'))`;
  const busy = sql<boolean>`busy is not null and channel = ${channel}`;
  return db
    .selectFrom("attempts")
    .select(["contact_hash", sql<string>`coalesce(placed_at, scheduled_at)`.as("at")])
    .select([counts.as("counts"), busy.as("busy")])
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("contact_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
    .where("key", "<>", sql<string>`all(${exceptKeys}::text[])`)
    .where(sql<boolean>`(${counts} or ${busy})`);
}

/** The numbers with which a call on the channel goes on, whoever began it. */
const selectCalling = (
  { workspaceId, environment }: Who,
  hashes: readonly Buffer[],
  { channel, exceptKeys = [] }: FactsRequest,
) =>
  db
    .selectFrom("calls as k")
    .select(sql<Buffer>`k.contact_hash`.as("contact_hash"))
    .where("k.workspace_id", "=", workspaceId)
    .where("k.environment", "=", environment)
    .where("k.contact_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
    .where("k.channel", "=", channel === "call" ? "phone" : "sms")
    .where("k.status", "in", ["queued", "ringing", "in_progress"])
    .where(
      sql<boolean>`not exists (select from attempts a where a.call_id = k.id and a.key = any(${exceptKeys}::text[]))`,
    );

/** When contacts last wrote, within a day. */
const selectTexted = ({ workspaceId, now }: Who, ids: readonly string[]) =>
  db
    .selectFrom("texts")
    .select(["contact_id", sql<string>`max(created_at)`.as("at")])
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", sql<string>`any(${ids}::text[])`)
    .where("direction", "=", "inbound")
    .where("created_at", ">", plusMs(now(), -DAY_MS))
    .groupBy("contact_id");

const hexOf = (hash: Buffer): string => hash.toString("hex");

/** What the tables say of numbers, by the hash in hex. */
async function historiesOf(
  read: Reading,
  who: Who,
  { ids, hashes }: { ids: readonly string[]; hashes: readonly Buffer[] },
  request: FactsRequest,
) {
  const [, attempts, calling, consents, suppressions] = await read.batch(
    freshPlans,
    selectAttempts(who, hashes, request),
    selectCalling(who, hashes, request),
    selectCurrentConsents(who, ids),
    selectSuppressions(who, hashes, who.now()),
  );
  const texted = request.channel === "text" ? await read.all(selectTexted(who, ids)) : [];
  const tried = new Map<string, string[]>();
  const busy = new Set(calling.map(({ contact_hash: hash }) => hexOf(hash)));
  for (const { contact_hash, at, counts, busy: underWay } of attempts) {
    const hash = hexOf(contact_hash);
    if (underWay) busy.add(hash);
    if (counts) tried.set(hash, [...(tried.get(hash) ?? []), at]);
  }
  return {
    tried,
    busy,
    states: statesOf(ids, consents as Parameters<typeof statesOf>[1]),
    suppressed: joinSuppressions(suppressions as Parameters<typeof joinSuppressions>[0]),
    textedAt: new Map(texted.map(({ contact_id: id, at }) => [id, at])),
  };
}

/**
 * The facts of up to `MAX_AT_ONCE` contacts of the context's environment, by id, in eight statements at most whatever their
 * number. A contact that is not there is not in the answer. Throws RangeError for more than that.
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
  const [, rows] = await read.batch(freshPlans, selectContacts(who, contactIds));
  const hashes = rows.map((row) => row.number_hash);
  const of = await historiesOf(read, who, { ids: contactIds, hashes }, request);
  return new Map(
    rows.map(({ id, number_hash, timezone, region }): [string, Facts] => {
      const hash = hexOf(number_hash);
      const consent = (of.states.get(id) ?? noConsent())[`${asked.purpose}:${asked.channel}`];
      return [
        id,
        {
          ...asked,
          requested,
          suppressed: of.suppressed.get(hash)?.channels ?? [],
          consent,
          timezone,
          region,
          attempts: of.tried.get(hash) ?? [],
          busy: of.busy.has(hash),
          budget: budgets?.get(id) ?? null,
          lastInboundTextAt: of.textedAt.get(id) ?? null,
        },
      ];
    }),
  );
}
