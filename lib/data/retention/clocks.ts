import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** Days that rows of the operational log are kept. Source: spec.md, "Limits". */
export const LOG_DAYS = 30;

type Clock = "recording" | "transcript";

/** Days after a call's end for which its agent keeps this of it: the agent's own setting, unless `instead` is given. */
const daysOf = (clock: Clock, overrideDays?: number): RawBuilder<number> =>
  overrideDays === undefined
    ? sql`(agents.policy->${sql.lit(clock)}->>'retention_days')::int`
    : sql`${overrideDays}::int`;

/** The expiry by that retention clock. */
export const endOf = (clock: Clock, overrideDays?: number): RawBuilder<string> =>
  sql`calls.ended_at + make_interval(days => ${daysOf(clock, overrideDays)})`;

/** Whether a legal hold on the call or its contact prevents the expiry. */
export const isOnHold = sql<boolean>`(calls.legal_hold is not null or exists (
  select from contacts where contacts.workspace_id = calls.workspace_id and contacts.id = calls.contact_id
    and contacts.legal_hold is not null))`;

/** Settled calls with transcripts, with their agents, without selected columns. */
export const callsWithTranscript = ({ workspaceId }: Pick<Ctx, "workspaceId">) =>
  db
    .selectFrom("calls")
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.transcript", "is not", null)
    .where("calls.settled_at", "is not", null);

/** Playable recordings with their calls and agents, without selected columns. */
export const callsWithRecording = ({ workspaceId }: Pick<Ctx, "workspaceId">) =>
  db
    .selectFrom("recordings")
    .innerJoin("calls", (join) =>
      join
        .onRef("calls.workspace_id", "=", "recordings.workspace_id")
        .onRef("calls.id", "=", "recordings.call_id"),
    )
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .where("recordings.workspace_id", "=", workspaceId)
    .where("recordings.state", "=", "ready");
