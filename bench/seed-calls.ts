import pg from "pg";
import type { SeededWorkspace } from "./fixture";

/**
 * Calls as a year of use leaves them, made inside the database: their agents, ends, times, tags and, for a few, words
 * are spread by hashes of their number, so that each seeding gives the same. What was said in them is left out: what is
 * sealed, PostgreSQL cannot make.
 */
const CALLS = `
insert into calls (id, workspace_id, environment, agent_id, agent_version, channel, direction, status, end_reason,
  subject_id, tags, recording, outcome_tag, outcome_successful, words, turn_p50_ms, turn_p95_ms,
  created_at, started_at, answered_at, ended_at, settled_at, duration_ms)
select id, workspace_id, 'live', agent_id, 1, channel, direction, status, end_reason,
  id, tags, '{"state": "disabled"}', outcome, outcome = 'booked', words, 300 + a % 400, 700 + a % 900,
  at, at, at, at + took * interval '1 ms', at + (took + 900) * interval '1 ms', took
from (
  select a, at, took, workspace_id, agent_id,
    'call_' || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || substr(md5(n::text), 1, 14) as id,
    case when b % 10 < 6 then 'phone' when b % 10 < 8 then 'chat' when b % 10 < 9 then 'web' else 'sms' end as channel,
    case when b % 3 = 0 then 'inbound' else 'outbound' end as direction,
    status,
    case status when 'completed' then (array['agent_ended', 'agent_ended', 'caller_hung_up'])[1 + b % 3]
      when 'failed' then 'carrier_error' when 'voicemail' then 'voicemail_reached' else status end as end_reason,
    case status when 'completed' then (array['booked', 'booked', 'not_booked'])[1 + c % 3]
      when 'canceled' then null else status end as outcome,
    case when c % 10 < 2 then array[(array['vip', 'callback', 'complaint', 'first-visit'])[1 + b % 4]] else '{}' end as tags,
    case when c % 50 = 0 then array(select hashint8extended(n * 64 + w, 5) & 8191 from generate_series(1, 40) w)
      else '{}' end as words
  from (
    select n, a, b, c, $4::timestamptz - interval '1 year' + n * (interval '1 year' / $1::int) as at,
      15000 + a % 240000 as took,
      ($2::text[])[1 + n % cardinality($2::text[])] as workspace_id,
      ($3::text[])[1 + (n % cardinality($2::text[])) * (cardinality($3::text[]) / cardinality($2::text[])) + c % (cardinality($3::text[]) / cardinality($2::text[]))] as agent_id,
      (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed',
        'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'no_answer', 'no_answer', 'busy',
        'voicemail', 'failed', 'canceled'])[1 + a % 20] as status
    from generate_series(1, $1::int) n, lateral (select (hashint8extended(n, 1) & 1048575)::int as a,
      (hashint8extended(n, 2) & 1048575)::int as b, (hashint8extended(n, 3) & 1048575)::int as c) h
  ) spread
) row`;

/** Indexes that serve queries alone: a key's stays, so that nothing is doubled. */
const INDEXES = `
select indexname as name, indexdef as definition from pg_indexes
where tablename = 'calls' and indexname not in (select conname from pg_constraint where conrelid = 'calls'::regclass)`;

type Seeding = {
  calls: number;
  workspaces: readonly SeededWorkspace[];
  say(line: string): void;
  /** Writes additional rows while the indexes are dropped. */
  writeWithoutIndexes(): Promise<void>;
};

/** Fills `calls`. The superuser does it, whom row-level security lets write for every workspace at once. */
export async function seedCalls(
  adminUrl: string,
  { calls, workspaces, say, writeWithoutIndexes }: Seeding,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query("set maintenance_work_mem = '512MB'");
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES);
    // Building an index over all rows takes a fraction of adding them one by one.
    for (const { name } of indexes) await client.query(`drop index "${name}"`);
    // The first fold of lib/data/analytics counts all calls at once, and no event is needed.
    await client.query("alter table calls disable trigger user");
    const ids = workspaces.map(({ id }) => id);
    const agents = workspaces.flatMap((workspace) => workspace.agents);
    await client.query(CALLS, [calls, ids, agents, new Date().toISOString()]);
    await client.query("alter table calls enable trigger user");
    say(`${calls.toLocaleString("en")} calls`);
    await writeWithoutIndexes();
    for (const { definition } of indexes) await client.query(definition);
    await client.query("vacuum analyze");
    say(`${indexes.length} indexes`);
  } finally {
    await client.end();
  }
}
