import { sql } from "kysely";
import { db, type Reader } from "@/lib/platform/db";
import type { ConsentState, ConsentStates } from "./schema";
import { CONSENT_KEYS, type ConsentKey } from "./values";

type Of = { readonly workspaceId: string };
/** Runs the queries: a context's reader or an open transaction. */
export type ConsentReader = Pick<Reader, "all">;

const UNKNOWN: ConsentState = { state: "unknown", source: null, at: null };
/** The consent states of a contact without ledger entries. */
export const unknownConsents = (): ConsentStates =>
  Object.fromEntries(CONSENT_KEYS.map((key) => [key, UNKNOWN])) as ConsentStates;

/** Selects the latest entry per purpose and channel. A backdated grant does not override a later revocation. */
export const selectCurrentConsents = ({ workspaceId }: Of, contactIds: readonly string[]) =>
  db
    .selectFrom("consents")
    .distinctOn(["contact_id", "purpose", "channel"])
    .select(["contact_id", "purpose", "channel", "granted", "source", "at"])
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", sql<string>`any(${contactIds}::text[])`)
    .orderBy("contact_id")
    .orderBy("purpose")
    .orderBy("channel")
    .orderBy("at", "desc")
    .orderBy("id", "desc");

type Row = {
  contact_id: string;
  purpose: string;
  channel: string;
  granted: boolean;
  source: string;
  at: string;
};

/** Groups the rows of `selectCurrentConsents` by contact. Each of `contactIds` gets every purpose and channel. */
export function groupConsentStates(
  contactIds: readonly string[],
  rows: readonly Row[],
): Map<string, ConsentStates> {
  const states = new Map(contactIds.map((id) => [id, unknownConsents()]));
  for (const { contact_id, purpose, channel, granted, source, at } of rows) {
    const of = states.get(contact_id);
    // `NewConsent` validated the columns.
    if (of !== undefined)
      of[`${purpose}:${channel}` as ConsentKey] = { state: granted ? "granted" : "revoked", source, at };
  }
  return states;
}

/** Reads the current consents of contacts in one query. A contact without entries is `unknown` for all keys. */
export async function readCurrentConsents(
  read: ConsentReader,
  of: Of,
  contactIds: readonly string[],
): Promise<Map<string, ConsentStates>> {
  return groupConsentStates(contactIds, await read.all(selectCurrentConsents(of, contactIds)));
}
