import type { RawBuilder } from "kysely";
import { db } from "./kysely";
import type { Reader } from "./read";

/** Most ids that a search by an index returns. A list of so many is a cheap condition for any query. */
const MAX_IDS = 2_000;

/**
 * The ids of all rows that a search function of prisma/sql/search.sql returns, or null if there are more than 2,000. Then the searched
 * value is frequent, and walking the rows in the list's order soon fills a page. `search` builds the call of the function, with the most
 * rows that it may return.
 */
export async function findIdsByIndex(
  reader: Reader,
  search: (maxRows: number) => RawBuilder<string>,
): Promise<string[] | null> {
  const rows = await reader.all(db.selectNoFrom(search(MAX_IDS + 1).as("id")));
  return rows.length > MAX_IDS ? null : rows.map(({ id }) => id);
}
