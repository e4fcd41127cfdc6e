import type { VersionedCriterion } from "@/lib/agents/scorecards/schema";
import type { JudgeProblem } from "@/lib/calls/judge/values";
import type { AuditView } from "@/lib/platform/audit";
import { db } from "@/lib/platform/db";
import type { CallScore } from "./schema";
import type { ScoreState } from "./values";

const COLUMNS = [
  "call_id",
  "criterion",
  "version",
  "kind",
  "state",
  "problem",
  "value",
  "passed",
  "content",
  "model",
  "judged_at",
  "marked_value",
  "marked_by",
  "marked_at",
] as const;

/** A score's row. Only this folder writes it, so its columns have these types. */
export type ScoreRow = Pick<
  CallScore,
  "criterion" | "version" | "kind" | "passed" | "model" | "judged_at"
> & {
  call_id: string;
  state: ScoreState;
  problem: JudgeProblem | null;
  /** 1 or 0 for yes or no. */
  value: number | null;
  /** The sealed reason and text. */
  content: Buffer | null;
  marked_value: number | null;
  marked_by: string | null;
  marked_at: string | null;
};

/** The key of a score within a workspace. */
export type ScoreKey = { callId: string; criterion: string; version: number };

/** The field reference of a score's sealed reason and text. */
export const scoreFieldRef = ({ callId, criterion, version }: ScoreKey) => ({
  table: "call_scores",
  row: `${callId}/${criterion}/${version}`,
  field: "content",
});

/** Selects the scores of a call, for a reader or a transaction. */
export const selectScores = (workspaceId: string, callId: string) =>
  db
    .selectFrom("call_scores")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", callId);

/** The number as which a yes or no is stored. */
export const toPoints = (value: boolean | number): number =>
  typeof value === "boolean" ? Number(value) : value;

/** The stored number as the API has it. */
export const fromPoints = (kind: CallScore["kind"], value: number | null): boolean | number | null =>
  kind === "yes_no" && value !== null ? value === 1 : value;

/** Whether points pass a criterion. Null without a rule or points. */
export function hasPassed(criterion: VersionedCriterion, value: number | null): boolean | null {
  if (value === null || criterion.kind === "text") return null;
  if (criterion.kind === "yes_no")
    return criterion.pass_if === null ? null : (value === 1) === criterion.pass_if;
  return criterion.pass_at === null ? null : value >= criterion.pass_at;
}

/** The mark as the audit log stores it. */
export const markAuditView = (
  callId: string,
  { criterion, version }: Pick<ScoreRow, "criterion" | "version">,
  value: number | null,
): AuditView => ({ call_id: callId, criterion, version, value });
