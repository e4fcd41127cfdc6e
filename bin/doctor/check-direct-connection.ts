import { databaseFailure } from "./database-failures";
import { type Finding, failed, passed, skipped } from "./finding";

type Input = {
  /** Whether there is an address of a database. */
  hasUrl: boolean;
  hasDirectUrl: boolean;
  /** Resolves if the address is that of PostgreSQL itself. Throws the driver's error, or an error without code for a pooler. */
  requireDirect: () => Promise<void>;
};

/** Whether migrations, jobs and live events reach PostgreSQL itself, not a pooler. */
export async function checkDirectConnection({
  hasUrl,
  hasDirectUrl,
  requireDirect,
}: Input): Promise<Finding> {
  if (!hasUrl) return skipped("there is no address of a database");
  const variable = hasDirectUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  try {
    await requireDirect();
    return passed(`${variable} leads to PostgreSQL itself`);
  } catch (error) {
    if (error instanceof Error && error.message.includes("leads to a connection pooler"))
      return failed(
        `${variable} leads to a connection pooler`,
        "Set DATABASE_DIRECT_URL to the address of PostgreSQL itself: migrations, jobs and live events need it.",
      );
    return databaseFailure(error, variable);
  }
}
