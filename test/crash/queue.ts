import pg from "pg";
import { writeOffset } from "./clock";

const CONNECT_TIMEOUT_MS = 2_000;
const MINUTE_MS = 60_000;

/** One statement as a superuser; null while the database is away. */
async function ask<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[] | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<T>(text, values)).rows;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

// The queue goes by the database's clock, which nobody may move: instead each job is told a time of that clock.
const BY_THE_RUN = `
  create table if not exists crash_clock (offset_ms bigint not null);
  create or replace function enqueue_job(task text, payload json, job_key text, run_at timestamptz, max_attempts int)
  returns void language plpgsql security definer set search_path = public as $$ begin
    perform graphile_worker.add_job(task, payload,
      run_at => run_at - (select offset_ms from crash_clock) * interval '1 ms',
      max_attempts => max_attempts, job_key => job_key, job_key_mode => 'replace');
  end $$;
  grant select on crash_clock to public;
  insert into crash_clock values (0)`;

const CARRY = `
  with moved as (update crash_clock set offset_ms = offset_ms + $1 returning 1)
  update graphile_worker._private_jobs set run_at = run_at - $1 * interval '1 ms'
  where run_at > now() and exists (select from moved)`;

const LOOK = `
  select count(*) filter (where locked_at is not null)::int as locked,
         count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as due,
         count(*) filter (where attempts >= max_attempts and locked_at is null)::int as lost,
         (extract(epoch from min(run_at) filter (where run_at > now()) - now()) * 1000)::float8 as next_ms
  from graphile_worker._private_jobs`;

const STANDS = `
  select (select status from campaigns where id = $1) as campaign,
    (select jsonb_object_agg(status, n) from (
      select status, count(*)::int as n from campaign_contacts where campaign_id = $1 group by 1) s) as contacts,
    (select count(*)::int from campaign_contacts where campaign_id = $1 and attempts > 0) as tried,
    (select count(*)::int from attempts where campaign_id = $1) as attempts,
    (select count(*)::int from attempts where campaign_id = $1 and (state <> 'ended' or busy is not null)) as open`;

export type Look = { locked: number; due: number; lost: number; next_ms: number | null };
export type Stands = {
  campaign: string;
  contacts: Record<string, number>;
  tried: number;
  attempts: number;
  open: number;
};

/** The queue and the tables of a run, as they stand. */
export function openQueue(url: string, clockFile: string) {
  let offsetMs = 0;
  return {
    look: async () => (await ask<Look>(url, LOOK))?.[0] ?? null,
    stands: async (campaignId: string) => (await ask<Stands>(url, STANDS, [campaignId]))?.[0] ?? null,
    /** Somebody who waits to be called: the contact's id. */
    waiting: async (campaignId: string, nth: number) =>
      (
        await ask<{ contact_id: string }>(
          url,
          `select contact_id from campaign_contacts where campaign_id = $1 and status in ('pending', 'held')
           order by md5(contact_id || $2) limit 1`,
          [campaignId, nth],
        )
      )?.[0]?.contact_id,
    prepare: async () => {
      if ((await ask(url, BY_THE_RUN)) === null) throw new Error("The queue could not be prepared.");
    },
    /** Carries the clock of the run forward (the first time anywhere); what comes by the clock comes as well. */
    async carry(ms: number): Promise<boolean> {
      if ((await ask(url, CARRY, [Math.round(ms)])) === null) return false;
      offsetMs += Math.round(ms);
      writeOffset(clockFile, offsetMs);
      const sweeps = ms < MINUTE_MS ? [] : ["attempts.sweep", "campaigns.sweep"];
      for (const task of sweeps)
        await ask(url, "select graphile_worker.add_job($1, '{}', job_key => $2)", [task, `crash:${task}`]);
      return true;
    },
  };
}
export type Queue = ReturnType<typeof openQueue>;
