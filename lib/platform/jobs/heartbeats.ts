import type pg from "pg";
import { log } from "@/lib/platform/log";
import { STALE_MS } from "./worker-running";

/** How often a worker says that it lives. */
const BEAT_MS = 5_000;

const BEAT = `
  insert into worker_heartbeats (worker_id, last_heartbeat_at) values ($1, now())
  on conflict (worker_id) do update set last_heartbeat_at = excluded.last_heartbeat_at`;

// A worker that was killed before its first beat has no row; its jobs show it by the age of their lock.
const RELEASE_DEAD = `
  with dead as (
    delete from worker_heartbeats where last_heartbeat_at < now() - $1 * interval '1 ms' returning worker_id
  ), silent as (
    select locked_by from graphile_worker.jobs
    where locked_at < now() - $1 * interval '1 ms' and locked_by not in (select worker_id from worker_heartbeats)
  ), ids as (
    select array(select worker_id from dead union select locked_by from silent) as list
  )
  select cardinality(list) as n, graphile_worker.force_unlock_workers(list) from ids where cardinality(list) > 0`;

// The response to a request for a job can be lost with its connection. The job is then locked by this worker,
// and never runs. (The queue has no function to unlock one job; the table is that of the pinned version.)
const RELEASE_LOST = `
  update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where locked_by = $1 and locked_at < now() - $2 * interval '1 ms' and not id = any ($3::bigint[])
  returning id`;

const LEAVE = `
  with gone as (delete from worker_heartbeats where worker_id = $1)
  select graphile_worker.force_unlock_workers(array[$1::text])`;

/** Times in milliseconds, for tests that do not wait half a minute. */
export type HeartbeatTimes = { heartbeatMs?: number; staleMs?: number };

/** The jobs that this process is doing, by id. */
export type RunningJobs = ReadonlySet<string>;

/**
 * Says every 5 s that this worker lives, and gives back to the queue what workers hold that have not said so for 30 s:
 * the queue itself would keep a dead worker's jobs for four hours. So it does with what is locked in this one's own
 * name for as long, and is not being done. `leave` gives back all that this one holds.
 */
export function startHeartbeats(
  pool: pg.Pool,
  workerId: string,
  doing: RunningJobs,
  { heartbeatMs = BEAT_MS, staleMs = STALE_MS }: HeartbeatTimes = {},
): { leave(): Promise<void> } {
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  // After a time without the database every worker looks dead; each is given the time to beat again.
  let releaseFrom = 0;

  async function beat(): Promise<void> {
    try {
      await pool.query(BEAT, [workerId]);
      if (performance.now() < releaseFrom) return;
      const { rows } = await pool.query<{ n: number }>(RELEASE_DEAD, [staleMs]);
      const [{ n } = { n: 0 }] = rows;
      if (n > 0) log.warn({ workers: n }, "gave back the jobs of workers that no longer live");
      const lost = await pool.query(RELEASE_LOST, [workerId, staleMs, [...doing]]);
      if (lost.rowCount) log.warn({ jobs: lost.rowCount }, "gave back jobs that were taken and never begun");
    } catch (error) {
      releaseFrom = performance.now() + staleMs;
      log.warn({ err: error }, "a worker's beat failed");
    }
  }

  async function beatOn(): Promise<void> {
    await beat();
    if (!over) timer = setTimeout(next, heartbeatMs);
  }
  let running = beatOn();
  function next(): void {
    running = beatOn();
  }

  return {
    async leave() {
      over = true;
      clearTimeout(timer);
      await running;
      await pool.query(LEAVE, [workerId]);
    },
  };
}
