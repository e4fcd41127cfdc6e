import type pg from "pg";

/** PostgreSQL 16 is the first whose roles can be granted with `SET` apart from `INHERIT`, which the migrations check. */
const MIN_VERSION = 160_000;
const VERSION_SCALE = 10_000;

/** Throws a one-line error for a server of PostgreSQL that is older than Parley needs. */
export async function requireServerVersion(client: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version >= MIN_VERSION) return;
  throw new Error(
    `Parley needs PostgreSQL ${MIN_VERSION / VERSION_SCALE} or newer, and the server of DATABASE_URL runs PostgreSQL ${Math.floor(version / VERSION_SCALE)}. Upgrade the server, or use another one. Nothing was changed.`,
  );
}
