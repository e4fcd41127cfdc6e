import { databaseFailure } from "./database-failures";
import { type Finding, failed, passed, warning } from "./finding";
import type { DatabaseProbe } from "./probe-database";

/** PostgreSQL 16 (lib/platform/db/server-version.ts). */
const MIN_VERSION = 160_000;
/** A request sends a few statements after each other. A pause of this length in each is felt in a call. */
const SLOW_MS = 100;

/** `server_version` can continue with the text of a distribution. */
const VERSION = /^[\d.]+/;

type Input = {
  /** Whether DATABASE_URL is set; run.mjs sets it if the embedded PostgreSQL runs. */
  hasUrl: boolean;
  /** Whether DATA_DIR has the data of an embedded PostgreSQL. */
  hasEmbedded: boolean;
  probe: () => Promise<DatabaseProbe>;
};

/** Whether the product's statements reach PostgreSQL, under the role that row-level security restricts. */
export async function checkDatabase({ hasUrl, hasEmbedded, probe }: Input): Promise<Finding> {
  if (!hasUrl)
    return hasEmbedded
      ? failed(
          "the embedded PostgreSQL is not running",
          "Start Parley (npm start). If PostgreSQL does not start with it, read DATA_DIR/logs/postgres.log.",
        )
      : failed(
          "DATABASE_URL is not set, and DATA_DIR has no embedded PostgreSQL",
          "Set DATABASE_URL, or check that DATA_DIR is the folder of this installation.",
        );
  let result: DatabaseProbe;
  try {
    result = await probe();
  } catch (error) {
    return databaseFailure(error, "DATABASE_URL");
  }
  const { version, versionText, hasRole, roundTripMs } = result;
  const summary = `PostgreSQL ${VERSION.exec(versionText)?.[0] ?? "of an unknown version"}, round trip ${roundTripMs.toFixed(1)} ms`;
  if (version < MIN_VERSION) return failed(summary, "Upgrade the server to PostgreSQL 16 or newer.");
  if (!hasRole)
    return failed(
      `${summary}; statements do not run as parley_app`,
      "A pooler ignores the role. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself (docs/deploy.md, PgBouncer).",
    );
  if (roundTripMs > SLOW_MS)
    return warning(
      `${summary} as parley_app`,
      "Run Parley near its database, in the same network, and look at the load of both machines.",
    );
  return passed(`${summary}, as parley_app`);
}
