import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

const INTERVAL_MS = 20;

const WAITS = `select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart) * 1000), 0)::float8 as ms
  from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.application_name like 'parley%'`;

/** Measures how long statements of the product's processes wait for a lock, every 20 ms. Migrations are not among them. */
export async function watchLocks(adminUrl: string) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  let isOver = false;
  let longestMs = 0;
  const running = (async () => {
    for (; !isOver; await pause(INTERVAL_MS))
      longestMs = Math.max(longestMs, Number((await client.query<{ ms: number }>(WAITS)).rows[0]?.ms));
  })();
  return {
    async stop(): Promise<number> {
      isOver = true;
      await running.finally(() => client.end());
      return longestMs;
    },
  };
}
