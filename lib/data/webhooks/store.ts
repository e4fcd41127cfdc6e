import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { compileOnce, db, replanStatements, writeUnaudited } from "@/lib/platform/db";
import type { Due, Outcome } from "./attempt-delivery";
import { type DueRow, groupByEndpoint, selectDue } from "./due";
import type { Endpoint } from "./lease-endpoints";

/** The state of an endpoint after a round. */
export type Health = Pick<Endpoint, "failing_since" | "failures"> & { backoff_until: string | null };

/** The results of a round, and the next step. */
export type Round = {
  endpoint: Pick<Endpoint, "id" | "owner" | "until">;
  outcomes: readonly Outcome[];
  /** Changes of the endpoint; null without changes. */
  health: Health | null;
  /** The renewed lease's expiry; null to release the endpoint. */
  until: string | null;
  /** Whether the next round's deliveries are needed. */
  more: boolean;
};

/** The values of one column as a list. */
const columnOf = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key]);

type Columns<T> = { [K in keyof T]: readonly T[K][] };
type StoredOutcome = Omit<Outcome, "isGone">;
type Outcomes = Columns<StoredOutcome> & { workspaceId: string; now: string };

/** Stores the results of attempts. Deliveries that were settled meanwhile are unchanged. */
const storeOutcomesStatement = compileOnce((v: Outcomes) =>
  db
    .updateTable("webhook_deliveries as d")
    .from(
      sql<StoredOutcome>`unnest(${v.id}::text[], ${v.status}::text[], ${v.attempts}::int[], ${v.next_attempt_at}::timestamptz[], ${v.response_status}::int[], ${v.error}::text[], ${v.duration_ms}::int[])`.as<"v">(
        sql`v(id, status, attempts, next_attempt_at, response_status, error, duration_ms)`,
      ),
    )
    .set({
      status: sql`v.status`,
      attempts: sql`v.attempts`,
      next_attempt_at: sql`v.next_attempt_at`,
      last_attempt_at: sql`${v.now}::timestamptz`,
      response_status: sql`v.response_status`,
      error: sql`v.error`,
      duration_ms: sql`v.duration_ms`,
    })
    .where("d.workspace_id", "=", v.workspaceId)
    .where("d.status", "=", sql.lit("pending"))
    .where(sql<boolean>`d.id = v.id`),
);

type Change = {
  id: string;
  owner: string;
  until: string | null;
  changed: boolean;
  failing_since: string | null;
  failures: number;
  backoff_until: string | null;
};
type Changes = Columns<Change> & { workspaceId: string };

/** Stores the states of endpoints whose lease is unchanged. */
const storeEndpointsStatement = compileOnce((v: Changes) =>
  db
    .updateTable("webhook_endpoints as w")
    .from(
      sql<Change>`unnest(${v.id}::text[], ${v.owner}::text[], ${v.until}::timestamptz[], ${v.changed}::bool[], ${v.failing_since}::timestamptz[], ${v.failures}::int[], ${v.backoff_until}::timestamptz[])`.as<"v">(
        sql`v(id, owner, until, changed, failing_since, failures, backoff_until)`,
      ),
    )
    .set({
      lease_until: sql`v.until`,
      lease_owner: sql`case when v.until is not null then w.lease_owner end`,
      failing_since: sql`case when v.changed then v.failing_since else w.failing_since end`,
      failures: sql`case when v.changed then v.failures else w.failures end`,
      backoff_until: sql`case when v.changed then v.backoff_until else w.backoff_until end`,
    })
    .where("w.workspace_id", "=", v.workspaceId)
    .where(sql<boolean>`w.id = v.id and w.lease_owner = v.owner`),
);

const UNCHANGED: Health = { failing_since: null, failures: 0, backoff_until: null };

function storeOutcomes(workspaceId: string, of: readonly Outcome[], now: string): Compilable<unknown>[] {
  if (of.length === 0) return [];
  const columns = {
    id: columnOf(of, "id"),
    status: columnOf(of, "status"),
    attempts: columnOf(of, "attempts"),
    next_attempt_at: columnOf(of, "next_attempt_at"),
    response_status: columnOf(of, "response_status"),
    error: columnOf(of, "error"),
    duration_ms: columnOf(of, "duration_ms"),
  };
  return [storeOutcomesStatement({ workspaceId, now, ...columns })];
}

function storeEndpoints(workspaceId: string, rounds: readonly Round[]): Compilable<unknown>[] {
  const changes = rounds
    .filter(({ endpoint, until, health }) => health !== null || until !== endpoint.until)
    .map(({ endpoint: { id, owner }, until, health }) => ({
      ...{ id, owner, until, changed: health !== null },
      ...(health ?? UNCHANGED),
    }));
  if (changes.length === 0) return [];
  const columns = {
    id: columnOf(changes, "id"),
    owner: columnOf(changes, "owner"),
    until: columnOf(changes, "until"),
    changed: columnOf(changes, "changed"),
    failing_since: columnOf(changes, "failing_since"),
    failures: columnOf(changes, "failures"),
    backoff_until: columnOf(changes, "backoff_until"),
  };
  return [storeEndpointsStatement({ workspaceId, ...columns })];
}

/**
 * Stores the rounds of several endpoints in one transaction. Returns the next due deliveries where requested.
 */
export async function storeRounds(ctx: Ctx, rounds: readonly Round[]): Promise<Due[][]> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const all = rounds.flatMap(({ outcomes }) => outcomes);
  const asking = rounds.filter(({ more }) => more).map(({ endpoint }) => endpoint);
  const next = selectDue({
    workspaceId,
    owners: columnOf(asking, "owner"),
    ids: columnOf(asking, "id"),
    now,
  });
  const run = [
    replanStatements,
    ...storeOutcomes(workspaceId, all, now),
    ...storeEndpoints(workspaceId, rounds),
    ...(asking.length > 0 ? [next] : []),
  ];
  const rows = await writeUnaudited(ctx, { run });
  const due = asking.length > 0 ? groupByEndpoint((rows.at(-1) ?? []) as DueRow[]) : new Map<string, Due[]>();
  return rounds.map(({ endpoint }) => due.get(endpoint.id) ?? []);
}
