import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersFromRows } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import {
  MAX_HITS,
  type RecordSearch,
  recordSearch,
  type SearchHit,
} from "@/lib/platform/search/record-search";
import type { SearchTerms } from "@/lib/platform/search/search-terms";
import { contactFieldRef } from "./row";
import { findSearchFilter } from "./search-filter";

type Row = {
  id: string;
  number: Buffer;
  name: Buffer | null;
  created_at: string;
  subject_id: string;
  subject_key: Buffer | null;
};

/** The title is the name, or the number of a contact without one. */
function toHit({ id, number, name, created_at: at }: Row, sealer: Sealer): SearchHit {
  const phone = sealer.openText(contactFieldRef(id, "number"), number);
  return name === null
    ? { id, title: phone, subtitle: null, at }
    : { id, title: sealer.openText(contactFieldRef(id, "name"), name), subtitle: phone, at };
}

async function presentRows(workspaceId: string, rows: readonly Row[]): Promise<SearchHit[]> {
  const sealers = await sealersFromRows(workspaceId, rows);
  return rows.flatMap((row) => {
    const sealer = sealers.get(row.id);
    return sealer === undefined ? [] : [toHit(row, sealer)];
  });
}

/**
 * Searches the contacts of the context's environment by whole words of the name, by a whole number, or by id. Names
 * and numbers are sealed, and their keyed hashes find no parts of them.
 */
export async function searchContacts(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  { text, ids }: SearchTerms,
): Promise<RecordSearch | null> {
  const contacts = db
    .selectFrom("contacts")
    .leftJoin("subject_keys", (join) =>
      join
        .onRef("subject_keys.workspace_id", "=", "contacts.workspace_id")
        .onRef("subject_keys.subject_id", "=", "contacts.id"),
    )
    .select(["contacts.id", "contacts.number", "contacts.name", "contacts.created_at"])
    .select(["contacts.id as subject_id", "subject_keys.wrapped as subject_key"])
    .where("contacts.workspace_id", "=", workspaceId)
    .where("contacts.environment", "=", environment)
    .limit(MAX_HITS);
  const present = (rows: readonly Row[]) => presentRows(workspaceId, rows);
  if (ids !== null)
    return ids.prefix === "ctc"
      ? recordSearch(
          contacts
            .where("contacts.id", ">=", ids.from)
            .where("contacts.id", "<=", ids.to)
            .orderBy("contacts.id", "desc"),
          present,
        )
      : null;
  const filter = await findSearchFilter({ workspaceId, environment }, text);
  if (filter === null) return null;
  const newestFirst = contacts.orderBy("contacts.created_at", "desc").orderBy("contacts.id", "desc");
  return recordSearch(newestFirst.where(filter), present);
}
