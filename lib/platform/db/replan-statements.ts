import { sql } from "kysely";
import { db } from "./kysely";

/**
 * Makes PostgreSQL plan later statements of the transaction for the current table sizes. Otherwise a prepared
 * statement keeps a plan from when a table was empty, until PostgreSQL analyzes the table, and scans the
 * whole table for each of many rows. Use it only for statements that look up many rows, since planning costs
 * as much as some dozens of lookups.
 */
export const replanStatements = db.selectNoFrom(
  sql<string>`set_config('plan_cache_mode', 'force_custom_plan', true)`.as("plans"),
);
