import { z } from "zod";
import { CostSum } from "@/lib/agents/prices/schema";
import {
  TOO_MANY_CALLER_CHARACTERS,
  TOO_MANY_KEYS,
  USE_CRITERION_AND_VERDICT,
  USE_DECISION_CODE,
} from "@/lib/platform/reasons/fields/calls";
import { TOO_MANY_VARIABLES, WRITE_SOMETHING } from "@/lib/platform/reasons/fields/platform";
import { writeFieldSentence } from "@/lib/platform/reasons/write-field-sentence";
import { id, nonBlankText, Phone, pageOf, pageQuery, Time, text } from "@/lib/platform/schema";
import { ATTESTATIONS, VERIFICATION_FAILURES, VERIFICATION_STATUSES } from "@/lib/platform/stir/values";
import { MAX_CALLER_CHARS, readLength } from "@/lib/platform/turn-limits";
import {
  CALL_CHANNELS,
  CALL_DIRECTIONS,
  CALL_END_REASONS,
  CALL_FIGURES,
  CALL_STATUSES,
  RECORDING_STATES,
  SCORE_FILTER,
  SCORE_VERDICTS,
} from "./values";

export const Channel = z.enum(CALL_CHANNELS);
export const Direction = z.enum(CALL_DIRECTIONS);
export const CallStatus = z.enum(CALL_STATUSES);
export const CallEndReason = z.enum(CALL_END_REASONS);
/** A figure of the analytics, as docs/analytics.md defines it. */
export const CallFigure = z.enum(CALL_FIGURES);
export const RecordingState = z.enum(RECORDING_STATES);
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

export const CallId = id("call");
const Scalar = z.union([z.string().max(MAX_METADATA_TEXT), z.number(), z.boolean(), z.null()]);
/** Data of the customer's own system: flat, and sealed like the transcript. */
const Metadata = z
  .record(z.string().min(1).max(MAX_TAG), Scalar)
  .refine(
    (m) => Object.keys(m).length <= MAX_METADATA_KEYS,
    writeFieldSentence(TOO_MANY_KEYS, { max: MAX_METADATA_KEYS }),
  );
const Tags = z
  .array(z.string().trim().min(1, WRITE_SOMETHING).max(MAX_TAG))
  .max(MAX_TAGS)
  .transform((tags) => [...new Set(tags)]);

export const CreateCall = z.strictObject({
  agent_id: id("agt"),
  /** `phone` and `web` for agents of type `voice`, `sms` for type `messaging`, `chat` for both. */
  channel: Channel,
  /**
   * Number to call or text, in E.164. Required for `phone` and `sms` unless `contact_id` is given. The
   * contact is created if it does not exist.
   */
  to: Phone.optional(),
  /** Identifier of the contact to call or text, `ctc_…`, instead of `to`. */
  contact_id: id("ctc").optional(),
  /** Purpose of the call, for which the contact must have given consent. */
  purpose: Purpose.default("informational"),
  /** Initial values of the agent's variables, by name. The agent does not ask for them. */
  variables: z
    .record(z.string(), Scalar)
    .refine(
      (v) => Object.keys(v).length <= MAX_VARIABLES,
      writeFieldSentence(TOO_MANY_VARIABLES, { max: MAX_VARIABLES }),
    )
    .default({}),
  /** Whether the call is not recorded, regardless of the agent's settings. */
  suppress_recording: z.boolean().default(false),
  /** Data from your system, returned with the call. At most 50 keys. */
  metadata: Metadata.default({}),
  /**
   * Whether the agent's draft runs instead of its live version, as a rehearsal. Requires a session or a
   * `test` key.
   */
  draft: z.boolean().default(false),
});
export type CreateCall = z.output<typeof CreateCall>;

export const UpdateCall = z.strictObject({
  /**
   * Labels, which replace all current ones. Duplicates are removed. They are not masked, except card numbers: use no
   * personal data in them.
   */
  tags: Tags.optional(),
  /** Text about the call, which replaces the current one. It is masked like the transcript. */
  notes: text(MAX_NOTES).optional(),
});
export type UpdateCall = z.output<typeof UpdateCall>;

/** A legal hold with its reason. */
export const HoldCall = z.strictObject({
  /** Why the call must be kept. It is shown with the call. */
  reason: nonBlankText(MAX_HOLD_REASON),
});
export type HoldCall = z.output<typeof HoldCall>;

export const SendMessage = z.strictObject({
  /** Words of the participant. */
  text: text(MAX_CALLER_CHARS)
    .regex(/\S/, WRITE_SOMETHING)
    .refine(
      (message) => readLength(message) <= MAX_CALLER_CHARS,
      writeFieldSentence(TOO_MANY_CALLER_CHARACTERS, { max: MAX_CALLER_CHARS }),
    ),
});
export type SendMessage = z.output<typeof SendMessage>;

export const CallParams = z.strictObject({ id: CallId });

const Milliseconds = z.coerce.number().int().min(0).max(2_147_483_647);
const When = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

export const SORTS = ["-created_at", "created_at", "-duration_ms", "duration_ms"] as const;
export const ListCalls = z.strictObject({
  ...pageQuery,
  agent_id: id("agt").optional(),
  campaign_id: id("cmp").optional(),
  /** Selects calls with this contact, by its ID or its number in E.164. */
  contact: z.union([Phone, id("ctc")]).optional(),
  /** Selects calls of this channel. */
  channel: Channel.optional(),
  /** Selects calls that the workspace received (`inbound`) or made (`outbound`). */
  direction: Direction.optional(),
  /** Selects calls with this status. */
  status: CallStatus.optional(),
  /** Selects calls with this outcome's tag. */
  outcome: z.string().min(1).max(MAX_TAG).optional(),
  /** Selects calls that ended for this reason. */
  end_reason: CallEndReason.optional(),
  /** Selects the calls that a figure of the analytics counts. */
  figure: CallFigure.optional(),
  /**
   * Selects calls by the state of their recording. Calls that were never answered have none and are not
   * selected.
   */
  recording_state: RecordingState.optional(),
  /** Selects blocked calls by the code of a reason. */
  blocked_by: z
    .string()
    .regex(/^[a-z_]{1,64}$/, USE_DECISION_CODE)
    .optional(),
  /**
   * Selects calls by the judge's verdict on a criterion, `<criterion>:<verdict>`, such as `polite:failed`. The verdicts are those of
   * `scores`. Agents can have criteria of the same name: combine it with `agent_id`.
   */
  score: z.string().regex(SCORE_FILTER, USE_CRITERION_AND_VERDICT).optional(),
  /** Selects calls with this label. */
  tag: z.string().min(1).max(MAX_TAG).optional(),
  /** Selects calls created after this time. */
  created_after: When.optional(),
  /** Selects calls created before this time. */
  created_before: When.optional(),
  /** Selects calls that lasted at least this long, in milliseconds. */
  min_duration_ms: Milliseconds.optional(),
  /** Selects calls that lasted at most this long, in milliseconds. */
  max_duration_ms: Milliseconds.optional(),
  /** Words that must all occur in the masked transcript. */
  q: z.string().min(1).max(MAX_SEARCH).optional(),
  /** Order of the list; `-` means descending. Calls in progress have no duration. */
  sort: z.enum(SORTS).default("-created_at"),
});
export type ListCalls = z.output<typeof ListCalls>;

const Masked = z.strictObject({
  /** Always true: the value is sensitive, and is not shown. */
  masked: z.literal(true),
});
const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), Masked]);

/**
 * An integer in a turn. `z.int()` would check it again, which takes half of the time that a response with 200 turns is
 * parsed.
 */
const TurnInteger = z.number().meta({ type: "integer" });

/** Parts of the delay of a spoken answer, until its first audio was sent; `transport_ms` is added to them. */
const Delays = z.object({
  /** Time from the caller's last sound to the first audio of the answer. */
  total_ms: TurnInteger,
  /** Time from the caller's last sound to the end of the utterance. */
  endpointing_ms: TurnInteger,
  /** Time from then to the transcript. */
  transcriber_ms: TurnInteger,
  /** Time that the model took to its first words. */
  model_ms: TurnInteger,
  /** Time that the voice took to its first audio. */
  voice_ms: TurnInteger,
  /** Parley's own time: storing turns and running tools. */
  processing_ms: TurnInteger,
  /** Additional time until the caller hears the audio. For browsers, an estimate. */
  transport_ms: TurnInteger,
});

/** One turn as shown; `text` and the tool's fields are masked. */
export const Turn = z.object({
  /** Position of the turn in the conversation, from 0. */
  index: TurnInteger,
  /**
   * `human` is the person who takes over a transferred call. `system` turns are recording announcements,
   * their answers, and phrases spoken while a tool runs; models do not read them.
   */
  role: z.enum(["caller", "agent", "human", "tool", "system"]),
  /**
   * Words of the turn, with masks over sensitive values. Null for a turn of a tool, and for words that are
   * withheld.
   */
  text: z.string().nullable(),
  /** Start of the turn in milliseconds of the call. */
  start_ms: TurnInteger,
  /** End of the turn in milliseconds of the call. */
  end_ms: TurnInteger,
  /** Whether the caller interrupted the agent. `text` is cut to the part that they heard. */
  interrupted: z.boolean(),
  /** The call of a tool. Only present if `role` is `tool`. */
  tool: z
    .object({
      /** Name of the tool. */
      name: z.string(),
      /** Arguments that the model sent, masked. */
      arguments: z.unknown(),
      /** Result that the model read, masked. */
      result: z.unknown(),
      /** Whether the tool succeeded. */
      ok: z.boolean(),
    })
    .optional(),
  /** Parts of the delay before an answer, in milliseconds. Only present in spoken turns of the agent. */
  delays: Delays.optional(),
  /** Agent turns: time from the caller's last word, or the message, to the first word of the answer. */
  latency_ms: TurnInteger.optional(),
  /** Agent turns: the variable that the turn asks for. Null if it asks for none, absent if the model does not say. */
  asks: z.string().nullable().optional(),
});
export type Turn = z.output<typeof Turn>;

const Reason = z.object({
  /** Name of the reason, for programs. */
  code: z.string(),
  /** Name of the sentence, for clients that translate it. Can be absent in calls of earlier releases. */
  reason: z.string().optional(),
  /** The reason for people, with the time at which it ends. */
  message: z.string(),
  /** Time at which this reason ends. Absent if it does not end by time, and in calls of earlier releases. */
  until: Time.optional(),
});

/** Whether the caller's provider signed the caller's number (STIR/SHAKEN). */
export const CallerSignature = z.object({
  /**
   * `verified`: a trusted provider signed the number, which is the caller's. `failed`: the signature does not count, for the
   * given `reason`. `absent`: the call has none. `not_checked`: the operator configured no trust anchors.
   */
  status: z.enum(VERIFICATION_STATUSES),
  /**
   * How well the provider knows the caller: `A`, they may use the number; `B`, they are a customer; `C`, the call came through
   * a gateway. Null unless the signature is verified, and if it makes no such claim.
   */
  attestation: z.enum(ATTESTATIONS).nullable(),
  /** Why the signature does not count. Null unless `status` is `failed`. */
  reason: z.enum(VERIFICATION_FAILURES).nullable(),
});
export type CallerSignature = z.output<typeof CallerSignature>;

/** A failure of a speech provider: its integration's name, the part and the kind. */
export const ProviderFailureNote = z.object({
  /** Time of the failure. */
  at: Time,
  /** Name of the integration. */
  provider: z.string(),
  /** The service that failed. */
  part: z.enum(["voice", "transcriber"]),
  /** Kind of the failure. `not_connected` and `not_allowed`: the provider was not used at all. */
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
/** Pause after a failure of a provider, as each further failure costs the caller seconds of silence. */
export const PROVIDER_BACKOFF_MS = 60_000;

/** The verdict of the judge on a criterion, without its words. */
export const CallVerdict = z.strictObject({
  /** Name of the criterion. */
  criterion: z.string(),
  /** Version of the criterion by which the call was judged: the latest one that a judge has tried. */
  version: z.int(),
  /**
   * `passed` or `failed` by the criterion's rule. `judged`: it has an answer and no rule. `not_judged`: the judge could not answer.
   */
  verdict: z.enum(SCORE_VERDICTS),
  /** The judge's answer: yes or no, or a point of the scale. Null for a text, and without an answer. */
  value: z.union([z.boolean(), z.number()]).nullable(),
});

const fields = {
  id: CallId,
  agent_id: id("agt"),
  /** Number of the agent's version that the call runs; null if it rehearses the draft. */
  agent_version: z.int().nullable(),
  /** The traffic split that selected the version; null for calls outside of a split, and for tests. */
  traffic_split: z
    .strictObject({
      id: id("spl"),
      /** The version that the call runs: the live one, or the candidate. */
      arm: z.enum(["live", "candidate"]),
    })
    .nullable(),
  /** Identifier of the campaign that made the call, `cmp_…`; null for none. */
  campaign_id: z.string().nullable(),
  /** Identifier of the contact, `ctc_…`. Null if there is none, such as for a withheld number. */
  contact_id: z.string().nullable(),
  /** Environment of the call. Calls of `test` reach no real person. */
  environment: z.enum(["live", "test"]),
  /** How the participant and the agent talk: by telephone, browser, SMS or chat. */
  channel: Channel,
  /** Side that started the call: the participant (`inbound`) or the workspace (`outbound`). */
  direction: Direction,
  /**
   * Number of the person who called or texted, in E.164. Null in outbound calls, if it is withheld, for
   * other channels, and after an erasure.
   */
  from: z.string().nullable(),
  /**
   * Number of the called or texted side, in E.164: the contact's in outbound calls, else the workspace's.
   * Null for channels without a number, and after an erasure.
   */
  to: z.string().nullable(),
  /** Current state. `blocked`: the policy refused the call, for the given `reasons`. */
  status: CallStatus,
  /** Why the call ended; null while it is in progress. */
  end_reason: CallEndReason.nullable(),
  /** Why the policy blocked the call. Empty for other calls. */
  reasons: z.array(Reason),
  /** Purpose for which consent is required. */
  purpose: Purpose,
  /** Time at which variables, outcome and masks were final, usually seconds after the end. Null before. */
  settled_at: Time.nullable(),
  /** Result of the conversation. Null until the call is settled. */
  outcome: z
    .object({
      /**
       * One of the agent's outcomes, or of the system's: `no_answer`, `busy`, `voicemail`, `opted_out`,
       * `declined`, `failed`.
       */
      tag: z.string(),
      /**
       * Summary, written from the masked transcript. Null for none, and after the transcript's retention
       * period.
       */
      summary: z.string().nullable(),
      /** Whether the outcome counts as a success. */
      successful: z.boolean(),
    })
    .nullable(),
  /**
   * Values by the variable's name, `{"masked": true}` if they are sensitive. A variable without a value is
   * null or absent.
   */
  variables: z.record(z.string(), Value),
  /** State of the recording. */
  recording: z.object({
    /**
     * `pending` until the caller has answered the announcement. `suppressed`: the caller declined, in this
     * call or before, or the request excluded a recording. `disabled`: the agent does not record. `none`:
     * nothing was recorded. `expired`: the retention period is over. `erased`: deleted on request.
     */
    state: RecordingState,
    /** Time at which the announcement had been played to its end. Null if it was not. */
    announced_at: Time.nullable(),
    /** Time at which the caller declined. Null if they did not. */
    opted_out_at: Time.nullable(),
    /** Length in milliseconds. Null without a recording. */
    duration_ms: z.int().nullable(),
    /** Time at which the recording is deleted, unless a legal hold keeps it. Null without a recording. */
    expires_at: Time.nullable(),
    /**
     * Steps of the decision to record, in order, each with its `event`, its time `at`, and `at_ms`, its
     * position in the call.
     */
    trace: z.array(z.unknown()),
  }),
  /** The signature of the caller's number. Null for calls that do not come in over a SIP trunk, and until it is verified. */
  caller_signature: CallerSignature.nullable(),
  /** Failures of speech providers, at most 20. The built-in provider replaced them. */
  provider_failures: z.array(ProviderFailureNote),
  /** Delays of the agent's answers in this call, in milliseconds. See `latency_ms` of a turn. */
  latency: z.object({
    /** Median. Null until the call is settled, and without answers. */
    turn_p50_ms: z.int().nullable(),
    /** 95th percentile. Null until the call is settled, and without answers. */
    turn_p95_ms: z.int().nullable(),
  }),
  /** Labels of the call, set with `PATCH`. */
  tags: z.array(z.string()),
  /** Text about the call, set with `PATCH`. Sensitive values in it are masked. */
  notes: z.string(),
  /** Reason of the legal hold that keeps the call from expiry and erasure. Null without one. */
  legal_hold: z.string().nullable(),
  /** Data that was sent when the call was created. Sensitive values in it are masked. */
  metadata: z.record(z.string(), Value),
  /** Time at which the content was erased on request. Null if it was not. */
  erased_at: Time.nullable(),
  created_at: Time,
  /** Time at which the conversation began. Null if it has not. */
  started_at: Time.nullable(),
  /** Time at which a person or a browser answered. Null if none has. Text conversations begin answered. */
  answered_at: Time.nullable(),
  /** Time of the end. Null while the call is in progress. */
  ended_at: Time.nullable(),
  /**
   * Duration from the answer to the end in milliseconds, 0 for unanswered calls. Null while the call is in
   * progress.
   */
  duration_ms: z.int().nullable(),
  /**
   * Cost by the workspace's prices of the day (UTC) on which the call began. Null until the call is settled, and if no use has a price.
   */
  cost: CostSum.nullable(),
  /**
   * Verdicts of the judge by criterion, in the order of their names. Empty until the call is judged, which is after it has settled
   * (`call.scored`), and once its content is deleted. `GET /calls/{id}/scores` has the reasons and marks.
   */
  scores: z.array(CallVerdict),
};
/** A call in a list. */
export const CallItem = z.object(fields);
export type CallItem = z.output<typeof CallItem>;
/**
 * Connection details for a browser: usable once, with the token as the second subprotocol, before it expires.
 */
const Connect = z.object({
  /** Address of the WebSocket: absolute, or a path relative to the address of the API. */
  url: z.string(),
  /** Secret that opens this call once, sent as the second subprotocol. */
  token: z.string(),
  /**
   * Time after which the token does not work. If no browser has connected by then, the call ends as
   * `no_answer`.
   */
  expires_at: Time,
});
/** One call with its transcript. `connect` is only in the response that creates a `web` call. */
export const Call = z.object({
  ...fields,
  /**
   * Turns of the conversation so far, in order. Empty after the retention period, and for agents that keep
   * none.
   */
  transcript: z.array(Turn),
  /**
   * How a browser connects. Only present in the response that creates a call of channel `web`, and not in a
   * repeated one.
   */
  connect: Connect.optional(),
});
export type Call = z.output<typeof Call>;
export const CallPage = pageOf(CallItem);

/** The result of a message: the turns since, starting with the caller's, and the call. */
export const Exchange = z.object({
  /** Turns since the message, starting with its own. */
  turns: z.array(Turn),
  /** The call after these turns. */
  call: Call,
});
export type Exchange = z.output<typeof Exchange>;

/**
 * A token with which a participant sees the conversation; absent in the response to a repeated
 * `Idempotency-Key`.
 */
export const ParticipantToken = z.object({
  /**
   * Bearer token for the messages, events and end of this call, `prp_…`. Absent in the response to a
   * repeated `Idempotency-Key`.
   */
  token: z.string().optional(),
  /**
   * Time after which the token does not work, 15 minutes after its creation. It also ends with the call.
   */
  expires_at: Time,
});
export type ParticipantToken = z.output<typeof ParticipantToken>;

/** One turn as the participant sees it, without tools and internal data. */
export const ParticipantTurn = z.object({
  /** Position of the turn in the conversation, from 0. */
  index: z.int(),
  /** Speaker of the turn. `human` is the person who takes over a transferred call. */
  role: z.enum(["caller", "agent", "human", "system"]),
  /**
   * Words of the turn: the participant's in clear, the agent's with masks over values that the participant
   * did not say in this call. Null if they are withheld.
   */
  text: z.string().nullable(),
  /** Start of the turn in milliseconds of the call. */
  start_ms: z.int(),
  /** End of the turn in milliseconds of the call. */
  end_ms: z.int(),
  /** Whether the participant interrupted the agent. `text` is cut to the part that they heard. */
  interrupted: z.boolean(),
});
export type ParticipantTurn = z.output<typeof ParticipantTurn>;

/** The call's fields that a participant sees. */
export const ParticipantCall = z.object({
  id: CallId,
  /** Current state. */
  status: CallStatus,
  /** Why the call ended; null while it is in progress. */
  end_reason: CallEndReason.nullable(),
  /** Time of the end; null while the call is in progress. */
  ended_at: Time.nullable(),
});
export type ParticipantCall = z.output<typeof ParticipantCall>;
export const ParticipantExchange = z.object({
  /** Turns since the message, starting with its own. */
  turns: z.array(ParticipantTurn),
  /** The call after these turns. */
  call: ParticipantCall,
});
export type ParticipantExchange = z.output<typeof ParticipantExchange>;

/** New words of a turn while the agent speaks or writes. */
export const TurnDelta = z.object({
  /** Position of the turn in the conversation, from 0. */
  index: z.int(),
  /** Words that follow those of the earlier events of this turn. */
  text: z.string(),
});

/** Events of a participant's streams. */
export const ParticipantEvents = {
  "turn.delta": TurnDelta,
  "turn.completed": ParticipantTurn,
  "call.ended": ParticipantCall,
};

/** Events of a message's stream and of `/calls/:id/events`. */
export const CallEvents = {
  "turn.delta": TurnDelta,
  "turn.completed": Turn,
  "call.ended": Call,
  "call.settled": Call,
};
