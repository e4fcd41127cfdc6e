import pg from "pg";

const CONNECT_TIMEOUT_MS = 10_000;
/** The class of "protocol violation", with which PgBouncer refuses settings at the start of a connection. */
const PROTOCOL_VIOLATION = "08P01";

/**
 * Whether the URL leads to PostgreSQL itself, not to a pooler: the server receives a setting that the connection asks for at its start.
 */
export async function isDirectConnection(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: "-c parley.is_direct=yes",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('parley.is_direct', true) as setting");
    return rows[0]?.setting === "yes";
  } catch (error) {
    if ((error as { code?: unknown }).code === PROTOCOL_VIOLATION) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Throws a one-line error if the URL leads to a connection pooler. Migrations, the job queue and live events need a session of
 * PostgreSQL itself. `hasDirectUrl`: the URL is that of DATABASE_DIRECT_URL.
 */
export async function requireDirectConnection(
  connectionString: string,
  hasDirectUrl: boolean,
): Promise<void> {
  if (await isDirectConnection(connectionString)) return;
  throw new Error(
    hasDirectUrl
      ? "DATABASE_DIRECT_URL leads to a connection pooler. Set it to the address of PostgreSQL itself. Nothing was changed."
      : "DATABASE_URL leads to a connection pooler. Also set DATABASE_DIRECT_URL to the address of PostgreSQL itself: migrations, jobs and live events need it. Nothing was changed.",
  );
}
