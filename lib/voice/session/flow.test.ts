import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VOICE_LIMITS } from "../limits";
import { type Flow, type FlowEffect, type FlowEvent, flow, newFlow, TIMERS, type Words } from "./flow";

const { silenceMs: SILENCE_MS, reconnectMs: RECONNECT_MS } = VOICE_LIMITS;
const INACTIVITY_MS = 30_000;
const words = (text: string, startMs = 100, endMs = 900): Words => ({ text, startMs, endMs });

/** A call after these events, with all that they led to. */
function play(events: readonly FlowEvent[], from: Flow = newFlow(INACTIVITY_MS)) {
  let state = from;
  const effects: FlowEffect[] = [];
  for (const event of events) {
    const [next, more] = flow(state, event);
    state = next;
    effects.push(...more);
  }
  return { state, effects };
}
const acts = (effects: readonly FlowEffect[]) =>
  effects.flatMap((effect) => (effect.type === "act" ? [effect.event.type] : []));
const types = (effects: readonly FlowEffect[]) => effects.map(({ type }) => type);
/** The timers that run after these effects. */
function running(effects: readonly FlowEffect[]) {
  const timers = new Map<string, number>();
  for (const effect of effects) {
    if (effect.type === "arm") timers.set(effect.timer, effect.ms);
    if (effect.type === "disarm") timers.delete(effect.timer);
  }
  return Object.fromEntries(timers);
}

const connected: FlowEvent = { type: "connected", longestMs: 600_000 };
const acted = (atMs = 1_000): FlowEvent => ({ type: "acted", ended: null, atMs });
const heard = (said: Words | null, atMs = 2_000): FlowEvent => ({ type: "heard", words: said, atMs });
const began: FlowEvent = { type: "speech_started" };
const ended: FlowEvent = { type: "speech_ended" };
const sound: FlowEvent = { type: "sound_began" };
const soundOver: FlowEvent = { type: "sound_ended" };
const timer = (name: (typeof TIMERS)[number], atMs: number): FlowEvent => ({
  type: "timer",
  timer: name,
  atMs,
});
/** The agent has greeted, and listens. */
const greeted = [connected, sound, soundOver, acted()] as const;
const listening = () => play(greeted).state;

describe("taking turns", () => {
  it("the agent begins, then the caller answers, then the agent", () => {
    expect(acts(play([...greeted, began, ended, heard(words("Hello."))]).effects)).toEqual([
      "opened",
      "caller_said",
    ]);
  });

  it("an utterance is begun, ended and understood, with its times", () => {
    const { effects } = play([began, ended, heard(words("Hello.", 5, 70))], listening());
    expect(types(effects).filter((type) => type.endsWith("utterance"))).toEqual([
      "begin_utterance",
      "finish_utterance",
    ]);
    expect(effects.at(-1)).toEqual({
      type: "act",
      event: { type: "caller_said", text: "Hello.", startMs: 5, atMs: 70 },
    });
  });

  it("what is said in two breaths, while the first is still being understood, is one turn", () => {
    const { effects } = play(
      [
        began,
        ended,
        began,
        heard(words("my number is", 0, 500)),
        ended,
        heard(words("four two", 900, 1_500)),
      ],
      listening(),
    );
    expect(effects.filter(({ type }) => type === "act")).toEqual([
      {
        type: "act",
        event: { type: "caller_said", text: "my number is four two", startMs: 0, atMs: 1_500 },
      },
    ]);
  });

  it("who goes on while the agent thinks is heard too, and the agent thinks anew", () => {
    const { effects } = play(
      [began, ended, heard(words("Hello.")), began, ended, heard(words("Are you there?"))],
      listening(),
    );
    expect(acts(effects)).toEqual(["caller_said", "caller_said"]);
    expect(types(effects)).toContain("interrupt");
  });
});

describe("interrupting", () => {
  const speaking = () => play([connected, sound]).state;

  it("stops the agent at once, before anything is understood", () => {
    expect(types(play([began], speaking()).effects).slice(0, 1)).toEqual(["interrupt"]);
  });

  it("is not what somebody does while nothing can be heard: the agent goes on thinking", () => {
    expect(types(play([connected, began]).effects)).not.toContain("interrupt");
  });

  it("keeps the agent from beginning to talk over somebody", () => {
    expect(types(play([connected, began, sound]).effects)).toContain("interrupt");
  });

  it("by a noise makes no turn of the caller's: the agent takes up its question", () => {
    for (const order of [
      [ended, heard(null), acted()],
      [acted(), ended, heard(null)],
    ])
      expect(acts(play([began, ...order], speaking()).effects)).toEqual(["stayed_silent"]);
  });

  it("by a key is like by a word", () => {
    const { effects } = play(
      [{ type: "key_pressed" }, acted(), { type: "keyed", words: words("yes"), atMs: 2_000 }],
      speaking(),
    );
    expect(types(effects)[0]).toBe("interrupt");
    expect(acts(effects)).toEqual(["caller_said"]);
  });
});

describe("silence", () => {
  it("is asked about twice, then the call ends; all within its time", () => {
    let { state, effects } = play(greeted);
    expect(running(effects)).toMatchObject({ silence: SILENCE_MS, inactivity: INACTIVITY_MS });
    const prompted: string[] = [];
    let atMs = 1_000;
    for (let i = 0; i < 2; i++) {
      atMs += SILENCE_MS;
      const asked = play([timer("silence", atMs), sound, soundOver, acted(atMs + 1_000)], state);
      atMs += 1_000;
      prompted.push(...acts(asked.effects));
      ({ state, effects } = asked);
    }
    expect(prompted).toEqual(["stayed_silent", "stayed_silent"]);
    // Counted from the first question, not from the last.
    expect(running(effects)).toEqual({ inactivity: INACTIVITY_MS - 2 * (SILENCE_MS + 1_000) });
    expect(acts(play([timer("inactivity", 31_000)], state).effects)).toEqual(["fell_silent"]);
  });

  it("is over with a word: the count begins anew", () => {
    const once = play([timer("silence", 9_000), sound, soundOver, acted(10_000)], listening()).state;
    const { state, effects } = play([began, ended, heard(words("Yes?"), 12_000), acted(13_000)], once);
    expect(state).toMatchObject({ prompts: 0 });
    expect(running(effects)).toMatchObject({ silence: SILENCE_MS, inactivity: INACTIVITY_MS });
  });

  it("does not run while somebody speaks, types or is being understood", () => {
    for (const events of [[began], [began, ended], [{ type: "key_pressed" } as const]]) {
      const { effects } = play([...greeted, ...events]);
      expect(running(effects)).not.toHaveProperty("silence");
      expect(running(effects)).not.toHaveProperty("inactivity");
    }
  });
});

describe("the line", () => {
  it("that is lost stops the sound and every clock but one, and goes on when it is back", () => {
    const lost = play([...greeted, { type: "lost", atMs: 2_000 }]);
    expect(types(lost.effects)).toContain("pause");
    expect(running(lost.effects)).toEqual({ longest: 600_000, reconnect: RECONNECT_MS });
    const back = play([{ type: "back", atMs: 5_000 }], lost.state);
    expect(types(back.effects)).toContain("resume");
    expect(running([...lost.effects, ...back.effects])).toMatchObject({ silence: SILENCE_MS });
  });

  it("that does not come back has ended the call, which says so", () => {
    const { effects } = play([...greeted, { type: "lost", atMs: 2_000 }, timer("reconnect", 12_000)]);
    expect(effects).toContainEqual({
      type: "act",
      event: { type: "hung_up", atMs: 12_000, reason: "carrier_error" },
    });
  });

  it("that does not come back cuts off what nobody hears", () => {
    const { effects } = play([connected, sound, { type: "lost", atMs: 2_000 }, timer("reconnect", 12_000)]);
    expect(types(effects)).toContain("interrupt");
  });

  it("that is lost in the middle of a word still brings that word", () => {
    const { effects } = play([began, { type: "lost", atMs: 2_000 }, heard(words("four"))], listening());
    expect(acts(effects)).toEqual(["caller_said"]);
  });
});

describe("hanging up", () => {
  const gone: FlowEvent = { type: "hung_up", atMs: 3_000 };
  const goodbye = (extra: object = {}) => ({
    type: "act",
    event: { type: "hung_up", atMs: 3_000, ...extra },
  });

  it("ends the call, and cuts the agent off", () => {
    const { effects } = play([connected, sound, gone]);
    expect(types(effects)).toContain("interrupt");
    expect(effects.at(-1)).toEqual(goodbye());
  });

  it("waits a little for the last words", () => {
    const { state, effects } = play([began, gone], listening());
    expect(acts(effects)).toEqual([]);
    expect(running(effects)).toHaveProperty("last_words");
    const last = words("Bye.");
    expect(play([heard(last, 3_000)], state).effects.at(-1)).toEqual(goodbye({ last }));
    expect(acts(play([timer("last_words", 4_500)], state).effects)).toEqual(["hung_up"]);
  });

  it("by a process that ends says so", () => {
    const stopped: FlowEvent = { ...gone, reason: "interrupted_by_restart" };
    expect(play([stopped], listening()).effects.at(-1)).toEqual(
      goodbye({ reason: "interrupted_by_restart" }),
    );
  });

  it("comes once", () => {
    expect(acts(play([gone, gone, began, heard(words("Hello?"))], listening()).effects)).toEqual(["hung_up"]);
  });
});

describe("the longest call", () => {
  it("is over, whoever has the word", () => {
    for (const events of [[], [began], [began, ended]] as const) {
      const { effects } = play([connected, sound, ...events, timer("longest", 600_000)]);
      expect(acts(effects).at(-1)).toBe("ran_out");
      expect(types(effects)).toContain("interrupt");
    }
  });
});

describe("a call that somebody else wants", () => {
  it("is let go once nothing is under way, and goes on where nobody has ended it", () => {
    const asked = play([connected, sound, { type: "wanted" }]);
    expect(types(asked.effects)).not.toContain("let_go");
    const free = play([acted()], asked.state);
    expect(types(free.effects)).toEqual(["let_go"]);
    const back = play([{ type: "taken_back", atMs: 4_000, longestMs: 1_000 }], free.state);
    expect(running(back.effects)).toMatchObject({ longest: 1_000 });
    expect(acts(play([began, ended, heard(words("Hello?"))], back.state).effects)).toEqual(["caller_said"]);
  });
});

describe("an end that could not be stored", () => {
  it("is tried again once the call is taken back", () => {
    const gone = play([{ type: "hung_up", atMs: 3_000 }], listening()).state;
    expect(acts(play([{ type: "taken_back", atMs: 5_000, longestMs: 1_000 }], gone).effects)).toEqual([
      "hung_up",
    ]);
  });
});

describe("whatever happens", () => {
  const said = fc.constantFrom(null, words("Hello."));
  const atMs = fc.integer({ min: 0, max: 60_000 });
  const event: fc.Arbitrary<FlowEvent> = fc.oneof(
    fc.constant<FlowEvent>(began),
    fc.constant<FlowEvent>(ended),
    fc.constant<FlowEvent>(sound),
    fc.constant<FlowEvent>(soundOver),
    fc.constant<FlowEvent>({ type: "key_pressed" }),
    fc.constant<FlowEvent>({ type: "wanted" }),
    fc.record({ type: fc.constant("heard" as const), words: said, atMs }),
    fc.record({ type: fc.constant("keyed" as const), words: said, atMs }),
    fc.record({ type: fc.constant("lost" as const), atMs }),
    fc.record({ type: fc.constant("back" as const), atMs }),
    fc.record({ type: fc.constant("hung_up" as const), atMs }),
    fc.record({ type: fc.constant("acted" as const), ended: fc.constant(null), atMs }),
    fc.record({ type: fc.constant("timer" as const), timer: fc.constantFrom(...TIMERS), atMs }),
  );

  it("a call that has ended does nothing more", () => {
    fc.assert(
      fc.property(fc.array(event), fc.array(event), (before, after) => {
        const over = play([connected, ...before, { type: "acted", ended: "agent_ended", atMs: 1 }]);
        expect(over.effects.at(-1)).toEqual({ type: "close", reason: "agent_ended" });
        expect(
          types(
            play(
              after.filter(({ type }) => type !== "acted"),
              over.state,
            ).effects,
          ),
        ).toEqual([]);
      }),
    );
  });

  it("while it waits for the caller, a clock runs that ends the waiting", () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        // The engine ends what it was given, and the transcriber what was said.
        let { state, effects } = play([connected, ...events]);
        for (let i = 0; i < 50 && (state.acting > 0 || state.recognising > 0); i++) {
          const next = play(state.acting > 0 ? [acted(60_000)] : [heard(null, 60_000)], state);
          state = next.state;
          effects = [...effects, ...next.effects];
        }
        if (state.line !== "up" || state.wanted || state.caller !== "quiet" || state.acting > 0) return;
        expect(Object.keys(running(effects))).toContain("inactivity");
      }),
    );
  });

  it("no more is cut off than was begun, and counts never go below nothing", () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const { state } = play([connected, ...events]);
        expect(state.acting).toBeGreaterThanOrEqual(0);
        expect(state.recognising).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
