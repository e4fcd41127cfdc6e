import { sql } from "kysely";
import { db } from "@/lib/platform/db";
import { type Row, reachOf } from "./row";
import { callsOf } from "./target";

/** A call to clear. */
export type CallToClear = {
  id: string;
  subject_id: string;
  settled_at: string | null;
  direction: string;
  legal_hold: string | null;
};
/** Some calls of a workspace. */
export type Calls = { workspaceId: string; ids: readonly string[] };
/** A number's data outside its calls: by its contacts, or by its hash. */
export type Scope = { workspaceId: string; contactIds: readonly string[]; row: Row };

export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`;
/** The sealed columns of a call. */
export const SEALED = [
  "from_number",
  "to_number",
  "metadata",
  "initial_variables",
  "notes",
  "summary",
  "variables",
  "transcript",
] as const;

/** Callbacks that these calls requested, to any number. */
export const selectCallbacksOf = ({ workspaceId, ids }: Calls) =>
  db.selectFrom("callbacks").where("workspace_id", "=", workspaceId).where("call_id", "=", anyOf(ids));
/** Comments on these calls. */
export const selectCommentsOn = ({ workspaceId, ids }: Calls) =>
  db.selectFrom("call_comments").where("workspace_id", "=", workspaceId).where("call_id", "=", anyOf(ids));
export const callbacksTo = ({ workspaceId, contactIds, row }: Scope) =>
  db
    .selectFrom("callbacks")
    .where("workspace_id", "=", workspaceId)
    .where("environment", "in", reachOf(row.environment))
    .where((eb) =>
      eb.or([eb("contact_hash", "=", row.contact_hash), eb("subject_id", "=", anyOf(contactIds))]),
    );
export const textsOf = ({ workspaceId, contactIds }: Scope) =>
  db
    .selectFrom("texts")
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", anyOf(contactIds))
    .where("body", "is not", null);
export const variablesOf = ({ workspaceId, contactIds }: Scope) =>
  db
    .selectFrom("campaign_contacts")
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", anyOf(contactIds))
    .where("variables", "is not", null);
/** Recordings of all their calls, including cleared ones. */
export const selectRecordingsOf = ({ workspaceId, row }: Pick<Scope, "workspaceId" | "row">) =>
  db
    .selectFrom("recordings")
    .where("recordings.workspace_id", "=", workspaceId)
    .where("recordings.call_id", "in", callsOf({ workspaceId }, row).select("calls.id"));
