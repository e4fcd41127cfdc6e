import type pg from "pg";
import type { MigrationKind } from "./migration-kind";
import { timeOf } from "./schema-level";

type Contract = Extract<MigrationKind, { kind: "contract" }>;

/**
 * Connections of processes that do not have the migration `level`: their name has an earlier time, or none, as in releases
 * from before levels. All processes connect as the owner, who sees the names of these connections.
 */
async function countOlderSessions(client: pg.Client, level: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (application_name = 'parley' or (application_name like 'parley/%' and substr(application_name, 8) < $1))`,
    [timeOf(level)],
  );
  return rows[0]?.n ?? 0;
}

/** Workspaces in which a backfill is unfinished. */
async function countUnfinished(client: pg.Client, backfill: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select (select count(*) from workspace_ids())::int
       - coalesce((select finished from backfill_progress() where name = $1), 0) as n`,
    [backfill],
  );
  return rows[0]?.n ?? 0;
}

/** Why a contract migration cannot be applied yet, in one sentence each. */
export async function findContractBlockers(
  client: pg.Client,
  { needs, backfill }: Contract,
): Promise<string[]> {
  const sessions = await countOlderSessions(client, needs);
  const unfinished = backfill === null ? 0 : await countUnfinished(client, backfill);
  return [
    ...(sessions > 0
      ? [
          `${sessions} connections are of processes without the migration ${needs}. Stop these processes first.`,
        ]
      : []),
    ...(unfinished > 0
      ? [
          `The backfill ${backfill} is unfinished in ${unfinished} workspaces. Wait for it: node bin/run.mjs migrate --status.`,
        ]
      : []),
  ];
}
