import { type Compilable, type RawBuilder, sql } from "kysely";
import { destroySubjects } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/live";
import { countCalls } from "./count";
import { NOTHING } from "./row";
import type { Removed } from "./schema";
import { anyOf, type CallFound, type Calls, callbacksAskedIn, SEALED } from "./scope";

/** A column of a call that is not settled: what it has, else this. A settled one's stays. */
const unsettled = <T>(column: string, otherwise: RawBuilder<unknown>): RawBuilder<T> =>
  sql<T>`case when settled_at is null then coalesce(${sql.ref(column)}, ${otherwise}) else ${sql.ref(column)} end`;

/**
 * A call that is emptied: what it was for, when and how it ended stays, so that figures do not change. The hash of its
 * number goes when the deletion is complete (`complete.ts`): until then it tells which recordings are theirs.
 */
const emptied = ({ workspaceId, ids }: Calls, now: string): Compilable<unknown> =>
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

const ofCalls = (table: "call_turns" | "call_sessions", { workspaceId, ids }: Calls) =>
  db.deleteFrom(table).where("workspace_id", "=", workspaceId).where("call_id", "=", anyOf(ids));

/** What those who wait for a call are told that ends here. */
const toldOf = (workspaceId: string, { id, direction }: CallFound, now: string): Compilable<unknown>[] => [
  notify(id, "ended"),
  notify(id, "settled"),
  ...(direction === "outbound"
    ? [enqueue("attempt.follow", { workspaceId, callId: id }, { key: `follow:${id}`, runAt: now })]
    : []),
];

/** Empties calls that are held for update, destroys the keys that are theirs alone, and answers how much it was. */
export async function emptyCalls(
  tx: Tx,
  workspaceId: string,
  calls: readonly CallFound[],
  now: string,
): Promise<Removed> {
  if (calls.length === 0) return NOTHING;
  const scope: Calls = { workspaceId, ids: calls.map(({ id }) => id) };
  const counted = await countCalls(tx, scope);
  await tx.batch(
    emptied(scope, now),
    ofCalls("call_turns", scope),
    ofCalls("call_sessions", scope),
    db
      .deleteFrom("callbacks")
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", callbacksAskedIn(scope).select("id")),
    ...calls.filter((call) => call.settled_at === null).flatMap((call) => toldOf(workspaceId, call, now)),
  );
  const own = calls.filter(({ id, subject_id: subject }) => id === subject).map(({ id }) => id);
  const gone = await tx.all(destroySubjects(workspaceId, own));
  return { ...counted, keys: gone.length };
}
