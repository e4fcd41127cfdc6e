import { sql } from "kysely";
import type { Ctx } from "@/lib/context";
import { indexer, subjectSealers } from "@/lib/crypto";
import { listPage, type Order, type Page } from "@/lib/db/page";
import { validationError } from "@/lib/errors";
import { wordsOf } from "@/lib/masking";
import { openCall } from "./open";
import { presentCall, presentItem } from "./present";
import type { CallRow } from "./row";
import type { Call, CallItem, ListCalls } from "./schema";
import { selectCalls } from "./select";

/** One call with its transcript, masked. Throws `not_found`. */
export async function readCall(ctx: Ctx, id: string): Promise<Call> {
  const { row, sealer, turns } = await openCall(ctx, id);
  return presentCall(row, sealer, turns);
}

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

/** Calls of this environment by every filter of the contract; a page of items without transcripts, masked. */
export async function listCalls(ctx: Ctx, query: ListCalls): Promise<Page<CallItem>> {
  let calls = selectCalls(ctx.workspaceId, ctx.environment);
  for (const column of ["agent_id", "campaign_id", "channel", "direction", "status", "end_reason"] as const) {
    const value = query[column];
    if (value !== undefined) calls = calls.where(`calls.${column}`, "=", value);
  }
  if (query.outcome !== undefined) calls = calls.where("calls.outcome_tag", "=", query.outcome);
  if (query.tag !== undefined) calls = calls.where(sql<boolean>`calls.tags @> ${[query.tag]}::text[]`);
  if (query.created_after !== undefined) calls = calls.where("calls.created_at", ">", query.created_after);
  if (query.created_before !== undefined) calls = calls.where("calls.created_at", "<", query.created_before);
  if (query.min_duration_ms !== undefined)
    calls = calls.where("calls.duration_ms", ">=", query.min_duration_ms);
  if (query.max_duration_ms !== undefined)
    calls = calls.where("calls.duration_ms", "<=", query.max_duration_ms);
  if (query.q !== undefined)
    calls = calls.where(sql<boolean>`calls.words @> ${await hashesOf(ctx, query.q)}::bigint[]`);
  if (query.contact?.startsWith("ctc_")) calls = calls.where("calls.contact_id", "=", query.contact);
  else if (query.contact !== undefined) {
    const hash = (await indexer(ctx.workspaceId)).hash("number", query.contact);
    calls = calls.where("calls.contact_hash", "=", hash);
  }
  const page = await listPage(ctx, calls as never, query, ORDERS[query.sort]);
  const rows = page.data as unknown as CallRow[];
  const sealers = await subjectSealers(
    ctx.workspaceId,
    rows.map((row) => row.subject_id),
  );
  return { ...page, data: rows.map((row) => presentItem(row, sealers.get(row.subject_id))) };
}
