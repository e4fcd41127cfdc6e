import { randomBytes } from "node:crypto";
import type pg from "pg";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { foldAnalytics } from "@/lib/data/analytics";
import { createWorkspace } from "@/lib/identity/auth";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { workspaceIndexer } from "@/lib/platform/crypto";
import { AGENT } from "../agent";

/** Shares of all calls: a large workspace among smaller ones. */
const SHARES = [0.6, 0.2, 0.1, 0.05, 0.05];
const AGENTS = 5;
/** Calls that one statement inserts. */
const CHUNK = 10_000;
/** Calls between two lines of progress. */
const PROGRESS = 100_000;
/** Calls for each contact who calls or is called. */
const CALLS_PER_CONTACT = 8;
/** Days that events and deliveries are retained. Source: spec.md, "Limits". */
const LOG_DAYS = 30;
/** Distinct sealed transcripts. Random bytes do not compress, so that each row stores a full copy. */
const TRANSCRIPTS = 500;
/** Sealed bytes of a conversation of 20 turns, compressed before it is sealed (docs/decisions/0080). */
const TRANSCRIPT_BYTES = 2_600;

/** A workspace of the bench: its owner's context, its agents, and the hashes by which its search finds words. */
export type Tenant = { ctx: Ctx; agents: string[]; words: string[] };
export type MeasuredTenant = Pick<Tenant, "ctx" | "agents">;

/** The words of all conversations, from the most to the least frequent. Letters only, as search splits words at digits. */
export const vocabularyWord = (rank: number): string =>
  `zq${[...rank.toString()].map((digit) => String.fromCharCode(97 + Number(digit))).join("")}`;
/** Ranks: 13 bits, as the statement below computes. */
const VOCABULARY = 8_192;

const ownerCtx = (workspaceId: string, ownerId: string): Ctx =>
  makeCtx({
    workspaceId,
    environment: "live",
    actor: { type: "member", id: ownerId, role: "owner" },
    requestId: "req_bench",
    address: null,
    signal: new AbortController().signal,
  });

async function createTenant(n: number): Promise<Tenant> {
  const owner = { email: `owner-${n}@example.com`, name: `Owner ${n}`, password: null };
  const created = await createWorkspace({ name: `Size ${n}`, owner });
  if (created === null) throw new Error("The workspace exists.");
  const ctx = ownerCtx(created.workspaceId, created.ownerId);
  const agents: string[] = [];
  for (let a = 0; a < AGENTS; a++) {
    const { id } = await createAgent(ctx, CreateAgent.parse({ ...AGENT, name: `Front desk ${a}` }));
    await deployAgent(ctx, id);
    agents.push(id);
  }
  const { word } = await workspaceIndexer(ctx.workspaceId);
  const words = Array.from({ length: VOCABULARY }, (_, rank) => String(word(vocabularyWord(rank))));
  return { ctx, agents, words };
}

/** The largest workspace of a database that an earlier run has kept. */
export async function readLargestTenant(admin: pg.Client): Promise<MeasuredTenant> {
  const { rows } = await admin.query<{ workspace_id: string; user_id: string; agents: string[] }>(`
    select m.workspace_id, m.user_id, array(select id from agents a where a.workspace_id = m.workspace_id order by id) as agents
    from members m where m.workspace_id = (select workspace_id from calls group by 1 order by count(*) desc limit 1)`);
  const [row] = rows;
  if (row === undefined) throw new Error("The database has no calls of this bench.");
  return { ctx: ownerCtx(row.workspace_id, row.user_id), agents: row.agents };
}

/** Longer than the history, so that nothing expires before the bench lets it. */
const KEEP_TRANSCRIPTS = `
  update agents set policy = jsonb_set(policy, '{transcript,retention_days}', '400') where workspace_id = any($1)`;

/** Creates the workspaces with their agents, and the table with the transcripts. */
export async function createTenants(admin: pg.Client): Promise<Tenant[]> {
  await admin.query("create unlogged table bench_transcripts (n int primary key, sealed bytea not null)");
  for (let n = 0; n < TRANSCRIPTS; n++) {
    const bytes = randomBytes(Math.round(TRANSCRIPT_BYTES * (0.4 + (1.2 * n) / TRANSCRIPTS)));
    await admin.query("insert into bench_transcripts values ($1, $2)", [n, bytes]);
  }
  const tenants: Tenant[] = [];
  for (let n = 0; n < SHARES.length; n++) tenants.push(await createTenant(n));
  await admin.query(KEEP_TRANSCRIPTS, [tenants.map(({ ctx }) => ctx.workspaceId)]);
  return tenants;
}

const CONTACTS = `
  insert into contacts (id, workspace_id, environment, number_hash, number, name_hashes, timezone, timezone_source, region, created_at, updated_at)
  select 'ctc_' || lpad(n::text, 26, '0'), $1, 'live', sha256(($1 || n)::bytea), decode(md5(n::text) || md5($1), 'hex'), '{}',
    'America/New_York', 'provided', 'US-NY', $4::timestamptz, $4::timestamptz
  from generate_series($2::int, $3::int) n`;

/** Calls of a part of the year with their keys. Rows are spread by hashes of their number: each run inserts the same ones. */
const CALLS = `
  with rows as materialized (
    select n, a, b, c, at, 15000 + a % 240000 as took,
      'call_' || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || substr(md5($1 || n::text), 1, 14) as id,
      ($2::text[])[1 + c % cardinality($2::text[])] as agent_id, (c % $6::int) as contact,
      (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed',
        'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'no_answer', 'no_answer', 'busy',
        'voicemail', 'failed', 'canceled'])[1 + a % 20] as status
    from (select n, $5::timestamptz - interval '1 year' + n * (interval '1 year' / $7::float8) as at,
        (hashint8extended(n, 1) & 1048575)::int as a, (hashint8extended(n, 2) & 1048575)::int as b,
        (hashint8extended(n, 3) & 1048575)::int as c
      from generate_series($3::int, $4::int) n) h
  ), keys as (
    insert into subject_keys (workspace_id, subject_id, key_version, wrapped, created_at)
    -- Of no call, so that a list does not try to open made-up bytes.
    select $1, 'size_' || id, 1, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), at
    from rows
  )
  insert into calls (id, workspace_id, environment, agent_id, agent_version, channel, direction, status, end_reason,
    subject_id, contact_id, contact_hash, tags, recording, outcome_tag, outcome_successful, transcript, summary, words,
    turn_p50_ms, turn_p95_ms, turn_latencies, caller_turns, agent_turns, providers,
    created_at, started_at, answered_at, ended_at, settled_at, duration_ms)
  select id, $1, 'live', agent_id, 1,
    case when b % 10 < 6 then 'phone' when b % 10 < 8 then 'chat' when b % 10 < 9 then 'web' else 'sms' end,
    case when b % 3 = 0 then 'inbound' else 'outbound' end, status,
    case status when 'completed' then (array['agent_ended', 'agent_ended', 'caller_hung_up'])[1 + b % 3]
      when 'failed' then 'carrier_error' when 'voicemail' then 'voicemail_reached' else status end,
    id, 'ctc_' || lpad(contact::text, 26, '0'), sha256(($1 || contact)::bytea),
    case when c % 10 < 2 then array[(array['vip', 'callback', 'complaint', 'first-visit'])[1 + b % 4]] else '{}' end,
    '{"state": "disabled"}',
    case status when 'completed' then (array['booked', 'booked', 'not_booked'])[1 + c % 3] when 'canceled' then null else status end,
    status = 'completed' and c % 3 < 2, t.sealed, case when status = 'completed' then substr(t.sealed, 1, 180) end,
    -- Words of the index: some in every tenth call, most in few.
    case when status = 'completed' then array(select ($8::bigint[])[1 + ((hashint8extended(rows.n * 64 + w, 5) & 1048575) * (hashint8extended(rows.n * 64 + w, 6) & 1048575) >> 27)]
      from generate_series(1, 50) w) else '{}' end,
    300 + a % 400, 700 + a % 900, case when status = 'completed' then array[300 + a % 400, 400 + a % 400, 700 + a % 900] else '{}' end,
    case when status = 'completed' then 10 end, case when status = 'completed' then 10 end, array['model:builtin', 'voice:builtin'],
    at, at, case when status in ('completed', 'failed') then at end, at + took * interval '1 ms', at + (took + 900) * interval '1 ms', took
  from rows left join bench_transcripts t on rows.status = 'completed' and t.n = rows.a % ${TRANSCRIPTS}`;

const ENDPOINT = `
  insert into webhook_endpoints (id, workspace_id, environment, url, events, secret, created_by, created_at, updated_at)
  values ('whk_' || lpad($2, 26, '0'), $1, 'live', 'https://example.com/hook', '{*}', '\\x00', 'bench', now(), now())`;

/** The first call of the last 30 days, from which on an endpoint wants every event. */
const firstWithEvents = (total: number): number => Math.ceil(total * (1 - LOG_DAYS / 365));

type Period = { from: number; to: number; total: number; end: Date };

/** Inserts a tenant's calls `from` to `to` of `total`, with all triggers on, and folds them into the figures. */
async function insertPeriod(
  admin: pg.Client,
  { ctx, agents, words }: Tenant,
  { from, to, total, end }: Period,
): Promise<void> {
  await admin.query("select set_config('app.workspace_id', $1, false)", [ctx.workspaceId]);
  const contacts = Math.max(1, Math.floor(total / CALLS_PER_CONTACT));
  if (from === 1) await admin.query(CONTACTS, [ctx.workspaceId, 0, contacts - 1, end.toISOString()]);
  if (from === firstWithEvents(total)) await admin.query(ENDPOINT, [ctx.workspaceId, "1"]);
  await admin.query(CALLS, [ctx.workspaceId, agents, from, to, end.toISOString(), contacts, total, words]);
  await foldAnalytics(ctx);
}

/** Deliveries as a receiver that answers leaves them: the bench has none. */
const DELIVERED = `
  update webhook_deliveries set status = 'delivered', next_attempt_at = null, attempts = 1, response_status = 200,
    last_attempt_at = created_at, duration_ms = 80 where status = 'pending'`;

/**
 * Inserts a year of `total` calls in all tenants, oldest first, with every trigger: figures for all, and events and deliveries for
 * the last 30 days. Returns the seconds it took, with the figures.
 */
export async function insertHistory(
  admin: pg.Client,
  tenants: readonly Tenant[],
  total: number,
  say: (line: string) => void,
): Promise<number> {
  const startedAt = performance.now();
  const end = new Date();
  let [inserted, announced] = [0, 0];
  for (const [n, tenant] of tenants.entries()) {
    const calls = Math.floor(total * (SHARES[n] ?? 0));
    const boundary = firstWithEvents(calls);
    for (let from = 1, to = 0; from <= calls; from = to + 1) {
      to = Math.min(from < boundary ? boundary - 1 : calls, from + CHUNK - 1);
      await insertPeriod(admin, tenant, { from, to, total: calls, end });
      inserted += to - from + 1;
      if (inserted - announced < PROGRESS && to < calls) continue;
      announced = inserted;
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      say(`  ${inserted.toLocaleString("en")} calls after ${seconds} s`);
    }
  }
  await admin.query(DELIVERED);
  await admin.query("delete from graphile_worker._private_jobs");
  return (performance.now() - startedAt) / 1_000;
}
