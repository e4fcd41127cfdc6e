import pg from "pg";
import { directUrl } from "@/lib/platform/db";

/** Tests on busy machines raise it. */
export const OWNER_LIMITS = { connectMs: 10_000 };
const STATEMENT_TIMEOUT_MS = 10_000;

export type Row = Record<string, unknown>;
/** Runs one statement in a read-only transaction, and returns its rows. Throws the driver's error. */
export type ReadRows = (text: string) => Promise<Row[]>;

/**
 * Runs `use` with a connection to PostgreSQL itself, as the user of the URL: that user can read the list of migrations,
 * which parley_app cannot. Every statement is in a read-only transaction.
 */
export async function withOwner<T>(use: (read: ReadRows) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: directUrl(),
    connectionTimeoutMillis: OWNER_LIMITS.connectMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await use(async (text) => {
      await client.query("begin read only");
      try {
        await client.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
        return (await client.query<Row>(text)).rows;
      } finally {
        await client.query("rollback");
      }
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
