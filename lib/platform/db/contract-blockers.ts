import type pg from "pg";
import type { MigrationKind } from "./migration-kind";
import { countOlderSessions } from "./older-sessions";

/** Workspaces that a message names. */
const MAX_NAMED = 10;

type Contract = Extract<MigrationKind, { kind: "contract" }>;

/** IDs of the workspaces in which a backfill is unfinished, except the accepted ones. */
async function readUnfinished(
  client: pg.Client,
  backfill: string,
  accepted: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select w.id from workspace_ids() as w (id) where not w.id = any ($2) and not exists (
       select from backfills b where b.workspace_id = w.id and b.name = $1 and b.finished_at is not null)`,
    [backfill, accepted],
  );
  return rows.map(({ id }) => id);
}

/**
 * Why a contract migration cannot be applied yet, in one sentence each. `accepted`: workspaces whose unfinished backfill does not
 * count, such as locked ones.
 */
export async function findContractBlockers(
  client: pg.Client,
  { needs, backfill }: Contract,
  accepted: readonly string[] = [],
): Promise<string[]> {
  const blockers: string[] = [];
  const sessions = await countOlderSessions(client, needs);
  if (sessions > 0)
    blockers.push(
      `${sessions} connections are of processes without the migration ${needs}. Stop these processes first. Behind a pooler, end its idle connections too: they keep the name of their last process.`,
    );
  const unfinished = backfill === null ? [] : await readUnfinished(client, backfill, accepted);
  if (unfinished.length > 0)
    blockers.push(
      `The backfill ${backfill} is unfinished in ${unfinished.length} workspaces (${unfinished.slice(0, MAX_NAMED).join(", ")}). Wait for it: node bin/run.mjs migrate --status. To continue without locked workspaces, whose former rows then become unreadable: --contract --accept-locked=<ids>.`,
    );
  return blockers;
}
