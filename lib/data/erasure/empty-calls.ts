import { type Compilable, type RawBuilder, sql } from "kysely";
import { destroySubjectKeys } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/live";
import { countCalls } from "./count";
import { NOTHING } from "./row";
import type { Removed } from "./schema";
import { anyOf, type Calls, type CallToClear, SEALED, selectCallbacksOf } from "./scope";

/** A column of an unsettled call: its value, else this default. A settled call's column stays. */
const unsettled = <T>(column: string, defaultValue: RawBuilder<unknown>): RawBuilder<T> =>
  sql<T>`case when settled_at is null then coalesce(${sql.ref(column)}, ${defaultValue}) else ${sql.ref(column)} end`;

/**
 * Clears a call's content. Its purpose, time and end stay, so that figures do not change. The hash of its
 * number is removed when the deletion is complete (`complete.ts`), as it identifies the recordings until
 * then.
 */
const emptyStatement = ({ workspaceId, ids }: Calls, now: string): Compilable<unknown> =>
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
      // A call that could not be ended or settled in time ends here.
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

const ofCalls = (
  table: "call_turns" | "call_sessions" | "call_comments" | "call_scores" | "call_sip_messages",
  { workspaceId, ids }: Calls,
) => db.deleteFrom(table).where("workspace_id", "=", workspaceId).where("call_id", "=", anyOf(ids));

/** Notifications for the subscribers of a call that ends here. */
const notificationsOf = (
  workspaceId: string,
  { id, direction }: CallToClear,
  now: string,
): Compilable<unknown>[] => [
  notify(id, "ended"),
  notify(id, "settled"),
  ...(direction === "outbound"
    ? [enqueue("attempt.follow", { workspaceId, callId: id }, { key: `follow:${id}`, runAt: now })]
    : []),
];

/** Clears locked calls, destroys their own keys, and returns the removed amounts. */
export async function emptyCalls(
  tx: Tx,
  workspaceId: string,
  calls: readonly CallToClear[],
  now: string,
): Promise<Removed> {
  if (calls.length === 0) return NOTHING;
  const scope: Calls = { workspaceId, ids: calls.map(({ id }) => id) };
  const counted = await countCalls(tx, scope);
  await tx.batch(
    emptyStatement(scope, now),
    ofCalls("call_turns", scope),
    ofCalls("call_sessions", scope),
    ofCalls("call_comments", scope),
    ofCalls("call_scores", scope),
    ofCalls("call_sip_messages", scope),
    db
      .deleteFrom("callbacks")
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", selectCallbacksOf(scope).select("id")),
    ...calls
      .filter((call) => call.settled_at === null)
      .flatMap((call) => notificationsOf(workspaceId, call, now)),
  );
  const ownSubjectIds = calls.filter(({ id, subject_id: subject }) => id === subject).map(({ id }) => id);
  const destroyedKeys = await tx.all(destroySubjectKeys(workspaceId, ownSubjectIds));
  return { ...counted, keys: destroyedKeys.length };
}
