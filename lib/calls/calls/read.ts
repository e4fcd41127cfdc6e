import { sql } from "kysely";
import { type Admission, maskFairly, wordsOf } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { indexer, sealersOf } from "@/lib/platform/crypto";
import { type Order, type Page, preparedPages } from "@/lib/platform/db/page";
import { validationError } from "@/lib/platform/errors";
import { openCall, openCalls, openItems } from "./open";
import { presentBrief, presentCall, presentItem, presentWithoutTranscript } from "./present";
import type { CallRow, FullRow } from "./row";
import type { Call, CallItem, ListCalls } from "./schema";
import { selectCalls } from "./select";

/**
 * One call with its transcript, masked. Throws `not_found`, and 429 where the workspace reads too many long ones at
 * once, unless `admission` says that it can wait.
 */
export async function readCall(ctx: Ctx, id: string, admission?: Admission): Promise<Call> {
  const { row, sealer, turns } = await openCall(ctx, id);
  return maskFairly(ctx.workspaceId, () => presentCall(rowFor(ctx, row), sealer, turns), admission);
}

/** How one of several calls is shown, once it is asked for. */
type Shown = { call(): Promise<Call>; item(): Promise<CallItem> };

/** Calls as `readCall` shows each, and the same without its transcript; read in one round trip. Those that are not there are missing. */
export async function readCalls(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>();
  for (const [id, open] of await openCalls(ctx, ids)) {
    const by =
      <T>(present: (...of: Parameters<typeof presentCall>) => T) =>
      async (): Promise<T> => {
        const { row, sealer, turns } = await open();
        return maskFairly(ctx.workspaceId, () => present(rowFor(ctx, row), sealer, turns), "always");
      };
    shown.set(id, { call: by(presentCall), item: by(presentWithoutTranscript) });
  }
  return shown;
}

/**
 * The same calls without their transcripts, as `readCalls` shows them: read in one round trip and by far less, as a
 * transcript is opened only where something else is masked by it.
 */
export async function readCallItems(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, () => Promise<CallItem>>> {
  const shown = new Map<string, () => Promise<CallItem>>();
  for (const [id, open] of await openItems(ctx, ids))
    shown.set(id, async () => {
      const { row, sealer, turns } = await open();
      const item = await maskFairly(ctx.workspaceId, () => presentBrief(row, sealer, turns), "always");
      if (item !== null) return item;
      const whole = await openCall(ctx, id);
      const present = () => presentWithoutTranscript(rowFor(ctx, whole.row), whole.sealer, whole.turns);
      return maskFairly(ctx.workspaceId, present, "always");
    });
  return shown;
}

const rowFor = (ctx: Ctx, row: FullRow): FullRow => (ctx.actor.type === "staff" ? wholeMasked(row) : row);

/** What an agent leaves unmasked is for its workspace's own people (product.md, "Staff": read-only, masked). */
const wholeMasked = (row: FullRow): FullRow => ({
  ...row,
  redact: true,
  policy: { ...row.policy, recording: { ...row.policy.recording, redact_sensitive_fields: true } },
});

const ORDERS: Record<ListCalls["sort"], Order> = {
  "-created_at": { table: "calls", column: "created_at", kind: "time", direction: "desc" },
  created_at: { table: "calls", column: "created_at", kind: "time", direction: "asc" },
  "-duration_ms": {
    table: "calls",
    column: "duration_ms",
    kind: "number",
    direction: "desc",
    nullable: true,
  },
  duration_ms: { table: "calls", column: "duration_ms", kind: "number", direction: "asc", nullable: true },
};

/** The keyed hashes of the words to look for. Throws 400 where every word is too common to be indexed. */
async function hashesOf(ctx: Ctx, q: string): Promise<number[]> {
  const words = wordsOf(q);
  if (words.length === 0) {
    throw validationError([
      {
        in: "query",
        pointer: "/q",
        code: "no_words",
        message: "Search for at least one word that is not among the most common.",
      },
    ]);
  }
  const { word } = await indexer(ctx.workspaceId);
  return words.map(word);
}

/** The values of a list's filters, those that are there. */
type Filters = Pick<Ctx, "workspaceId" | "environment"> &
  Pick<ListCalls, (typeof EQUAL)[number]> & {
    outcome?: string | undefined;
    figure?: ListCalls["figure"];
    recording_state?: ListCalls["recording_state"];
    blocked_by?: string | undefined;
    tags?: string[] | undefined;
    created_after?: string | undefined;
    created_before?: string | undefined;
    min_duration_ms?: number | undefined;
    max_duration_ms?: number | undefined;
    words?: number[] | undefined;
    contact_id?: string | undefined;
    contact_hash?: Buffer | undefined;
  };

/** The roll-ups count by the same functions (the analytics' migration), so that a figure's link shows what it counts. */
const FIGURE = (figure: unknown) => sql<boolean>`case ${figure}::text
  when 'ended' then call_ended(calls) when 'answered' then call_answered(calls)
  when 'reached' then call_reached(calls) when 'contained' then call_contained(calls)
  when 'transferred' then call_reached(calls) and calls.end_reason is not distinct from 'transferred'
  when 'opted_out' then call_opted_out(calls) when 'successful' then call_successful(calls)
  when 'timed' then call_timed(calls) end`;

const EQUAL = ["agent_id", "campaign_id", "channel", "direction", "status", "end_reason"] as const;

/** The filters of the contract as a query; asked once for each set of them. */
const pageOfCalls = preparedPages((given: Filters) => {
  let calls = selectCalls(given.workspaceId, given.environment);
  for (const column of EQUAL) {
    const value = given[column];
    if (value !== undefined) calls = calls.where(`calls.${column}`, "=", value);
  }
  if (given.outcome !== undefined) calls = calls.where("calls.outcome_tag", "=", given.outcome);
  if (given.figure !== undefined) calls = calls.where(FIGURE(given.figure));
  if (given.recording_state !== undefined)
    calls = calls.where(
      sql<boolean>`(call_answered(calls) and coalesce(calls.recording->>'state', 'none') = ${given.recording_state})`,
    );
  if (given.blocked_by !== undefined)
    calls = calls.where(
      sql<boolean>`(calls.status = 'blocked' and calls.reasons @> jsonb_build_array(jsonb_build_object('code', ${given.blocked_by}::text)))`,
    );
  if (given.tags !== undefined) calls = calls.where(sql<boolean>`calls.tags @> ${given.tags}::text[]`);
  if (given.created_after !== undefined) calls = calls.where("calls.created_at", ">", given.created_after);
  if (given.created_before !== undefined) calls = calls.where("calls.created_at", "<", given.created_before);
  if (given.min_duration_ms !== undefined)
    calls = calls.where("calls.duration_ms", ">=", given.min_duration_ms);
  if (given.max_duration_ms !== undefined)
    calls = calls.where("calls.duration_ms", "<=", given.max_duration_ms);
  if (given.words !== undefined) calls = calls.where(sql<boolean>`calls.words @> ${given.words}::bigint[]`);
  if (given.contact_id !== undefined) calls = calls.where("calls.contact_id", "=", given.contact_id);
  if (given.contact_hash !== undefined) calls = calls.where("calls.contact_hash", "=", given.contact_hash);
  return calls as never;
});

/** A contact by its id, or by its number, of which the rows hold a keyed hash. */
async function contactOf(
  ctx: Ctx,
  contact: string | undefined,
): Promise<Pick<Filters, "contact_id" | "contact_hash">> {
  if (contact === undefined) return {};
  if (contact.startsWith("ctc_")) return { contact_id: contact };
  return { contact_hash: (await indexer(ctx.workspaceId)).hash("number", contact) };
}

/** Calls of this environment by every filter of the contract; a page of items without transcripts, masked. */
export async function listCalls(ctx: Ctx, query: ListCalls): Promise<Page<CallItem>> {
  const { contact, tag, q, sort, limit, cursor, include_total, ...filters } = query;
  const given: Filters = {
    ...filters,
    workspaceId: ctx.workspaceId,
    environment: ctx.environment,
    tags: tag === undefined ? undefined : [tag],
    words: q === undefined ? undefined : await hashesOf(ctx, q),
    ...(await contactOf(ctx, contact)),
  };
  const page = await pageOfCalls(ctx, given, { limit, cursor, include_total }, ORDERS[sort]);
  const rows = page.data as unknown as CallRow[];
  const sealers = await sealersOf(ctx.workspaceId, rows);
  const data: CallItem[] = [];
  for (const row of rows)
    data.push(await maskFairly(ctx.workspaceId, () => presentItem(row, sealers.get(row.subject_id))));
  return { ...page, data };
}
