import pg from "pg";
import { connection } from "@/lib/platform/db/connection";
import { requireApplicationRole, WrongRoleError } from "@/lib/platform/db/require-application-role";

/** `version`: as `server_version_num`, such as 160004. `hasRole`: the statements run as parley_app. */
export type DatabaseProbe = { version: number; versionText: string; hasRole: boolean; roundTripMs: number };

/** Connects as the product does, and measures one statement. Throws the driver's error. */
export async function probeDatabase(config = connection()): Promise<DatabaseProbe> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    const hasRole = await requireApplicationRole(client).then(
      () => true,
      (error: unknown) => {
        if (error instanceof WrongRoleError) return false;
        throw error;
      },
    );
    const startedAt = performance.now();
    const { rows } = await client.query<{ version: number; text: string }>(
      "select current_setting('server_version_num')::int as version, current_setting('server_version') as text",
    );
    const roundTripMs = performance.now() - startedAt;
    return { version: rows[0]?.version ?? 0, versionText: rows[0]?.text ?? "", hasRole, roundTripMs };
  } finally {
    await client.end().catch(() => undefined);
  }
}
