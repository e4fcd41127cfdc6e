import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEvent, isEngineTool, MAX_ROUNDS } from "./reducer";
import type { CallerUnderstanding } from "./state";
import {
  type AgentUtterance,
  type ConversationEvent,
  type ConversationState,
  type Effect,
  initialState,
  type StoredTurn,
  type ToolCall,
} from "./state";

const createUtterance = (extra: Partial<AgentUtterance> = {}): AgentUtterance => ({
  text: "Hello.",
  calls: [],
  startMs: 10,
  endMs: 20,
  latencyMs: 5,
  ...extra,
});
const call = (name: string, id = name, args: unknown = {}): ToolCall => ({ id, name, arguments: args });
const toolAnswered = (toolCall: ToolCall, extra: object = {}): ConversationEvent => ({
  type: "tool_answered",
  call: toolCall,
  ok: true,
  result: { ok: true },
  values: {},
  startMs: 30,
  endMs: 31,
  ...extra,
});
const agentSaid = (extra: Partial<AgentUtterance> = {}): ConversationEvent => ({
  type: "agent_said",
  utterance: createUtterance(extra),
});
const callerSaid = (text: string): ConversationEvent => ({ type: "caller_said", text, atMs: 40 });
const agentCut = (text: string): ConversationEvent => ({ type: "agent_cut", text, startMs: 50, endMs: 60 });
const modelFailed = (text: string, offersHuman = false): ConversationEvent => ({
  type: "model_failed",
  utterance: createUtterance({ text }),
  offersHuman,
});

/** Runs events. Returns the final state and all effects. */
function playEvents(
  events: readonly ConversationEvent[],
  initial: ConversationState = initialState({}),
): { state: ConversationState; effects: Effect[] } {
  const effects: Effect[] = [];
  let state = initial;
  for (const event of events) {
    const [next, newEffects] = applyEvent(state, event);
    state = next;
    effects.push(...newEffects);
  }
  return { state, effects };
}
const storedTurnsIn = (effects: readonly Effect[]): StoredTurn[] =>
  effects.flatMap((effect) => (effect.type === "keep" ? [effect.turn] : []));
const actionsIn = (effects: readonly Effect[]): Effect[] =>
  effects.filter(({ type }) => type !== "keep" && type !== "suppress" && type !== "lift");
const OPENED: ConversationEvent = { type: "opened" };
const GREETED: ConversationEvent[] = [OPENED, agentSaid({ asking: "day" })];

describe("the agent's turn", () => {
  it("opens the conversation once", () => {
    expect(actionsIn(playEvents([OPENED]).effects)).toEqual([{ type: "think", disclose: true }]);
    expect(playEvents([OPENED, OPENED]).effects).toEqual(playEvents([OPENED]).effects);
    expect(playEvents(GREETED).state).toMatchObject({
      phase: "listening",
      asking: "day",
      nextIndex: 1,
      step: 1,
    });
  });

  it("runs tools one after the other in the requested order, and then thinks again", () => {
    const [a, b] = [call("a"), call("b")];
    const toolsRequested = playEvents([
      ...GREETED,
      callerSaid("Hi."),
      agentSaid({ text: "One moment.", calls: [a, b] }),
    ]);
    expect(actionsIn(toolsRequested.effects).at(-1)).toEqual({ type: "run_tool", call: a });
    const firstResult = playEvents([toolAnswered(a)], toolsRequested.state);
    expect(actionsIn(firstResult.effects)).toEqual([{ type: "run_tool", call: b }]);
    const secondResult = playEvents([toolAnswered(b)], firstResult.state);
    expect(actionsIn(secondResult.effects)).toEqual([{ type: "think" }]);
    expect(storedTurnsIn(secondResult.effects)).toMatchObject([
      { role: "tool", index: 4, tool: { name: "b" }, step: 2 },
    ]);
  });

  it("ignores a tool result that is late, repeated or out of order", () => {
    const [a, b] = [call("a"), call("b")];
    const { state } = playEvents([OPENED, agentSaid({ calls: [a, b] })]);
    expect(applyEvent(state, toolAnswered(b))).toEqual([state, []]);
    const { state: next } = playEvents([toolAnswered(a)], state);
    expect(applyEvent(next, toolAnswered(a))).toEqual([next, []]);
    const listening = playEvents(GREETED).state;
    for (const late of [agentSaid(), toolAnswered(a), agentCut("late"), modelFailed("late")])
      expect(applyEvent(listening, late)).toEqual([listening, []]);
  });

  it("answers both of two tool calls with the same id", () => {
    const duplicate = call("a", "x");
    const { state, effects } = playEvents([
      OPENED,
      agentSaid({ calls: [duplicate, duplicate] }),
      toolAnswered(duplicate),
      toolAnswered(duplicate),
    ]);
    expect(storedTurnsIn(effects)).toHaveLength(3);
    expect(state).toMatchObject({ phase: "thinking", pending: [] });
  });

  it("gives the turn to the caller if a model loops", () => {
    const circle = call("look");
    const events = Array.from({ length: 20 }, () => [
      agentSaid({ text: "", calls: [circle] }),
      toolAnswered(circle),
    ]).flat();
    const { state, effects } = playEvents([OPENED, ...events]);
    expect(state.phase).toBe("listening");
    expect(effects.filter(({ type }) => type === "think")).toHaveLength(MAX_ROUNDS);
    // The caller's next words reset the count.
    expect(actionsIn(applyEvent(state, callerSaid("Hello?"))[1])).toEqual([
      { type: "think", disclose: true },
    ]);
  });

  it("stores the text of an interrupted turn, separate from the previous step", () => {
    const { state, effects } = playEvents([...GREETED, callerSaid("Hi."), agentCut("I was about")]);
    expect(storedTurnsIn(effects).at(-1)).toMatchObject({
      role: "agent",
      text: "I was about",
      interrupted: true,
      step: 2,
    });
    // The question of the interrupted sentence is unknown, so it is unknown what the answer is for.
    expect(state).toMatchObject({ phase: "listening", asking: undefined });
    expect(storedTurnsIn(playEvents([callerSaid("48151623")], state).effects)[0]).not.toHaveProperty(
      "answers",
    );
    expect(storedTurnsIn(playEvents([...GREETED, callerSaid("Hi."), agentCut("")]).effects)).toHaveLength(2);
  });

  it("ends with the failure sentence if the model fails", () => {
    const { state, effects } = playEvents([...GREETED, callerSaid("Hi."), modelFailed("I am sorry.")]);
    expect(storedTurnsIn(effects).at(-1)).toMatchObject({
      role: "agent",
      text: "I am sorry.",
      interrupted: false,
      step: 2,
    });
    expect(state).toMatchObject({ phase: "ended", endReason: "model_error" });
  });
});

describe("a model failure while a person can be reached", () => {
  const offerEvents = [...GREETED, callerSaid("Hi."), modelFailed("Shall I put you through?", true)];
  const lastToolCall = (effects: readonly Effect[]): ToolCall | undefined =>
    effects.flatMap((effect) => (effect.type === "run_tool" ? [effect.call] : [])).at(-1);

  it("waits for the caller's answer without asking the model", () => {
    expect(playEvents(offerEvents).state).toMatchObject({ phase: "listening", endReason: null });
  });

  const asksForHuman: CallerUnderstanding = {
    optOut: null,
    human: "clear",
    isYes: false,
    isNo: false,
    isTakeBack: false,
    isNotUnderstood: false,
    isSuppressedElsewhere: false,
    hasNumber: true,
    hasHuman: true,
    canAnswer: true,
  };

  it.each([
    ["yes", undefined],
    ["yes please", undefined],
    ["sure", undefined],
    ["I want to talk to a human", asksForHuman],
  ])("transfers the caller after %j", (words, understanding) => {
    const callerWords: ConversationEvent = {
      type: "caller_said",
      text: words,
      atMs: 20,
      ...(understanding && { understanding }),
    };
    const { state, effects } = playEvents([callerWords], playEvents(offerEvents).state);
    const transferCall = lastToolCall(effects);
    expect(transferCall).toMatchObject({ name: "transfer_to_human", engine: true });
    if (transferCall === undefined) return;
    expect(playEvents([toolAnswered(transferCall)], state).state).toMatchObject({
      phase: "ended",
      endReason: "transferred",
    });
    const failedTransfer = playEvents([toolAnswered(transferCall, { ok: false })], state);
    expect(failedTransfer.state).toMatchObject({ phase: "ended", endReason: "model_error" });
    expect(actionsIn(failedTransfer.effects)).toEqual([{ type: "end", reason: "model_error" }]);
  });

  it.each(["no", "no thanks", "what about my table"])("ends after %j", (words) => {
    const { state, effects } = playEvents([callerSaid(words)], playEvents(offerEvents).state);
    expect(lastToolCall(effects)).toBeUndefined();
    expect(state).toMatchObject({ phase: "ended", endReason: "model_error" });
  });

  it("continues if the model answers a silence after all", () => {
    const { state } = playEvents([{ type: "stayed_silent" }, agentSaid()], playEvents(offerEvents).state);
    expect(playEvents([callerSaid("yes")], state).state).toMatchObject({
      phase: "thinking",
      failure: undefined,
    });
  });
});

describe("a notice while a tool is running", () => {
  it("is a system turn before the tool's turn, and not the model's", () => {
    const a = call("a");
    const notice = {
      kind: "holding" as const,
      text: "One moment, please.",
      startMs: 25,
      endMs: 29,
      interrupted: false,
    };
    const { effects } = playEvents([
      ...GREETED,
      callerSaid("Go."),
      agentSaid({ calls: [a] }),
      toolAnswered(a, { notice }),
    ]);
    const [system, tool] = storedTurnsIn(effects).slice(-2);
    expect(system).toEqual({
      index: 3,
      role: "system",
      text: "One moment, please.",
      start_ms: 25,
      end_ms: 29,
      interrupted: false,
      notice: "holding",
    });
    expect(tool).toMatchObject({ index: 4, role: "tool", step: 2 });
  });
});

describe("a spoken conversation", () => {
  it("stores when the caller began and ended", () => {
    const { effects } = playEvents([...GREETED, { type: "caller_said", text: "Hi.", startMs: 30, atMs: 40 }]);
    expect(storedTurnsIn(effects).at(-1)).toMatchObject({ start_ms: 30, end_ms: 40 });
  });

  it("lets the agent ask whether the caller is still there during the caller's turn", () => {
    const { effects } = playEvents([...GREETED, { type: "stayed_silent" }]);
    expect(actionsIn(effects).at(-1)).toEqual({ type: "think", silent: true });
    expect(actionsIn(playEvents([OPENED, { type: "stayed_silent" }]).effects)).toEqual([
      { type: "think", disclose: true },
    ]);
  });

  it("stores the last words before a hangup, and does not answer them", () => {
    const last = { text: "Bye.", startMs: 70, endMs: 80 };
    const { state, effects } = playEvents([...GREETED, { type: "hung_up", atMs: 90, lastWords: last }]);
    expect(storedTurnsIn(effects).at(-1)).toMatchObject({
      role: "caller",
      text: "Bye.",
      start_ms: 70,
      answers: "day",
    });
    expect(actionsIn(effects).at(-1)).toEqual({ type: "end", reason: "caller_hung_up" });
    expect(state.phase).toBe("ended");
  });

  it("ends with the process that held the line", () => {
    const reason = "interrupted_by_restart" as const;
    expect(playEvents([...GREETED, { type: "hung_up", atMs: 90, reason }]).state.endReason).toBe(reason);
  });
});

describe("the caller's turn", () => {
  it.each([
    ["a variable", { asking: "day" }, { answers: "day" }],
    ["nothing", { asking: null }, { answers: null }],
    ["an unknown question", {}, {}],
  ])("answers the agent's question: %s", (_, question, expected) => {
    const { effects } = playEvents([OPENED, agentSaid(question), callerSaid("Tomorrow.")]);
    const { index, role, text, start_ms, end_ms, interrupted, ...otherFields } = storedTurnsIn(
      effects,
    )[1] as StoredTurn;
    expect({ index, role, text, start_ms, end_ms, interrupted }).toEqual({
      index: 1,
      role: "caller",
      text: "Tomorrow.",
      start_ms: 40,
      end_ms: 40,
      interrupted: false,
    });
    expect(otherFields).toEqual(expected);
  });

  it("stores results for tool calls that a crash left unanswered first", () => {
    const crashed = playEvents([
      ...GREETED,
      callerSaid("Book it."),
      agentSaid({ text: "", calls: [call("book")] }),
    ]).state;
    const { state, effects } = playEvents([callerSaid("Hello?")], crashed);
    expect(storedTurnsIn(effects)).toMatchObject([
      {
        role: "tool",
        index: 2,
        tool: { name: "book", ok: false, result: { error: { code: "interrupted" } } },
      },
      { role: "caller", index: 3, text: "Hello?" },
    ]);
    expect(actionsIn(effects)).toEqual([{ type: "think" }]);
    expect(state.pending).toEqual([]);
  });
});

describe("a process that died", () => {
  it("is replaced by one that stores its tool calls as interrupted, and repeats none", () => {
    const [book, pay] = [call("book"), call("pay")];
    const crashed = playEvents([...GREETED, callerSaid("Book it."), agentSaid({ calls: [book, pay] })]).state;
    const { state, effects } = playEvents([{ type: "resumed", atMs: 99 }], crashed);
    expect(storedTurnsIn(effects).map(({ tool, start_ms }) => [tool?.name, tool?.ok, start_ms])).toEqual([
      ["book", false, 99],
      ["pay", false, 99],
    ]);
    expect(actionsIn(effects)).toEqual([{ type: "think" }]);
    expect(state.pending).toEqual([]);
  });

  it("had already ended the call if one of its tools had", () => {
    const [bye, book] = [call("end_call", "bye", { outcome: "booked" }), call("book")];
    const crashed = playEvents([OPENED, agentSaid({ calls: [bye, book] }), toolAnswered(bye)]).state;
    for (const event of [{ type: "resumed", atMs: 1 }, callerSaid("Hello?"), agentCut("")] as const)
      expect(playEvents([event], crashed).state).toMatchObject({ phase: "ended", endReason: "agent_ended" });
  });

  it("does not change a call during the caller's turn", () => {
    const { state } = playEvents(GREETED);
    expect(applyEvent(state, { type: "resumed", atMs: 1 })).toEqual([state, []]);
  });

  it("greets the caller if the greeting was not said", () => {
    expect(actionsIn(playEvents([{ type: "resumed", atMs: 1 }]).effects)).toEqual([
      { type: "think", disclose: true },
    ]);
  });
});

describe("the end", () => {
  const bye = call("end_call", "bye", { outcome: "booked" });
  const optOut = call("opt_out");

  it("has the outcome that the model chose", () => {
    const { state } = playEvents([OPENED, agentSaid({ calls: [bye] }), toolAnswered(bye)]);
    expect(state).toMatchObject({ phase: "ended", endReason: "agent_ended", outcome: "booked" });
  });

  it.each([[[bye, optOut]], [[optOut, bye]]])(
    "is an opt-out, regardless of other tool calls in the same step",
    (calls) => {
      const confirmation: ConversationEvent = {
        type: "agent_said",
        utterance: createUtterance({ engine: true, asking: null }),
      };
      const { state, effects } = playEvents([
        OPENED,
        agentSaid({ calls }),
        ...calls.map((toolCall) => toolAnswered(toolCall)),
        confirmation,
        { type: "hung_up", atMs: 60 },
      ]);
      expect(state.endReason).toBe("opted_out");
      expect(effects.filter(({ type }) => type === "suppress")).toHaveLength(1);
      expect(storedTurnsIn(effects)).toHaveLength(4);
      expect(effects.at(-1)).toEqual({ type: "end", reason: "opted_out" });
    },
  );

  it("does not come if the tool that would cause it fails", () => {
    const { state } = playEvents([
      OPENED,
      agentSaid({ calls: [optOut] }),
      toolAnswered(optOut, { ok: false }),
    ]);
    expect(state).toMatchObject({ phase: "thinking", ending: null });
  });

  it.each([
    ["hung_up", "caller_hung_up"],
    ["ran_out", "max_duration"],
  ] as const)("after %s stores results for unanswered tool calls", (type, reason) => {
    const { state, effects } = playEvents([OPENED, agentSaid({ calls: [call("book")] }), { type, atMs: 70 }]);
    expect(state).toMatchObject({ phase: "ended", endReason: reason, pending: [] });
    expect(storedTurnsIn(effects).at(-1)).toMatchObject({ role: "tool", tool: { ok: false } });
  });

  it("after silence comes only during the caller's turn", () => {
    const silent: ConversationEvent = { type: "fell_silent" };
    expect(playEvents([...GREETED, silent]).state.endReason).toBe("inactivity");
    expect(playEvents([OPENED, silent]).state.phase).toBe("thinking");
  });

  it("separates the engine's own tools from displayed tools", () => {
    expect(["save_variables", "end_call", "opt_out", "book"].map(isEngineTool)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

const toolName = fc.constantFrom("book", "save_variables", "end_call", "opt_out");
const toolCalls = fc.array(
  fc.record({
    id: fc.constantFrom("a", "b", "c"),
    name: toolName,
    arguments: fc.constantFrom({}, null, { outcome: "x" }),
  }),
  { maxLength: 3 },
);
const words = fc.constantFrom("", "Hello.", "48151623");
const asking = fc.constantFrom({}, { asking: null }, { asking: "day" });
const utteranceArb = fc
  .record({ text: words, calls: toolCalls, askingFields: asking })
  .map(({ askingFields, ...fields }) => createUtterance({ ...fields, ...askingFields }));
const eventArb: fc.Arbitrary<ConversationEvent> = fc.oneof(
  fc.constant<ConversationEvent>(OPENED),
  words.map(callerSaid),
  utteranceArb.map((utterance): ConversationEvent => ({ type: "agent_said", utterance })),
  words.map(agentCut),
  words.map(modelFailed),
  fc
    .record({ call: toolCalls.map(([firstCall]) => firstCall ?? call("book", "a")), ok: fc.boolean() })
    .map(({ call: toolCall, ok }) => toolAnswered(toolCall, { ok })),
  fc.constant<ConversationEvent>({ type: "resumed", atMs: 1 }),
  fc.constant<ConversationEvent>({ type: "fell_silent" }),
  fc.constant<ConversationEvent>({ type: "ran_out", atMs: 2 }),
  fc.constant<ConversationEvent>({ type: "hung_up", atMs: 3 }),
);
const eventsArb = fc.array(eventArb, { maxLength: 40 });

describe("any sequence of events", () => {
  it("stores each turn once, under the next index", () => {
    fc.assert(
      fc.property(eventsArb, (events) => {
        const { state, effects } = playEvents(events);
        expect(storedTurnsIn(effects).map(({ index }) => index)).toEqual(
          storedTurnsIn(effects).map((_, n) => n),
        );
        expect(state.nextIndex).toBe(storedTurnsIn(effects).length);
      }),
    );
  });

  it("leads to at most one action per event, as the last effect", () => {
    fc.assert(
      fc.property(eventsArb, (events) => {
        let state = initialState({});
        for (const event of events) {
          const [next, effects] = applyEvent(state, event);
          expect(actionsIn(effects).length).toBeLessThanOrEqual(1);
          expect(actionsIn(effects.slice(0, -1))).toEqual([]);
          // An action other than the end implies thinking. The end implies the ended phase.
          const action = actionsIn(effects)[0]?.type;
          if (action !== undefined) expect(next.phase).toBe(action === "end" ? "ended" : "thinking");
          state = next;
        }
      }),
    );
  });

  it("changes nothing after the end", () => {
    fc.assert(
      fc.property(eventsArb, eventArb, (events, laterEvent) => {
        const { state } = playEvents([...events, { type: "hung_up", atMs: 9 }]);
        expect(applyEvent(state, laterEvent)).toEqual([state, []]);
      }),
    );
  });

  it("produces a state that survives being stored", () => {
    fc.assert(
      fc.property(eventsArb, eventArb, (events, laterEvent) => {
        const { state } = playEvents(events);
        const stored = JSON.parse(JSON.stringify(state)) as ConversationState;
        expect(applyEvent(stored, laterEvent)[1]).toEqual(applyEvent(state, laterEvent)[1]);
      }),
    );
  });

  it("stores one turn for each requested tool call, unless the agent was interrupted first", () => {
    fc.assert(
      fc.property(fc.array(utteranceArb, { maxLength: 12 }), fc.nat(20), (steps, crashAt) => {
        const run = drive(initialState({}), OPENED, steps, crashAt);
        const requestedTools = run.requestedCalls.map(({ name }) => name);
        const storedTools = run.turns.filter(({ role }) => role === "tool").map(({ tool }) => tool?.name);
        expect(storedTools).toEqual(requestedTools);
      }),
    );
  });

  it("returns to the caller or to the end if all steps finish", () => {
    fc.assert(
      fc.property(fc.array(utteranceArb, { maxLength: 12 }), fc.nat(20), (steps, crashAt) => {
        const { state } = drive(initialState({}), OPENED, steps, crashAt);
        expect(["listening", "ended"]).toContain(state.phase);
        expect(state.pending).toEqual([]);
      }),
    );
  });
});

/**
 * Runs the effects as `advanceConversation` does, with the given model steps (then one without tool calls)
 * and one crash.
 */
function drive(
  initial: ConversationState,
  firstEvent: ConversationEvent,
  steps: readonly AgentUtterance[],
  crashAt: number,
) {
  const remainingSteps = [...steps];
  const turns: StoredTurn[] = [];
  const requestedCalls: ToolCall[] = [];
  let state = initial;
  let eventCount = 0;
  for (let event: ConversationEvent | null = firstEvent; event !== null; eventCount++) {
    const [next, effects] = applyEvent(state, event);
    state = next;
    turns.push(...storedTurnsIn(effects));
    if (event.type === "agent_said") requestedCalls.push(...event.utterance.calls);
    const [action] = actionsIn(effects);
    event = null;
    if (action !== undefined && action.type !== "end" && eventCount === crashAt)
      event = { type: "resumed", atMs: 5 };
    else if (action?.type === "think")
      event = { type: "agent_said", utterance: remainingSteps.shift() ?? createUtterance() };
    else if (action?.type === "say")
      event = { type: "agent_said", utterance: createUtterance({ engine: true, asking: null }) };
    else if (action?.type === "run_tool") event = toolAnswered(action.call);
  }
  return { state, turns, requestedCalls };
}

describe("a broken connection", () => {
  const reconnected: ConversationEvent = { type: "reconnected", atMs: 90 };
  const MARK = {
    role: "system",
    text: "The connection was interrupted.",
    start_ms: 90,
    notice: "reconnected",
  };
  const OPT_OUT_WORDS: CallerUnderstanding = {
    optOut: "request",
    human: null,
    isYes: false,
    isNo: false,
    isTakeBack: false,
    isNotUnderstood: false,
    isSuppressedElsewhere: false,
    hasNumber: true,
    hasHuman: false,
    canAnswer: true,
  };

  it("during the caller's turn: it is marked, and the agent says so and asks again", () => {
    const { state } = playEvents(GREETED);
    const { state: next, effects } = playEvents([reconnected], state);
    expect(storedTurnsIn(effects)).toMatchObject([{ ...MARK, index: 1 }]);
    expect(actionsIn(effects)).toEqual([{ type: "think", reconnected: true, lead: "cut_off" }]);
    expect(next).toMatchObject({ phase: "thinking", asking: "day", nextIndex: 2 });
    expect(playEvents([agentSaid({ asking: "day" })], next).state).toMatchObject({ phase: "listening" });
  });

  it("of a member who took over: it is marked, and the model is told, also if the caller had said something", () => {
    const returned: ConversationEvent = { type: "reconnected", atMs: 90, isFromMember: true };
    const mark = "The person who took over the call lost the connection. The agent continues.";
    const awaiting = playEvents([...GREETED, callerSaid("Tomorrow.")]).state;
    for (const state of [playEvents(GREETED).state, awaiting]) {
      const { effects } = playEvents([returned], state);
      expect(storedTurnsIn(effects)).toMatchObject([{ role: "system", text: mark, notice: "member_lost" }]);
      expect(actionsIn(effects)).toEqual([{ type: "think", reconnected: "member", lead: "member_lost" }]);
    }
  });

  it("during the agent's turn: the caller's words are answered, after the disclosure if it is due", () => {
    const awaiting = playEvents([...GREETED, callerSaid("Tomorrow.")]).state;
    expect(actionsIn(playEvents([reconnected], awaiting).effects)).toEqual([
      { type: "think", lead: "cut_off" },
    ]);
    const greeting = playEvents([OPENED]).state;
    expect(actionsIn(playEvents([reconnected], greeting).effects)).toEqual([
      { type: "think", lead: "cut_off", disclose: true },
    ]);
  });

  it("after an opt-out: the suppression stands, and the engine asks its question again", () => {
    const event: ConversationEvent = {
      type: "caller_said",
      text: "Stop.",
      atMs: 40,
      understanding: OPT_OUT_WORDS,
    };
    const confirming = playEvents([...GREETED, event]).state;
    const confirmed = playEvents([agentSaid({ engine: true })], confirming).state;
    for (const state of [confirming, confirmed]) {
      const { state: next, effects } = playEvents([reconnected], state);
      expect(actionsIn(effects)).toEqual([{ type: "say", line: "opted_out", lead: "cut_off" }]);
      expect(effects).not.toContainEqual({ type: "suppress" });
      expect(next.optOut).toMatchObject({ at: "standing" });
    }
  });

  it("while a tool ran: its result is unknown, and it is not run again", () => {
    const running = playEvents([...GREETED, callerSaid("Yes."), agentSaid({ calls: [call("book")] })]).state;
    const { effects } = playEvents([reconnected], running);
    const [tool, mark] = storedTurnsIn(effects);
    expect(tool).toMatchObject({
      role: "tool",
      tool: { ok: false, result: { error: { code: "interrupted" } } },
    });
    expect(mark).toMatchObject(MARK);
    expect(actionsIn(effects)).toEqual([{ type: "think", lead: "cut_off" }]);
  });

  it("at the end of the conversation ends it", () => {
    const ending = playEvents([
      ...GREETED,
      callerSaid("Bye."),
      agentSaid({ calls: [call("end_call")] }),
    ]).state;
    const ended = playEvents([toolAnswered(call("end_call"))], ending).state;
    expect(playEvents([reconnected], ended).effects).toEqual([]);
    const due: ConversationState = { ...ending, pending: [], ending: "agent_ended" };
    expect(actionsIn(playEvents([reconnected], due).effects)).toEqual([
      { type: "end", reason: "agent_ended" },
    ]);
  });
});
