import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, type QueryRunner } from "@/lib/platform/db";
import { type Row, reachOf } from "./row";
import type { Deletion } from "./schema";

type Where = Pick<Ctx, "workspaceId">;
/** The target of a deletion. */
type ErasureTarget = Pick<Row, "environment" | "contact_hash">;

/** The contacts of the number: one per environment of the deletion. */
export const selectContacts = ({ workspaceId }: Where, { environment, contact_hash: hash }: ErasureTarget) =>
  db
    .selectFrom("contacts")
    .select(["contacts.id", "contacts.environment", "contacts.legal_hold"])
    .where("contacts.workspace_id", "=", workspaceId)
    .where("contacts.environment", "in", reachOf(environment))
    .where("contacts.number_hash", "=", hash);

/**
 * The IDs of a number's contacts as an array. PostgreSQL evaluates the list first and then uses an index,
 * where `in (select …)` behind an `or` would read every call of the workspace.
 */
const anyContact = (where: Where, target: ErasureTarget) =>
  sql<string>`any(array(${selectContacts(where, target).clearSelect().select("contacts.id")}))`;

/** Their calls on every channel: by contact, or by number. Without selected columns. */
export function callsOf({ workspaceId }: Where, target: ErasureTarget) {
  return db
    .selectFrom("calls")
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "in", reachOf(target.environment))
    .where(({ or, eb }) =>
      or([
        eb("calls.contact_hash", "=", target.contact_hash),
        eb("calls.contact_id", "=", anyContact({ workspaceId }, target)),
      ]),
    );
}

/**
 * Deferred texts of the number, which wait for a locked workspace to be unlocked. Workspace numbers are live
 * ones. Without selected columns.
 */
export const selectDeferredTexts = (
  { workspaceId }: Where,
  { environment, contact_hash: hash }: ErasureTarget,
) =>
  db
    .selectFrom("deferred_texts")
    .where("deferred_texts.workspace_id", "=", workspaceId)
    .where("deferred_texts.contact_hash", "=", hash)
    .where((eb) => eb.val(environment === "live"));

/**
 * Whether an import of contacts uploaded before that time is pending. Whether it contains the number is
 * unknown before it is read, and its campaign variables are stored at its end.
 */
export async function isImporting(
  read: Pick<QueryRunner, "all">,
  { workspaceId }: Where,
  { environment }: ErasureTarget,
  before: string,
): Promise<boolean> {
  const open = await read.all(
    db
      .selectFrom("imports")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("environment", "in", reachOf(environment))
      .where("status", "in", ["queued", "checking", "applying"])
      .where("created_at", "<=", before)
      .limit(1),
  );
  return open.length > 0;
}

/** Whether any data remains that the deletion would remove now. */
export async function hasRemainingData(
  read: Pick<QueryRunner, "all">,
  ctx: Where,
  target: ErasureTarget,
): Promise<boolean> {
  const { workspaceId } = ctx;
  const contactIds = selectContacts(ctx, target).clearSelect().select("contacts.id");
  const [row] = await read.all(
    db.selectNoFrom(({ exists, or }) =>
      or([
        exists(callsOf(ctx, target).select("calls.id").where("calls.erased_at", "is", null)),
        exists(
          db
            .selectFrom("recordings")
            .select("recordings.call_id")
            .where("recordings.workspace_id", "=", workspaceId)
            .where("recordings.call_id", "in", callsOf(ctx, target).select("calls.id")),
        ),
        exists(
          db
            .selectFrom("texts")
            .select("texts.id")
            .where("texts.workspace_id", "=", workspaceId)
            .where("texts.contact_id", "in", contactIds)
            .where("texts.body", "is not", null),
        ),
        exists(selectDeferredTexts(ctx, target).select("deferred_texts.id")),
        exists(
          db
            .selectFrom("callbacks")
            .select("callbacks.id")
            .where("callbacks.workspace_id", "=", workspaceId)
            .where((eb) =>
              eb.or([
                eb("contact_hash", "=", target.contact_hash),
                eb("subject_id", "=", anyContact(ctx, target)),
              ]),
            )
            .where("callbacks.environment", "in", reachOf(target.environment)),
        ),
        exists(
          db
            .selectFrom("campaign_contacts")
            .select("campaign_contacts.contact_id")
            .where("campaign_contacts.workspace_id", "=", workspaceId)
            .where("campaign_contacts.contact_id", "in", contactIds)
            .where("campaign_contacts.variables", "is not", null),
        ),
      ]).as("left"),
    ),
  );
  return row?.left === true;
}

/** Selects one of their calls under a legal hold. */
export const selectHeldCall = (ctx: Where, target: ErasureTarget) =>
  callsOf(ctx, target).select("calls.id").where("calls.legal_hold", "is not", null).limit(1);

/** The legal hold that blocks the deletion; null without one. */
export async function findLegalHold(
  ctx: Where & { readonly db: QueryRunner },
  target: ErasureTarget,
): Promise<NonNullable<Deletion["blocked_by"]> | null> {
  const [contacts, calls] = await ctx.db.batch(selectContacts(ctx, target), selectHeldCall(ctx, target));
  if (contacts.some(({ legal_hold: hold }) => hold !== null)) return "contact_hold";
  return calls.length > 0 ? "call_hold" : null;
}
