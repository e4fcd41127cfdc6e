import {
  agentConfigDocument,
  agentPolicyDocument,
  type MaskedConfig,
  type MaskedPolicy,
  maskedConfigDocument,
  maskedPolicyDocument,
  type SensitiveMarks,
} from "@/lib/agents/agents";
import type { AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import type { Sealer } from "@/lib/platform/crypto";
import type { CallItem } from "./schema";
import type { CallBudgetRow, CallColumn } from "./select";

type Selected = { [K in CallColumn as K extends `calls.${infer Name}` ? Name : never]: unknown };

/** A call's row. Its columns have these types; its documents are parsed by `toCallRow` and `toFullRow`. */
export type CallRow = {
  [K in keyof Selected]: K extends keyof CallItem ? CallItem[K] : unknown;
} & {
  subject_id: string;
  split_id: string | null;
  is_candidate: boolean | null;
  /** The cost of a settled call; null before. */
  cost: NonNullable<CallItem["cost"]> | null;
  scores: CallItem["scores"];
  /** The wrapped key that seals the other fields; null once it is destroyed. */
  subject_key: Buffer | null;
  from_number: Buffer | null;
  to_number: Buffer | null;
  metadata: Buffer | null;
  notes: Buffer | null;
  summary: Buffer | null;
  variables: Buffer | null;
  recording: Partial<CallItem["recording"]>;
  outcome_tag: string | null;
  outcome_successful: boolean | null;
  pinned_sensitive: string[];
  redact: boolean;
  turn_p50_ms: number | null;
  turn_p95_ms: number | null;
  sensitive_marks: SensitiveMarks;
  /** The sealed state of the conversation reducer, while the call is not settled. */
  state: Buffer | null;
  /** The sealed initial values, while the call is not settled. */
  unsettled_variables: Buffer | null;
  /** The configuration that the call runs and the agent's draft. Both are null for settled calls in a list. */
  config: MaskedConfig | null;
  draft: Pick<MaskedConfig, "variables"> | null;
};
/** A call's row with what its reader sees: of the configuration and the policy, only what masks it. */
export type ShownRow = CallRow & { transcript: Buffer | null; policy: MaskedPolicy };
export type FullRow = ShownRow & {
  policy: AgentPolicy;
  initial_variables: Buffer | null;
  contact_hash: Buffer | null;
  config: AgentConfig;
  draft: AgentConfig;
  timezone: string;
  due_at: string | null;
  attempts: number | null;
  /** When a transfer's target accepted the caller; null before, and once the call is settled. */
  transferred_at: string | null;
  resumptions: number;
  /** The budget of the call; null without a cost limit. */
  budget: CallBudgetRow | null;
};

/** The statuses of a call before it is answered. */
export const UNANSWERED_STATUSES = ["queued", "ringing"] as const;

/** Whether the call is still unanswered. Such a call has no session. */
export const isUnanswered = ({ status }: Pick<CallRow, "status">): boolean =>
  UNANSWERED_STATUSES.some((waiting) => waiting === status);

/** The fields that decide how a settled call is masked. */
export type SettledRow = Pick<
  CallRow,
  "id" | "created_at" | "pinned_sensitive" | "sensitive_marks" | "variables"
> & { config: Pick<MaskedConfig, "language"> | null };

/** Field reference of a sealed column of a call. */
export const callFieldRef = (callId: string, field: string) => ({ table: "calls", row: callId, field });
export const turnFieldRef = (callId: string, index: number) => ({
  table: "call_turns",
  row: callId,
  field: `turn/${index}`,
});
export const stateFieldRef = (callId: string) => ({ table: "call_sessions", row: callId, field: "state" });

/** Parses the documents of a row of `selectCalls`. */
export const toCallRow = <Row extends CallRow>(row: Row): Row => ({
  ...row,
  config: row.config === null ? null : maskedConfigDocument.read(row.config),
  draft: row.draft === null ? null : maskedConfigDocument.read(row.draft),
});

/** Parses the documents of a row of `selectShownCalls`. */
export const toShownRow = (row: ShownRow): ShownRow => ({
  ...toCallRow(row),
  policy: maskedPolicyDocument.read(row.policy),
});

/** Parses the documents of a row of `selectCall`. */
export const toFullRow = (row: FullRow): FullRow => ({
  ...row,
  config: agentConfigDocument.read(row.config),
  draft: agentConfigDocument.read(row.draft),
  policy: agentPolicyDocument.read(row.policy),
});

/** Seals a JSON value for a field of a call. */
export const sealJson = (sealer: Sealer, callId: string, field: string, value: unknown): Buffer =>
  sealer.seal(callFieldRef(callId, field), JSON.stringify(value));
