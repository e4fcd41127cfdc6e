import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VOICE_LIMITS } from "../limits";
import {
  advanceCallState,
  type CallState,
  type CallStateEffect,
  type CallStateEvent,
  createCallState,
  TIMERS,
  type Words,
} from "./call-state-machine";

const { silenceMs: SILENCE_MS, reconnectMs: RECONNECT_MS } = VOICE_LIMITS;
const INACTIVITY_MS = 30_000;
const words = (text: string, startMs = 100, endMs = 900): Words => ({ text, startMs, endMs });

/** The state of a call after these events, with all their effects. */
function play(events: readonly CallStateEvent[], from: CallState = createCallState(INACTIVITY_MS)) {
  let state = from;
  const effects: CallStateEffect[] = [];
  for (const event of events) {
    const [next, more] = advanceCallState(state, event);
    state = next;
    effects.push(...more);
  }
  return { state, effects };
}
const acts = (effects: readonly CallStateEffect[]) =>
  effects.flatMap((effect) => (effect.type === "act" ? [effect.event.type] : []));
const types = (effects: readonly CallStateEffect[]) => effects.map(({ type }) => type);
/** The timers that run after these effects. */
function running(effects: readonly CallStateEffect[]) {
  const timers = new Map<string, number>();
  for (const effect of effects) {
    if (effect.type === "arm") timers.set(effect.timer, effect.ms);
    if (effect.type === "disarm") timers.delete(effect.timer);
  }
  return Object.fromEntries(timers);
}

const connected: CallStateEvent = { type: "connected", longestMs: 600_000 };
const acted = (atMs = 1_000): CallStateEvent => ({ type: "acted", ended: null, atMs });
const understood = (spokenWords: Words | null, atMs = 2_000): CallStateEvent => ({
  type: "heard",
  words: spokenWords,
  atMs,
});
const speechStarted: CallStateEvent = { type: "speech_started" };
const ended: CallStateEvent = { type: "speech_ended" };
const sound: CallStateEvent = { type: "sound_began" };
const soundOver: CallStateEvent = { type: "sound_ended" };
const timer = (name: (typeof TIMERS)[number], atMs: number): CallStateEvent => ({
  type: "timer",
  timer: name,
  atMs,
});
/** The agent has greeted, and listens. */
const greeted = [connected, sound, soundOver, acted()] as const;
const listening = () => play(greeted).state;

describe("taking turns", () => {
  it("the agent begins, then the caller answers, then the agent", () => {
    expect(acts(play([...greeted, speechStarted, ended, understood(words("Hello."))]).effects)).toEqual([
      "opened",
      "caller_said",
    ]);
  });

  it("an utterance is begun, ended and understood, with its times", () => {
    const { effects } = play([speechStarted, ended, understood(words("Hello.", 5, 70))], listening());
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
        speechStarted,
        ended,
        speechStarted,
        understood(words("my number is", 0, 500)),
        ended,
        understood(words("four two", 900, 1_500)),
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

  it("a caller who continues while the agent thinks is included, and the agent thinks again", () => {
    const { effects } = play(
      [
        speechStarted,
        ended,
        understood(words("Hello.")),
        speechStarted,
        ended,
        understood(words("Are you there?")),
      ],
      listening(),
    );
    expect(acts(effects)).toEqual(["caller_said", "caller_said"]);
    expect(types(effects)).toContain("interrupt");
  });
});

describe("interrupting", () => {
  const speaking = () => play([connected, sound]).state;

  it("stops the agent at once, before anything is understood", () => {
    expect(types(play([speechStarted], speaking()).effects).slice(0, 1)).toEqual(["interrupt"]);
  });

  it("noise while nothing is transcribed does not stop the agent's thinking", () => {
    expect(types(play([connected, speechStarted]).effects)).not.toContain("interrupt");
  });

  it("prevents the agent from starting to speak over the caller", () => {
    expect(types(play([connected, speechStarted, sound]).effects)).toContain("interrupt");
  });

  it("by a noise makes no turn of the caller's: the agent takes up its question", () => {
    for (const order of [
      [ended, understood(null), acted()],
      [acted(), ended, understood(null)],
    ])
      expect(acts(play([speechStarted, ...order], speaking()).effects)).toEqual(["stayed_silent"]);
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
      const asksAgain = play([timer("silence", atMs), sound, soundOver, acted(atMs + 1_000)], state);
      atMs += 1_000;
      prompted.push(...acts(asksAgain.effects));
      ({ state, effects } = asksAgain);
    }
    expect(prompted).toEqual(["stayed_silent", "stayed_silent"]);
    // Counted from the first question, not from the last.
    expect(running(effects)).toEqual({ inactivity: INACTIVITY_MS - 2 * (SILENCE_MS + 1_000) });
    expect(acts(play([timer("inactivity", 31_000)], state).effects)).toEqual(["fell_silent"]);
  });

  it("ends with a word, and starts counting again", () => {
    const afterFirst = play([timer("silence", 9_000), sound, soundOver, acted(10_000)], listening()).state;
    const { state, effects } = play(
      [speechStarted, ended, understood(words("Yes?"), 12_000), acted(13_000)],
      afterFirst,
    );
    expect(state).toMatchObject({ prompts: 0 });
    expect(running(effects)).toMatchObject({ silence: SILENCE_MS, inactivity: INACTIVITY_MS });
  });

  it("is suspended while the caller speaks, types or is being transcribed", () => {
    for (const events of [[speechStarted], [speechStarted, ended], [{ type: "key_pressed" } as const]]) {
      const { effects } = play([...greeted, ...events]);
      expect(running(effects)).not.toHaveProperty("silence");
      expect(running(effects)).not.toHaveProperty("inactivity");
    }
  });
});

describe("the line", () => {
  it("stops the sound and all timers except one if it is lost, and resumes after a reconnection", () => {
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

  it("interrupts unheard speech if it does not reconnect", () => {
    const { effects } = play([connected, sound, { type: "lost", atMs: 2_000 }, timer("reconnect", 12_000)]);
    expect(types(effects)).toContain("interrupt");
  });

  it("that is lost in the middle of a word still brings that word", () => {
    const { effects } = play(
      [speechStarted, { type: "lost", atMs: 2_000 }, understood(words("four"))],
      listening(),
    );
    expect(acts(effects)).toEqual(["caller_said"]);
  });
});

describe("hanging up", () => {
  const hungUp: CallStateEvent = { type: "hung_up", atMs: 3_000 };
  const goodbye = (extra: object = {}) => ({
    type: "act",
    event: { type: "hung_up", atMs: 3_000, ...extra },
  });

  it("ends the call, and cuts the agent off", () => {
    const { effects } = play([connected, sound, hungUp]);
    expect(types(effects)).toContain("interrupt");
    expect(effects.at(-1)).toEqual(goodbye());
  });

  it("waits a little for the last words", () => {
    const { state, effects } = play([speechStarted, hungUp], listening());
    expect(acts(effects)).toEqual([]);
    expect(running(effects)).toHaveProperty("last_words");
    const last = words("Bye.");
    expect(play([understood(last, 3_000)], state).effects.at(-1)).toEqual(goodbye({ lastWords: last }));
    expect(acts(play([timer("last_words", 4_500)], state).effects)).toEqual(["hung_up"]);
  });

  it("by a process that ends says so", () => {
    const stopped: CallStateEvent = { ...hungUp, reason: "interrupted_by_restart" };
    expect(play([stopped], listening()).effects.at(-1)).toEqual(
      goodbye({ reason: "interrupted_by_restart" }),
    );
  });

  it("comes once", () => {
    expect(
      acts(play([hungUp, hungUp, speechStarted, understood(words("Hello?"))], listening()).effects),
    ).toEqual(["hung_up"]);
  });
});

describe("the longest call", () => {
  it("ends in every phase", () => {
    for (const events of [[], [speechStarted], [speechStarted, ended]] as const) {
      const { effects } = play([connected, sound, ...events, timer("longest", 600_000)]);
      expect(acts(effects).at(-1)).toBe("ran_out");
      expect(types(effects)).toContain("interrupt");
    }
  });
});

describe("a call requested by another process", () => {
  it("is released once nothing is in progress, and resumes if it was not ended", () => {
    const requested = play([connected, sound, { type: "wanted" }]);
    expect(types(requested.effects)).not.toContain("let_go");
    const free = play([acted()], requested.state);
    expect(types(free.effects)).toEqual(["let_go"]);
    const back = play([{ type: "taken_back", atMs: 4_000, longestMs: 1_000 }], free.state);
    expect(running(back.effects)).toMatchObject({ longest: 1_000 });
    expect(acts(play([speechStarted, ended, understood(words("Hello?"))], back.state).effects)).toEqual([
      "caller_said",
    ]);
  });
});

describe("an end that could not be stored", () => {
  it("is tried again once the call is taken back", () => {
    const hungUpState = play([{ type: "hung_up", atMs: 3_000 }], listening()).state;
    expect(acts(play([{ type: "taken_back", atMs: 5_000, longestMs: 1_000 }], hungUpState).effects)).toEqual([
      "hung_up",
    ]);
  });
});

describe("all events", () => {
  const utterances = fc.constantFrom(null, words("Hello."));
  const atMs = fc.integer({ min: 0, max: 60_000 });
  const event: fc.Arbitrary<CallStateEvent> = fc.oneof(
    fc.constant<CallStateEvent>(speechStarted),
    fc.constant<CallStateEvent>(ended),
    fc.constant<CallStateEvent>(sound),
    fc.constant<CallStateEvent>(soundOver),
    fc.constant<CallStateEvent>({ type: "key_pressed" }),
    fc.constant<CallStateEvent>({ type: "wanted" }),
    fc.record({ type: fc.constant("heard" as const), words: utterances, atMs }),
    fc.record({ type: fc.constant("keyed" as const), words: utterances, atMs }),
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
        // The engine finishes its event, and the transcriber its utterance.
        let { state, effects } = play([connected, ...events]);
        for (let i = 0; i < 50 && (state.acting > 0 || state.transcribing > 0); i++) {
          const next = play(state.acting > 0 ? [acted(60_000)] : [understood(null, 60_000)], state);
          state = next.state;
          effects = [...effects, ...next.effects];
        }
        if (state.line !== "up" || state.isRequested || state.caller !== "quiet" || state.acting > 0) return;
        expect(Object.keys(running(effects))).toContain("inactivity");
      }),
    );
  });

  it("no more is cut off than was begun, and counts never go below nothing", () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const { state } = play([connected, ...events]);
        expect(state.acting).toBeGreaterThanOrEqual(0);
        expect(state.transcribing).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
