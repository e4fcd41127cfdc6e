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
 * Where a call stands with its recording. Sound is kept in `recording` alone.
 * - `off`: nobody records; nothing changes that.
 * - `announcing`: the announcement is being played; before its end nothing is kept.
 * - `suppressed`: declined; what was kept is destroyed.
 * - `stopped`: no more is kept, what there is stays.
 */
export type Consent = {
  state: "off" | "announcing" | "recording" | "suppressed" | "stopped";
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
  | { type: "declined"; by: "words" | "key" }
  | { type: "transferred" }
  | { type: "ended" }
);

export type ConsentEffect =
  | { type: "announce" }
  | { type: "record" }
  /** Keep no more. */
  | { type: "pause" }
  /** Destroy what was kept. */
  | { type: "destroy" }
  /** Tell that the call goes on unrecorded. */
  | { type: "go_on" }
  /** Tell that the call cannot go on unrecorded, and end it as declined. */
  | { type: "refuse" };

type Step = [Consent, ConsentEffect[]];

export const newConsent = (facts: ConsentFacts): Consent => ({
  state: "off",
  facts,
  cuts: 0,
  announcedAt: null,
  optedOutAt: null,
  trace: [],
});

function began(consent: Consent): Step {
  const { enabled, unwanted, announce } = consent.facts;
  if (!enabled) return [consent, []];
  if (unwanted) return [{ ...consent, state: "suppressed" }, []];
  return announce
    ? [{ ...consent, state: "announcing" }, [{ type: "announce" }]]
    : [{ ...consent, state: "recording" }, [{ type: "record" }]];
}

function announced(consent: Consent, whole: boolean, at: string): Step {
  if (consent.state !== "announcing") return [consent, []];
  // Who has not heard it to its end has not been told: they are told again, or nothing is recorded.
  if (!whole) {
    const cuts = consent.cuts + 1;
    return cuts < MOST_ANNOUNCED
      ? [{ ...consent, cuts }, [{ type: "announce" }]]
      : [{ ...consent, cuts, state: "stopped" }, []];
  }
  return [{ ...consent, state: "recording", announcedAt: consent.announcedAt ?? at }, [{ type: "record" }]];
}

function declined(consent: Consent, at: string): Step {
  if (consent.state === "off" || consent.state === "suppressed") return [consent, []];
  const next: Consent = { ...consent, state: "suppressed", optedOutAt: at };
  const answer: ConsentEffect = { type: consent.facts.allowOptOut ? "go_on" : "refuse" };
  return [next, [{ type: "destroy" }, answer]];
}

function transferred(consent: Consent): Step {
  if (consent.state !== "recording") return [consent, []];
  return consent.facts.announceOnTransfer
    ? [{ ...consent, state: "announcing" }, [{ type: "pause" }, { type: "announce" }]]
    : [{ ...consent, state: "stopped" }, [{ type: "pause" }]];
}

function ended(consent: Consent): Step {
  const going = consent.state === "recording" || consent.state === "announcing";
  return going ? [{ ...consent, state: "stopped" }, [{ type: "pause" }]] : [consent, []];
}

function move(consent: Consent, event: ConsentEvent): Step {
  switch (event.type) {
    case "began":
      return began(consent);
    case "announced":
      return announced(consent, event.whole, event.at);
    case "declined":
      return declined(consent, event.at);
    case "transferred":
      return transferred(consent);
    case "ended":
      return ended(consent);
  }
}

const nameOf = (before: Consent, after: Consent, event: ConsentEvent): string => {
  if (event.type === "declined") return `declined_by_${event.by}`;
  if (after.state === "recording") return event.type === "announced" ? "announced" : "began_unannounced";
  if (event.type === "announced")
    return after.state === "announcing" ? "announcement_cut" : "announcement_unheard";
  if (event.type === "began" && after.state === "suppressed") return "suppressed_beforehand";
  return before.state === "recording" && after.state === "announcing" ? "announcing_again" : after.state;
};

/** The rules of consent (product.md, "Consent and recording"). Pure; what changes nothing leaves no trace. */
export function consent(before: Consent, event: ConsentEvent): Step {
  const [after, effects] = move(before, event);
  if (after === before) return [before, []];
  const traced: Traced = { event: nameOf(before, after, event), at: event.at, at_ms: Math.round(event.atMs) };
  return [{ ...after, trace: [...before.trace, traced] }, effects];
}
