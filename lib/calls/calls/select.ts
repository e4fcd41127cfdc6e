import { sql } from "kysely";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import { db } from "@/lib/platform/db";
import type { CallItem } from "./schema";
import { SCORES } from "./score-verdicts";

const COLUMNS = [
  "calls.id",
  "calls.environment",
  "calls.agent_id",
  "calls.agent_version",
  "calls.split_id",
  "calls.is_candidate",
  "calls.contact_id",
  "calls.campaign_id",
  "calls.channel",
  "calls.direction",
  "calls.status",
  "calls.end_reason",
  "calls.reasons",
  "calls.purpose",
  "calls.subject_id",
  "calls.from_number",
  "calls.to_number",
  "calls.metadata",
  "calls.notes",
  "calls.tags",
  "calls.recording",
  "calls.caller_signature",
  "calls.provider_failures",
  "calls.outcome_tag",
  "calls.outcome_successful",
  "calls.summary",
  "calls.variables",
  "calls.pinned_sensitive",
  "calls.redact",
  "calls.turn_p50_ms",
  "calls.turn_p95_ms",
  "calls.legal_hold",
  "calls.created_at",
  "calls.started_at",
  "calls.answered_at",
  "calls.ended_at",
  "calls.settled_at",
  "calls.erased_at",
  "calls.duration_ms",
] as const;

const SETTLED = [
  "calls.id",
  "calls.subject_id",
  "calls.created_at",
  "calls.pinned_sensitive",
  "calls.transcript",
  "calls.variables",
] as const;

/** The cost of a settled call by the prices of its day (UTC). */
const COST = sql<
  CallItem["cost"]
>`case when calls.settled_at is not null then cost_of_usage(calls.workspace_id, calls.usage,
  (coalesce(calls.started_at, calls.created_at) at time zone 'UTC')::date) end`;

/** Calls of one environment with their agent, version, session state and wrapped key. */
const callsOf = (workspaceId: string, environment: string) =>
  db
    .selectFrom("calls")
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .leftJoin("agent_versions", (join) =>
      join
        .onRef("agent_versions.workspace_id", "=", "calls.workspace_id")
        .onRef("agent_versions.agent_id", "=", "calls.agent_id")
        .onRef("agent_versions.version", "=", "calls.agent_version"),
    )
    .leftJoin("call_sessions", (join) =>
      join
        .onRef("call_sessions.workspace_id", "=", "calls.workspace_id")
        .onRef("call_sessions.call_id", "=", "calls.id"),
    )
    .leftJoin("subject_keys", (join) =>
      join
        .onRef("subject_keys.workspace_id", "=", "calls.workspace_id")
        .onRef("subject_keys.subject_id", "=", "calls.subject_id"),
    )
    .select([
      ...COLUMNS,
      "agents.sensitive_marks",
      "call_sessions.state",
      "subject_keys.wrapped as subject_key",
    ])
    .select([COST.as("cost"), SCORES.as("scores")])
    .select(
      sql<Buffer | null>`case when calls.settled_at is null then calls.initial_variables end`.as(
        "unsettled_variables",
      ),
    )
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment);

const CONFIG = sql<AgentConfig>`coalesce(calls.draft_config, agent_versions.config)`;

const MASKED_CONFIG = sql`jsonb_build_object('variables', ${CONFIG}->'variables', 'language', ${CONFIG}->'language')`;
const DRAFT_OF_UNSETTLED = sql`case when calls.settled_at is null then jsonb_build_object('variables', agents.draft->'variables') end`;

/** Calls for a list. Of the configuration, only what masks unsettled calls is selected. */
export const selectCalls = (workspaceId: string, environment: string) =>
  callsOf(workspaceId, environment).select([
    sql`case when calls.settled_at is null then ${MASKED_CONFIG} end`.as("config"),
    DRAFT_OF_UNSETTLED.as("draft"),
  ]);

const shownCallsOf = (workspaceId: string, environment: string) =>
  callsOf(workspaceId, environment).select([
    "calls.transcript",
    sql`case when calls.settled_at is null then ${MASKED_CONFIG} else jsonb_build_object('language', ${CONFIG}->'language') end`.as(
      "config",
    ),
    DRAFT_OF_UNSETTLED.as("draft"),
    sql`jsonb_build_object('recording', jsonb_build_object('redact_sensitive_fields', agents.policy->'recording'->'redact_sensitive_fields'))`.as(
      "policy",
    ),
  ]);

/**
 * One call with its transcript and only the fields of the policy and configuration that mask it. Not a list of one:
 * PostgreSQL plans `= any(…)` again for each execution, which costs more than the query.
 */
export const selectShownCall = (workspaceId: string, environment: string, id: string) =>
  shownCallsOf(workspaceId, environment).where("calls.id", "=", id);

/** Several calls by id, selected like `selectShownCall`. */
export const selectShownCalls = (workspaceId: string, environment: string, ids: readonly string[]) =>
  shownCallsOf(workspaceId, environment).where("calls.id", "=", sql<string>`any(${ids}::text[])`);

/** Several list items by id. */
export const selectCallItems = (workspaceId: string, environment: string, ids: readonly string[]) =>
  selectCalls(workspaceId, environment).where("calls.id", "=", sql<string>`any(${ids}::text[])`);

/** The reservation of a call, a decimal, with the stored price list and its recorded use until it was opened. */
export type CallBudgetRow = { reserved: string; currency: string; prices: unknown; usage: unknown };

/** The reservation of the call so far, with its prices and recorded use; null without a cost limit. */
const BUDGET = sql<CallBudgetRow | null>`(select jsonb_build_object('reserved', k.amount::text, 'currency', k.currency,
    'prices', coalesce(list.prices, '{"prices":[]}'::jsonb), 'usage', call_sessions.usage)
  from call_costs k left join price_lists list on list.workspace_id = k.workspace_id
  where k.workspace_id = calls.workspace_id and k.call_id = calls.id and k.is_reserved)`;

const fullCallsOf = (workspaceId: string, environment: string) =>
  callsOf(workspaceId, environment)
    .innerJoin("workspaces", "workspaces.id", "calls.workspace_id")
    .select([
      "calls.transcript",
      "calls.initial_variables",
      "calls.contact_hash",
      CONFIG.as("config"),
      "agents.draft",
      "agents.policy",
      "workspaces.timezone",
      "call_sessions.due_at",
      "call_sessions.attempts",
      "call_sessions.transferred_at",
      "calls.resumptions",
    ])
    .select(BUDGET.as("budget"));

/** One call with its transcript, its whole configuration and its session. */
export const selectCall = (workspaceId: string, environment: string, id: string) =>
  fullCallsOf(workspaceId, environment).where("calls.id", "=", id);

/** Several calls by id, selected like `selectCall`. */
export const selectFullCalls = (workspaceId: string, environment: string, ids: readonly string[]) =>
  fullCallsOf(workspaceId, environment).where("calls.id", "=", sql<string>`any(${ids}::text[])`);

/** An agent's settled calls with a transcript, in both environments, in id order after `after`. */
export function selectSettledCalls(workspaceId: string, agentId: string, after: string | null) {
  const settled = db
    .selectFrom("calls")
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .leftJoin("agent_versions", (join) =>
      join
        .onRef("agent_versions.workspace_id", "=", "calls.workspace_id")
        .onRef("agent_versions.agent_id", "=", "calls.agent_id")
        .onRef("agent_versions.version", "=", "calls.agent_version"),
    )
    .select([...SETTLED, "agents.sensitive_marks"])
    .select(sql<{ language: string }>`jsonb_build_object('language', ${CONFIG}->'language')`.as("config"))
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.agent_id", "=", agentId)
    .where("calls.settled_at", "is not", null)
    .where("calls.transcript", "is not", null)
    .orderBy("calls.id");
  return after === null ? settled : settled.where("calls.id", ">", after);
}

/** The turns of a running call. */
export const selectTurns = (workspaceId: string, callId: string) =>
  db
    .selectFrom("call_turns")
    .select(["index", "sealed"])
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", callId)
    .orderBy("index");

/** The turns of several running calls. */
export const selectTurnsOfCalls = (workspaceId: string, callIds: readonly string[]) =>
  db
    .selectFrom("call_turns")
    .select(["call_id", "index", "sealed"])
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", sql<string>`any(${callIds}::text[])`)
    .orderBy("call_id")
    .orderBy("index");

/** The call columns that every query in this file selects. */
export type CallColumn = (typeof COLUMNS)[number];
