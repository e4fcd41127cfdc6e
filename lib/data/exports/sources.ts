import { listCalls, readCall } from "@/lib/calls/calls";
import { Call, CallItem, ListCalls } from "@/lib/calls/calls/schema";
import { readCommentsOfCalls } from "@/lib/calls/comments";
import { listContacts } from "@/lib/contacts/contacts";
import { Contact, ListContacts } from "@/lib/contacts/contacts/schema";
import { listAudit } from "@/lib/platform/audit";
import { AuditEntry, AuditQuery } from "@/lib/platform/audit/schema";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { readContactCallIds, readContactLines } from "./contact-file";
import type { Export } from "./schema";

/** Rows per query: the maximum page of the lists. */
const PAGE = 100;
/** Calls opened in parallel. */
const OPENED_AT_ONCE = 8;

/** A row of a file: a line of JSON, or the cells of its columns. */
type Line = Record<string, unknown>;
export type Batch = { lines: Line[]; next: string | null; total: number | null };
/** The filters and position of a page. `isWhole`: the format can contain transcripts. */
type PageRequest = {
  filters: Export["filters"];
  cursor: string | null;
  whole: boolean;
};
type Source = { columns: readonly string[]; page(ctx: Ctx, request: PageRequest): Promise<Batch> };

/** The query of one page, parsed by the list's schema. */
const queryOf = ({ filters, cursor }: PageRequest) => ({
  ...filters,
  limit: PAGE,
  ...(cursor === null ? { include_total: "true" } : { cursor }),
});

/** Reads a call with its transcript; null if it was deleted meanwhile. */
async function readCallLine(ctx: Ctx, id: string): Promise<Line | null> {
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
    const some = await Promise.all(ids.slice(at, at + OPENED_AT_ONCE).map((id) => readCallLine(ctx, id)));
    lines.push(...some.filter((line) => line !== null));
  }
  return lines;
}

const calls: Source = {
  columns: [
    ...["id", "created_at", "started_at", "answered_at", "ended_at", "duration_ms", "settled_at"],
    ...["environment", "channel", "direction", "status", "end_reason", "agent_id", "agent_version"],
    ...["campaign_id", "contact_id", "from", "to", "purpose", "outcome", "variables", "recording"],
    ...["latency", "tags", "notes", "metadata", "reasons", "legal_hold", "erased_at", "cost", "scores"],
  ],
  async page(ctx, request) {
    const { data, next_cursor: next, total = null } = await listCalls(ctx, ListCalls.parse(queryOf(request)));
    const lines = request.whole
      ? await allOpened(
          ctx,
          data.map(({ id }) => id),
        )
      : data.map((call) => CallItem.parse(call));
    return { lines, next, total };
  },
};

/** One row per value of each call. The total is unknown beforehand. */
const variables: Source = {
  columns: ["call_id", "created_at", "agent_id", "contact_id", "name", "value", "masked"],
  async page(ctx, request) {
    const { data, next_cursor: next } = await listCalls(ctx, ListCalls.parse(queryOf(request)));
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
  async page(ctx, request) {
    const contactPage = await listContacts(ctx, ListContacts.parse(queryOf(request)));
    const lines = contactPage.data.map((contact) => Contact.parse(contact));
    return { lines, next: contactPage.next_cursor, total: contactPage.total ?? null };
  },
};

const audit: Source = {
  columns: [
    ...["seq", "id", "at", "actor", "action", "target", "before", "after", "address", "request_id", "hash"],
  ],
  async page(ctx, request) {
    const auditPage = await listAudit(ctx, AuditQuery.parse(queryOf(request)));
    const lines = auditPage.data.map((entry) => AuditEntry.parse(entry));
    return { lines, next: auditPage.next_cursor, total: auditPage.total ?? null };
  },
};

/** Prefix of the calls' cursor, once the first lines are done. */
const CALLS = "calls:";

/** All data of one contact: first the contact and their campaigns, then each call and the comments on it. */
const contact: Source = {
  columns: [],
  async page(ctx, { filters, cursor }) {
    const id = String(filters.contact);
    if (cursor === null) return { lines: await readContactLines(ctx, id), next: CALLS, total: null };
    const { ids, next } = await readContactCallIds(ctx, id, cursor.slice(CALLS.length) || null);
    const calls = (await allOpened(ctx, ids)).map((call) => ({ kind: "call", ...call }));
    const comments = await readCommentsOfCalls(ctx, ids);
    const lines = [
      ...calls,
      ...[...comments.values()].flat().map((comment) => ({ kind: "comment", ...comment })),
    ];
    return { lines, next: next === null ? null : `${CALLS}${next}`, total: null };
  },
};

/** The source of each resource's file: the same functions, masks and allow lists as `/v1`. */
export const SOURCES: Record<Export["resource"], Source> = { calls, variables, contacts, audit, contact };
