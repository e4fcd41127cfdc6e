import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { hasWordPrefixes } from "@/lib/platform/db/word-prefix";
import { MAX_HITS, type RecordSearch, recordSearch } from "@/lib/platform/search/record-search";
import type { SearchTerms } from "@/lib/platform/search/search-terms";

/** Searches agents by the words of their names, or by id. Archived agents are left out, as in their list. */
export function searchAgents(
  { workspaceId }: Pick<Ctx, "workspaceId">,
  { words, ids }: SearchTerms,
): RecordSearch | null {
  const agents = db
    .selectFrom("agents")
    .select(["id", "name", "status", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("status", "!=", "archived")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_HITS);
  const present = (rows: readonly { id: string; name: string; status: string; created_at: string }[]) =>
    rows.map(({ id, name, status, created_at }) => ({ id, title: name, subtitle: status, at: created_at }));
  if (ids?.prefix === "agt")
    return recordSearch(agents.where("id", ">=", ids.from).where("id", "<=", ids.to), present);
  if (words.length === 0) return null;
  return recordSearch(agents.where(hasWordPrefixes(sql.ref("name"), words)), present);
}
