import { type RawBuilder, sql } from "kysely";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { db } from "./kysely";
import type { Reader } from "./read";

/** Most ids that a search by an index returns. A list of so many is a cheap condition for any query. */
const MAX_IDS = 2_000;

/** Searches that found more, which an index reads in full before its first row. A frequent word stays frequent for minutes. */
const frequent = new ExpiringMap<string, true>({ ttlMs: 5 * 60_000, limit: 5_000 });

/** A function of prisma/sql/search.sql, and the hashes of words or the label that rows must have. */
export type IndexSearch =
  | { by: "calls_with_words" | "contacts_with_name"; words: readonly number[] }
  | { by: "calls_with_tag"; tag: string };

const call = (environment: string, search: IndexSearch): RawBuilder<string> =>
  "words" in search
    ? sql`${sql.ref(search.by)}(${environment}, ${[...search.words]}::bigint[], ${MAX_IDS + 1}::int)`
    : sql`${sql.ref(search.by)}(${environment}, ${search.tag}, ${MAX_IDS + 1}::int)`;

/**
 * The ids of all rows of the workspace and environment that a search function returns, or null if there are more than 2,000. Then the
 * searched value is frequent, and walking the rows in the list's order soon fills a page.
 */
export async function findIdsByIndex(
  {
    workspaceId,
    environment,
    db: reader,
  }: { workspaceId: string; environment: string; db: Pick<Reader, "all"> },
  search: IndexSearch,
): Promise<string[] | null> {
  const key = JSON.stringify([workspaceId, environment, search]);
  if (frequent.get(key) === true) return null;
  const rows = await reader.all(db.selectNoFrom(call(environment, search).as("id")));
  if (rows.length <= MAX_IDS) return rows.map(({ id }) => id);
  frequent.set(key, true);
  return null;
}
