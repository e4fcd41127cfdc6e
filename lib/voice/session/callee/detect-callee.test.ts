import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Callee, type CalleeEvent, createCallee, detectCallee } from "./detect-callee";

/** Applies events with their times, and 20 ms of time between them, until `untilMs`. Returns each change with its time. */
function run(events: readonly CalleeEvent[], untilMs: number): { callee: Callee; atMs: number }[] {
  const changes: { callee: Callee; atMs: number }[] = [];
  let state = createCallee(0);
  const apply = (event: CalleeEvent) => {
    const next = detectCallee(state, event);
    if (next.callee !== state.callee) changes.push({ callee: next.callee, atMs: event.atMs });
    state = next;
  };
  const pending = [...events];
  for (let atMs = 0; atMs <= untilMs; atMs += 20) {
    while (pending[0] !== undefined && pending[0].atMs <= atMs) apply(pending.shift() as CalleeEvent);
    apply({ type: "time", atMs });
  }
  return changes;
}

const speech = (fromMs: number, toMs: number): CalleeEvent[] => [
  { type: "speech_started", atMs: fromMs },
  { type: "speech_ended", atMs: toMs },
];
const byTime = (a: CalleeEvent, b: CalleeEvent) => a.atMs - b.atMs;
const last = (changes: readonly { callee: Callee }[]) => changes.at(-1)?.callee;

describe("who has answered", () => {
  it("is a person after their first words and a pause", () => {
    expect(run(speech(400, 900), 5_000)).toEqual([{ callee: "person", atMs: 1_600 }]);
  });

  it("is a person who says nothing, after two seconds", () => {
    expect(run([], 5_000)).toEqual([{ callee: "person", atMs: 2_000 }]);
  });

  it("is a person with a long greeting and no sign of a machine", () => {
    const changes = run(speech(300, 5_500), 10_000);
    expect(changes).toEqual([{ callee: "person", atMs: 7_700 }]);
  });

  it("is a mailbox by its words, which records after its beep", () => {
    const events: CalleeEvent[] = [
      ...speech(200, 6_000),
      { type: "greeting", kind: "mailbox", atMs: 6_500 },
      { type: "beep", atMs: 7_400 },
    ];
    expect(run(events, 9_000)).toEqual([
      { callee: "mailbox", atMs: 6_500 },
      { callee: "recording", atMs: 7_400 },
    ]);
  });

  it("is a mailbox that records after a pause, if it does not beep", () => {
    const events: CalleeEvent[] = [...speech(200, 6_000), { type: "greeting", kind: "mailbox", atMs: 6_500 }];
    expect(run(events, 12_000)).toEqual([
      { callee: "mailbox", atMs: 6_500 },
      { callee: "recording", atMs: 9_000 },
    ]);
  });

  it("is a mailbox by its beep alone, also after a person's verdict", () => {
    expect(last(run([...speech(200, 5_000), { type: "beep", atMs: 6_000 }], 8_000))).toBe("recording");
    const late = [...speech(200, 1_000), ...speech(2_000, 6_000), { type: "beep", atMs: 6_500 } as const];
    expect(run(late, 8_000).map(({ callee }) => callee)).toEqual(["person", "recording"]);
  });

  it("ignores a tone before any speech, which is the network's", () => {
    expect(last(run([{ type: "beep", atMs: 300 }], 4_000))).toBe("person");
  });

  it("follows the carrier only where the length of the greeting agrees", () => {
    const hello = [...speech(200, 800), { type: "carrier", callee: "recording", atMs: 1_000 } as const];
    expect(last(run(hello, 4_000))).toBe("person");
    const greeting = [...speech(200, 4_000), { type: "carrier", callee: "recording", atMs: 4_500 } as const];
    expect(last(run(greeting, 6_000))).toBe("recording");
    expect(run([{ type: "carrier", callee: "person", atMs: 500 }], 600)).toEqual([
      { callee: "person", atMs: 500 },
    ]);
  });

  it("ignores a late verdict about a person who has been talking since", () => {
    const verdict = { type: "carrier", callee: "mailbox", atMs: 14_000 } as const;
    const events = [...speech(200, 900), ...speech(4_000, 7_000), ...speech(9_000, 13_000), verdict];
    expect(run(events, 20_000)).toEqual([{ callee: "person", atMs: 1_600 }]);
    // Also while they are talking.
    expect(run([...speech(200, 900), ...speech(4_000, 15_000), verdict].sort(byTime), 20_000)).toEqual([
      { callee: "person", atMs: 1_600 },
    ]);
  });

  it("counts each part of a greeting with pauses once", () => {
    // 1.2 s of words in 3 parts.
    const parts = [...speech(200, 600), ...speech(1_000, 1_400), ...speech(1_800, 2_200)];
    const verdict = { type: "carrier", callee: "recording", atMs: 2_300 } as const;
    expect(run([...parts, verdict], 6_000).map(({ callee }) => callee)).toEqual(["person"]);
  });

  it("does not follow the carrier about a screening service, whose voice is a machine's", () => {
    const events: CalleeEvent[] = [
      ...speech(200, 4_000),
      { type: "greeting", kind: "screening", atMs: 4_500 },
      { type: "carrier", callee: "mailbox", atMs: 5_000 },
      { type: "screening_answered", atMs: 8_000 },
      ...speech(8_500, 12_000),
      { type: "carrier", callee: "recording", atMs: 12_500 },
      ...speech(20_000, 20_600),
    ];
    const callees = run(events, 25_000).map(({ callee }) => callee);
    expect(callees).toEqual(["screening", "undecided", "person"]);
  });

  it("waits for the person behind call screening", () => {
    const events: CalleeEvent[] = [
      ...speech(200, 4_000),
      { type: "greeting", kind: "screening", atMs: 4_500 },
      { type: "screening_answered", atMs: 8_000 },
      ...speech(20_000, 20_600),
    ];
    expect(run(events, 25_000)).toEqual([
      { callee: "screening", atMs: 4_500 },
      { callee: "undecided", atMs: 8_000 },
      { callee: "person", atMs: 21_300 },
    ]);
  });

  it("is decided within 45 s of any speech and silence, and by length alone never a machine before", () => {
    const spans = fc.array(
      fc.tuple(fc.integer({ min: 20, max: 6_000 }), fc.integer({ min: 20, max: 6_000 })),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(spans, (pauses) => {
        const events: CalleeEvent[] = [];
        let atMs = 0;
        for (const [pauseMs, speechMs] of pauses) {
          events.push(...speech(atMs + pauseMs, atMs + pauseMs + speechMs));
          atMs += pauseMs + speechMs;
        }
        const [first] = run(events, 46_000);
        expect(first).toBeDefined();
        if (first !== undefined && first.atMs < 45_000) expect(first.callee).toBe("person");
      }),
      { numRuns: 50 },
    );
  });
});
