import { sql } from "kysely";
import { type Admission, extractSearchWords, maskFairly } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { sealersFromRows, workspaceIndexer } from "@/lib/platform/crypto";
import type { QueryRunner } from "@/lib/platform/db";
import { findIdsByIndex, type IndexSearch } from "@/lib/platform/db/find-ids-by-index";
import { compilePagesOnce, type Order, type Page } from "@/lib/platform/db/page";
import { problemIn, validationError } from "@/lib/platform/errors";
import { isCountedCall } from "./counted-call";
import { openCallItems, openCalls, openShownCall } from "./open-call";
import { presentBrief, presentCall, presentItem, presentWithoutTranscript } from "./present";
import type { CallRow, ShownRow } from "./row";
import type { Call, CallItem, ListCalls } from "./schema";
import { hasVerdict, parseScoreFilter } from "./score-verdicts";
import { selectCalls } from "./select";

/**
 * Reads one call with its masked transcript. Throws `not_found`, and 429 if the workspace reads too many long
 * calls at once, unless `admission` allows waiting.
 */
export async function readCall(ctx: Ctx, id: string, admission?: Admission): Promise<Call> {
  const { row, sealer, turns } = await openShownCall(ctx, id);
  return maskFairly(ctx.workspaceId, () => presentCall(rowForActor(ctx, row), sealer, turns), admission);
}

/** Functions that mask a call on demand, in full or as an item. */
type CallReaders = { call(): Promise<Call>; item(): Promise<CallItem> };

/**
 * Reads calls in one round trip, with masking on demand as in `readCall` and without transcripts. Missing
 * calls are omitted.
 */
export async function readCalls(ctx: Ctx, ids: readonly string[]): Promise<Map<string, CallReaders>> {
  const readers = new Map<string, CallReaders>();
  for (const [id, open] of await openCalls(ctx, ids)) {
    const createReader =
      <T>(present: (...of: Parameters<typeof presentCall>) => T) =>
      async (): Promise<T> => {
        const { row, sealer, turns } = await open();
        return maskFairly(ctx.workspaceId, () => present(rowForActor(ctx, row), sealer, turns), "always");
      };
    readers.set(id, { call: createReader(presentCall), item: createReader(presentWithoutTranscript) });
  }
  return readers;
}

/**
 * Reads the same calls without transcripts in one round trip, which can be part of the caller's transaction. A
 * transcript is opened only if masking other fields needs it.
 */
export async function readCallItems(
  ctx: Ctx,
  ids: readonly string[],
  runner: QueryRunner = ctx.db,
): Promise<Map<string, () => Promise<CallItem>>> {
  const readers = new Map<string, () => Promise<CallItem>>();
  const { workspaceId, environment } = ctx;
  for (const [id, open] of await openCallItems({ workspaceId, environment, db: runner }, ids))
    readers.set(id, async () => {
      const { row, sealer, turns } = await open();
      const item = await maskFairly(ctx.workspaceId, () => presentBrief(row, sealer, turns), "always");
      if (item !== null) return item;
      const whole = await openShownCall(ctx, id);
      const present = () => presentWithoutTranscript(rowForActor(ctx, whole.row), whole.sealer, whole.turns);
      return maskFairly(ctx.workspaceId, present, "always");
    });
  return readers;
}

const rowForActor = (ctx: Ctx, row: ShownRow): ShownRow =>
  ctx.actor.type === "staff" ? withRedaction(row) : row;

/** Unmasked views are for the workspace's own members (product.md, "Staff": read-only, masked). */
const withRedaction = (row: ShownRow): ShownRow => ({
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

/** Returns the keyed hashes of the search words. Throws 400 if every word is too common to be indexed. */
async function hashesOf(ctx: Ctx, q: string): Promise<number[]> {
  const words = extractSearchWords(q);
  if (words.length === 0) {
    throw validationError([problemIn("query", "/q", "search_without_words")]);
  }
  const { word } = await workspaceIndexer(ctx.workspaceId);
  return words.map(word);
}

/** The filters of a list that are set. */
type Filters = Pick<Ctx, "workspaceId" | "environment"> &
  Pick<ListCalls, (typeof EQUALITY_FILTERS)[number]> & {
    outcome?: string | undefined;
    figure?: ListCalls["figure"];
    recording_state?: ListCalls["recording_state"];
    blocked_by?: string | undefined;
    criterion?: string | undefined;
    verdict?: string | undefined;
    tags?: string[] | undefined;
    created_after?: string | undefined;
    created_before?: string | undefined;
    min_duration_ms?: number | undefined;
    max_duration_ms?: number | undefined;
    words?: number[] | undefined;
    /** The calls that have all words or the label, if they are few. */
    ids?: string[] | undefined;
    contact_id?: string | undefined;
    contact_hash?: Buffer | undefined;
  };

/** The analytics' roll-ups use the same functions, so that a figure's link lists the calls that it counts. */
const matchesFigure = (figure: unknown) => sql<boolean>`case ${figure}::text
  when 'ended' then call_ended(calls) when 'answered' then call_answered(calls)
  when 'reached' then call_reached(calls) when 'contained' then call_contained(calls)
  when 'transferred' then call_reached(calls) and calls.end_reason is not distinct from 'transferred'
  when 'opted_out' then call_opted_out(calls) when 'successful' then call_successful(calls)
  when 'timed' then call_timed(calls) end`;

const EQUALITY_FILTERS = ["agent_id", "campaign_id", "channel", "direction", "status", "end_reason"] as const;

/** Builds the list query, once per combination of filters. */
const pageOfCalls = compilePagesOnce((filters: Filters) => {
  let calls = selectCalls(filters.workspaceId, filters.environment);
  for (const column of EQUALITY_FILTERS) {
    const value = filters[column];
    if (value !== undefined) calls = calls.where(`calls.${column}`, "=", value);
  }
  if (filters.outcome !== undefined) calls = calls.where("calls.outcome_tag", "=", filters.outcome);
  if (filters.figure !== undefined) calls = calls.where(matchesFigure(filters.figure)).where(isCountedCall());
  if (filters.recording_state !== undefined)
    calls = calls.where(
      sql<boolean>`(call_answered(calls) and coalesce(calls.recording->>'state', 'none') = ${filters.recording_state})`,
    );
  if (filters.blocked_by !== undefined)
    calls = calls.where(
      sql<boolean>`(calls.status = 'blocked' and calls.reasons @> jsonb_build_array(jsonb_build_object('code', ${filters.blocked_by}::text)))`,
    );
  if (filters.criterion !== undefined) calls = calls.where(hasVerdict(filters.criterion, filters.verdict));
  if (filters.tags !== undefined) calls = calls.where(sql<boolean>`calls.tags @> ${filters.tags}::text[]`);
  if (filters.created_after !== undefined)
    calls = calls.where("calls.created_at", ">", filters.created_after);
  if (filters.created_before !== undefined)
    calls = calls.where("calls.created_at", "<", filters.created_before);
  if (filters.min_duration_ms !== undefined)
    calls = calls.where("calls.duration_ms", ">=", filters.min_duration_ms);
  if (filters.max_duration_ms !== undefined)
    calls = calls.where("calls.duration_ms", "<=", filters.max_duration_ms);
  if (filters.words !== undefined)
    calls = calls.where(sql<boolean>`calls.words @> ${filters.words}::bigint[]`);
  if (filters.ids !== undefined) calls = calls.where(sql<boolean>`calls.id = any(${filters.ids}::text[])`);
  if (filters.contact_id !== undefined) calls = calls.where("calls.contact_id", "=", filters.contact_id);
  if (filters.contact_hash !== undefined)
    calls = calls.where("calls.contact_hash", "=", filters.contact_hash);
  return calls as never;
});

/** Finds a contact by its ID, or by its number, which rows store as a keyed hash. */
async function contactOf(
  ctx: Ctx,
  contact: string | undefined,
): Promise<Pick<Filters, "contact_id" | "contact_hash">> {
  if (contact === undefined) return {};
  if (contact.startsWith("ctc_")) return { contact_id: contact };
  return { contact_hash: (await workspaceIndexer(ctx.workspaceId)).hash("number", contact) };
}

/**
 * The calls with all words, with the label or with the verdict, by an index; undefined without such a filter, or for more than 2,000 of
 * each.
 */
async function findIds(
  ctx: Ctx,
  { words, tags, criterion, verdict, agent_id: agentId }: Filters,
): Promise<string[] | undefined> {
  const [tag] = tags ?? [];
  const searches: IndexSearch[] = [];
  if (words !== undefined) searches.push({ by: "calls_with_words", words });
  if (tag !== undefined) searches.push({ by: "calls_with_tag", tag });
  if (criterion !== undefined && verdict !== undefined)
    searches.push({ by: "calls_with_score", criterion, verdict, agentId });
  for (const search of searches) {
    const ids = await findIdsByIndex(ctx, search);
    if (ids !== null) return ids;
  }
  return undefined;
}

/** Lists calls of this environment by all filters, as masked items without transcripts. */
export async function listCalls(ctx: Ctx, query: ListCalls): Promise<Page<CallItem>> {
  const { contact, tag, q, score, sort, limit, cursor, include_total, ...filters } = query;
  const listFilters: Filters = {
    ...filters,
    workspaceId: ctx.workspaceId,
    environment: ctx.environment,
    tags: tag === undefined ? undefined : [tag],
    words: q === undefined ? undefined : await hashesOf(ctx, q),
    ...parseScoreFilter(score),
    ...(await contactOf(ctx, contact)),
  };
  listFilters.ids = await findIds(ctx, listFilters);
  const page = await pageOfCalls(ctx, listFilters, { limit, cursor, include_total }, ORDERS[sort]);
  const rows = page.data as unknown as CallRow[];
  const sealers = await sealersFromRows(ctx.workspaceId, rows);
  const data: CallItem[] = [];
  for (const row of rows)
    data.push(await maskFairly(ctx.workspaceId, () => presentItem(row, sealers.get(row.subject_id))));
  return { ...page, data };
}
