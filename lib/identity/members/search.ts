import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { identityDb } from "@/lib/platform/db/identity";
import { hasWordPrefixes } from "@/lib/platform/db/word-prefix";
import { MAX_HITS, type RecordSearch, recordSearch } from "@/lib/platform/search/record-search";
import type { SearchTerms } from "@/lib/platform/search/search-terms";

/** Searches the workspace's members by the words of their names and addresses, or by id. */
export function searchMembers(
  { workspaceId }: Pick<Ctx, "workspaceId">,
  { words, ids }: SearchTerms,
): RecordSearch | null {
  const members = db
    .selectFrom("members")
    .innerJoin(identityDb.selectFrom("users").select(["id", "name", "email"]).as("users"), (join) =>
      join.onRef("users.id", "=", "members.user_id"),
    )
    .select(["members.id", "users.name", "users.email", "members.created_at"])
    .where("members.workspace_id", "=", workspaceId)
    .orderBy("members.created_at", "desc")
    .orderBy("members.id", "desc")
    .limit(MAX_HITS);
  const present = (rows: readonly { id: string; name: string; email: string; created_at: string }[]) =>
    rows.map(({ id, name, email, created_at }) => ({ id, title: name, subtitle: email, at: created_at }));
  if (ids?.prefix === "mem")
    return recordSearch(
      members.where("members.id", ">=", ids.from).where("members.id", "<=", ids.to),
      present,
    );
  if (words.length === 0) return null;
  return recordSearch(members.where(hasWordPrefixes(sql`users.name || ' ' || users.email`, words)), present);
}
