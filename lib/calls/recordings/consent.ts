/** The facts at the start of a call that decide whether it can be recorded. */
export type ConsentFacts = {
  /** The agent records calls and keeps transcripts, which masking a recording needs. */
  isEnabled: boolean;
  /** The request that created the call, or an earlier refusal of the contact, excludes a recording. */
  isRefusedBeforehand: boolean;
  /** The agent's setting, or the law at the other party's location, requires an announcement. */
  mustAnnounce: boolean;
  /** Whether the call continues if the caller declines. */
  canOptOut: boolean;
  announceOnTransfer: boolean;
};

/**
 * The question that the caller answers in a window.
 * - `announcement`: only a refusal prevents the recording.
 * - `may_record`: asked once if the answer to the announcement was not understood; only a yes allows the
 *   recording.
 * - `stop`: asked after a lone 9 later in the call; only a no continues the recording.
 */
export type Question = "announcement" | "may_record" | "stop";
/**
 * A classified answer. `other`: words that answer something else. `unclear`: not understood, or a failure.
 */
export type Answer = "yes" | "no" | "silence" | "other" | "unclear";

/**
 * The state of a call's recording. Audio is stored only in `recording`.
 * - `off`: the call is not recorded; no event changes that.
 * - `announcing`: the announcement is being played; nothing is stored before its end.
 * - `awaiting_answer`: the caller can answer `question`; nothing is stored.
 * - `suppressed`: declined; stored audio is destroyed.
 * - `stopped`: no more audio is stored; earlier audio is kept.
 */
export type Consent = {
  state: "off" | "announcing" | "awaiting_answer" | "recording" | "suppressed" | "stopped";
  question: Question | null;
  facts: ConsentFacts;
  /** Number of announcements that were not played to their end. */
  failedAnnouncements: number;
  announcedAt: string | null;
  optedOutAt: string | null;
  trace: readonly TraceEntry[];
};

/** An entry of the recording's history, shown with the call. */
export type TraceEntry = { event: string; at: string; at_ms: number };

/** After this many failed announcements, the call continues unrecorded. */
const MAX_ANNOUNCEMENTS = 3;

/** `at`: RFC 3339; `atMs`: milliseconds of the call. */
export type ConsentEvent = { at: string; atMs: number } & (
  | { type: "began" }
  /** The line broke, and the caller is connected again. */
  | { type: "resumed" }
  /** The announcement was played: to its end, by the carrier's mark (`isComplete`), or only in part. */
  | { type: "announced"; isComplete: boolean }
  /** The answer window has closed. */
  | { type: "answered"; answer: Answer }
  | { type: "declined"; by: "words" | "key" }
  /** A lone 9 that answers no other question. */
  | { type: "doubted" }
  /** A human has joined. `hasRefused`: they pressed 9 before that. */
  | { type: "transferred"; hasRefused: boolean }
  | { type: "ended" }
);

export type ConsentEffect =
  | { type: "announce" }
  /** Open the answer window. */
  | { type: "listen" }
  /** Ask the question, and open a window after it. */
  | { type: "ask" }
  | { type: "record" }
  /** Stop storing audio. */
  | { type: "pause" }
  /** Destroy the stored audio. */
  | { type: "destroy" }
  /** Say that the call continues unrecorded. */
  | { type: "go_on" }
  /** Say that the call cannot continue unrecorded, and end it as declined. */
  | { type: "refuse" };

/** The next state, its effects, and the event for the trace (by default, the name of a new state). */
type Step = readonly [Consent, ConsentEffect[], string?];

export const createConsent = (facts: ConsentFacts): Consent => ({
  state: "off",
  question: null,
  facts,
  failedAnnouncements: 0,
  announcedAt: null,
  optedOutAt: null,
  trace: [],
});

function onBegan(consent: Consent): Step {
  const { isEnabled, isRefusedBeforehand, mustAnnounce } = consent.facts;
  if (!isEnabled) return [consent, []];
  if (isRefusedBeforehand) return [{ ...consent, state: "suppressed" }, [], "suppressed_beforehand"];
  return mustAnnounce
    ? [{ ...consent, state: "announcing" }, [{ type: "announce" }]]
    : [{ ...consent, state: "recording" }, [{ type: "record" }], "began_unannounced"];
}

function onAnnounced(consent: Consent, isComplete: boolean, at: string): Step {
  if (consent.state !== "announcing") return [consent, []];
  if (isComplete)
    return [
      { ...consent, state: "awaiting_answer", question: "announcement", announcedAt: at },
      [{ type: "listen" }],
      "announced",
    ];
  // A caller who did not hear the announcement to its end was not informed: it is repeated, or nothing is
  // recorded.
  const failedAnnouncements = consent.failedAnnouncements + 1;
  return failedAnnouncements < MAX_ANNOUNCEMENTS
    ? [{ ...consent, failedAnnouncements }, [{ type: "announce" }], "announcement_cut"]
    : [{ ...consent, failedAnnouncements, state: "stopped" }, [], "announcement_unheard"];
}

const startRecording = (consent: Consent, event: string): Step => [
  { ...consent, state: "recording", question: null },
  [{ type: "record" }],
  event,
];

function onDeclined(consent: Consent, by: "words" | "key", at: string): Step {
  if (consent.state === "off" || consent.state === "suppressed") return [consent, []];
  const next: Consent = { ...consent, state: "suppressed", question: null, optedOutAt: at };
  const answer: ConsentEffect = { type: consent.facts.canOptOut ? "go_on" : "refuse" };
  return [next, [{ type: "destroy" }, answer], `declined_by_${by}`];
}

const BEGAN_AFTER = {
  yes: "began_after_yes",
  silence: "began_after_silence",
  other: "began_after_words",
} as const;

function onAnswered(consent: Consent, answer: Answer, at: string): Step {
  switch (consent.question) {
    case null:
      return [consent, []];
    case "announcement":
      if (answer === "no") return onDeclined(consent, "words", at);
      if (answer === "unclear") return [{ ...consent, question: "may_record" }, [{ type: "ask" }], "asked"];
      return startRecording(consent, BEGAN_AFTER[answer]);
    case "may_record":
      if (answer === "no") return onDeclined(consent, "words", at);
      if (answer === "yes") return startRecording(consent, BEGAN_AFTER.yes);
      return [{ ...consent, state: "stopped", question: null }, [{ type: "go_on" }], "unanswered"];
    case "stop":
      // The announcement offered the 9 as a refusal: it counts unless the caller withdraws it.
      return answer === "no" ? startRecording(consent, "kept_recording") : onDeclined(consent, "key", at);
  }
}

function onDoubted(consent: Consent): Step {
  if (consent.state !== "recording") return [consent, []];
  return [
    { ...consent, state: "awaiting_answer", question: "stop" },
    [{ type: "pause" }, { type: "ask" }],
    "asked_to_stop",
  ];
}

function onTransferred(consent: Consent, hasRefused: boolean): Step {
  if (consent.state !== "recording") return [consent, []];
  if (consent.facts.announceOnTransfer && !hasRefused) return [{ ...consent }, [], "announced_on_bridge"];
  return [
    { ...consent, state: "stopped" },
    [{ type: "pause" }],
    hasRefused ? "declined_on_bridge" : "stopped",
  ];
}

function onEnded(consent: Consent, at: string): Step {
  const { state, question } = consent;
  if (question === "stop") {
    // The 9 was not withdrawn, and no party needs to be informed.
    const [next, effects, event] = onDeclined(consent, "key", at);
    const destroyEffects = effects.filter(({ type }) => type === "destroy");
    return event === undefined ? [next, destroyEffects] : [next, destroyEffects, event];
  }
  if (state !== "recording" && state !== "announcing" && state !== "awaiting_answer") return [consent, []];
  const event = state === "awaiting_answer" ? "left_before_answer" : "stopped";
  return [{ ...consent, state: "stopped", question: null }, [{ type: "pause" }], event];
}

/**
 * Continues after the line broke. Only a recording that had begun continues. An answer that was due cannot be
 * waited for, as the caller may have given it: nothing is recorded, and a 9 that was not withdrawn counts.
 */
function onResumed(consent: Consent, at: string): Step {
  const { state, question } = consent;
  // The process died before it announced anything.
  if (state === "off" && consent.trace.length === 0) return onBegan(consent);
  if (state === "recording" && !consent.facts.isRefusedBeforehand)
    return [{ ...consent }, [{ type: "record" }], "resumed"];
  if (question === "stop") return onDeclined(consent, "key", at);
  return isPending(consent) || state === "recording"
    ? [{ ...consent, state: "stopped", question: null }, [{ type: "go_on" }], "interrupted"]
    : [consent, []];
}

function reduceEvent(consent: Consent, event: ConsentEvent): Step {
  switch (event.type) {
    case "began":
      return onBegan(consent);
    case "resumed":
      return onResumed(consent, event.at);
    case "announced":
      return onAnnounced(consent, event.isComplete, event.at);
    case "answered":
      return onAnswered(consent, event.answer, event.at);
    case "declined":
      return onDeclined(consent, event.by, event.at);
    case "doubted":
      return onDoubted(consent);
    case "transferred":
      return onTransferred(consent, event.hasRefused);
    case "ended":
      return onEnded(consent, event.at);
  }
}

/**
 * Applies an event to the consent, by the rules of product.md, "Consent and recording". Pure. An event
 * without effect leaves no trace.
 */
export function applyConsentEvent(before: Consent, event: ConsentEvent): [Consent, ConsentEffect[]] {
  const [after, effects, name] = reduceEvent(before, event);
  if (after === before) return [before, []];
  const entry: TraceEntry = { event: name ?? after.state, at: event.at, at_ms: Math.round(event.atMs) };
  return [{ ...after, trace: [...before.trace, entry] }, effects];
}

/** Whether the recording is still undecided. */
export const isPending = ({ state }: Pick<Consent, "state">): boolean =>
  state === "announcing" || state === "awaiting_answer";
