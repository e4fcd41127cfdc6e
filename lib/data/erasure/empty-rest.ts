import { sql } from "kysely";
import { db, json, type Tx } from "@/lib/platform/db";
import { countRest } from "./count";
import type { Removed } from "./schema";
import { anyOf, callbacksTo, type Scope, soundsOf, textsOf } from "./scope";
import { callsOf, heldTextsOf } from "./target";

const statements = (scope: Scope) => {
  const { workspaceId, contactIds, row } = scope;
  return [
    db
      .updateTable("calls")
      .set({ recording: sql`recording || ${json({ state: "erased", expires_at: null })}::jsonb` })
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", soundsOf(scope).select("recordings.call_id")),
    db
      .updateTable("recordings")
      .set({ state: "removing" })
      .where("workspace_id", "=", workspaceId)
      .where("call_id", "in", callsOf({ workspaceId }, row).select("calls.id")),
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
      .deleteFrom("deferred_texts")
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", heldTextsOf(scope, row).select("deferred_texts.id")),
    db
      .deleteFrom("callbacks")
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", callbacksTo(scope).select("id")),
    db
      .updateTable("campaign_contacts")
      .set({ variables: null })
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", anyOf(contactIds))
      .where("variables", "is not", null),
  ];
};

/** Empties what is of a number besides its calls, marks its recordings as to be removed, and answers how much it was. */
export async function emptyRest(tx: Tx, scope: Scope): Promise<Removed> {
  const counted = await countRest(tx, scope);
  await tx.batch(...statements(scope));
  return counted;
}
