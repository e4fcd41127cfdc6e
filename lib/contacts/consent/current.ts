import { sql } from "kysely";
import { db, type Reader } from "@/lib/platform/db";
import { CONSENT_KEYS, type ConsentKey, type ConsentState, type ConsentStates } from "./schema";

type Of = { readonly workspaceId: string };
/** What reads: a context's reader or an open transaction. */
export type Reading = Pick<Reader, "all">;

const UNKNOWN: ConsentState = { state: "unknown", source: null, at: null };
/** The states of somebody of whom the ledger says nothing. */
export const noConsent = (): ConsentStates =>
  Object.fromEntries(CONSENT_KEYS.map((key) => [key, UNKNOWN])) as ConsentStates;

/** The latest entry of each purpose and channel: a back-dated grant does not beat a later revocation. */
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

/** The rows of `selectCurrentConsents` by contact; each of `contactIds` is there, with every purpose and channel. */
export function statesOf(contactIds: readonly string[], rows: readonly Row[]): Map<string, ConsentStates> {
  const states = new Map(contactIds.map((id) => [id, noConsent()]));
  for (const { contact_id, purpose, channel, granted, source, at } of rows) {
    const of = states.get(contact_id);
    // The column holds what `NewConsent` takes.
    if (of !== undefined)
      of[`${purpose}:${channel}` as ConsentKey] = { state: granted ? "granted" : "revoked", source, at };
  }
  return states;
}

/** What the ledger says now of each contact, in one query. A contact of whom it says nothing is `unknown` throughout. */
export async function currentConsents(
  read: Reading,
  of: Of,
  contactIds: readonly string[],
): Promise<Map<string, ConsentStates>> {
  return statesOf(contactIds, await read.all(selectCurrentConsents(of, contactIds)));
}
