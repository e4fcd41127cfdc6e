/** What decides whether a call may be recorded, as it is known when the call begins. */
export type ConsentFacts = {
  /** The agent records, and keeps a transcript, by which a recording is masked. */
  enabled: boolean;
  /** Whoever asked for the call, or the contact by an earlier refusal, wants none. */
  unwanted: boolean;
  /** The agent's setting, or the law where the other side is, asks to be told. */
  announce: boolean;
  /** Whether a caller who declines may go on. */
  allowOptOut: boolean;
  announceOnTransfer: boolean;
};

/**
 * What the caller is answering in a window.
 * - `announcement`: only a refusal prevents the recording.
 * - `may_record`: asked once, where the answer to the announcement was not understood; only a yes allows it.
 * - `stop`: asked after a lone 9 later in the call; only a no continues it.
 */
export type Question = "announcement" | "may_record" | "stop";
/** An answer as it was understood. `other`: words that answer something else. `unclear`: not understood, or a failure. */
export type Answer = "yes" | "no" | "silence" | "other" | "unclear";

/**
 * Where a call stands with its recording. Sound is kept in `recording` alone.
 * - `off`: nobody records; nothing changes that.
 * - `announcing`: the announcement is being played; before its end nothing is kept.
 * - `awaiting_answer`: the caller can answer `question`; nothing is kept.
 * - `suppressed`: declined; what was kept is destroyed.
 * - `stopped`: no more is kept, what there is stays.
 */
export type Consent = {
  state: "off" | "announcing" | "awaiting_answer" | "recording" | "suppressed" | "stopped";
  question: Question | null;
  facts: ConsentFacts;
  /** How often the announcement was begun and not heard to its end. */
  cuts: number;
  announcedAt: string | null;
  optedOutAt: string | null;
  trace: readonly Traced[];
};

/** What is kept of how it came to be: shown with the call. */
export type Traced = { event: string; at: string; at_ms: number };

/** A line on which it was not heard so often will not carry it: the call goes on unrecorded. */
const MOST_ANNOUNCED = 3;

/** `at`: RFC 3339; `atMs`: milliseconds of the call. */
export type ConsentEvent = { at: string; atMs: number } & (
  | { type: "began" }
  /** The announcement has been played, to its end by the carrier's mark (`whole`), or only in part. */
  | { type: "announced"; whole: boolean }
  /** The answer window has closed. */
  | { type: "answered"; answer: Answer }
  | { type: "declined"; by: "words" | "key" }
  /** A lone 9, where it answers nothing else. */
  | { type: "doubted" }
  /** A human has joined; `refused`: they pressed 9 before that. */
  | { type: "transferred"; refused: boolean }
  | { type: "ended" }
);

export type ConsentEffect =
  | { type: "announce" }
  /** Open the answer window. */
  | { type: "listen" }
  /** Ask the question, and open a window behind it. */
  | { type: "ask" }
  | { type: "record" }
  /** Keep no more. */
  | { type: "pause" }
  /** Destroy what was kept. */
  | { type: "destroy" }
  /** Tell that the call goes on unrecorded. */
  | { type: "go_on" }
  /** Tell that the call cannot go on unrecorded, and end it as declined. */
  | { type: "refuse" };

/** The next state, its effects, and what the trace says of it (the new state's own name where nothing is said). */
type Step = readonly [Consent, ConsentEffect[], string?];

export const newConsent = (facts: ConsentFacts): Consent => ({
  state: "off",
  question: null,
  facts,
  cuts: 0,
  announcedAt: null,
  optedOutAt: null,
  trace: [],
});

function began(consent: Consent): Step {
  const { enabled, unwanted, announce } = consent.facts;
  if (!enabled) return [consent, []];
  if (unwanted) return [{ ...consent, state: "suppressed" }, [], "suppressed_beforehand"];
  return announce
    ? [{ ...consent, state: "announcing" }, [{ type: "announce" }]]
    : [{ ...consent, state: "recording" }, [{ type: "record" }], "began_unannounced"];
}

function announced(consent: Consent, whole: boolean, at: string): Step {
  if (consent.state !== "announcing") return [consent, []];
  if (whole)
    return [
      { ...consent, state: "awaiting_answer", question: "announcement", announcedAt: at },
      [{ type: "listen" }],
      "announced",
    ];
  // Who has not heard it to its end has not been told: they are told again, or nothing is recorded.
  const cuts = consent.cuts + 1;
  return cuts < MOST_ANNOUNCED
    ? [{ ...consent, cuts }, [{ type: "announce" }], "announcement_cut"]
    : [{ ...consent, cuts, state: "stopped" }, [], "announcement_unheard"];
}

const record = (consent: Consent, event: string): Step => [
  { ...consent, state: "recording", question: null },
  [{ type: "record" }],
  event,
];

function declined(consent: Consent, by: "words" | "key", at: string): Step {
  if (consent.state === "off" || consent.state === "suppressed") return [consent, []];
  const next: Consent = { ...consent, state: "suppressed", question: null, optedOutAt: at };
  const answer: ConsentEffect = { type: consent.facts.allowOptOut ? "go_on" : "refuse" };
  return [next, [{ type: "destroy" }, answer], `declined_by_${by}`];
}

const BEGAN_AFTER = {
  yes: "began_after_yes",
  silence: "began_after_silence",
  other: "began_after_words",
} as const;

function answered(consent: Consent, answer: Answer, at: string): Step {
  switch (consent.question) {
    case null:
      return [consent, []];
    case "announcement":
      if (answer === "no") return declined(consent, "words", at);
      if (answer === "unclear") return [{ ...consent, question: "may_record" }, [{ type: "ask" }], "asked"];
      return record(consent, BEGAN_AFTER[answer]);
    case "may_record":
      if (answer === "no") return declined(consent, "words", at);
      if (answer === "yes") return record(consent, BEGAN_AFTER.yes);
      return [{ ...consent, state: "stopped", question: null }, [{ type: "go_on" }], "unanswered"];
    case "stop":
      // The announcement named the 9 as a refusal: it stands unless the caller takes it back.
      return answer === "no" ? record(consent, "kept_recording") : declined(consent, "key", at);
  }
}

function doubted(consent: Consent): Step {
  if (consent.state !== "recording") return [consent, []];
  return [
    { ...consent, state: "awaiting_answer", question: "stop" },
    [{ type: "pause" }, { type: "ask" }],
    "asked_to_stop",
  ];
}

function transferred(consent: Consent, refused: boolean): Step {
  if (consent.state !== "recording") return [consent, []];
  if (consent.facts.announceOnTransfer && !refused) return [{ ...consent }, [], "announced_on_bridge"];
  return [{ ...consent, state: "stopped" }, [{ type: "pause" }], refused ? "declined_on_bridge" : "stopped"];
}

function ended(consent: Consent, at: string): Step {
  const { state, question } = consent;
  if (question === "stop") {
    // The 9 was not taken back; nobody is left to be told.
    const [next, effects, event] = declined(consent, "key", at);
    const told = effects.filter(({ type }) => type === "destroy");
    return event === undefined ? [next, told] : [next, told, event];
  }
  if (state !== "recording" && state !== "announcing" && state !== "awaiting_answer") return [consent, []];
  const event = state === "awaiting_answer" ? "left_before_answer" : "stopped";
  return [{ ...consent, state: "stopped", question: null }, [{ type: "pause" }], event];
}

function move(consent: Consent, event: ConsentEvent): Step {
  switch (event.type) {
    case "began":
      return began(consent);
    case "announced":
      return announced(consent, event.whole, event.at);
    case "answered":
      return answered(consent, event.answer, event.at);
    case "declined":
      return declined(consent, event.by, event.at);
    case "doubted":
      return doubted(consent);
    case "transferred":
      return transferred(consent, event.refused);
    case "ended":
      return ended(consent, event.at);
  }
}

/** The rules of consent (product.md, "Consent and recording"). Pure; what changes nothing leaves no trace. */
export function consent(before: Consent, event: ConsentEvent): [Consent, ConsentEffect[]] {
  const [after, effects, name] = move(before, event);
  if (after === before) return [before, []];
  const traced: Traced = { event: name ?? after.state, at: event.at, at_ms: Math.round(event.atMs) };
  return [{ ...after, trace: [...before.trace, traced] }, effects];
}

/** Whether it is undecided whether the call is recorded. */
export const isPending = ({ state }: Pick<Consent, "state">): boolean =>
  state === "announcing" || state === "awaiting_answer";
