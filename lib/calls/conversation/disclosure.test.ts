import { describe, expect, it } from "vitest";
import { isDisclosurePending, MAX_DISCLOSURE_ATTEMPTS } from "./disclosure";
import { applyEvent } from "./reducer";
import {
  type AgentUtterance,
  type ConversationEvent,
  type ConversationState,
  type Effect,
  initialState,
  type StoredTurn,
} from "./state";

const TEXT = "This is an automated assistant.";
const AGENT = { disclosure: { enabled: true, text: TEXT } };
const UTTERANCE: AgentUtterance = { text: "Which day?", calls: [], startMs: 10, endMs: 20, latencyMs: 5 };
const OPENED: ConversationEvent = { type: "opened" };
const CALLER_SAID: ConversationEvent = { type: "caller_said", text: "hello?", atMs: 40 };
const AGENT_SAID: ConversationEvent = { type: "agent_said", utterance: UTTERANCE };
const agentCut = (text: string, undisclosed = true): ConversationEvent => ({
  type: "agent_cut",
  text,
  startMs: 50,
  endMs: 60,
  undisclosed,
});

function playEvents(...events: ConversationEvent[]): { state: ConversationState; thinkEffects: Effect[] } {
  let state = initialState({});
  const thinkEffects: Effect[] = [];
  for (const event of events) {
    const [next, effects] = applyEvent(state, event);
    state = next;
    thinkEffects.push(...effects.filter(({ type }) => type === "think"));
  }
  return { state, thinkEffects };
}
const agentTurn = (text: string, interrupted: boolean): StoredTurn => ({
  index: 0,
  role: "agent",
  text,
  start_ms: 0,
  end_ms: 0,
  interrupted,
});

describe("an interrupted disclosure", () => {
  it("is repeated before the answer to the caller who interrupted it", () => {
    const { state, thinkEffects } = playEvents(OPENED, agentCut("This is an"), CALLER_SAID);
    expect(thinkEffects).toEqual([
      { type: "think", disclose: true },
      { type: "think", disclose: true },
    ]);
    expect(applyEvent(state, AGENT_SAID)[0].undisclosed).toBeUndefined();
    expect(
      playEvents(OPENED, agentCut("This is an"), CALLER_SAID, AGENT_SAID, CALLER_SAID).thinkEffects.at(-1),
    ).toEqual({
      type: "think",
    });
  });

  it("is repeated after a noise interrupted it", () => {
    expect(playEvents(OPENED, agentCut("This"), { type: "stayed_silent" }).thinkEffects.at(-1)).toEqual({
      type: "think",
      silent: true,
      disclose: true,
    });
  });

  it("waits while the agent first uses a tool, and does not count an attempt that was not heard", () => {
    const tool = { id: "1", name: "look_up", arguments: {} };
    const toolRequest: ConversationEvent = {
      type: "agent_said",
      utterance: { ...UTTERANCE, text: "", calls: [tool] },
    };
    const answer: ConversationEvent = {
      type: "tool_answered",
      call: tool,
      ok: true,
      result: {},
      values: {},
      startMs: 1,
      endMs: 2,
    };
    expect(
      playEvents(OPENED, agentCut("This"), CALLER_SAID, toolRequest, answer).thinkEffects.at(-1),
    ).toMatchObject({
      disclose: true,
    });
    expect(
      playEvents(OPENED, agentCut("This"), CALLER_SAID, agentCut(""), CALLER_SAID).state.undisclosed,
    ).toBe(1);
  });

  it("is started at most three times", () => {
    const interruptions = Array.from({ length: MAX_DISCLOSURE_ATTEMPTS + 1 }, () => [
      agentCut("This"),
      CALLER_SAID,
    ]).flat();
    const { thinkEffects } = playEvents(OPENED, ...interruptions);
    expect(thinkEffects.filter((effect) => "disclose" in effect)).toHaveLength(MAX_DISCLOSURE_ATTEMPTS);
  });

  it("is no longer due after it was heard in any attempt", () => {
    const { state, thinkEffects } = playEvents(
      OPENED,
      agentCut("This"),
      CALLER_SAID,
      agentCut(`${TEXT} Which`, false),
      CALLER_SAID,
    );
    expect(state.undisclosed).toBeUndefined();
    expect(thinkEffects.at(-1)).toEqual({ type: "think" });
  });
});

describe("whether the disclosure was heard", () => {
  it.each([
    ["cut within it", [], "This is an automated", true],
    ["cut behind it, without its last point", [], "this is an automated assistant", false],
    ["heard not at all", [], "", true],
    ["cut twice, each time within it", [agentTurn("This is", true)], "This is an automated", true],
    ["cut once, and nothing heard since", [agentTurn("This is", true)], "", true],
    ["a turn heard to its end, which began with it", [agentTurn("…", false)], "Which", false],
    ["heard in an earlier breath", [agentTurn(`${TEXT} Hello`, true)], "Which", false],
  ] as const)("%s", (_, turns, text, undisclosed) => {
    expect(isDisclosurePending(AGENT, turns, text)).toBe(undisclosed);
    expect(isDisclosurePending({ disclosure: { enabled: false, text: TEXT } }, turns, text)).toBe(false);
  });
});
