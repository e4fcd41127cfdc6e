import { type Compilable, type RawBuilder, sql } from "kysely";
import { healContact, rekeyContact } from "@/lib/contacts";
import type { Ctx } from "@/lib/context";
import { destroySubjects } from "@/lib/crypto";
import { db, json, record, type Tx } from "@/lib/db";
import { enqueue } from "@/lib/jobs";
import { notify } from "@/lib/live";
import { NOTHING, type Row, reachOf, selectDeletions, sumOf } from "./row";
import type { Deletion, Removed } from "./schema";
import { callsOf, heldTextsOf, selectContacts, selectHeldCall } from "./target";

/** What a pass came to: a legal hold that stands against it, or how much it removed. */
type Wiped = { held: NonNullable<Deletion["blocked_by"]> } | { removed: Removed };

type CallFound = { id: string; subject_id: string; settled_at: string | null; direction: string };
/** Where a statement works: this workspace, these calls, the contacts of the number. */
type Scope = { workspaceId: string; ids: readonly string[]; contactIds: readonly string[]; row: Row };

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`;
const octets = (...columns: string[]) =>
  sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  );
const SEALED = [
  "from_number",
  "to_number",
  "metadata",
  "initial_variables",
  "notes",
  "summary",
  "variables",
  "transcript",
] as const;

const textsOf = ({ workspaceId, contactIds }: Scope) =>
  db
    .selectFrom("texts")
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", anyOf(contactIds))
    .where("body", "is not", null);
const callbacksOf = ({ workspaceId, contactIds, ids, row }: Scope) =>
  db
    .selectFrom("callbacks")
    .where("workspace_id", "=", workspaceId)
    .where("environment", "in", reachOf(row.environment))
    .where((eb) =>
      eb.or([
        eb("contact_hash", "=", row.contact_hash),
        eb("subject_id", "=", anyOf(contactIds)),
        eb("call_id", "=", anyOf(ids)),
      ]),
    );
const variablesOf = ({ workspaceId, contactIds }: Scope) =>
  db
    .selectFrom("campaign_contacts")
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", anyOf(contactIds))
    .where("variables", "is not", null);
/** Recordings of all their calls, also of those that were emptied by a former pass. */
const soundsOf = ({ workspaceId, row }: Pick<Scope, "workspaceId" | "row">) =>
  db
    .selectFrom("recordings")
    .where("recordings.workspace_id", "=", workspaceId)
    .where("recordings.call_id", "in", callsOf({ workspaceId }, row).select("calls.id"));

const summed = (parts: ReturnType<typeof octets>) => sql<number>`coalesce(sum(${parts}), 0)::bigint`;

/** How much there is, as it is about to go. */
async function countAll(tx: Tx, scope: Scope): Promise<Removed> {
  const { workspaceId, ids } = scope;
  const calls = db
    .selectFrom("calls")
    .select(({ fn }) => [
      sql<number>`count(*)::int`.as("calls"),
      fn.count<number>("transcript").as("transcripts"),
      sql<number>`(count(*) filter (where variables is not null or initial_variables is not null))::int`.as(
        "variables",
      ),
      sql<number>`coalesce(sum(cardinality(words)), 0)::bigint`.as("search_hashes"),
      summed(octets(...SEALED)).as("bytes"),
    ])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", anyOf(ids));
  const turns = db
    .selectFrom("call_turns")
    .select([sql<number>`count(distinct call_id)::int`.as("n"), summed(octets("sealed")).as("bytes")])
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", anyOf(ids));
  const n = sql<number>`count(*)::int`.as("n");
  const [[call], [turn], [sound], [text], [held], [callback], [variable]] = await tx.batch(
    calls,
    turns,
    soundsOf(scope)
      .select([n, sql<number>`coalesce(sum(octets), 0)::bigint`.as("bytes")])
      .where("recordings.state", "!=", "removing"),
    textsOf(scope).select([n, summed(octets("body")).as("bytes")]),
    heldTextsOf(scope, scope.row).select([n, summed(octets("sealed")).as("bytes")]),
    callbacksOf(scope).select([n, summed(octets("number", "reason")).as("bytes")]),
    variablesOf(scope).select([n, summed(octets("variables")).as("bytes")]),
  );
  const number = (value: unknown) => Number(value ?? 0);
  return {
    ...NOTHING,
    calls: number(call?.calls),
    transcripts: number(call?.transcripts) + number(turn?.n),
    variables: number(call?.variables),
    search_hashes: number(call?.search_hashes),
    recordings: number(sound?.n),
    texts: number(text?.n) + number(held?.n),
    callbacks: number(callback?.n),
    campaign_variables: number(variable?.n),
    bytes: [call, turn, sound, text, held, callback, variable].reduce(
      (sum, one) => sum + number(one?.bytes),
      0,
    ),
  };
}

/** A column of a call that is not settled: what it has, else this. A settled one's stays. */
const unsettled = <T>(column: string, otherwise: RawBuilder<unknown>): RawBuilder<T> =>
  sql<T>`case when settled_at is null then coalesce(${sql.ref(column)}, ${otherwise}) else ${sql.ref(column)} end`;

/**
 * A call that is emptied: what it was for, when and how it ended stays, so that figures do not change. The hash of its
 * number goes when the deletion is complete (`complete.ts`): until then it tells which recordings are theirs.
 */
const emptied = ({ workspaceId, ids }: Scope, now: string): Compilable<unknown> =>
  db
    .updateTable("calls")
    .set({
      ...(Object.fromEntries(SEALED.map((column) => [column, null])) as Record<
        (typeof SEALED)[number],
        null
      >),
      words: [],
      tags: [],
      pinned_sensitive: [],
      erased_at: now,
      // One that would not end or be settled in time ends here.
      status: sql`case when ended_at is null and settled_at is null then 'failed' else status end`,
      end_reason: unsettled("end_reason", sql`'interrupted_by_restart'`),
      outcome_tag: unsettled("outcome_tag", sql`'failed'`),
      outcome_successful: unsettled("outcome_successful", sql`false`),
      duration_ms: unsettled("duration_ms", sql`0`),
      ended_at: unsettled("ended_at", sql`${now}::timestamptz`),
      settled_at: sql`coalesce(settled_at, ${now}::timestamptz)`,
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", anyOf(ids));

const ofCalls = (table: "call_turns" | "call_sessions", { workspaceId, ids }: Scope) =>
  db.deleteFrom(table).where("workspace_id", "=", workspaceId).where("call_id", "=", anyOf(ids));

function statements(scope: Scope, calls: readonly CallFound[], now: string): Compilable<unknown>[] {
  const { workspaceId, contactIds } = scope;
  const { row } = scope;
  const recorded = soundsOf(scope).select("recordings.call_id");
  const unsettled = calls.filter((call) => call.settled_at === null);
  return [
    emptied(scope, now),
    db
      .updateTable("calls")
      .set({ recording: sql`recording || ${json({ state: "erased", expires_at: null })}::jsonb` })
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", recorded),
    db
      .updateTable("recordings")
      .set({ state: "removing" })
      .where("workspace_id", "=", workspaceId)
      .where("call_id", "in", callsOf({ workspaceId }, row).select("calls.id")),
    ofCalls("call_turns", scope),
    ofCalls("call_sessions", scope),
    db
      .updateTable("texts")
      .set({
        body: null,
        error_code: "erased",
        // What waits to be sent is not any more: nobody could open it.
        state: sql`case when direction = 'outbound' and state in ('queued', 'sending') then 'failed' else state end`,
      })
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", textsOf(scope).select("id")),
    db
      .deleteFrom("held_texts")
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", heldTextsOf(scope, row).select("held_texts.id")),
    db
      .deleteFrom("callbacks")
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", callbacksOf(scope).select("id")),
    db
      .updateTable("campaign_contacts")
      .set({ variables: null })
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", anyOf(contactIds))
      .where("variables", "is not", null),
    ...unsettled.flatMap(({ id, direction }) => [
      notify(id, "ended"),
      notify(id, "settled"),
      ...(direction === "outbound"
        ? [enqueue("attempt.follow", { workspaceId, callId: id }, { key: `follow:${id}`, runAt: now })]
        : []),
    ]),
  ];
}

/**
 * One pass, in one transaction: everything that there is of the number at this moment is emptied, its keys are destroyed,
 * and how much it was is added to the deletion. The bytes of recordings go behind it (`removeSounds`). Nothing is
 * changed under a legal hold.
 */
export async function wipe(ctx: Ctx, id: string): Promise<Wiped> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  return record(ctx, async (tx) => {
    const row = (await tx.one(selectDeletions(workspaceId).where("id", "=", id).forUpdate())) as
      | Row
      | undefined;
    if (row === undefined || row.completed_at !== null) return { removed: NOTHING };
    const contacts = await tx.all(selectContacts(ctx, row).forUpdate());
    if (contacts.some(({ legal_hold: hold }) => hold !== null)) return { held: "contact_hold" };
    if ((await tx.one(selectHeldCall(ctx, row))) !== undefined) return { held: "call_hold" };
    const calls = (await tx.all(
      callsOf(ctx, row)
        .select(["calls.id", "calls.subject_id", "calls.settled_at", "calls.direction"])
        .where("calls.erased_at", "is", null)
        .forUpdate(),
    )) as CallFound[];
    const ids = calls.map(({ id }) => id);
    const contactIds = contacts.map(({ id }) => id);
    const scope: Scope = { workspaceId, ids, contactIds, row };
    const counted = await countAll(tx, scope);
    const found = Object.values(counted).some((count) => count > 0);
    // The first pass destroys the key in any case: older backups hold what has gone by its clock since.
    const isFirst = row.removed_at === null;
    let removed = counted;
    if (found || isFirst) {
      await tx.batch(...statements(scope, calls, now));
      const own = calls.filter(({ id, subject_id: subject }) => id === subject).map(({ id }) => id);
      const gone = await tx.all(destroySubjects(workspaceId, own));
      for (const contactId of contactIds) await rekeyContact(tx, ctx, contactId);
      removed = { ...counted, keys: gone.length + contactIds.length };
    }
    if (!isFirst) for (const contactId of contactIds) await healContact(tx, ctx, contactId);
    await tx.all(
      db
        .updateTable("deletions")
        .set({
          status: "running",
          blocked_by: null,
          passes: sql`passes + 1`,
          removed: json(sumOf(row.removed, removed)),
          ...((found || isFirst) && { removed_at: now }),
        })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id),
    );
    return { removed };
  });
}
