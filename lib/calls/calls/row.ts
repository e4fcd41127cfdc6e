import type { SensitiveMarks } from "@/lib/agents/agents";
import type { AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import type { KeptTurn } from "@/lib/calls/conversation";
import type { MaskVariable, Span, Values } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import type { CallItem } from "./schema";
import type { CallColumn } from "./select";

type Selected = { [K in CallColumn as K extends `calls.${infer Name}` ? Name : never]: unknown };

/** A call's row. The verbs of this room alone write it, so its parts are what they say. */
export type CallRow = {
  [K in keyof Selected]: K extends keyof CallItem ? CallItem[K] : unknown;
} & {
  subject_id: string;
  /** The wrapped key that seals the rest; null once it is destroyed. */
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
  /** The reducer's state of a call that is not settled. */
  state: Buffer | null;
  /** The values known beforehand, of a call that is not settled. */
  given: Buffer | null;
  /** Of the configuration that it runs and of the draft; null in a list where the call is settled. */
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

/** The statuses of a call that nobody has answered yet. */
export const WAITING = ["queued", "ringing"] as const;

/** Whether nobody has answered the call yet: there is no session in which anybody could act. */
export const isWaiting = ({ status }: Pick<CallRow, "status">): boolean =>
  WAITING.some((waiting) => waiting === status);

/** What decides on the masks of a settled call. */
export type SettledRow = Pick<
  CallRow,
  "id" | "created_at" | "pinned_sensitive" | "sensitive_marks" | "variables"
> & { config: Pick<AgentConfig, "language"> | null };

/**
 * A settled call's transcript, sealed as one document. Spans are kept for every variable, so that one can be marked
 * later; without them nobody has read it, and it is shown as while the call ran. `unreadable`: indexes of the turns that
 * masking cannot read; absent in transcripts of earlier versions.
 */
export type TranscriptDocument = { turns: KeptTurn[]; spans: Span[] | null; unreadable?: number[] };
/**
 * A settled call's values, with what is needed to find them in a text. `mixed`: where within
 * values others are; absent where nobody has looked. `read` tells whether the transcript has spans.
 */
export type VariablesDocument = {
  values: Values;
  mixed?: Span[];
  definitions: MaskVariable[];
  read: boolean;
};

/** Where a sealed field of a call lies. */
export const placeOf = (callId: string, field: string) => ({ table: "calls", row: callId, field });
export const turnPlace = (callId: string, index: number) => ({
  table: "call_turns",
  row: callId,
  field: `turn/${index}`,
});
export const statePlace = (callId: string) => ({ table: "call_sessions", row: callId, field: "state" });

/** Seals a JSON value for a field of a call. */
export const sealJson = (sealer: Sealer, callId: string, field: string, value: unknown): Buffer =>
  sealer.seal(placeOf(callId, field), JSON.stringify(value));

/** Opens a sealed JSON field; `missing` where the row has none. */
export function openJson<T>(
  sealer: Sealer,
  callId: string,
  field: string,
  box: Buffer | null,
  missing: T,
): T {
  return box === null ? missing : (JSON.parse(sealer.openText(placeOf(callId, field), box)) as T);
}
