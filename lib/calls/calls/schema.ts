import { z } from "zod";
import { id, nonBlankText, Phone, pageOf, pageQuery, Time, text } from "@/lib/platform/schema";
import { MAX_CALLER_CHARS } from "@/lib/platform/turn-limits";

export const Channel = z.enum(["phone", "web", "sms", "chat"]);
export const Direction = z.enum(["inbound", "outbound"]);
export const CallStatus = z.enum([
  "queued",
  "ringing",
  "in_progress",
  "completed",
  "no_answer",
  "busy",
  "voicemail",
  "failed",
  "canceled",
  "blocked",
]);
export const CallEndReason = z.enum([
  "agent_ended",
  "caller_hung_up",
  "transferred",
  "voicemail_reached",
  "inactivity",
  "max_duration",
  "busy",
  "no_answer",
  "declined",
  "carrier_error",
  "model_error",
  "tool_error",
  "opted_out",
  "policy_blocked",
  "canceled",
  "interrupted_by_restart",
]);
/** A figure of the analytics, as docs/analytics.md defines it. */
export const CallFigure = z.enum([
  "ended",
  "answered",
  "reached",
  "contained",
  "transferred",
  "opted_out",
  "successful",
  "timed",
]);
export const RecordingState = z.enum([
  "pending",
  "recorded",
  "suppressed",
  "disabled",
  "none",
  "expired",
  "erased",
]);
export const Purpose = z.enum(["informational", "telemarketing"]);

const MAX_HOLD_REASON = 1_000;
const MAX_TAGS = 50;
const MAX_TAG = 64;
const MAX_NOTES = 20_000;
const MAX_METADATA_KEYS = 50;
const MAX_METADATA_TEXT = 1_000;
const MAX_SEARCH = 200;
/** As for an agent. */
const MAX_VARIABLES = 100;
/**
 * Minimum silence that ends a chat typed in the dashboard, in seconds: time to read, look something up and think, and a
 * bound for a tab that is left open.
 */
export const TYPED_TEST_SILENCE_S = 600;

export const CallId = id("call");
const Scalar = z.union([z.string().max(MAX_METADATA_TEXT), z.number(), z.boolean(), z.null()]);
/** Data of the customer's own system: flat, and sealed like the transcript. */
const Metadata = z
  .record(z.string().min(1).max(MAX_TAG), Scalar)
  .refine((m) => Object.keys(m).length <= MAX_METADATA_KEYS, `Use at most ${MAX_METADATA_KEYS} keys.`);
const Tags = z
  .array(z.string().trim().min(1, "Write something.").max(MAX_TAG))
  .max(MAX_TAGS)
  .transform((tags) => [...new Set(tags)]);

export const CreateCall = z.strictObject({
  agent_id: id("agt"),
  channel: Channel,
  to: Phone.optional(),
  contact_id: id("ctc").optional(),
  purpose: Purpose.default("informational"),
  /** Initial values of the agent's variables. */
  variables: z
    .record(z.string(), Scalar)
    .refine((v) => Object.keys(v).length <= MAX_VARIABLES, `Use at most ${MAX_VARIABLES} variables.`)
    .default({}),
  suppress_recording: z.boolean().default(false),
  metadata: Metadata.default({}),
  /** Rehearses the draft. */
  draft: z.boolean().default(false),
});
export type CreateCall = z.output<typeof CreateCall>;

export const UpdateCall = z.strictObject({ tags: Tags.optional(), notes: text(MAX_NOTES).optional() });
export type UpdateCall = z.output<typeof UpdateCall>;

/** A legal hold with its reason. */
export const HoldCall = z.strictObject({ reason: nonBlankText(MAX_HOLD_REASON) });
export type HoldCall = z.output<typeof HoldCall>;

export const SendMessage = z.strictObject({ text: text(MAX_CALLER_CHARS).regex(/\S/, "Write something.") });
export type SendMessage = z.output<typeof SendMessage>;

export const CallParams = z.strictObject({ id: CallId });

const Milliseconds = z.coerce.number().int().min(0).max(2_147_483_647);
const When = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

export const SORTS = ["-created_at", "created_at", "-duration_ms", "duration_ms"] as const;
export const ListCalls = z.strictObject({
  ...pageQuery,
  agent_id: id("agt").optional(),
  campaign_id: id("cmp").optional(),
  /** A contact's ID or number. */
  contact: z.union([Phone, id("ctc")]).optional(),
  channel: Channel.optional(),
  direction: Direction.optional(),
  status: CallStatus.optional(),
  outcome: z.string().min(1).max(MAX_TAG).optional(),
  end_reason: CallEndReason.optional(),
  /** Selects the calls that a figure of the analytics counts. */
  figure: CallFigure.optional(),
  /** Only answered calls have one. */
  recording_state: RecordingState.optional(),
  /** Selects blocked calls by the code of a reason. */
  blocked_by: z
    .string()
    .regex(/^[a-z_]{1,64}$/, "Use a code such as no_consent.")
    .optional(),
  tag: z.string().min(1).max(MAX_TAG).optional(),
  created_after: When.optional(),
  created_before: When.optional(),
  min_duration_ms: Milliseconds.optional(),
  max_duration_ms: Milliseconds.optional(),
  /** Words that must all occur in the masked transcript. */
  q: z.string().min(1).max(MAX_SEARCH).optional(),
  sort: z.enum(SORTS).default("-created_at"),
});
export type ListCalls = z.output<typeof ListCalls>;

const Masked = z.strictObject({ masked: z.literal(true) });
const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), Masked]);

/** Parts of the delay of a spoken answer, until its first audio was sent; `transport_ms` is added to them. */
const Delays = z.object({
  total_ms: z.int(),
  endpointing_ms: z.int(),
  transcriber_ms: z.int(),
  model_ms: z.int(),
  voice_ms: z.int(),
  processing_ms: z.int(),
  transport_ms: z.int(),
});

/** One turn as shown; `text` and the tool's fields are masked. */
export const Turn = z.object({
  index: z.int(),
  role: z.enum(["caller", "agent", "human", "tool", "system"]),
  text: z.string().nullable(),
  start_ms: z.int(),
  end_ms: z.int(),
  interrupted: z.boolean(),
  tool: z
    .object({ name: z.string(), arguments: z.unknown(), result: z.unknown(), ok: z.boolean() })
    .optional(),
  delays: Delays.optional(),
  /** Agent turns: time from the caller's last word, or the message, to the first word of the answer. */
  latency_ms: z.int().optional(),
  /** Agent turns: the variable that the turn asks for. Null if it asks for none, absent if the model does not say. */
  asks: z.string().nullable().optional(),
});
export type Turn = z.output<typeof Turn>;

const Reason = z.object({ code: z.string(), message: z.string() });

/** A failure of a speech provider: its integration's name, the part and the kind. */
export const ProviderFailureNote = z.object({
  at: Time,
  provider: z.string(),
  part: z.enum(["voice", "transcriber"]),
  kind: z.enum([
    "timeout",
    "refused",
    "unavailable",
    "invalid_response",
    "rate_limited",
    "not_connected",
    "not_allowed",
  ]),
});
export type ProviderFailureNote = z.output<typeof ProviderFailureNote>;
/** Failures recorded per call: enough to show an outage, without filling the row of a long call. */
export const MAX_PROVIDER_FAILURES = 20;
/** Pause after a failure of a provider, as each further failure costs the caller seconds of silence. */
export const PROVIDER_BACKOFF_MS = 60_000;

const fields = {
  id: CallId,
  agent_id: id("agt"),
  agent_version: z.int().nullable(),
  campaign_id: z.string().nullable(),
  contact_id: z.string().nullable(),
  environment: z.enum(["live", "test"]),
  channel: Channel,
  direction: Direction,
  from: z.string().nullable(),
  to: z.string().nullable(),
  status: CallStatus,
  end_reason: CallEndReason.nullable(),
  reasons: z.array(Reason),
  purpose: Purpose,
  settled_at: Time.nullable(),
  outcome: z.object({ tag: z.string(), summary: z.string().nullable(), successful: z.boolean() }).nullable(),
  variables: z.record(z.string(), Value),
  recording: z.object({
    state: RecordingState,
    announced_at: Time.nullable(),
    opted_out_at: Time.nullable(),
    duration_ms: z.int().nullable(),
    expires_at: Time.nullable(),
    trace: z.array(z.unknown()),
  }),
  /** Failures of speech providers, at most 20. The built-in provider replaced them. */
  provider_failures: z.array(ProviderFailureNote),
  latency: z.object({ turn_p50_ms: z.int().nullable(), turn_p95_ms: z.int().nullable() }),
  tags: z.array(z.string()),
  notes: z.string(),
  legal_hold: z.string().nullable(),
  metadata: z.record(z.string(), Value),
  erased_at: Time.nullable(),
  created_at: Time,
  started_at: Time.nullable(),
  answered_at: Time.nullable(),
  ended_at: Time.nullable(),
  duration_ms: z.int().nullable(),
};
/** A call in a list. */
export const CallItem = z.object(fields);
export type CallItem = z.output<typeof CallItem>;
/**
 * Connection details for a browser: usable once, with the token as the second subprotocol, before it expires.
 */
const Connect = z.object({ url: z.string(), token: z.string(), expires_at: Time });
/** One call with its transcript. `connect` is only in the response that creates a `web` call. */
export const Call = z.object({ ...fields, transcript: z.array(Turn), connect: Connect.optional() });
export type Call = z.output<typeof Call>;
export const CallPage = pageOf(CallItem);

/** The result of a message: the turns since, starting with the caller's, and the call. */
export const Exchange = z.object({ turns: z.array(Turn), call: Call });
export type Exchange = z.output<typeof Exchange>;

/**
 * A token with which a participant sees the conversation; absent in the response to a repeated
 * `Idempotency-Key`.
 */
export const ParticipantToken = z.object({ token: z.string().optional(), expires_at: Time });
export type ParticipantToken = z.output<typeof ParticipantToken>;

/** One turn as the participant sees it, without tools and internal data. */
export const ParticipantTurn = z.object({
  index: z.int(),
  role: z.enum(["caller", "agent", "human", "system"]),
  text: z.string().nullable(),
  start_ms: z.int(),
  end_ms: z.int(),
  interrupted: z.boolean(),
});
export type ParticipantTurn = z.output<typeof ParticipantTurn>;

/** The call's fields that a participant sees. */
export const ParticipantCall = z.object({
  id: CallId,
  status: CallStatus,
  end_reason: CallEndReason.nullable(),
  ended_at: Time.nullable(),
});
export type ParticipantCall = z.output<typeof ParticipantCall>;
export const ParticipantExchange = z.object({ turns: z.array(ParticipantTurn), call: ParticipantCall });
export type ParticipantExchange = z.output<typeof ParticipantExchange>;

/** Events of a participant's streams. */
export const ParticipantEvents = {
  "turn.delta": z.object({ index: z.int(), text: z.string() }),
  "turn.completed": ParticipantTurn,
  "call.ended": ParticipantCall,
};

/** Events of a message's stream and of `/calls/:id/events`. */
export const CallEvents = {
  "turn.delta": z.object({ index: z.int(), text: z.string() }),
  "turn.completed": Turn,
  "call.ended": Call,
  "call.settled": Call,
};
