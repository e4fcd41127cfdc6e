import { databaseFailure } from "./database-failures";
import { type Finding, failed, passed, skipped } from "./finding";

type Input = {
  /** Whether there is an address of a database. */
  hasUrl: boolean;
  hasDirectUrl: boolean;
  /** Resolves if the address is that of PostgreSQL itself. Throws the driver's error, or an error without code for a pooler. */
  requireDirect: () => Promise<void>;
  /** Resolves if the pooler leads to the same database. Throws the driver's error, or an error without code. */
  requireSame: () => Promise<void>;
};

/** Whether migrations, jobs and live events reach PostgreSQL itself, not a pooler, and the database of the data. */
export async function checkDirectConnection({
  hasUrl,
  hasDirectUrl,
  requireDirect,
  requireSame,
}: Input): Promise<Finding> {
  if (!hasUrl) return skipped("there is no address of a database");
  const variable = hasDirectUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  try {
    await requireDirect();
    if (hasDirectUrl) await requireSame();
    return passed(`${variable} leads to PostgreSQL itself`);
  } catch (error) {
    if (error instanceof Error && error.message.includes("leads to a connection pooler"))
      return failed(
        `${variable} leads to a connection pooler`,
        "Set DATABASE_DIRECT_URL to the address of PostgreSQL itself: migrations, jobs and live events need it.",
      );
    if (error instanceof Error && error.message.includes("lead to different databases"))
      return failed(
        "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases",
        "Correct one of them, or the pooler's list of databases: jobs and events would miss the data.",
      );
    return databaseFailure(error, variable);
  }
}
