import { type RawBuilder, sql } from "kysely";

/** The parts of a call, each with a separate retention period. */
export type RetainedPart = "recording" | "transcript";

/** Expression for a query of `agents`: days that a part is kept, by the agent's current setting or by `overrideDays` instead. */
export const retentionDays = (part: RetainedPart, overrideDays?: number): RawBuilder<number> =>
  overrideDays === undefined
    ? sql`(agents.policy->${sql.lit(part)}->>'retention_days')::int`
    : sql`${overrideDays}::int`;

/**
 * Expression for a query of `calls` and `agents`: the end of the retention period of a part, which begins with the call's end. The
 * agent's current setting applies to calls of the past too (spec.md, "Retention"), or `overrideDays` instead. Null while
 * the call is in progress.
 */
export const retentionEnd = (part: RetainedPart, overrideDays?: number): RawBuilder<string> =>
  sql`calls.ended_at + make_interval(days => ${retentionDays(part, overrideDays)})`;

/** Expression for a query of `calls`: whether a legal hold on the call or its contact suspends its retention periods. */
export const isOnHold = sql<boolean>`(calls.legal_hold is not null or exists (
  select from contacts where contacts.workspace_id = calls.workspace_id and contacts.id = calls.contact_id
    and contacts.legal_hold is not null))`;
