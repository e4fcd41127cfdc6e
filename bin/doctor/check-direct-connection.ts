import { databaseFailure } from "./database-failures";
import { type Finding, failed, passed, skipped } from "./finding";

type Input = {
  /** Whether there is an address of a database. */
  hasUrl: boolean;
  hasDirectUrl: boolean;
  /** Whether the address is that of PostgreSQL itself, not of a pooler. Throws the driver's error. */
  isDirect: () => Promise<boolean>;
  /** Whether the pooler leads to the same database. Throws the driver's error. */
  isSame: () => Promise<boolean>;
};

/** Whether migrations, jobs and live events reach PostgreSQL itself, not a pooler, and the database of the data. */
export async function checkDirectConnection({
  hasUrl,
  hasDirectUrl,
  isDirect,
  isSame,
}: Input): Promise<Finding> {
  if (!hasUrl) return skipped("there is no address of a database");
  const variable = hasDirectUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  try {
    if (!(await isDirect()))
      return failed(
        `${variable} leads to a connection pooler`,
        "Set DATABASE_DIRECT_URL to the address of PostgreSQL itself: migrations, jobs and live events need it.",
      );
    if (hasDirectUrl && !(await isSame()))
      return failed(
        "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases",
        "Correct one of them, or the pooler's list of databases: jobs and events would miss the data.",
      );
    return passed(`${variable} leads to PostgreSQL itself`);
  } catch (error) {
    return databaseFailure(error, variable);
  }
}
