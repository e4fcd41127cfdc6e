import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, freshPlans, prepared, record } from "@/lib/platform/db";
import type { Due, Outcome } from "./attempt";
import type { Endpoint } from "./claim";
import { byEndpoint, type DueRow, dueOf } from "./due";

/** What rounds say of an endpoint itself. */
export type Health = Pick<Endpoint, "failing_since" | "failures"> & { backoff_until: string | null };

/** How a round went, and what is to follow. */
export type Round = {
  endpoint: Pick<Endpoint, "id" | "owner" | "until">;
  outcomes: readonly Outcome[];
  /** What changed of the endpoint; null where nothing did. */
  health: Health | null;
  /** Until when it is held on; null where it is given back. */
  until: string | null;
  /** Whether the next round is asked for. */
  more: boolean;
};

/** The fields of many as lists, one for each column. */
const columnOf = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key]);

type Columns<T> = { [K in keyof T]: readonly T[K][] };
type Kept = Omit<Outcome, "gone">;
type Outcomes = Columns<Kept> & { workspaceId: string; now: string };

/** How attempts went. What somebody has settled meanwhile stays. */
const outcomesStored = prepared((v: Outcomes) =>
  db
    .updateTable("webhook_deliveries as d")
    .from(
      sql<Kept>`unnest(${v.id}::text[], ${v.status}::text[], ${v.attempts}::int[], ${v.next_attempt_at}::timestamptz[], ${v.response_status}::int[], ${v.error}::text[], ${v.duration_ms}::int[])`.as<"v">(
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

/** What becomes of endpoints that are still held in the names in which they were taken. */
const endpointsStored = prepared((v: Changes) =>
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
  return [outcomesStored({ workspaceId, now, ...columns })];
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
  return [endpointsStored({ workspaceId, ...columns })];
}

/** Stores how rounds of several endpoints went, in one transaction; answers what is due next of each that asks for it. */
export async function storeRounds(ctx: Ctx, rounds: readonly Round[]): Promise<Due[][]> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const all = rounds.flatMap(({ outcomes }) => outcomes);
  const asking = rounds.filter(({ more }) => more).map(({ endpoint }) => endpoint);
  const next = dueOf({
    workspaceId,
    owners: columnOf(asking, "owner"),
    ids: columnOf(asking, "id"),
    now,
  });
  const run = [
    freshPlans,
    ...storeOutcomes(workspaceId, all, now),
    ...storeEndpoints(workspaceId, rounds),
    ...(asking.length > 0 ? [next] : []),
  ];
  const rows = await record(ctx, { run });
  const due = asking.length > 0 ? byEndpoint((rows.at(-1) ?? []) as DueRow[]) : new Map<string, Due[]>();
  return rounds.map(({ endpoint }) => due.get(endpoint.id) ?? []);
}
