import { describe, expect, it } from "vitest";
import { type Consent, type ConsentEvent, type ConsentFacts, consent, newConsent } from "./consent";

const FACTS: ConsentFacts = {
  enabled: true,
  unwanted: false,
  announce: true,
  allowOptOut: true,
  announceOnTransfer: true,
};
type Happened = ConsentEvent extends infer E ? (E extends unknown ? Omit<E, "at" | "atMs"> : never) : never;

function run(facts: Partial<ConsentFacts>, ...events: Happened[]) {
  let state: Consent = newConsent({ ...FACTS, ...facts });
  const effects: string[] = [];
  events.forEach((event, i) => {
    const [next, asked] = consent(state, {
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
const HEARD = { type: "announced", whole: true } as const;
const CUT = { type: "announced", whole: false } as const;
const BY_WORDS = { type: "declined", by: "words" } as const;

describe("consent to a recording", () => {
  it("records nothing before the announcement has been played to its end", () => {
    expect(run({}, BEGAN)).toMatchObject({ state: { state: "announcing" }, effects: ["announce"] });
    const heard = run({}, BEGAN, HEARD);
    expect(heard.effects).toEqual(["announce", "record"]);
    expect(heard.state).toMatchObject({ state: "recording", announcedAt: "2026-01-01T00:00:01.000Z" });
  });

  it("says an announcement again that was not heard to its end, three times at most, and goes on unrecorded", () => {
    const again = run({}, BEGAN, CUT, HEARD);
    expect(again.effects).toEqual(["announce", "announce", "record"]);
    expect(again.trace).toEqual(["announcing", "announcement_cut", "announced"]);
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

  it("records at once where nobody has to be told", () => {
    expect(run({ announce: false }, BEGAN)).toMatchObject({
      state: { state: "recording", announcedAt: null },
      effects: ["record"],
      trace: ["began_unannounced"],
    });
  });

  it("does nothing at all where recording is off or unwanted", () => {
    const off = run({ enabled: false }, BEGAN, HEARD, BY_WORDS, { type: "transferred" }, { type: "ended" });
    expect(off).toMatchObject({ state: { state: "off", trace: [] }, effects: [] });
    const unwanted = run({ unwanted: true }, BEGAN, HEARD, BY_WORDS, { type: "ended" });
    expect(unwanted).toMatchObject({ state: { state: "suppressed", optedOutAt: null }, effects: [] });
  });

  it.each([
    ["during the announcement", [BEGAN, BY_WORDS, HEARD], ["announce", "destroy", "go_on"]],
    ["once it runs", [BEGAN, HEARD, BY_WORDS], ["announce", "record", "destroy", "go_on"]],
  ])("destroys what it has when somebody declines %s, and never begins again", (_, events, effects) => {
    const all = run(
      {},
      ...(events as Happened[]),
      BY_WORDS,
      HEARD,
      { type: "transferred" },
      { type: "ended" },
    );
    expect(all.effects).toEqual(effects);
    expect(all.state.state).toBe("suppressed");
    expect(all.state.optedOutAt).not.toBeNull();
  });

  it("ends the call of somebody who declines where the agent may not go on unrecorded", () => {
    const refused = run({ allowOptOut: false }, BEGAN, HEARD, { type: "declined", by: "key" });
    expect(refused.effects.slice(-2)).toEqual(["destroy", "refuse"]);
    expect(refused.trace).toEqual(["announcing", "announced", "declined_by_key"]);
  });

  it("is announced anew on a bridge, or stops there", () => {
    const again = run({}, BEGAN, HEARD, { type: "transferred" });
    expect(again).toMatchObject({ state: { state: "announcing" } });
    expect(again.effects.slice(-2)).toEqual(["pause", "announce"]);
    expect(run({}, BEGAN, HEARD, { type: "transferred" }, HEARD).state).toMatchObject({
      state: "recording",
      announcedAt: "2026-01-01T00:00:01.000Z",
    });
    const stopped = run({ announceOnTransfer: false }, BEGAN, HEARD, { type: "transferred" }, HEARD);
    expect(stopped).toMatchObject({ state: { state: "stopped" } });
    expect(stopped.effects.at(-1)).toBe("pause");
  });
});
