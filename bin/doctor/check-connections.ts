import { databaseFailure } from "./database-failures";
import { type Finding, failed, passed, warning } from "./finding";
import type { Row } from "./owner-connection";

/** Connections of all databases of the server; `reserved` are for superusers. */
export const SELECT_CONNECTIONS = `
  select (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as used,
    current_setting('max_connections')::int as max,
    current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved`;

type Input = {
  readRow: () => Promise<Row | undefined>;
  /** DATABASE_POOL: the connections that one more process opens. */
  poolSize: number;
};

/** Whether the database server accepts another process of Parley. */
export async function checkConnections({ readRow, poolSize }: Input): Promise<Finding> {
  let row: Row | undefined;
  try {
    row = await readRow();
  } catch (error) {
    return databaseFailure(error, "connections");
  }
  const [used, max, reserved] = [Number(row?.used), Number(row?.max), Number(row?.reserved)];
  const free = max - reserved - used;
  const summary = `${used} of ${max} connections in use, ${reserved} reserved`;
  if (free <= 0)
    return failed(
      summary,
      "Find who holds connections (pg_stat_activity), lower DATABASE_POOL, or raise max_connections.",
    );
  if (free < poolSize)
    return warning(
      summary,
      `Fewer are free than one process opens (DATABASE_POOL is ${poolSize}). Raise max_connections, or put PgBouncer before it.`,
    );
  return passed(summary);
}
