/** In place of the value of an optional property that an example does not have. */
export const OMITTED = Symbol("omitted");

/** The example's recording: a chat has none. */
const NO_RECORDING = {
  state: "none",
  announced_at: null,
  opted_out_at: null,
  duration_ms: null,
  expires_at: null,
  trace: [],
};

/** A chat that has begun, as the response to its creation shows it. */
export const CALL_EXAMPLE = {
  agent_version: 3,
  traffic_split: null,
  environment: "live",
  channel: "chat",
  direction: "inbound",
  status: "in_progress",
  end_reason: null,
  reasons: [],
  outcome: null,
  variables: {},
  recording: NO_RECORDING,
  caller_signature: null,
  provider_failures: [],
  scores: [],
  tags: [],
  metadata: { order: 1042 },
  notes: "",
  started_at: "2026-11-24T08:57:12.000Z",
  answered_at: "2026-11-24T08:57:12.000Z",
  created_at: "2026-11-24T08:57:12.000Z",
} as const;

/** The agent's greeting, the first turn of a call. */
export const TURN_EXAMPLE = {
  index: 0,
  role: "agent",
  text: "Hello, this is the front desk. How can I help you?",
  interrupted: false,
  tool: OMITTED,
  delays: OMITTED,
  latency_ms: OMITTED,
} as const;

/** Values of a call that the agent has ended. */
export const ENDED_CALL = {
  status: "completed",
  end_reason: "agent_ended",
  ended_at: "2026-11-24T09:00:00.000Z",
  duration_ms: 168_000,
} as const;

/** The outcome of a settled call. */
export const OUTCOME_EXAMPLE = { tag: "booked", summary: "A table for two was booked.", successful: true };

/** The verdicts of a judged call. */
export const SCORES_EXAMPLE = [{ criterion: "polite", version: 1, verdict: "passed", value: true }] as const;

/** Values of a phone call with a contact. */
const PHONE_CALL = { channel: "phone", direction: "outbound" } as const;

/** A recording that was announced and stored. */
const RECORDING = {
  ...NO_RECORDING,
  state: "recorded",
  announced_at: "2026-11-24T08:57:16.000Z",
  duration_ms: 168_000,
  expires_at: "2026-12-24T09:00:00.000Z",
};

/** Values of an ended phone call whose recording is stored. */
export const RECORDED_CALL = { ...ENDED_CALL, ...PHONE_CALL, recording: RECORDING } as const;

/** Values of an ended phone call whose caller declined the recording. */
export const UNRECORDED_CALL = {
  ...ENDED_CALL,
  ...PHONE_CALL,
  recording: {
    ...NO_RECORDING,
    state: "suppressed",
    announced_at: "2026-11-24T08:57:16.000Z",
    opted_out_at: "2026-11-24T08:57:19.000Z",
  },
} as const;

/** Values of a call that the contact rules blocked before it began. */
export const BLOCKED_CALL = {
  ...PHONE_CALL,
  status: "blocked",
  reasons: [
    {
      code: "no_consent",
      reason: "no_consent",
      message: "There is no consent for this purpose on this channel. Record one with its source first.",
    },
  ],
  started_at: null,
  answered_at: null,
  ended_at: "2026-11-24T08:57:12.000Z",
  duration_ms: 0,
};
