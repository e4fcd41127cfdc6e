import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { VOICE_LIMITS } from "../limits";
import {
  advanceCallState,
  type CallState,
  type CallStateEffect,
  type CallStateEvent,
  createCallState,
  TIMERS,
  UNCLEAR_OVERLAP_MS,
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

  const mm = (words: Words | null): CallStateEvent => ({
    type: "heard",
    words,
    atMs: 2_000,
    isBackchannel: true,
  });

  it("makes the agent quieter at once, stops it when the speech lasts, and ends its turn for words", () => {
    const ducking = play([speechStarted], speaking());
    expect(types(ducking.effects)[0]).toBe("duck");
    const lasting = play([{ type: "speech_sustained" }], ducking.state);
    expect(types(lasting.effects)).toEqual(["hold"]);
    const interruption = play([ended, understood(words("Wait."))], lasting.state);
    expect(types(interruption.effects)).toEqual(["finish_utterance", "interrupt", "act"]);
    expect(interruption.state).toMatchObject({ overlap: null, audible: false });
  });

  it("by the first words stops the agent, before the speech has lasted", () => {
    expect(types(play([speechStarted, { type: "words_so_far" }], speaking()).effects)).toContain("hold");
  });

  it("follows the agent's sensitivity", () => {
    const by = (sensitivity: "low" | "high") =>
      play([connected, sound], createCallState(INACTIVITY_MS, sensitivity)).state;
    expect(types(play([speechStarted], by("high")).effects)[0]).toBe("hold");
    expect(types(play([speechStarted, { type: "speech_sustained" }], by("low")).effects)).not.toContain(
      "hold",
    );
    expect(types(play([speechStarted, { type: "words_so_far" }], by("low")).effects)).toContain("hold");
  });

  it("a sign of attention restores the agent's sound and makes no turn", () => {
    for (const before of [[], [{ type: "speech_sustained" } as const]]) {
      const { state, effects } = play([speechStarted, ...before, ended, mm(words("mm-hm"))], speaking());
      expect(types(effects).at(-1)).toBe("restore");
      expect(acts(effects)).toEqual([]);
      expect(state).toMatchObject({ overlap: null, audible: true });
    }
  });

  it("a sign of attention while the agent thinks does not make it think again", () => {
    const thinking = play([speechStarted, ended, understood(words("Four."))], listening()).state;
    expect(acts(play([speechStarted, ended, mm(words("okay"))], thinking).effects)).toEqual([]);
  });

  it("the same word is an answer once the agent is silent", () => {
    expect(acts(play([speechStarted, ended, mm(words("okay"))], listening()).effects)).toEqual([
      "caller_said",
    ]);
    const { effects } = play([speechStarted, soundOver, acted(), ended, mm(words("okay"))], speaking());
    expect(acts(effects)).toEqual(["caller_said"]);
    expect(types(effects)).toContain("restore");
  });

  it("a short sound that is not understood restores the agent's sound; longer speech ends its turn", () => {
    const unclear = (ms: number) =>
      play([speechStarted, ended, understood(words(NOT_UNDERSTOOD_TEXT, 0, ms))], speaking()).effects;
    expect(types(unclear(UNCLEAR_OVERLAP_MS - 100))).toContain("restore");
    expect(acts(unclear(UNCLEAR_OVERLAP_MS + 100))).toEqual(["caller_said"]);
  });

  it("yes and no over the agent's words are answers", () => {
    for (const text of ["yes", "no"])
      expect(acts(play([speechStarted, ended, understood(words(text))], speaking()).effects)).toEqual([
        "caller_said",
      ]);
  });

  it("noise while nothing is transcribed does not stop the agent's thinking", () => {
    expect(types(play([connected, speechStarted]).effects)).not.toContain("interrupt");
  });

  it("prevents the agent from starting to speak over the caller, until it is clear what was said", () => {
    const early = play([connected, speechStarted, sound]);
    expect(types(early.effects)).toContain("hold");
    expect(types(play([ended, understood(null)], early.state).effects)).toContain("restore");
    expect(types(play([ended, understood(words("Hello."))], early.state).effects)).toContain("interrupt");
  });

  it("by a noise makes no turn of the caller's: the agent continues its sentence", () => {
    const { effects } = play(
      [speechStarted, { type: "speech_sustained" }, ended, understood(null)],
      speaking(),
    );
    expect(types(effects)).toEqual([
      "duck",
      "disarm",
      "disarm",
      "begin_utterance",
      "hold",
      "finish_utterance",
      "restore",
    ]);
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

describe("an agent that cannot be interrupted", () => {
  const soundOfDisclosure: CallStateEvent = { type: "sound_began", isProtected: true };
  const protectionOver: CallStateEvent = { type: "protection_ended", atMs: 3_000 };
  const disclosing = () => play([connected, soundOfDisclosure]).state;

  it("plays on, and answers what was said as soon as it can be interrupted", () => {
    const over = play(
      [speechStarted, { type: "speech_sustained" }, ended, understood(words("Yes."))],
      disclosing(),
    );
    expect(types(over.effects)).not.toContain("duck");
    expect(types(over.effects)).not.toContain("hold");
    expect(acts(over.effects)).toEqual([]);
    expect(acts(play([protectionOver], over.state).effects)).toEqual(["caller_said"]);
    expect(acts(play([soundOver, acted()], over.state).effects)).toEqual(["caller_said"]);
  });

  it("stops for an opt-out", () => {
    const urgent: CallStateEvent = {
      ...understood(words("Stop calling me.")),
      type: "heard",
      isUrgent: true,
    } as never;
    const { effects } = play([speechStarted, ended, urgent], disclosing());
    expect(types(effects)).toContain("interrupt");
    expect(acts(effects)).toEqual(["caller_said"]);
  });

  it("becomes quieter for a caller who still speaks at the end of the disclosure", () => {
    expect(types(play([speechStarted, protectionOver], disclosing()).effects)).toContain("duck");
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

describe("a member who took over", () => {
  const atMs = 600_000;
  const requested = () => play([{ type: "wanted" }], listening()).state;

  it("leaves: the agent continues, and the time with the member was no silence of the caller", () => {
    const back = play([{ type: "member_left", atMs, longestMs: 1_000, ends: null }], requested());
    expect(acts(back.effects)).toEqual(["reconnected"]);
    expect(running(back.effects)).toMatchObject({ longest: 1_000 });
    const free = play([acted()], back.state);
    expect(acts(free.effects)).toEqual([]);
    expect(acts(play([speechStarted, ended, understood(words("Hello?"))], free.state).effects)).toEqual([
      "caller_said",
    ]);
  });

  it("hangs up: the call ends for the reason that is given", () => {
    const ends = { reason: "transferred" } as const;
    const { state, effects } = play([{ type: "member_left", atMs, longestMs: 1_000, ends }], requested());
    expect(acts(effects)).toEqual(["hung_up"]);
    expect(state.line).toBe("over");
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
    fc.constant<CallStateEvent>({ type: "speech_sustained" }),
    fc.constant<CallStateEvent>({ type: "words_so_far" }),
    fc.constant<CallStateEvent>({ type: "sound_began", isProtected: true }),
    fc.record({ type: fc.constant("protection_ended" as const), atMs }),
    fc.record({
      type: fc.constant("heard" as const),
      words: utterances,
      atMs,
      isBackchannel: fc.boolean(),
      isUrgent: fc.boolean(),
    }),
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

  /** The sound of the agent after these effects. */
  const soundAfter = (effects: readonly CallStateEffect[]) => {
    let current: "full" | "ducked" | "held" = "full";
    for (const { type } of effects) {
      if (type === "duck") current = "ducked";
      if (type === "hold") current = "held";
      if (type === "restore" || type === "interrupt") current = "full";
    }
    return current;
  };

  it("leaves no agent quieter or paused once the caller's speech is transcribed", () => {
    fc.assert(
      fc.property(
        fc.array(event),
        fc.constantFrom("low", "medium", "high" as const),
        (events, sensitivity) => {
          const before = play([connected, ...events], createCallState(INACTIVITY_MS, sensitivity as "low"));
          const over = play([ended], before.state);
          const results = Array.from({ length: over.state.transcribing }, () => understood(null));
          const after = play(results, over.state);
          const effects = [...before.effects, ...over.effects, ...after.effects];
          expect(soundAfter(effects)).toBe("full");
          expect(after.state.overlap).toBeNull();
        },
      ),
    );
  });

  it("loses no opt-out: it reaches the engine as soon as the caller stops speaking", () => {
    const request = words("Stop calling me.");
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const before = play([connected, ...events]).state;
        fc.pre(before.line !== "over" && !before.isRequested && before.caller === "quiet");
        const started = play([speechStarted, ended], before);
        const results = Array.from({ length: started.state.transcribing - 1 }, () => understood(null));
        const urgent: CallStateEvent = { type: "heard", words: request, atMs: 2_000, isUrgent: true };
        const { effects } = play([...results, urgent], started.state);
        const texts = effects.flatMap((effect) =>
          effect.type === "act" ? [JSON.stringify(effect.event)] : [],
        );
        expect(texts.some((text) => text.includes(request.text))).toBe(true);
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

describe("a call that continues on a new line", () => {
  it("tells the engine so, and counts its whole duration", () => {
    const { effects } = play([{ type: "connected", longestMs: 5_000, resumedMs: 60_000 }]);
    expect(effects).toContainEqual({ type: "act", event: { type: "reconnected", atMs: 60_000 } });
    expect(running(effects)).toEqual({ longest: 5_000 });
  });
});
