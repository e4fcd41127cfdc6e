import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { writeOffset } from "./clock";

const CONNECT_TIMEOUT_MS = 2_000;
const MINUTE_MS = 60_000;
/** Setup steps are retried for about a minute, as the machine can be busy. */
const TRIES = 30;
const TRY_AGAIN_MS = 500;

/** Runs statements as a superuser on one connection that reconnects after a restart; null while the database is down. */
function openAdmin(url: string) {
  let open: Promise<pg.Client> | null = null;
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }
  async function close(): Promise<void> {
    const client = await open?.catch(() => null);
    open = null;
    await client?.end().catch(() => undefined);
  }
  async function ask<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[] | null> {
    try {
      open ??= connect();
      return (await (await open).query<T>(text, values)).rows;
    } catch {
      await close();
      return null;
    }
  }
  return { ask, close };
}

// The queue uses the database's clock, which cannot be changed. Instead each job's due time is set by that clock.
const BY_THE_RUN = `
  create table if not exists crash_clock (offset_ms bigint not null);
  delete from crash_clock;
  create or replace function enqueue_job(task text, payload json, job_key text, run_at timestamptz, max_attempts int)
  returns void language plpgsql security definer set search_path = public as $$ begin
    perform graphile_worker.add_job(task, payload,
      run_at => run_at - (select offset_ms from crash_clock) * interval '1 ms',
      max_attempts => max_attempts, job_key => job_key, job_key_mode => 'replace');
  end $$;
  create or replace function enqueue_jobs(task text, payloads json[], job_keys text[], run_ats timestamptz[], max_attempts int)
  returns void language plpgsql security definer set search_path = public as $$ begin
    perform enqueue_job(task, payload, job_key, run_at, max_attempts)
    from unnest(payloads, job_keys, run_ats) as given(payload, job_key, run_at);
  end $$;
  grant select on crash_clock to public;
  insert into crash_clock values (0)`;

const CARRY = `
  with moved as (update crash_clock set offset_ms = offset_ms + $1 returning 1)
  update graphile_worker._private_jobs set run_at = run_at - $1 * interval '1 ms'
  where run_at > now() and exists (select from moved)`;

// `forgotten`: who waits and could be looked at now, in a campaign that does not rest.
const STANDS = `
  select c.status as campaign,
    (select jsonb_object_agg(status, n) from (
      select status, count(*)::int as n from campaign_contacts where campaign_id = c.id group by 1) s) as contacts,
    (select count(*)::int from campaign_contacts where campaign_id = c.id and attempts > 0) as attempted,
    (select count(*)::int from campaign_contacts where campaign_id = c.id and c.status = 'running'
      and coalesce(c.backoff_until <= $2, true)
      and (status = 'pending' or status = 'held' and next_attempt_at <= $2)) as forgotten,
    (select count(*)::int from attempts where campaign_id = c.id) as attempts,
    (select count(*)::int from attempts where campaign_id = c.id and (state <> 'ended' or busy is not null)) as open,
    q.*
  from campaigns c, (
    select count(*) filter (where locked_at is not null)::int as locked,
      count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as due,
      (extract(epoch from min(run_at) filter (where run_at > now()) - now()) * 1000)::float8 as next_ms
    from graphile_worker._private_jobs) q
  where c.id = $1`;

const WHY = [
  `select 'contacts' as of, count(*)::int as n, status, reasons -> 0 ->> 'code' as reason,
     min(next_attempt_at)::text as next from campaign_contacts where campaign_id = $1 group by 3, 4 order by 2 desc`,
  `select 'attempts' as of, count(*)::int as n, a.state, k.status as call, min(a.lease_until)::text as lease
   from attempts a join calls k on k.id = a.call_id where a.campaign_id = $1 and a.state <> 'ended' group by 3, 4`,
  `select 'jobs' as of, count(*)::int as n, t.identifier as task, j.locked_by is not null as locked,
     min(j.run_at - now())::text as in, max(j.attempts)::int as tries, max(j.last_error) as error
   from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
   where $1 <> '' group by 3, 4 order by 2 desc limit 20`,
];

export type CampaignState = {
  campaign: string;
  contacts: Record<string, number>;
  attempted: number;
  forgotten: number;
  attempts: number;
  open: number;
  locked: number;
  due: number;
  next_ms: number | null;
};

/** The queue and the tables of a run, as they stand. */
export function openQueue(url: string, clockFile: string) {
  const { ask, close } = openAdmin(url);
  let offsetMs = 0;
  return {
    close,
    stands: async (campaignId: string): Promise<CampaignState | null> =>
      (await ask<CampaignState>(STANDS, [campaignId, new Date(Date.now() + offsetMs)]))?.[0] ?? null,
    /** Describes the state of a run without progress, one line per group of rows. */
    async describeState(campaignId: string): Promise<string[]> {
      const lines: string[] = [];
      for (const text of WHY)
        lines.push(...((await ask(text, [campaignId])) ?? []).map((row) => JSON.stringify(row)));
      return lines;
    },
    /** ID of a contact that is pending. */
    waiting: async (campaignId: string, nth: number) =>
      (
        await ask<{ contact_id: string }>(
          `select contact_id from campaign_contacts where campaign_id = $1 and status in ('pending', 'held')
           order by md5(contact_id || $2) limit 1`,
          [campaignId, nth],
        )
      )?.[0]?.contact_id,
    prepare: () => surely(async () => (await ask(BY_THE_RUN)) !== null),
    /** Advances the run's clock (initially to any time), and runs the scheduled jobs. */
    async carry(ms: number): Promise<boolean> {
      if ((await ask(CARRY, [Math.round(ms)])) === null) return false;
      offsetMs += Math.round(ms);
      writeOffset(clockFile, offsetMs);
      const sweeps = ms < MINUTE_MS ? [] : ["attempts.sweep", "campaigns.sweep"];
      for (const task of sweeps)
        await ask("select graphile_worker.add_job($1, '{}', job_key => $2)", [task, `crash:${task}`]);
      return true;
    },
  };
}
/** Tries until it is done. */
export async function surely(work: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < TRIES; n++) {
    if (await work()) return;
    await pause(TRY_AGAIN_MS);
  }
  throw new Error("The database could not be asked.");
}

export type Queue = ReturnType<typeof openQueue>;
