import { listCalls } from "@/lib/calls/calls";
import { ListCalls } from "@/lib/calls/calls/schema";
import { ListConsents } from "@/lib/contacts/consent/schema";
import { listConsents, readContact } from "@/lib/contacts/contacts";
import { Contact } from "@/lib/contacts/contacts/schema";
import { campaignsOfContact } from "@/lib/outreach/campaigns";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** Rows of one kind that are read at a time. */
const PAGE = 100;
/** Above what one person comes to, and what is in memory at once. */
const MOST = 10_000;

type Line = Record<string, unknown>;
/** Fails rather than leaves something out: whoever asked for all that is held must not be given less unseen. */
function of(kind: string, rows: readonly object[]): Line[] {
  if (rows.length > MOST) throw new Error("There is more of one contact than their file can hold.");
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
  } while (cursor !== null && entries.length <= MOST);
  return of("consent", entries);
}

/** Texts, callbacks, erasures: what there is besides words, which stand in the calls. Nothing of it is sealed. */
async function rowsOf(ctx: Ctx, id: string): Promise<Line[]> {
  const { workspaceId } = ctx;
  const [texts, callbacks, deletions] = await ctx.db.batch(
    db
      .selectFrom("texts")
      .select(["id", "call_id", "direction", "state", "from_number", "created_at", "sent_at"])
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", id)
      .orderBy("created_at")
      .limit(MOST + 1),
    db
      .selectFrom("callbacks")
      .select(["id", "call_id", "agent_id", "due_at", "status", "created_at"])
      .where("workspace_id", "=", workspaceId)
      .where("subject_id", "=", id)
      .orderBy("created_at")
      .limit(MOST + 1),
    db
      .selectFrom("deletions")
      .select(["id", "status", "requested_at", "completed_at"])
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", id)
      .orderBy("requested_at")
      .limit(MOST + 1),
  );
  return [...of("text", texts), ...of("callback", callbacks), ...of("deletion", deletions)];
}

/** What a contact's file begins with: the record, the ledger, and where else they stand. Throws `not_found`. */
export async function aboutContact(ctx: Ctx, id: string): Promise<Line[]> {
  const contact = Contact.parse(await readContact(ctx, id));
  const campaigns = of("campaign", await campaignsOfContact(ctx, id, MOST + 1));
  return [
    ...of("contact", [contact]),
    ...(await ledgerOf(ctx, id)),
    ...campaigns,
    ...(await rowsOf(ctx, id)),
  ];
}

/** The ids of a page of their calls, in every form in which the number was given, with where to read on. */
export async function callsOfContact(ctx: Ctx, id: string, cursor: string | null) {
  const { phone } = await readContact(ctx, id);
  const query = { contact: phone, limit: PAGE, ...(cursor !== null && { cursor }) };
  const { data, next_cursor: next } = await listCalls(ctx, ListCalls.parse(query));
  return { ids: data.map((call) => call.id), next };
}
