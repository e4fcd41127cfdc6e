import { describe, expect, it } from "vitest";
import { applyConsentEvent, type ConsentFacts } from "./consent";
import { restoreConsent, type StoredConsent } from "./restore-consent";

const FACTS: ConsentFacts = {
  isEnabled: true,
  isRefusedBeforehand: false,
  mustAnnounce: true,
  canOptOut: true,
  announceOnTransfer: true,
};
const AT = "2026-01-01T00:00:09.000Z";
const traceOf = (...events: string[]) => events.map((event, i) => ({ event, at: AT, at_ms: i * 1_000 }));

/** The consent after the line broke with this stored state, and the caller is connected again. */
function resume(stored: StoredConsent, facts: Partial<ConsentFacts> = {}) {
  const [state, effects] = applyConsentEvent(restoreConsent({ ...FACTS, ...facts }, stored), {
    type: "resumed",
    at: AT,
    atMs: 9_000,
  });
  return { ...state, effects: effects.map(({ type }) => type), last: state.trace.at(-1)?.event };
}

describe("the consent to a recording after the line broke", () => {
  it.each([
    [["began_unannounced"]],
    [["announcing", "announced", "began_after_silence"]],
    [["announcing", "announced", "asked", "began_after_yes"]],
    [["announcing", "announced", "began_after_words", "asked_to_stop", "kept_recording"]],
    [["announcing", "announced", "began_after_silence", "resumed"]],
  ])("continues a recording that had begun: %s", (events) => {
    expect(resume({ trace: traceOf(...events) })).toMatchObject({
      state: "recording",
      effects: ["record"],
      last: "resumed",
    });
  });

  it.each([
    [["announcing"]],
    [["announcing", "announcement_cut"]],
    [["announcing", "announced"]],
    [["announcing", "announced", "asked"]],
  ])("records nothing if the caller's answer was due: %s", (events) => {
    expect(resume({ state: "pending", trace: traceOf(...events) })).toMatchObject({
      state: "stopped",
      effects: ["go_on"],
      last: "interrupted",
    });
  });

  it("counts a 9 that was not withdrawn, and destroys what was recorded", () => {
    const stored = { trace: traceOf("announcing", "announced", "began_after_silence", "asked_to_stop") };
    expect(resume(stored)).toMatchObject({
      state: "suppressed",
      effects: ["destroy", "go_on"],
      optedOutAt: AT,
      last: "declined_by_key",
    });
    expect(resume(stored, { canOptOut: false }).effects).toEqual(["destroy", "refuse"]);
  });

  it.each<[string, StoredConsent]>([
    ["a refusal", { state: "suppressed", opted_out_at: AT, trace: traceOf("announcing", "declined_by_key") }],
    [
      "an unanswered question",
      { state: "none", trace: traceOf("announcing", "announced", "asked", "unanswered") },
    ],
    ["an earlier break", { state: "none", trace: traceOf("announcing", "interrupted") }],
    ["an end", { trace: traceOf("began_unannounced", "stopped") }],
    ["a call that was created without a recording", { state: "disabled" }],
    ["a step of a later version", { trace: traceOf("began_unannounced", "something_new") }],
  ])("records nothing after %s", (_, stored) => {
    const { effects, trace } = resume(stored);
    expect(effects).toEqual([]);
    expect(trace).toEqual(stored.trace ?? []);
  });

  it("records no more if the contact has declined elsewhere since", () => {
    const stored = { trace: traceOf("announcing", "announced", "began_after_silence") };
    expect(resume(stored, { isRefusedBeforehand: true })).toMatchObject({
      state: "stopped",
      effects: ["go_on"],
    });
  });

  it("begins as in a new call if nothing had been announced", () => {
    expect(resume({})).toMatchObject({ state: "announcing", effects: ["announce"] });
    expect(resume({}, { isEnabled: false }).effects).toEqual([]);
  });
});
