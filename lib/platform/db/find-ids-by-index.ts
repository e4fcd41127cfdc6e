import { type RawBuilder, sql } from "kysely";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { db } from "./kysely";
import type { Reader, Select } from "./read";

/** Most ids that a search by an index returns. A list of so many is a cheap condition for any query. */
const MAX_IDS = 2_000;

/** Searches that found more, which an index reads in full before its first row. A frequent word stays frequent for minutes. */
const frequent = new ExpiringMap<string, true>({ ttlMs: 5 * 60_000, limit: 5_000 });

type ScoreSearch = {
  by: "calls_with_score";
  criterion: string;
  verdict: string;
  agentId: string | undefined;
};
/** A function of prisma/sql/search.sql, and the hashes of words or the label that rows must have; or the verdict of a score. */
export type IndexSearch =
  | { by: "calls_with_words" | "contacts_with_name"; words: readonly number[] }
  | { by: "calls_with_tag"; tag: string }
  | ScoreSearch;
/** The workspace and environment whose rows are searched. */
type Scope = { workspaceId: string; environment: string };

const call = (environment: string, search: Exclude<IndexSearch, ScoreSearch>): RawBuilder<string> =>
  "words" in search
    ? sql`${sql.ref(search.by)}(${environment}, ${[...search.words]}::bigint[], ${MAX_IDS + 1}::int)`
    : sql`${sql.ref(search.by)}(${environment}, ${search.tag}, ${MAX_IDS + 1}::int)`;

/**
 * Calls with this verdict by any version of the criterion. The index of scores begins with the agent, so each agent of the workspace is
 * a range of it.
 */
const selectScoredCalls = (
  { workspaceId, environment }: Scope,
  { criterion, verdict, agentId }: ScoreSearch,
) =>
  db
    .selectFrom("call_scores")
    .select("call_id as id")
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "in", (agents) => {
      const ids = agents.selectFrom("agents").select("id").where("workspace_id", "=", workspaceId);
      return agentId === undefined ? ids : ids.where("id", "=", agentId);
    })
    .where("criterion", "=", criterion)
    .where("environment", "=", environment)
    .where("state", "=", verdict === "not_judged" ? "not_judged" : "judged")
    .where("passed", "is", verdict === "passed" ? true : verdict === "failed" ? false : null)
    .limit(MAX_IDS + 1);

const selectIds = (scope: Scope, search: IndexSearch): Select<{ id: string }> =>
  search.by === "calls_with_score"
    ? selectScoredCalls(scope, search)
    : db.selectNoFrom(call(scope.environment, search).as("id"));

/**
 * The ids of all rows of the workspace and environment that a search function returns, or null if there are more than 2,000. Then the
 * searched value is frequent, and walking the rows in the list's order soon fills a page.
 */
export async function findIdsByIndex(
  { workspaceId, environment, db: reader }: Scope & { db: Pick<Reader, "all"> },
  search: IndexSearch,
): Promise<string[] | null> {
  const key = JSON.stringify([workspaceId, environment, search]);
  if (frequent.get(key) === true) return null;
  const rows = await reader.all(selectIds({ workspaceId, environment }, search));
  if (rows.length <= MAX_IDS) return rows.map(({ id }) => id);
  frequent.set(key, true);
  return null;
}
