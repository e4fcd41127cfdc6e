import { listCalls } from "@/lib/calls/calls";
import { ListCalls } from "@/lib/calls/calls/schema";
import { ListConsents } from "@/lib/contacts/consent/schema";
import { listConsents, readContact } from "@/lib/contacts/contacts";
import { Contact } from "@/lib/contacts/contacts/schema";
import { campaignsOfContact } from "@/lib/outreach/campaigns";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** Rows of one kind per query. */
const PAGE = 100;
/** Maximum rows per kind: more than one person has, and the memory limit. */
const MAX_ROWS = 10_000;

type Line = Record<string, unknown>;
/** Throws instead of omitting rows, as an access request must be complete. */
function of(kind: string, rows: readonly object[]): Line[] {
  if (rows.length > MAX_ROWS) throw new Error("There is more of one contact than their file can hold.");
  return rows.map((row) => ({ kind, ...row }));
}

async function ledgerOf(ctx: Ctx, id: string): Promise<Line[]> {
  const entries: object[] = [];
  let cursor: string | null = null;
  do {
    const query = ListConsents.parse({ limit: PAGE, ...(cursor !== null && { cursor }) });
    const page: Awaited<ReturnType<typeof listConsents>> = await listConsents(ctx, id, query);
    entries.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && entries.length <= MAX_ROWS);
  return of("consent", entries);
}

/** Texts, callbacks and deletions, whose content is part of the calls. Nothing in them is sealed. */
async function rowsOf(ctx: Ctx, id: string): Promise<Line[]> {
  const { workspaceId } = ctx;
  const [texts, callbacks, deletions] = await ctx.db.batch(
    db
      .selectFrom("texts")
      .select(["id", "call_id", "direction", "state", "from_number", "created_at", "sent_at"])
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", id)
      .orderBy("created_at")
      .limit(MAX_ROWS + 1),
    db
      .selectFrom("callbacks")
      .select(["id", "call_id", "agent_id", "due_at", "status", "created_at"])
      .where("workspace_id", "=", workspaceId)
      .where("subject_id", "=", id)
      .orderBy("created_at")
      .limit(MAX_ROWS + 1),
    db
      .selectFrom("deletions")
      .select(["id", "status", "requested_at", "completed_at"])
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", id)
      .orderBy("requested_at")
      .limit(MAX_ROWS + 1),
  );
  return [...of("text", texts), ...of("callback", callbacks), ...of("deletion", deletions)];
}

/** The first lines of a contact's file: the contact, the ledger and their campaigns. Throws `not_found`. */
export async function readContactLines(ctx: Ctx, id: string): Promise<Line[]> {
  const contact = Contact.parse(await readContact(ctx, id));
  const campaigns = of("campaign", await campaignsOfContact(ctx, id, MAX_ROWS + 1));
  return [
    ...of("contact", [contact]),
    ...(await ledgerOf(ctx, id)),
    ...campaigns,
    ...(await rowsOf(ctx, id)),
  ];
}

/** Reads a page of IDs of their calls, under all notations of the number, with the next cursor. */
export async function readContactCallIds(ctx: Ctx, id: string, cursor: string | null) {
  const { phone } = await readContact(ctx, id);
  const query = { contact: phone, limit: PAGE, ...(cursor !== null && { cursor }) };
  const { data, next_cursor: next } = await listCalls(ctx, ListCalls.parse(query));
  return { ids: data.map((call) => call.id), next };
}
