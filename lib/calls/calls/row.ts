import type { SensitiveMarks } from "@/lib/agents/agents";
import type { AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import type { StoredTurn } from "@/lib/calls/conversation";
import type { MaskVariable, Span, Values } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import type { CallItem } from "./schema";
import type { CallColumn } from "./select";

type Selected = { [K in CallColumn as K extends `calls.${infer Name}` ? Name : never]: unknown };

/** A call's row. Only this module writes it, so the types are not checked again at run time. */
export type CallRow = {
  [K in keyof Selected]: K extends keyof CallItem ? CallItem[K] : unknown;
} & {
  subject_id: string;
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
  config: Pick<AgentConfig, "variables" | "language"> | null;
  draft: Pick<AgentConfig, "variables"> | null;
};
export type FullRow = CallRow & {
  policy: AgentPolicy;
  transcript: Buffer | null;
  initial_variables: Buffer | null;
  contact_hash: Buffer | null;
  config: AgentConfig;
  draft: AgentConfig;
  timezone: string;
  due_at: string | null;
  attempts: number | null;
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
> & { config: Pick<AgentConfig, "language"> | null };

/**
 * A settled call's transcript, sealed as one document. Spans are stored for every variable, so that a variable can be
 * marked sensitive later. Without spans the model has not read the transcript, and it is masked as during the call.
 * `unreadable`: indexes of the turns that masking cannot read. Absent in transcripts of earlier versions.
 */
export type TranscriptDocument = { turns: StoredTurn[]; spans: Span[] | null; unreadable?: number[] };
/**
 * A settled call's values, with the definitions needed to find them in a text. `mixed`: spans of values within other
 * values; absent if they were not searched for. `read`: whether the transcript has spans.
 */
export type VariablesDocument = {
  values: Values;
  mixed?: Span[];
  definitions: MaskVariable[];
  read: boolean;
};

/** Field reference of a sealed column of a call. */
export const callFieldRef = (callId: string, field: string) => ({ table: "calls", row: callId, field });
export const turnFieldRef = (callId: string, index: number) => ({
  table: "call_turns",
  row: callId,
  field: `turn/${index}`,
});
export const stateFieldRef = (callId: string) => ({ table: "call_sessions", row: callId, field: "state" });

/** Seals a JSON value for a field of a call. */
export const sealJson = (sealer: Sealer, callId: string, field: string, value: unknown): Buffer =>
  sealer.seal(callFieldRef(callId, field), JSON.stringify(value));

/** Opens a sealed JSON field. Returns `missing` if the field is null. */
export function openJson<T>(
  sealer: Sealer,
  callId: string,
  field: string,
  ciphertext: Buffer | null,
  missing: T,
): T {
  return ciphertext === null
    ? missing
    : (JSON.parse(sealer.openText(callFieldRef(callId, field), ciphertext)) as T);
}
