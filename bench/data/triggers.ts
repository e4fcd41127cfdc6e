import { randomBytes } from "node:crypto";
import pg from "pg";
import { foldAnalytics } from "@/lib/data/analytics";
import type { Ctx } from "@/lib/platform/context";
import { directConnection } from "@/lib/platform/db";
import { cpuUs } from "../cpu";
import { median, quantile, type Row } from "./samples";

/** Calls of one agent and one quarter of an hour that are ended and settled in one round, and by how many at once. */
const CALLS = 800;
const AT_ONCE = 8;
const ROUNDS = 3;

/** Which triggers of `calls` are off: those that count, and those that tell webhooks too. */
const VARIANTS = {
  all: [],
  uncounted: ["note_call_figures_insert", "note_call_figures_update"],
  none: [
    "note_call_figures_insert",
    "note_call_figures_update",
    "emit_call_events_insert",
    "emit_call_events_update",
  ],
} as const;
type Variant = keyof typeof VARIANTS;

const BEGIN = `
insert into calls (id, workspace_id, environment, agent_id, agent_version, channel, direction, status, subject_id, recording,
  created_at, started_at, answered_at)
select 'call_' || $3 || lpad(n::text, 8, '0'), $1, 'live', $2, 1, 'chat', 'inbound', 'in_progress', 'call_' || $3 || n,
  '{"state": "disabled"}', now(), now(), now() from generate_series(1, $4::int) n returning id`;
/** As a call is ended, and then settled with a transcript of some twenty turns; nothing else of it costs the database anything. */
const END = `update calls set status = 'completed', end_reason = 'agent_ended', ended_at = now(), duration_ms = 61000 where id = $1`;
const SETTLE = `update calls set settled_at = now(), outcome_tag = 'booked', outcome_successful = true, transcript = $2, words = $3,
  turn_p50_ms = 420, turn_p95_ms = 900, turn_latencies = array[310, 420, 420, 500, 610, 700, 800, 900], caller_turns = 10,
  agent_turns = 10, providers = array['model:builtin', 'voice:builtin'] where id = $1`;
const TRANSCRIPT = randomBytes(8_000);
const WORDS = Array.from({ length: 60 }, (_, n) => n * 7_919);

/** CPU of each connection of the product's, by its process. */
async function backends(admin: pg.Client): Promise<Map<number, number>> {
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name like 'parley/%' and backend_type = 'client backend'",
  );
  return new Map(rows.map(({ pid }) => [pid, cpuUs(pid)]));
}
/** CPU used in between per call. Connections that were closed meanwhile were idle. */
const spent = (before: Map<number, number>, after: Map<number, number>): number =>
  [...after].reduce((sum, [pid, us]) => sum + us - (before.get(pid) ?? 0), 0) / CALLS;

type TriggerSamples = { cpuUs: number[]; tookMs: number[]; foldUs: number[] };

/** PostgreSQL's CPU for the triggers of `calls` when a call ends and settles, and for folding one call into the roll-ups. */
export async function measureTriggers(
  ctx: Ctx,
  admin: pg.Client,
  agentId: string,
  say: (line: string) => void,
): Promise<Row[]> {
  const clients = Array.from({ length: AT_ONCE }, () => new pg.Client(directConnection()));
  for (const client of clients) {
    client.on("error", () => undefined);
    await client.connect();
    await client.query("select set_config('app.workspace_id', $1, false)", [ctx.workspaceId]);
    // Only CPU is measured, so commits do not wait for the disk.
    await client.query("set synchronous_commit = off");
  }
  const samples = Object.fromEntries(
    Object.keys(VARIANTS).map((name) => [name, { cpuUs: [], tookMs: [], foldUs: [] }]),
  ) as unknown as Record<Variant, TriggerSamples>;
  const round = async (variant: Variant, n: number): Promise<void> => {
    const prefix = `${variant}${n}`;
    const { rows } = await admin.query<{ id: string }>(BEGIN, [ctx.workspaceId, agentId, prefix, CALLS]);
    const ids = rows.map(({ id }) => id);
    for (const trigger of VARIANTS[variant])
      await admin.query(`alter table calls disable trigger ${trigger}`);
    const before = await backends(admin);
    await Promise.all(
      clients.map(async (client) => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
          const startedAt = performance.now();
          await client.query({ name: "end", text: END, values: [id] });
          await client.query({ name: "settle", text: SETTLE, values: [id, TRANSCRIPT, WORDS] });
          if (n >= 0) samples[variant].tookMs.push(performance.now() - startedAt);
        }
      }),
    );
    const settled = await backends(admin);
    for (const trigger of VARIANTS[variant]) await admin.query(`alter table calls enable trigger ${trigger}`);
    await foldAnalytics(ctx);
    const folded = await backends(admin);
    say(`  round ${n + 1} of ${ROUNDS}, ${variant}: ${Math.round(spent(before, settled))} µs`);
    if (n < 0) return;
    samples[variant].cpuUs.push(spent(before, settled));
    samples[variant].foldUs.push(spent(settled, folded));
  };
  for (let n = -1; n < ROUNDS; n++)
    for (const variant of Object.keys(VARIANTS) as Variant[]) await round(variant, n);
  for (const client of clients) await client.end();
  const cpu = (variant: Variant) => Math.round(median(samples[variant].cpuUs));
  const p99 = (variant: Variant) => quantile(samples[variant].tookMs, 0.99).toFixed(1);
  return [
    {
      label: `A call that ends and is settled, ${AT_ONCE} of one agent at once: CPU of PostgreSQL, µs; p99 of both writes, ms`,
      figure: `${cpu("all")}; ${p99("all")}`,
    },
    {
      label: "  without what notes figures (note_call_figures)",
      figure: `${cpu("uncounted")}; ${p99("uncounted")}`,
    },
    {
      label: "  without what tells webhooks either (emit_call_events)",
      figure: `${cpu("none")}; ${p99("none")}`,
    },
    {
      label: "  folding its two notes into the roll-ups later, µs",
      figure: String(Math.round(median(samples.all.foldUs))),
    },
  ];
}
