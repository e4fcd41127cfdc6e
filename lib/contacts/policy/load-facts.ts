import { sql } from "kysely";
import {
  groupConsentStates,
  mergeSuppressions,
  selectCurrentConsents,
  selectSuppressions,
  unknownConsents,
} from "@/lib/contacts/consent";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, type QueryRunner, replanStatements } from "@/lib/platform/db";
import { ATTEMPTS_KEPT_DAYS } from "./attempt-caps";
import type { Facts } from "./facts";
import { DAY_MS } from "./hours";

/** The facts that are the same for all contacts of a request. The others are read per contact. */
export type FactsRequest = Pick<
  Facts,
  "channel" | "purpose" | "window" | "endsAt" | "hasCapacity" | "isAgentLive" | "isCarrierAvailable"
> & {
  /** Default: false. */
  isRequested?: boolean;
  /** The campaign's budget for each contact, by contact id. Absent outside campaigns. */
  budgets?: ReadonlyMap<string, NonNullable<Facts["budget"]>>;
  /** Keys of attempts that are being decided again. An attempt does not block itself. */
  exceptKeys?: readonly string[];
};

type TenantScope = Pick<Ctx, "workspaceId" | "environment" | "now">;

/** Most contacts per call, as they are bound as one array and kept in memory. */
export const MAX_CONTACTS = 1_000;
/** Longest time between an attempt's claim, by which the query finds it, and its placement, from which it counts. */
const CLAIM_MARGIN_DAYS = 1;

const selectContacts = ({ workspaceId, environment }: TenantScope, ids: readonly string[]) =>
  db
    .selectFrom("contacts")
    .select(["id", "number_hash", "timezone", "region"])
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("id", "=", sql<string>`any(${ids}::text[])`);

/**
 * Selects attempts to reach numbers: `counts` if one counts against the caps, `busy` if it is in progress on the channel.
 * An attempt that was canceled or blocked before it was placed does not count; one that may have been placed does. All
 * numbers are in one query, so that the database chooses and runs one plan.
 */
function selectAttempts(
  { workspaceId, environment, now }: TenantScope,
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

/** Selects the numbers with a call in progress on the channel, inbound or outbound. */
const selectCalling = (
  { workspaceId, environment }: TenantScope,
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

/** Selects the time of each contact's last inbound text within a day. */
const selectTexted = ({ workspaceId, now }: TenantScope, ids: readonly string[]) =>
  db
    .selectFrom("texts")
    .select(["contact_id", sql<string>`max(created_at)`.as("at")])
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", sql<string>`any(${ids}::text[])`)
    .where("direction", "=", "inbound")
    .where("created_at", ">", plusMs(now(), -DAY_MS))
    .groupBy("contact_id");

const hexOf = (hash: Buffer): string => hash.toString("hex");

/** Reads attempts, calls, suppressions (by the number's hash in hex), consents and texts (by contact id). */
async function readHistories(
  read: QueryRunner,
  scope: TenantScope,
  { ids, hashes }: { ids: readonly string[]; hashes: readonly Buffer[] },
  request: FactsRequest,
) {
  const [, attempts, calling, consents, suppressions] = await read.batch(
    replanStatements,
    selectAttempts(scope, hashes, request),
    selectCalling(scope, hashes, request),
    selectCurrentConsents(scope, ids),
    selectSuppressions(scope, hashes, scope.now()),
  );
  const lastTexts = request.channel === "text" ? await read.all(selectTexted(scope, ids)) : [];
  const attemptTimes = new Map<string, string[]>();
  const busy = new Set(calling.map(({ contact_hash: hash }) => hexOf(hash)));
  for (const { contact_hash, at, counts, busy: underWay } of attempts) {
    const hash = hexOf(contact_hash);
    if (underWay) busy.add(hash);
    if (counts) attemptTimes.set(hash, [...(attemptTimes.get(hash) ?? []), at]);
  }
  return {
    tried: attemptTimes,
    busy,
    states: groupConsentStates(ids, consents as Parameters<typeof groupConsentStates>[1]),
    suppressed: mergeSuppressions(suppressions as Parameters<typeof mergeSuppressions>[0]),
    textedAt: new Map(lastTexts.map(({ contact_id: id, at }) => [id, at])),
  };
}

/**
 * Loads the facts of up to `MAX_CONTACTS` contacts of the context's environment, by id, in at most eight statements. The
 * result lacks unknown contacts. Throws RangeError for more than `MAX_CONTACTS`.
 */
export async function loadFacts(
  read: QueryRunner,
  scope: TenantScope,
  contactIds: readonly string[],
  request: FactsRequest,
): Promise<Map<string, Facts>> {
  if (contactIds.length > MAX_CONTACTS)
    throw new RangeError(`Ask for at most ${MAX_CONTACTS} contacts at once.`);
  const { exceptKeys: _, budgets, isRequested = false, ...sharedFacts } = request;
  const [, rows] = await read.batch(replanStatements, selectContacts(scope, contactIds));
  const hashes = rows.map((row) => row.number_hash);
  const histories = await readHistories(read, scope, { ids: contactIds, hashes }, request);
  return new Map(
    rows.map(({ id, number_hash, timezone, region }): [string, Facts] => {
      const hash = hexOf(number_hash);
      const consent = (histories.states.get(id) ?? unknownConsents())[
        `${sharedFacts.purpose}:${sharedFacts.channel}`
      ];
      return [
        id,
        {
          ...sharedFacts,
          isRequested,
          suppressed: histories.suppressed.get(hash)?.channels ?? [],
          consent,
          timezone,
          region,
          attempts: histories.tried.get(hash) ?? [],
          isBusy: histories.busy.has(hash),
          budget: budgets?.get(id) ?? null,
          lastInboundTextAt: histories.textedAt.get(id) ?? null,
        },
      ];
    }),
  );
}
