import pg from "pg";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { findOrCreateContactsByNumber, parseNumber } from "@/lib/contacts/contacts";
import { createWorkspace } from "@/lib/identity/auth";
import { createCampaign, launchCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { writeUnaudited } from "@/lib/platform/db";
import { NOBODY } from "./carrier";

/** Contacts that one statement of the product's own makes. */
const AT_ONCE = 2_500;
/** Contacts created one by one are reached; the others, whose numbers are never opened, come from one statement. */
const FIRST_NUMBER = 2_000_000;
/** An area code has eight million numbers, of which each city's first digit is 2 to 9. */
const AREAS = ["+1212", "+1303", "+1415"];
const NUMBERS_OF_AN_AREA = 7_000_000;

/** A workspace and its live agent. */
export async function makeBench(): Promise<{ ctx: Ctx; agentId: string }> {
  const owner = { email: "owner@example.test", name: "Owner", password: null };
  const founded = await createWorkspace({ name: "Bench", owner });
  if (founded === null) throw new Error("No workspace was made.");
  const ctx = makeCtx({
    workspaceId: founded.workspaceId,
    environment: "live",
    actor: { type: "member", id: founded.ownerId, role: "owner" },
    requestId: "req_bench",
    address: null,
    signal: new AbortController().signal,
  });
  const agent = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Help." };
  const { id } = await createAgent(ctx, CreateAgent.parse(agent));
  await deployAgent(ctx, id);
  return { ctx, agentId: id };
}

const numberOf = (n: number): string =>
  `${AREAS[Math.floor(n / NUMBERS_OF_AN_AREA)]}${FIRST_NUMBER + (n % NUMBERS_OF_AN_AREA)}`;

/** Contacts with sealed numbers, by what the product itself makes them with; answers their ids. */
export async function seedReachable(ctx: Ctx, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => {
      const parsed = parseNumber(numberOf(from + n));
      if (!parsed.ok) throw new Error(`${numberOf(from + n)} is no number.`);
      return parsed.number;
    });
    const contacts = await writeUnaudited(ctx, (tx) => findOrCreateContactsByNumber(tx, ctx, numbers));
    for (const { id } of contacts.values()) ids.push(id);
  }
  return ids;
}

// Each tenth has no consent, each fiftieth is suppressed; zones are spread, so that some are outside their hours.
const OTHERS = `
  insert into contacts (id, workspace_id, environment, number_hash, number, name_hashes, timezone, timezone_source, region, created_at, updated_at)
  select 'ctc_bench' || lpad(n::text, 21, '0'), $1, 'live', sha256(n::text::bytea), '\\x00', '{}',
    (array['America/New_York','America/Denver','America/Los_Angeles','Europe/Paris','Asia/Kathmandu'])[1 + n % 5],
    'provided', (array['US-NY','US-CO','US-CA','FR',null])[1 + n % 5], now(), now()
  from generate_series(1, $2::int) n`;
const CONSENTS = `
  insert into consents (id, workspace_id, environment, contact_id, purpose, channel, granted, source, actor_type, actor_id, at, created_at)
  select 'cns_' || substr(id, 5), workspace_id, environment, id, 'informational', 'call', true, 'bench', 'system', 'bench', now(), now()
  from contacts where workspace_id = $1 and (id not like 'ctc_bench%' or right(id, 1) <> '7')`;
const SUPPRESSIONS = `
  insert into suppressions (workspace_id, environment, contact_hash, source, channels, reason, created_at)
  select workspace_id, environment, number_hash, 'request', '{call,text}', 'bench', now()
  from contacts where workspace_id = $1 and id like 'ctc_bench%' and right(id, 2) in ('11', '61')`;
const ALWAYS_OPEN =
  "update contacts set timezone = $2, timezone_source = 'provided' where workspace_id = $1 and id not like 'ctc_bench%'";
const MEMBERS = `
  insert into campaign_contacts (workspace_id, campaign_id, contact_id, created_at, updated_at)
  select $1, $2, id, now(), now() from unnest($3::text[]) as id`;

/** Everything else in one statement for each table, as a superuser. `zone` is one in which it is day now. */
export async function seedSet(
  adminUrl: string,
  ctx: Ctx,
  {
    remaining,
    zone,
    campaigns,
  }: { remaining: number; zone: string; campaigns: ReadonlyMap<string, readonly string[]> },
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    // The trigger that counts works as the tables' owner, whom row-level security binds.
    await admin.query("select set_config('app.workspace_id', $1, false)", [ctx.workspaceId]);
    await admin.query(OTHERS, [ctx.workspaceId, remaining]);
    await admin.query(ALWAYS_OPEN, [ctx.workspaceId, zone]);
    await admin.query(CONSENTS, [ctx.workspaceId]);
    await admin.query(SUPPRESSIONS, [ctx.workspaceId]);
    for (const [id, contacts] of campaigns) await admin.query(MEMBERS, [ctx.workspaceId, id, contacts]);
    await admin.query("vacuum analyze");
  } finally {
    await admin.end();
  }
}

const PUT_AWAY = [
  "update campaigns set status = 'canceled' where id = any($1)",
  "update attempts set state = 'ended', busy = null, result = 'canceled', ended_at = now() where campaign_id = any($1)",
  "delete from graphile_worker._private_jobs where $1::text[] is not null",
];

/** Nothing is left to do for campaigns that have been measured, nor any job. */
export async function putAway(adminUrl: string, campaigns: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const statement of PUT_AWAY) await admin.query(statement, [campaigns]);
  // As many rows at once are for the planner to hear of; in life autovacuum tells it.
  await admin.query("vacuum analyze");
  await admin.end();
}

/** A campaign that may call at any legal hour, at once as fast as is allowed at all. */
export async function newCampaign(ctx: Ctx, agentId: string, cap: number): Promise<string> {
  const { id } = await createCampaign(
    ctx,
    CreateCampaign.parse({
      name: "Bench",
      agent_id: agentId,
      window: { days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], start: "08:00", end: "21:00" },
      max_concurrent_calls: cap,
      calls_per_second: 1_000,
      attempts: { max: 1 },
    }),
  );
  return id;
}

/** Launches a campaign over a carrier that is there. */
export const launch = (ctx: Ctx, id: string) => launchCampaign(ctx, id, () => NOBODY);
