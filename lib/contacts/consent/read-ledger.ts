import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { listPage, type Order, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { consentFieldRef } from "./ledger";
import type { Consent, ListConsents } from "./schema";

const COLUMNS = [
  "id",
  "contact_id",
  "purpose",
  "channel",
  "granted",
  "source",
  "wording",
  "evidence",
  "attested_by",
  "actor_type",
  "actor_id",
  "call_id",
  "import_id",
  "at",
  "created_at",
] as const;

type Row = Omit<Consent, "purpose" | "channel" | "actor" | "wording" | "evidence"> & {
  purpose: string;
  channel: string;
  actor_type: string;
  actor_id: string;
  wording: Buffer | null;
  evidence: Buffer | null;
};

/** Converts a row to the API's consent. `sealer` is the contact's. */
export function toConsent(row: Row, sealer: Sealer): Consent {
  const open = (field: "wording" | "evidence") => {
    const box = row[field];
    return box === null ? null : sealer.openText(consentFieldRef(row.id, field), box);
  };
  return {
    id: row.id,
    contact_id: row.contact_id,
    // Only this module writes these columns.
    purpose: row.purpose as Consent["purpose"],
    channel: row.channel as Consent["channel"],
    granted: row.granted,
    source: row.source,
    wording: open("wording"),
    evidence: open("evidence"),
    attested_by: row.attested_by,
    actor: { type: row.actor_type as Consent["actor"]["type"], id: row.actor_id },
    call_id: row.call_id,
    import_id: row.import_id,
    at: row.at,
    created_at: row.created_at,
  };
}

/** The order of validity: latest consent time first, regardless of when the entry was created. */
const LATEST_FIRST: Order = { column: "at", kind: "time", direction: "desc" };

const entriesOf = ({ workspaceId, environment }: Ctx, contactId: string) =>
  db
    .selectFrom("consents")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("contact_id", "=", contactId);

type Of = { contactId: string; sealer: Sealer };

/** Lists a contact's ledger, latest entry first. */
export async function listLedger(
  ctx: Ctx,
  { contactId, sealer }: Of,
  page: ListConsents,
): Promise<Page<Consent>> {
  const { data, ...pageInfo } = await listPage(ctx, entriesOf(ctx, contactId), page, LATEST_FIRST);
  return { ...pageInfo, data: data.map((row) => toConsent(row, sealer)) };
}

/** Reads one entry of a contact's ledger. Throws `not_found`. */
export async function readEntry(ctx: Ctx, { contactId, sealer }: Of, id: string): Promise<Consent> {
  const row = await ctx.db.first(entriesOf(ctx, contactId).where("id", "=", id));
  if (row === undefined) throw notFound();
  return toConsent(row, sealer);
}
