import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { hasWordPrefixes } from "@/lib/platform/db/word-prefix";
import { MAX_HITS, type RecordSearch, recordSearch } from "@/lib/platform/search/record-search";
import type { SearchTerms } from "@/lib/platform/search/search-terms";

/** Searches the campaigns of the context's environment by the words of their names, or by id. */
export function searchCampaigns(
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  { words, ids }: SearchTerms,
): RecordSearch | null {
  const campaigns = db
    .selectFrom("campaigns")
    .select(["id", "name", "status", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_HITS);
  const present = (rows: readonly { id: string; name: string; status: string; created_at: string }[]) =>
    rows.map(({ id, name, status, created_at }) => ({ id, title: name, subtitle: status, at: created_at }));
  if (ids?.prefix === "cmp")
    return recordSearch(campaigns.where("id", ">=", ids.from).where("id", "<=", ids.to), present);
  if (words.length === 0) return null;
  return recordSearch(campaigns.where(hasWordPrefixes(sql.ref("name"), words)), present);
}
