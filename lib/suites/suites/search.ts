import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { hasWordPrefixes } from "@/lib/platform/db/word-prefix";
import { MAX_HITS, type RecordSearch, recordSearch } from "@/lib/platform/search/record-search";
import type { SearchTerms } from "@/lib/platform/search/search-terms";

type Row = { id: string; name: string; agent_id: string; agent: string; created_at: string };

/** Searches test suites by the words of their names, or by id. Suites of archived agents are left out. */
export function searchSuites(
  { workspaceId }: Pick<Ctx, "workspaceId">,
  { words, ids }: SearchTerms,
): RecordSearch | null {
  const suites = db
    .selectFrom("suites")
    .innerJoin("agents", (join) =>
      join
        .onRef("agents.workspace_id", "=", "suites.workspace_id")
        .onRef("agents.id", "=", "suites.agent_id"),
    )
    .select(["suites.id", "suites.name", "suites.agent_id", "agents.name as agent", "suites.created_at"])
    .where("suites.workspace_id", "=", workspaceId)
    .where("agents.status", "!=", "archived")
    .orderBy("suites.created_at", "desc")
    .orderBy("suites.id", "desc")
    .limit(MAX_HITS);
  const present = (rows: readonly Row[]) =>
    rows.map(({ id, name, agent_id, agent, created_at }) => ({
      id,
      title: name,
      subtitle: agent,
      at: created_at,
      agent_id,
    }));
  if (ids?.prefix === "ste")
    return recordSearch(suites.where("suites.id", ">=", ids.from).where("suites.id", "<=", ids.to), present);
  if (words.length === 0) return null;
  return recordSearch(suites.where(hasWordPrefixes(sql.ref("suites.name"), words)), present);
}
