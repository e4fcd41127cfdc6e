import { sql } from "kysely";
import { hashPossibleNumbers } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersFromRows, workspaceIndexer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import {
  MAX_HITS,
  type RecordSearch,
  recordSearch,
  type SearchHit,
} from "@/lib/platform/search/record-search";
import type { SearchTerms } from "@/lib/platform/search/search-terms";
import { callFieldRef } from "./row";

type Row = {
  id: string;
  direction: string;
  from_number: Buffer | null;
  to_number: Buffer | null;
  created_at: string;
  agent_name: string;
  subject_id: string;
  subject_key: Buffer | null;
};

/** The number of the other side, as the list of calls shows it; null for a call without one. */
function otherNumber({ id, direction, from_number, to_number }: Row, sealer: Sealer): string | null {
  const [field, number] =
    direction === "inbound" ? (["from_number", from_number] as const) : (["to_number", to_number] as const);
  return number === null ? null : sealer.openText(callFieldRef(id, field), number);
}

async function presentRows(workspaceId: string, rows: readonly Row[]): Promise<SearchHit[]> {
  const sealers = await sealersFromRows(workspaceId, rows);
  return rows.map((row) => {
    const sealer = sealers.get(row.subject_id);
    const number = sealer === undefined ? null : otherNumber(row, sealer);
    return { id: row.id, title: number ?? row.id, subtitle: row.agent_name, at: row.created_at };
  });
}

/**
 * Searches the calls of the context's environment by id or by the whole number of the other side. Numbers are sealed,
 * and their keyed hashes find no parts of them.
 */
export async function searchCalls(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  { text, ids }: SearchTerms,
): Promise<RecordSearch | null> {
  const calls = db
    .selectFrom("calls")
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .leftJoin("subject_keys", (join) =>
      join
        .onRef("subject_keys.workspace_id", "=", "calls.workspace_id")
        .onRef("subject_keys.subject_id", "=", "calls.subject_id"),
    )
    .select(["calls.id", "calls.direction", "calls.from_number", "calls.to_number", "calls.created_at"])
    .select(["agents.name as agent_name", "calls.subject_id", "subject_keys.wrapped as subject_key"])
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment)
    .limit(MAX_HITS);
  const present = (rows: readonly Row[]) => presentRows(workspaceId, rows);
  if (ids !== null)
    return ids.prefix === "call"
      ? recordSearch(
          // Ids sort by time, and the primary key has this order.
          calls.where("calls.id", ">=", ids.from).where("calls.id", "<=", ids.to).orderBy("calls.id", "desc"),
          present,
        )
      : null;
  const hashes = hashPossibleNumbers(await workspaceIndexer(workspaceId), text);
  if (hashes === null) return null;
  const byNumber = calls
    .where(sql<boolean>`calls.contact_hash = any(${hashes}::bytea[])`)
    .orderBy("calls.created_at", "desc")
    .orderBy("calls.id", "desc");
  return recordSearch(byNumber, present);
}
