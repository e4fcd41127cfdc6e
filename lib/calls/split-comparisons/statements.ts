import { type RawBuilder, sql } from "kysely";
import { USAGE_UNITS, type UsageUnit } from "@/lib/agents/prices/values";
import { MAX_USAGE_ENTRIES } from "@/lib/calls/calls";
import { db } from "@/lib/platform/db";

/** Calls that are compared: the first of the split. */
export const MAX_CALLS = 200_000;
/** Outcomes by version. An agent has at most 50, and the system adds a few. */
const MAX_OUTCOMES = 200;
/** Prices by provider, model, unit and day. */
export const MAX_PRICED_USES = 20_000;

const END_REASONS_OF_FAILURES = ["carrier_error", "model_error", "tool_error", "interrupted_by_restart"];

/** Only live calls take part in a split. A request of the test environment sees none of them. */
export type ComparedSplit = {
  workspaceId: string;
  environment: string;
  agentId: string;
  splitId: string;
  startedAt: string;
};

/** Calls of the split with `nth`: 1 for the first settled call of a contact. The index of calls by agent and time finds them. */
const callsOf = ({
  workspaceId,
  environment,
  agentId,
  splitId,
  startedAt,
}: ComparedSplit): RawBuilder<unknown> => sql`
  base as materialized (
    select id, is_candidate, contact_hash, created_at, status, end_reason, answered_at, settled_at, outcome_tag, outcome_successful,
      duration_ms, turn_p50_ms, turn_latencies, usage,
      to_char(coalesce(started_at, created_at) at time zone 'UTC', 'YYYY-MM-DD') as day
    from calls
    where workspace_id = ${workspaceId} and environment = ${environment} and agent_id = ${agentId}
      and created_at >= ${startedAt}::timestamptz and split_id = ${splitId} and status <> 'blocked'
    order by created_at, id limit ${MAX_CALLS}
  ), settled as (
    select *, row_number() over (partition by coalesce(encode(contact_hash, 'hex'), id) order by created_at, id) as nth
    from base where answered_at is not null and settled_at is not null
  )`;

type FiguresRow = {
  is_candidate: boolean;
  calls: number;
  settled: number;
  failed: number;
  successful: number;
  average_duration_ms: number | null;
};

/** Selects counts and the average duration of each version. */
export const selectFigures = (split: ComparedSplit) =>
  db
    .selectFrom(
      sql<FiguresRow>`(with ${callsOf(split)}
      select is_candidate, count(*)::int as calls,
        (count(*) filter (where answered_at is not null and settled_at is not null))::int as settled,
        (count(*) filter (where status = 'failed' or end_reason = any(${END_REASONS_OF_FAILURES}::text[])))::int as failed,
        (count(*) filter (where answered_at is not null and settled_at is not null and outcome_successful))::int as successful,
        (avg(duration_ms) filter (where answered_at is not null and settled_at is not null))::float8 as average_duration_ms
      from base group by is_candidate)`.as("figures"),
    )
    .selectAll();

type OutcomeRow = { is_candidate: boolean; tag: string; calls: number };

/** Selects the settled calls of each version by outcome. */
export const selectOutcomes = (split: ComparedSplit) =>
  db
    .selectFrom(
      sql<OutcomeRow>`(with ${callsOf(split)}
      select is_candidate, outcome_tag as tag, count(*)::int as calls from settled where outcome_tag is not null
      group by is_candidate, outcome_tag order by count(*) desc, outcome_tag limit ${MAX_OUTCOMES})`.as(
        "outcomes",
      ),
    )
    .selectAll();

type LatencyRow = { is_candidate: boolean; turn_p50_ms: number; turn_p95_ms: number };

/** Selects percentiles of the latencies of all answers of each version. */
export const selectLatencies = (split: ComparedSplit) =>
  db
    .selectFrom(
      sql<LatencyRow>`(with ${callsOf(split)}
      select is_candidate, percentile_disc(0.5) within group (order by ms) as turn_p50_ms,
        percentile_disc(0.95) within group (order by ms) as turn_p95_ms
      from settled, unnest(turn_latencies) as ms group by is_candidate)`.as("latencies"),
    )
    .selectAll();

type ContactsRow = {
  is_candidate: boolean;
  contacts: number;
  successes: number;
  timed: number;
  latency_mean: number | null;
  latency_variance: number | null;
};

/** Selects the samples of the outcome (null: every successful one) and of the latency, by the first call of each contact. */
export const selectContacts = (split: ComparedSplit, outcome: string | null) =>
  db
    .selectFrom(
      sql<ContactsRow>`(with ${callsOf(split)}
      select is_candidate, count(*)::int as contacts,
        (count(*) filter (where case when ${outcome}::text is null then outcome_successful else outcome_tag = ${outcome}::text end))::int
          as successes,
        count(turn_p50_ms)::int as timed, avg(turn_p50_ms)::float8 as latency_mean, var_samp(turn_p50_ms)::float8 as latency_variance
      from settled where nth = 1 group by is_candidate)`.as("contacts"),
    )
    .selectAll();

type UseRow = { provider: string; model: string; unit: UsageUnit; day: string };

/** Selects the providers, models, units and days whose prices are needed. */
export const selectUses = (split: ComparedSplit) =>
  db
    .selectFrom(
      sql<UseRow>`(with ${callsOf(split)}
      select distinct entry->>'provider' as provider, entry->>'model' as model, unit.key as unit, day
      from settled, jsonb_array_elements(usage) entry, jsonb_each_text(entry->'units') unit
      where unit.key = any(${[...USAGE_UNITS]}::text[])
      order by 1, 2, 3, 4 limit ${MAX_PRICED_USES + 1})`.as("uses"),
    )
    .selectAll();

/** The cost of one unit, as a number: averages and variances need no exact decimals. */
export type UnitCost = UseRow & { cost: number };

type CostRow = {
  is_candidate: boolean;
  average: number | null;
  contacts: number;
  mean: number | null;
  variance: number | null;
};

/** Selects the average cost of calls, and the sample of the first call of each contact. Calls with a use without a price are left out. */
export const selectCosts = (split: ComparedSplit, unitCosts: readonly UnitCost[]) =>
  db
    .selectFrom(
      sql<CostRow>`(with ${callsOf(split)}, unit_costs as (
        select * from jsonb_to_recordset(${JSON.stringify(unitCosts)}::jsonb)
          as c(provider text, model text, unit text, day text, cost float8)
      ), costs as (
        select s.id, s.is_candidate, s.nth, sum(unit.value::float8 * c.cost) as cost
        from settled s cross join lateral jsonb_array_elements(s.usage) entry
          cross join lateral jsonb_each_text(entry->'units') unit
          left join unit_costs c on c.provider = entry->>'provider' and c.model = entry->>'model' and c.unit = unit.key and c.day = s.day
        where jsonb_array_length(s.usage) < ${MAX_USAGE_ENTRIES}
        group by s.id, s.is_candidate, s.nth having bool_and(c.cost is not null)
      )
      select is_candidate, avg(cost)::float8 as average, (count(*) filter (where nth = 1))::int as contacts,
        (avg(cost) filter (where nth = 1))::float8 as mean, (var_samp(cost) filter (where nth = 1))::float8 as variance
      from costs group by is_candidate)`.as("summed"),
    )
    .selectAll();
