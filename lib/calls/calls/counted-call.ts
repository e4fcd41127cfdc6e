import { type RawBuilder, sql } from "kysely";

/**
 * SQL condition: a call counts in figures, lists of results and proposals. Tests of a draft in the live environment do not. The
 * triggers of prisma/sql/analytics.sql have the same condition. `alias`: the name of the table `calls` in the query.
 */
export const isCountedCall = (alias = "calls"): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.agent_version`)} is not null or ${sql.ref(`${alias}.environment`)} = 'test')`;
