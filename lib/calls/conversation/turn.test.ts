import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Understood } from "./state";
import {
  type Effect,
  type Event,
  initialState,
  type KeptTurn,
  type Said,
  type State,
  type ToolCall,
} from "./state";
import { isEngineTool, MAX_ROUNDS, turn } from "./turn";

const said = (extra: Partial<Said> = {}): Said => ({
  text: "Hello.",
  calls: [],
  startMs: 10,
  endMs: 20,
  latencyMs: 5,
  ...extra,
});
const call = (name: string, id = name, args: unknown = {}): ToolCall => ({ id, name, arguments: args });
const answered = (which: ToolCall, extra: object = {}): Event => ({
  type: "tool_answered",
  call: which,
  ok: true,
  result: { ok: true },
  values: {},
  startMs: 30,
  endMs: 31,
  ...extra,
});
const saying = (extra: Partial<Said> = {}): Event => ({ type: "agent_said", said: said(extra) });
const caller = (text: string): Event => ({ type: "caller_said", text, atMs: 40 });
const cut = (text: string): Event => ({ type: "agent_cut", text, startMs: 50, endMs: 60 });
const failing = (text: string, offersHuman = false): Event => ({
  type: "model_failed",
  said: said({ text }),
  offersHuman,
});

/** A conversation after these events, with everything that it led to. */
function play(events: readonly Event[], from: State = initialState({})): { state: State; effects: Effect[] } {
  const effects: Effect[] = [];
  let state = from;
  for (const event of events) {
    const [next, more] = turn(state, event);
    state = next;
    effects.push(...more);
  }
  return { state, effects };
}
const kept = (effects: readonly Effect[]): KeptTurn[] =>
  effects.flatMap((effect) => (effect.type === "keep" ? [effect.turn] : []));
const acting = (effects: readonly Effect[]): Effect[] =>
  effects.filter(({ type }) => type !== "keep" && type !== "suppress" && type !== "lift");
const opened: Event = { type: "opened" };
const greeted: Event[] = [opened, saying({ asking: "day" })];

describe("the agent's turn", () => {
  it("opens the conversation, once", () => {
    expect(acting(play([opened]).effects)).toEqual([{ type: "think", disclose: true }]);
    expect(play([opened, opened]).effects).toEqual(play([opened]).effects);
    expect(play(greeted).state).toMatchObject({ phase: "listening", asking: "day", nextIndex: 1, step: 1 });
  });

  it("runs tools one after the other, in the order in which they were asked for, and thinks again", () => {
    const [a, b] = [call("a"), call("b")];
    const asked = play([...greeted, caller("Hi."), saying({ text: "One moment.", calls: [a, b] })]);
    expect(acting(asked.effects).at(-1)).toEqual({ type: "run_tool", call: a });
    const first = play([answered(a)], asked.state);
    expect(acting(first.effects)).toEqual([{ type: "run_tool", call: b }]);
    const both = play([answered(b)], first.state);
    expect(acting(both.effects)).toEqual([{ type: "think" }]);
    expect(kept(both.effects)).toMatchObject([{ role: "tool", index: 4, tool: { name: "b" }, step: 2 }]);
  });

  it("hears only the answer that it waits for: one that comes late, twice or out of order is void", () => {
    const [a, b] = [call("a"), call("b")];
    const { state } = play([opened, saying({ calls: [a, b] })]);
    expect(turn(state, answered(b))).toEqual([state, []]);
    const { state: next } = play([answered(a)], state);
    expect(turn(next, answered(a))).toEqual([next, []]);
    const listening = play(greeted).state;
    for (const late of [saying(), answered(a), cut("late"), failing("late")])
      expect(turn(listening, late)).toEqual([listening, []]);
  });

  it("answers each of two calls to which a server gave the same id", () => {
    const same = call("a", "x");
    const { state, effects } = play([
      opened,
      saying({ calls: [same, same] }),
      answered(same),
      answered(same),
    ]);
    expect(kept(effects)).toHaveLength(3);
    expect(state).toMatchObject({ phase: "thinking", pending: [] });
  });

  it("ends in the caller's favour when a model goes in circles", () => {
    const circle = call("look");
    const events = Array.from({ length: 20 }, () => [
      saying({ text: "", calls: [circle] }),
      answered(circle),
    ]).flat();
    const { state, effects } = play([opened, ...events]);
    expect(state.phase).toBe("listening");
    expect(effects.filter(({ type }) => type === "think")).toHaveLength(MAX_ROUNDS);
    // The caller's next words begin the count anew.
    expect(acting(turn(state, caller("Hello?"))[1])).toEqual([{ type: "think", disclose: true }]);
  });

  it("keeps what was said of a turn that was cut off, apart from the step before it", () => {
    const { state, effects } = play([...greeted, caller("Hi."), cut("I was about")]);
    expect(kept(effects).at(-1)).toMatchObject({
      role: "agent",
      text: "I was about",
      interrupted: true,
      step: 2,
    });
    // Nobody knows what the half sentence asked for, so the answer to it counts as unknown.
    expect(state).toMatchObject({ phase: "listening", asking: undefined });
    expect(kept(play([caller("48151623")], state).effects)[0]).not.toHaveProperty("answers");
    expect(kept(play([...greeted, caller("Hi."), cut("")]).effects)).toHaveLength(2);
  });

  it("ends with what the caller was told when the model fails", () => {
    const { state, effects } = play([...greeted, caller("Hi."), failing("I am sorry.")]);
    expect(kept(effects).at(-1)).toMatchObject({
      role: "agent",
      text: "I am sorry.",
      interrupted: false,
      step: 2,
    });
    expect(state).toMatchObject({ phase: "ended", endReason: "model_error" });
  });
});

describe("a model that fails where a human can be reached", () => {
  const offered = [...greeted, caller("Hi."), failing("Shall I put you through?", true)];
  const transfer = (effects: readonly Effect[]): ToolCall | undefined =>
    effects.flatMap((effect) => (effect.type === "run_tool" ? [effect.call] : [])).at(-1);

  it("leaves the caller to answer, and asks the model nothing", () => {
    expect(play(offered).state).toMatchObject({ phase: "listening", endReason: null });
  });

  const asksForHuman: Understood = {
    optOut: null,
    human: "clear",
    yes: false,
    no: false,
    takesBack: false,
    unheard: false,
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
  ])("puts them through at %j", (words, understood) => {
    const said: Event = { type: "caller_said", text: words, atMs: 20, ...(understood && { understood }) };
    const { state, effects } = play([said], play(offered).state);
    const asked = transfer(effects);
    expect(asked).toMatchObject({ name: "transfer_to_human", engine: true });
    if (asked === undefined) return;
    expect(play([answered(asked)], state).state).toMatchObject({ phase: "ended", endReason: "transferred" });
    const busy = play([answered(asked, { ok: false })], state);
    expect(busy.state).toMatchObject({ phase: "ended", endReason: "model_error" });
    expect(acting(busy.effects)).toEqual([{ type: "end", reason: "model_error" }]);
  });

  it.each(["no", "no thanks", "what about my table"])("ends at %j", (words) => {
    const { state, effects } = play([caller(words)], play(offered).state);
    expect(transfer(effects)).toBeUndefined();
    expect(state).toMatchObject({ phase: "ended", endReason: "model_error" });
  });

  it("goes on where the model answers a silence after all", () => {
    const { state } = play([{ type: "stayed_silent" }, saying()], play(offered).state);
    expect(play([caller("yes")], state).state).toMatchObject({ phase: "thinking", failure: undefined });
  });
});

describe("a notice while a tool runs", () => {
  it("is a turn of the system's before the tool's, and none of the model's", () => {
    const a = call("a");
    const notice = {
      kind: "holding" as const,
      text: "One moment, please.",
      startMs: 25,
      endMs: 29,
      interrupted: false,
    };
    const { effects } = play([...greeted, caller("Go."), saying({ calls: [a] }), answered(a, { notice })]);
    const [system, tool] = kept(effects).slice(-2);
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

describe("a conversation that is spoken", () => {
  it("keeps when the caller began and ended", () => {
    const { effects } = play([...greeted, { type: "caller_said", text: "Hi.", startMs: 30, atMs: 40 }]);
    expect(kept(effects).at(-1)).toMatchObject({ start_ms: 30, end_ms: 40 });
  });

  it("lets the agent ask whether the caller is there, while it is their turn", () => {
    const { effects } = play([...greeted, { type: "stayed_silent" }]);
    expect(acting(effects).at(-1)).toEqual({ type: "think", silent: true });
    expect(acting(play([opened, { type: "stayed_silent" }]).effects)).toEqual([
      { type: "think", disclose: true },
    ]);
  });

  it("keeps the last words of whoever hangs up, and answers them no more", () => {
    const last = { text: "Bye.", startMs: 70, endMs: 80 };
    const { state, effects } = play([...greeted, { type: "hung_up", atMs: 90, last }]);
    expect(kept(effects).at(-1)).toMatchObject({
      role: "caller",
      text: "Bye.",
      start_ms: 70,
      answers: "day",
    });
    expect(acting(effects).at(-1)).toEqual({ type: "end", reason: "caller_hung_up" });
    expect(state.phase).toBe("ended");
  });

  it("ends with the process that held its line", () => {
    const reason = "interrupted_by_restart" as const;
    expect(play([...greeted, { type: "hung_up", atMs: 90, reason }]).state.endReason).toBe(reason);
  });
});

describe("the caller's turn", () => {
  it.each([
    ["a variable", { asking: "day" }, { answers: "day" }],
    ["nothing", { asking: null }, { answers: null }],
    ["nobody knows what", {}, {}],
  ])("answers what the agent asked: %s", (_, asked, expected) => {
    const { effects } = play([opened, saying(asked), caller("Tomorrow.")]);
    const { index, role, text, start_ms, end_ms, interrupted, ...rest } = kept(effects)[1] as KeptTurn;
    expect({ index, role, text, start_ms, end_ms, interrupted }).toEqual({
      index: 1,
      role: "caller",
      text: "Tomorrow.",
      start_ms: 40,
      end_ms: 40,
      interrupted: false,
    });
    expect(rest).toEqual(expected);
  });

  it("tells of the tools that a crash left unanswered, before it is taken", () => {
    const crashed = play([...greeted, caller("Book it."), saying({ text: "", calls: [call("book")] })]).state;
    const { state, effects } = play([caller("Hello?")], crashed);
    expect(kept(effects)).toMatchObject([
      {
        role: "tool",
        index: 2,
        tool: { name: "book", ok: false, result: { error: { code: "interrupted" } } },
      },
      { role: "caller", index: 3, text: "Hello?" },
    ]);
    expect(acting(effects)).toEqual([{ type: "think" }]);
    expect(state.pending).toEqual([]);
  });
});

describe("a process that died", () => {
  it("is followed by one that answers its tools as interrupted, and repeats none", () => {
    const [book, pay] = [call("book"), call("pay")];
    const crashed = play([...greeted, caller("Book it."), saying({ calls: [book, pay] })]).state;
    const { state, effects } = play([{ type: "resumed", atMs: 99 }], crashed);
    expect(kept(effects).map(({ tool, start_ms }) => [tool?.name, tool?.ok, start_ms])).toEqual([
      ["book", false, 99],
      ["pay", false, 99],
    ]);
    expect(acting(effects)).toEqual([{ type: "think" }]);
    expect(state.pending).toEqual([]);
  });

  it("had ended the call already, as far as its tools had said so", () => {
    const [bye, book] = [call("end_call", "bye", { outcome: "booked" }), call("book")];
    const crashed = play([opened, saying({ calls: [bye, book] }), answered(bye)]).state;
    for (const event of [{ type: "resumed", atMs: 1 }, caller("Hello?"), cut("")] as const)
      expect(play([event], crashed).state).toMatchObject({ phase: "ended", endReason: "agent_ended" });
  });

  it("leaves a call in which the caller has the word as it is", () => {
    const { state } = play(greeted);
    expect(turn(state, { type: "resumed", atMs: 1 })).toEqual([state, []]);
  });

  it("before the greeting: the agent greets", () => {
    expect(acting(play([{ type: "resumed", atMs: 1 }]).effects)).toEqual([{ type: "think", disclose: true }]);
  });
});

describe("the end", () => {
  const bye = call("end_call", "bye", { outcome: "booked" });
  const optOut = call("opt_out");

  it("comes with the tag that the model chose", () => {
    const { state } = play([opened, saying({ calls: [bye] }), answered(bye)]);
    expect(state).toMatchObject({ phase: "ended", endReason: "agent_ended", outcome: "booked" });
  });

  it.each([[[bye, optOut]], [[optOut, bye]]])(
    "is an opt-out, whatever else is asked for in the same step",
    (calls) => {
      const told: Event = { type: "agent_said", said: said({ engine: true, asking: null }) };
      const { state, effects } = play([
        opened,
        saying({ calls }),
        ...calls.map((one) => answered(one)),
        told,
        { type: "hung_up", atMs: 60 },
      ]);
      expect(state.endReason).toBe("opted_out");
      expect(effects.filter(({ type }) => type === "suppress")).toHaveLength(1);
      expect(kept(effects)).toHaveLength(4);
      expect(effects.at(-1)).toEqual({ type: "end", reason: "opted_out" });
    },
  );

  it("does not come when the tool that would bring it fails", () => {
    const { state } = play([opened, saying({ calls: [optOut] }), answered(optOut, { ok: false })]);
    expect(state).toMatchObject({ phase: "thinking", ending: null });
  });

  it.each([
    ["hung_up", "caller_hung_up"],
    ["ran_out", "max_duration"],
  ] as const)("by %s tells of the tools that nobody has answered", (type, reason) => {
    const { state, effects } = play([opened, saying({ calls: [call("book")] }), { type, atMs: 70 }]);
    expect(state).toMatchObject({ phase: "ended", endReason: reason, pending: [] });
    expect(kept(effects).at(-1)).toMatchObject({ role: "tool", tool: { ok: false } });
  });

  it("by silence comes only while the caller has the word", () => {
    const silent: Event = { type: "fell_silent" };
    expect(play([...greeted, silent]).state.endReason).toBe("inactivity");
    expect(play([opened, silent]).state.phase).toBe("thinking");
  });

  it("knows the engine's own tools from those that are shown", () => {
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
const saidAny = fc
  .record({ text: words, calls: toolCalls, more: asking })
  .map(({ more, ...rest }) => said({ ...rest, ...more }));
const eventAny: fc.Arbitrary<Event> = fc.oneof(
  fc.constant<Event>(opened),
  words.map(caller),
  saidAny.map((s): Event => ({ type: "agent_said", said: s })),
  words.map(cut),
  words.map(failing),
  fc
    .record({ call: toolCalls.map(([one]) => one ?? call("book", "a")), ok: fc.boolean() })
    .map(({ call: c, ok }) => answered(c, { ok })),
  fc.constant<Event>({ type: "resumed", atMs: 1 }),
  fc.constant<Event>({ type: "fell_silent" }),
  fc.constant<Event>({ type: "ran_out", atMs: 2 }),
  fc.constant<Event>({ type: "hung_up", atMs: 3 }),
);
const history = fc.array(eventAny, { maxLength: 40 });

describe("whatever happens, in whatever order", () => {
  it("turns are kept once each, under the next index", () => {
    fc.assert(
      fc.property(history, (events) => {
        const { state, effects } = play(events);
        expect(kept(effects).map(({ index }) => index)).toEqual(kept(effects).map((_, n) => n));
        expect(state.nextIndex).toBe(kept(effects).length);
      }),
    );
  });

  it("an event leads to one thing to do at most, and it comes last", () => {
    fc.assert(
      fc.property(history, (events) => {
        let state = initialState({});
        for (const event of events) {
          const [next, effects] = turn(state, event);
          expect(acting(effects).length).toBeLessThanOrEqual(1);
          expect(acting(effects.slice(0, -1))).toEqual([]);
          // Whoever has something to do is thinking, and whoever has ended says so.
          const doing = acting(effects)[0]?.type;
          if (doing !== undefined) expect(next.phase).toBe(doing === "end" ? "ended" : "thinking");
          state = next;
        }
      }),
    );
  });

  it("after the end nothing changes", () => {
    fc.assert(
      fc.property(history, eventAny, (events, more) => {
        const { state } = play([...events, { type: "hung_up", atMs: 9 }]);
        expect(turn(state, more)).toEqual([state, []]);
      }),
    );
  });

  it("a state survives being stored", () => {
    fc.assert(
      fc.property(history, eventAny, (events, next) => {
        const { state } = play(events);
        const stored = JSON.parse(JSON.stringify(state)) as State;
        expect(turn(stored, next)[1]).toEqual(turn(state, next)[1]);
      }),
    );
  });

  it("each tool that was asked for gets one turn, unless the agent was cut off first", () => {
    fc.assert(
      fc.property(fc.array(saidAny, { maxLength: 12 }), fc.nat(20), (steps, crashAt) => {
        const run = drive(initialState({}), opened, steps, crashAt);
        const asked = run.asked.map(({ name }) => name);
        const told = run.turns.filter(({ role }) => role === "tool").map(({ tool }) => tool?.name);
        expect(told).toEqual(asked);
      }),
    );
  });

  it("with steps that come to an end, the conversation comes back to the caller or to its end", () => {
    fc.assert(
      fc.property(fc.array(saidAny, { maxLength: 12 }), fc.nat(20), (steps, crashAt) => {
        const { state } = drive(initialState({}), opened, steps, crashAt);
        expect(["listening", "ended"]).toContain(state.phase);
        expect(state.pending).toEqual([]);
      }),
    );
  });
});

/** Runs the effects as a session does, with these steps of the model (then one without calls), and one crash. */
function drive(from: State, first: Event, steps: readonly Said[], crashAt: number) {
  const left = [...steps];
  const turns: KeptTurn[] = [];
  const asked: ToolCall[] = [];
  let state = from;
  let did = 0;
  for (let event: Event | null = first; event !== null; did++) {
    const [next, effects] = turn(state, event);
    state = next;
    turns.push(...kept(effects));
    if (event.type === "agent_said") asked.push(...event.said.calls);
    const [doing] = acting(effects);
    event = null;
    if (doing !== undefined && doing.type !== "end" && did === crashAt) event = { type: "resumed", atMs: 5 };
    else if (doing?.type === "think") event = { type: "agent_said", said: left.shift() ?? said() };
    else if (doing?.type === "say")
      event = { type: "agent_said", said: said({ engine: true, asking: null }) };
    else if (doing?.type === "run_tool") event = answered(doing.call);
  }
  return { state, turns, asked };
}
