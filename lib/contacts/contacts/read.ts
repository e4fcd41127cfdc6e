import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, type QueryRunner } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound, problemIn, validationError } from "@/lib/platform/errors";
import { parseContactRef, selectByRef } from "./find-contacts";
import { CONTACT_COLUMNS, presentContacts, selectContactRows } from "./present-contacts";
import type { Contact, ListContacts } from "./schema";
import { findSearchFilter } from "./search-filter";

/** Reads a contact by id or number. Throws `not_found`. */
export async function readContact(ctx: Ctx, ref: string): Promise<Contact> {
  const row = await ctx.db.first(selectByRef(ctx, await parseContactRef(ctx, ref)).select(CONTACT_COLUMNS));
  const [contact] = await presentContacts(ctx, row === undefined ? [] : [row]);
  if (contact === undefined) throw notFound();
  return contact;
}

/**
 * Reads contacts of this environment by ID in one round trip, which can be part of the caller's transaction. Missing
 * contacts are omitted. They are opened on demand, with their consents and suppressions of that moment.
 */
export async function readContacts(
  ctx: Ctx,
  ids: readonly string[],
  runner: QueryRunner = ctx.db,
): Promise<{ ids: readonly string[]; open(): Promise<Contact[]> }> {
  const rows = await runner.all(selectContactRows(ctx, ids));
  return { ids: rows.map(({ id }) => id), open: () => presentContacts(ctx, rows) };
}

const noSearchTermsError = () => validationError([problemIn("query", "/q", "no_words_of_contact")]);

/** SQL condition: a suppression of the contact is in force. */
const isSuppressedAt = (now: string) => sql<boolean>`exists (
  select 1 from suppressions s
  where s.workspace_id = contacts.workspace_id and s.environment = contacts.environment
    and s.contact_hash = contacts.number_hash and (s.expires_at is null or s.expires_at > ${now}::timestamptz))`;

/** Lists the contacts of this environment, newest first. Throws 400 if `q` has neither a number nor words. */
export async function listContacts(
  ctx: Ctx,
  { q, suppressed, ...page }: ListContacts,
): Promise<Page<Contact>> {
  let contacts = db
    .selectFrom("contacts")
    .select(CONTACT_COLUMNS)
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment);
  if (q !== undefined) {
    const filter = await findSearchFilter(ctx, q);
    if (filter === null) throw noSearchTermsError();
    contacts = contacts.where(filter);
  }
  if (suppressed === "true") contacts = contacts.where(isSuppressedAt(ctx.now()));
  if (suppressed === "false") contacts = contacts.where(sql<boolean>`not ${isSuppressedAt(ctx.now())}`);
  const { data, ...pageInfo } = await listPage(ctx, contacts, page);
  return { ...pageInfo, data: await presentContacts(ctx, data) };
}
