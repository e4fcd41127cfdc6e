import { sql } from "kysely";
import { db, json, type Tx } from "@/lib/platform/db";
import { countRest } from "./count";
import type { Removed } from "./schema";
import { anyOf, callbacksTo, type Scope, selectRecordingsOf, textsOf } from "./scope";
import { callsOf, selectDeferredTexts } from "./target";

const statements = (scope: Scope) => {
  const { workspaceId, contactIds, row } = scope;
  return [
    db
      .updateTable("calls")
      .set({ recording: sql`recording || ${json({ state: "erased", expires_at: null })}::jsonb` })
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", selectRecordingsOf(scope).select("recordings.call_id")),
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
        // Queued texts are canceled, as they could not be opened.
        state: sql`case when direction = 'outbound' and state in ('queued', 'sending') then 'failed' else state end`,
      })
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", textsOf(scope).select("id")),
    db
      .deleteFrom("deferred_texts")
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", selectDeferredTexts(scope, row).select("deferred_texts.id")),
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

/**
 * Clears a number's data outside its calls, marks its recordings for removal, and returns the removed
 * amounts.
 */
export async function emptyRest(tx: Tx, scope: Scope): Promise<Removed> {
  const counted = await countRest(tx, scope);
  await tx.batch(...statements(scope));
  return counted;
}
