import { sql } from "kysely";
import { db } from "./kysely";

/**
 * Lets what follows in a transaction be planned for the tables as they are now. A prepared statement otherwise keeps the
 * plan that was made while a table was empty, until PostgreSQL has analyzed it: all of it is then read for each of many
 * rows that are looked for. For statements that look for many rows, as planning costs as much as some dozens.
 */
export const freshPlans = db.selectNoFrom(
  sql<string>`set_config('plan_cache_mode', 'force_custom_plan', true)`.as("plans"),
);
