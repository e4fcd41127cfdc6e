import { listCalls, readCall } from "@/lib/calls/calls";
import { Call, CallItem, ListCalls } from "@/lib/calls/calls/schema";
import { listContacts } from "@/lib/contacts/contacts";
import { Contact, ListContacts } from "@/lib/contacts/contacts/schema";
import { listAudit } from "@/lib/platform/audit";
import { AuditEntry, AuditQuery } from "@/lib/platform/audit/schema";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { aboutContact, callsOfContact } from "./contact-file";
import type { Export } from "./schema";

/** Rows that are read at a time: a page of the lists at its largest. */
const PAGE = 100;
/** Calls that are opened whole at once. */
const OPENED_AT_ONCE = 8;

/** A row of a file: as a line of JSON, or as the cells of its columns. */
type Line = Record<string, unknown>;
export type Batch = { lines: Line[]; next: string | null; total: number | null };
/** Where to read on, by which filters; `whole`: for a format that has room for transcripts. */
type Asked = {
  filters: Export["filters"];
  cursor: string | null;
  whole: boolean;
};
type Source = { columns: readonly string[]; page(ctx: Ctx, asked: Asked): Promise<Batch> };

/** The query of one page, through the list's own schema. */
const queryOf = ({ filters, cursor }: Asked) => ({
  ...filters,
  limit: PAGE,
  ...(cursor === null ? { include_total: "true" } : { cursor }),
});

/** A call with its transcript; null for one that went meanwhile. */
async function opened(ctx: Ctx, id: string): Promise<Line | null> {
  try {
    return Call.parse(await readCall(ctx, id, "always"));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

async function allOpened(ctx: Ctx, ids: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (let at = 0; at < ids.length; at += OPENED_AT_ONCE) {
    const some = await Promise.all(ids.slice(at, at + OPENED_AT_ONCE).map((id) => opened(ctx, id)));
    lines.push(...some.filter((line) => line !== null));
  }
  return lines;
}

const calls: Source = {
  columns: [
    ...["id", "created_at", "started_at", "answered_at", "ended_at", "duration_ms", "settled_at"],
    ...["environment", "channel", "direction", "status", "end_reason", "agent_id", "agent_version"],
    ...["campaign_id", "contact_id", "from", "to", "purpose", "outcome", "variables", "recording"],
    ...["latency", "tags", "notes", "metadata", "reasons", "legal_hold", "erased_at"],
  ],
  async page(ctx, asked) {
    const { data, next_cursor: next, total = null } = await listCalls(ctx, ListCalls.parse(queryOf(asked)));
    const lines = asked.whole
      ? await allOpened(
          ctx,
          data.map(({ id }) => id),
        )
      : data.map((call) => CallItem.parse(call));
    return { lines, next, total };
  },
};

/** One row for each value of each call; how many there will be nobody knows beforehand. */
const variables: Source = {
  columns: ["call_id", "created_at", "agent_id", "contact_id", "name", "value", "masked"],
  async page(ctx, asked) {
    const { data, next_cursor: next } = await listCalls(ctx, ListCalls.parse(queryOf(asked)));
    const lines = data.flatMap((call) =>
      Object.entries(CallItem.parse(call).variables).map(([name, value]) => {
        const masked = typeof value === "object" && value !== null;
        const { id: call_id, created_at, agent_id, contact_id } = call;
        return { call_id, created_at, agent_id, contact_id, name, value: masked ? null : value, masked };
      }),
    );
    return { lines, next, total: null };
  },
};

const contacts: Source = {
  columns: [
    ...["id", "phone", "name", "timezone", "timezone_source", "region", "attributes", "suppression"],
    ...["consent", "legal_hold", "created_at"],
  ],
  async page(ctx, asked) {
    const found = await listContacts(ctx, ListContacts.parse(queryOf(asked)));
    const lines = found.data.map((contact) => Contact.parse(contact));
    return { lines, next: found.next_cursor, total: found.total ?? null };
  },
};

const audit: Source = {
  columns: [
    ...["seq", "id", "at", "actor", "action", "target", "before", "after", "address", "request_id", "hash"],
  ],
  async page(ctx, asked) {
    const found = await listAudit(ctx, AuditQuery.parse(queryOf(asked)));
    const lines = found.data.map((entry) => AuditEntry.parse(entry));
    return { lines, next: found.next_cursor, total: found.total ?? null };
  },
};

/** Before the cursor of the calls' list, where the first part is done. */
const CALLS = "calls:";

/** Everything that is held on one contact: what they are and where they stand first, and then call by call. */
const contact: Source = {
  columns: [],
  async page(ctx, { filters, cursor }) {
    const id = String(filters.contact);
    if (cursor === null) return { lines: await aboutContact(ctx, id), next: CALLS, total: null };
    const { ids, next } = await callsOfContact(ctx, id, cursor.slice(CALLS.length) || null);
    const lines = (await allOpened(ctx, ids)).map((call) => ({ kind: "call", ...call }));
    return { lines, next: next === null ? null : `${CALLS}${next}`, total: null };
  },
};

/** What each file is made of: the verbs, masks and allow-lists that answer `/v1`. */
export const SOURCES: Record<Export["resource"], Source> = { calls, variables, contacts, audit, contact };
