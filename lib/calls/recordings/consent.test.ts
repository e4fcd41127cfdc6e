import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  applyConsentEvent,
  type Consent,
  type ConsentEvent,
  type ConsentFacts,
  createConsent,
} from "./consent";

const FACTS: ConsentFacts = {
  isEnabled: true,
  isRefusedBeforehand: false,
  mustAnnounce: true,
  canOptOut: true,
  announceOnTransfer: true,
};
type Happened = ConsentEvent extends infer E ? (E extends unknown ? Omit<E, "at" | "atMs"> : never) : never;

function run(facts: Partial<ConsentFacts>, ...events: Happened[]) {
  let state: Consent = createConsent({ ...FACTS, ...facts });
  const effects: string[] = [];
  events.forEach((event, i) => {
    const [next, asked] = applyConsentEvent(state, {
      ...event,
      at: `2026-01-01T00:00:0${i}.000Z`,
      atMs: i * 1_000,
    } as ConsentEvent);
    state = next;
    effects.push(...asked.map(({ type }) => type));
  });
  return { state, effects, trace: state.trace.map(({ event }) => event) };
}
const BEGAN = { type: "began" } as const;
const HEARD = { type: "announced", isComplete: true } as const;
const CUT = { type: "announced", isComplete: false } as const;
const BY_WORDS = { type: "declined", by: "words" } as const;
const answered = (answer: Answer) => ({ type: "answered", answer }) as const;
const SILENCE = answered("silence");
const JOINED = { type: "transferred", hasRefused: false } as const;
const DOUBTED = { type: "doubted" } as const;

/** Whether audio is stored after these effects. */
const keepsSound = (effects: readonly string[]): boolean =>
  effects.filter((effect) => ["record", "pause", "destroy"].includes(effect)).at(-1) === "record";

describe("consent to a recording", () => {
  it("records nothing before the announcement has been played to its end", () => {
    expect(run({}, BEGAN)).toMatchObject({ state: { state: "announcing" }, effects: ["announce"] });
    const awaiting = run({}, BEGAN, HEARD);
    expect(awaiting.effects).toEqual(["announce", "listen"]);
    expect(awaiting.state).toMatchObject({
      state: "awaiting_answer",
      question: "announcement",
      announcedAt: "2026-01-01T00:00:01.000Z",
    });
  });

  it.each([
    ["silence", "began_after_silence"],
    ["yes", "began_after_yes"],
    ["other", "began_after_words"],
  ] as const)("records once the answer window has closed upon %s", (answer, event) => {
    const recorded = run({}, BEGAN, HEARD, answered(answer));
    expect(recorded).toMatchObject({ state: { state: "recording", question: null } });
    expect(recorded.effects).toEqual(["announce", "listen", "record"]);
    expect(recorded.trace).toEqual(["announcing", "announced", event]);
  });

  it("is declined by a no in the answer window, before any audio is stored", () => {
    const refused = run({}, BEGAN, HEARD, answered("no"));
    expect(refused.state).toMatchObject({ state: "suppressed", optedOutAt: expect.any(String) });
    expect(refused.effects).toEqual(["announce", "listen", "destroy", "go_on"]);
  });

  it("asks once if the answer was not understood, and then requires a yes", () => {
    const awaiting = run({}, BEGAN, HEARD, answered("unclear"));
    expect(awaiting.state).toMatchObject({ state: "awaiting_answer", question: "may_record" });
    expect(awaiting.effects.at(-1)).toBe("ask");
    expect(run({}, BEGAN, HEARD, answered("unclear"), answered("yes")).state.state).toBe("recording");
    expect(run({}, BEGAN, HEARD, answered("unclear"), answered("no")).state.state).toBe("suppressed");
    for (const answer of ["silence", "other", "unclear"] as const) {
      const left = run({}, BEGAN, HEARD, answered("unclear"), answered(answer));
      expect(left).toMatchObject({ state: { state: "stopped", optedOutAt: null } });
      expect(left.effects).toEqual(["announce", "listen", "ask", "go_on"]);
      expect(left.trace.at(-1)).toBe("unanswered");
    }
  });

  it("stores nothing while it asks about a lone 9, which counts as a refusal unless the caller withdraws it", () => {
    const awaiting = run({}, BEGAN, HEARD, SILENCE, DOUBTED);
    expect(awaiting.state).toMatchObject({ state: "awaiting_answer", question: "stop" });
    expect(awaiting.effects.slice(-2)).toEqual(["pause", "ask"]);
    expect(run({}, BEGAN, HEARD, SILENCE, DOUBTED, answered("no")).state.state).toBe("recording");
    for (const answer of ["yes", "silence", "other", "unclear"] as const)
      expect(run({}, BEGAN, HEARD, SILENCE, DOUBTED, answered(answer)).state.state).toBe("suppressed");
    const left = run({ canOptOut: false }, BEGAN, HEARD, SILENCE, DOUBTED, { type: "ended" });
    expect(left.state.state).toBe("suppressed");
    expect(left.effects.at(-1)).toBe("destroy");
  });

  it("stores audio only in the state recording, for every sequence of events", () => {
    const events: Happened[] = [
      BEGAN,
      HEARD,
      CUT,
      BY_WORDS,
      DOUBTED,
      JOINED,
      { type: "transferred", hasRefused: true },
      { type: "ended" },
      ...(["yes", "no", "silence", "other", "unclear"] as const).map(answered),
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...events), { maxLength: 12 }),
        fc.record({
          isEnabled: fc.boolean(),
          isRefusedBeforehand: fc.boolean(),
          mustAnnounce: fc.boolean(),
          canOptOut: fc.boolean(),
          announceOnTransfer: fc.boolean(),
        }),
        (happened, facts) => {
          for (let n = 0; n <= happened.length; n++) {
            const { state, effects } = run(facts, ...happened.slice(0, n));
            expect(keepsSound(effects), `after ${n} events, in ${state.state}`).toBe(
              state.state === "recording",
            );
            if (state.state === "recording" && facts.mustAnnounce) expect(state.announcedAt).not.toBeNull();
            if (state.optedOutAt !== null) expect(state.state).toBe("suppressed");
          }
        },
      ),
    );
  });

  it("repeats an announcement that was not played to its end, at most three times, and continues unrecorded", () => {
    const repeated = run({}, BEGAN, CUT, HEARD);
    expect(repeated.effects).toEqual(["announce", "announce", "listen"]);
    expect(repeated.trace).toEqual(["announcing", "announcement_cut", "announced"]);
    const never = run({}, BEGAN, CUT, CUT, CUT, CUT, HEARD);
    expect(never).toMatchObject({ state: { state: "stopped", announcedAt: null } });
    expect(never.effects).toEqual(["announce", "announce", "announce"]);
    expect(never.trace).toEqual([
      "announcing",
      "announcement_cut",
      "announcement_cut",
      "announcement_unheard",
    ]);
    expect(run({}, BEGAN, CUT, BY_WORDS, CUT)).toMatchObject({ state: { state: "suppressed" } });
    expect(run({}, BEGAN, CUT, { type: "ended" }, HEARD)).toMatchObject({ state: { state: "stopped" } });
  });

  it("records immediately if no announcement is required", () => {
    expect(run({ mustAnnounce: false }, BEGAN)).toMatchObject({
      state: { state: "recording", announcedAt: null },
      effects: ["record"],
      trace: ["began_unannounced"],
    });
  });

  it("does nothing if recording is off or refused beforehand", () => {
    const off = run({ isEnabled: false }, BEGAN, HEARD, BY_WORDS, JOINED, { type: "ended" });
    expect(off).toMatchObject({ state: { state: "off", trace: [] }, effects: [] });
    const unwanted = run({ isRefusedBeforehand: true }, BEGAN, HEARD, BY_WORDS, { type: "ended" });
    expect(unwanted).toMatchObject({ state: { state: "suppressed", optedOutAt: null }, effects: [] });
  });

  it.each([
    ["during the announcement", [BEGAN, BY_WORDS, HEARD], ["announce", "destroy", "go_on"]],
    ["within the window", [BEGAN, HEARD, BY_WORDS], ["announce", "listen", "destroy", "go_on"]],
    ["once it runs", [BEGAN, HEARD, SILENCE, BY_WORDS], ["announce", "listen", "record", "destroy", "go_on"]],
  ])("destroys stored audio if the caller declines %s, and never starts again", (_, events, effects) => {
    const all = run({}, ...(events as Happened[]), BY_WORDS, HEARD, SILENCE, DOUBTED, JOINED, {
      type: "ended",
    });
    expect(all.effects).toEqual(effects);
    expect(all.state.state).toBe("suppressed");
    expect(all.state.optedOutAt).not.toBeNull();
  });

  it("ends the call after a refusal if the agent cannot continue unrecorded", () => {
    const refused = run({ canOptOut: false }, BEGAN, HEARD, { type: "declined", by: "key" });
    expect(refused.effects.slice(-2)).toEqual(["destroy", "refuse"]);
    expect(refused.trace).toEqual(["announcing", "announced", "declined_by_key"]);
  });

  it("continues on a bridge if it was announced there and 9 was not pressed, and stops otherwise", () => {
    const joined = run({}, BEGAN, HEARD, SILENCE, JOINED);
    expect(joined).toMatchObject({ state: { state: "recording", announcedAt: "2026-01-01T00:00:01.000Z" } });
    expect(joined.trace.at(-1)).toBe("announced_on_bridge");
    const refused = run({}, BEGAN, HEARD, SILENCE, { type: "transferred", hasRefused: true });
    expect(refused).toMatchObject({ state: { state: "stopped", optedOutAt: null } });
    expect([refused.effects.at(-1), refused.trace.at(-1)]).toEqual(["pause", "declined_on_bridge"]);
    const stopped = run({ announceOnTransfer: false }, BEGAN, HEARD, SILENCE, JOINED, HEARD);
    expect(stopped).toMatchObject({ state: { state: "stopped" } });
    expect(stopped.effects.at(-1)).toBe("pause");
  });
});
