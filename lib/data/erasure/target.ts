import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, type Reading } from "@/lib/platform/db";
import { type Row, reachOf } from "./row";
import type { Deletion } from "./schema";

type Where = Pick<Ctx, "workspaceId">;
/** Whom a deletion is about. */
type Whom = Pick<Row, "environment" | "contact_hash">;

/** The contacts of the number: one in each environment that the deletion reaches. */
export const selectContacts = ({ workspaceId }: Where, { environment, contact_hash: hash }: Whom) =>
  db
    .selectFrom("contacts")
    .select(["contacts.id", "contacts.environment", "contacts.legal_hold"])
    .where("contacts.workspace_id", "=", workspaceId)
    .where("contacts.environment", "in", reachOf(environment))
    .where("contacts.number_hash", "=", hash);

/**
 * The ids of a number's contacts, for a comparison beside others: PostgreSQL asks for the list first and then an index, where
 * it would look at every call of the workspace for `in (select …)` behind an `or`.
 */
const anyContact = (where: Where, whom: Whom) =>
  sql<string>`any(array(${selectContacts(where, whom).clearSelect().select("contacts.id")}))`;

/** Their calls, of every channel: as a contact's, or by the number alone. Without columns yet. */
export function callsOf({ workspaceId }: Where, whom: Whom) {
  return db
    .selectFrom("calls")
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "in", reachOf(whom.environment))
    .where(({ or, eb }) =>
      or([
        eb("calls.contact_hash", "=", whom.contact_hash),
        eb("calls.contact_id", "=", anyContact({ workspaceId }, whom)),
      ]),
    );
}

/**
 * Texts of the number that wait for a locked workspace to be unlocked. Numbers that are written to are live ones. Without
 * columns yet.
 */
export const heldTextsOf = ({ workspaceId }: Where, { environment, contact_hash: hash }: Whom) =>
  db
    .selectFrom("deferred_texts")
    .where("deferred_texts.workspace_id", "=", workspaceId)
    .where("deferred_texts.contact_hash", "=", hash)
    .where((eb) => eb.val(environment === "live"));

/**
 * Whether a file of contacts that was sent before that moment is still to be taken in. Nobody knows whether it holds the
 * number without reading it, and what it brings for campaigns comes with its end.
 */
export async function isImporting(
  read: Pick<Reading, "all">,
  { workspaceId }: Where,
  { environment }: Whom,
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

/** What of theirs would be removed now, counted by kind: all zero where there is nothing (anew). */
export async function somethingLeft(read: Pick<Reading, "all">, ctx: Where, whom: Whom): Promise<boolean> {
  const { workspaceId } = ctx;
  const theirs = selectContacts(ctx, whom).clearSelect().select("contacts.id");
  const [row] = await read.all(
    db.selectNoFrom(({ exists, or }) =>
      or([
        exists(callsOf(ctx, whom).select("calls.id").where("calls.erased_at", "is", null)),
        exists(
          db
            .selectFrom("recordings")
            .select("recordings.call_id")
            .where("recordings.workspace_id", "=", workspaceId)
            .where("recordings.call_id", "in", callsOf(ctx, whom).select("calls.id")),
        ),
        exists(
          db
            .selectFrom("texts")
            .select("texts.id")
            .where("texts.workspace_id", "=", workspaceId)
            .where("texts.contact_id", "in", theirs)
            .where("texts.body", "is not", null),
        ),
        exists(heldTextsOf(ctx, whom).select("deferred_texts.id")),
        exists(
          db
            .selectFrom("callbacks")
            .select("callbacks.id")
            .where("callbacks.workspace_id", "=", workspaceId)
            .where((eb) =>
              eb.or([
                eb("contact_hash", "=", whom.contact_hash),
                eb("subject_id", "=", anyContact(ctx, whom)),
              ]),
            )
            .where("callbacks.environment", "in", reachOf(whom.environment)),
        ),
        exists(
          db
            .selectFrom("campaign_contacts")
            .select("campaign_contacts.contact_id")
            .where("campaign_contacts.workspace_id", "=", workspaceId)
            .where("campaign_contacts.contact_id", "in", theirs)
            .where("campaign_contacts.variables", "is not", null),
        ),
      ]).as("left"),
    ),
  );
  return row?.left === true;
}

/** One of their calls that is under a legal hold. */
export const selectHeldCall = (ctx: Where, whom: Whom) =>
  callsOf(ctx, whom).select("calls.id").where("calls.legal_hold", "is not", null).limit(1);

/** A legal hold that stands against the deletion; null where none does. */
export async function heldBy(
  ctx: Where & { readonly db: Reading },
  whom: Whom,
): Promise<NonNullable<Deletion["blocked_by"]> | null> {
  const [contacts, calls] = await ctx.db.batch(selectContacts(ctx, whom), selectHeldCall(ctx, whom));
  if (contacts.some(({ legal_hold: hold }) => hold !== null)) return "contact_hold";
  return calls.length > 0 ? "call_hold" : null;
}
