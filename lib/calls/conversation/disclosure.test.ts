import { describe, expect, it } from "vitest";
import { isUndisclosed, MOST_DISCLOSED } from "./disclosure";
import { type Effect, type Event, initialState, type KeptTurn, type Said, type State } from "./state";
import { turn } from "./turn";

const TEXT = "This is an automated assistant.";
const AGENT = { disclosure: { enabled: true, text: TEXT } };
const SAID: Said = { text: "Which day?", calls: [], startMs: 10, endMs: 20, latencyMs: 5 };
const opened: Event = { type: "opened" };
const caller: Event = { type: "caller_said", text: "hello?", atMs: 40 };
const saying: Event = { type: "agent_said", said: SAID };
const cut = (text: string, undisclosed = true): Event => ({
  type: "agent_cut",
  text,
  startMs: 50,
  endMs: 60,
  undisclosed,
});

function play(...events: Event[]): { state: State; thoughts: Effect[] } {
  let state = initialState({});
  const thoughts: Effect[] = [];
  for (const event of events) {
    const [next, effects] = turn(state, event);
    state = next;
    thoughts.push(...effects.filter(({ type }) => type === "think"));
  }
  return { state, thoughts };
}
const agentTurn = (text: string, interrupted: boolean): KeptTurn => ({
  index: 0,
  role: "agent",
  text,
  start_ms: 0,
  end_ms: 0,
  interrupted,
});

describe("a disclosure that was cut off", () => {
  it("is said again before the answer to whoever cut it off", () => {
    const { state, thoughts } = play(opened, cut("This is an"), caller);
    expect(thoughts).toEqual([
      { type: "think", disclose: true },
      { type: "think", disclose: true },
    ]);
    expect(turn(state, saying)[0].undisclosed).toBeUndefined();
    expect(play(opened, cut("This is an"), caller, saying, caller).thoughts.at(-1)).toEqual({
      type: "think",
    });
  });

  it("is said again where a noise cut it off", () => {
    expect(play(opened, cut("This"), { type: "stayed_silent" }).thoughts.at(-1)).toEqual({
      type: "think",
      silent: true,
      disclose: true,
    });
  });

  it("waits where the agent first uses a tool, and is not counted where nothing was heard", () => {
    const tool = { id: "1", name: "look_up", arguments: {} };
    const asked: Event = { type: "agent_said", said: { ...SAID, text: "", calls: [tool] } };
    const answer: Event = {
      type: "tool_answered",
      call: tool,
      ok: true,
      result: {},
      values: {},
      startMs: 1,
      endMs: 2,
    };
    expect(play(opened, cut("This"), caller, asked, answer).thoughts.at(-1)).toMatchObject({
      disclose: true,
    });
    expect(play(opened, cut("This"), caller, cut(""), caller).state.undisclosed).toBe(1);
  });

  it("is begun three times at most", () => {
    const again = Array.from({ length: MOST_DISCLOSED + 1 }, () => [cut("This"), caller]).flat();
    const { thoughts } = play(opened, ...again);
    expect(thoughts.filter((one) => "disclose" in one)).toHaveLength(MOST_DISCLOSED);
  });

  it("is owed no more once it was heard, in whatever breath", () => {
    const { state, thoughts } = play(opened, cut("This"), caller, cut(`${TEXT} Which`, false), caller);
    expect(state.undisclosed).toBeUndefined();
    expect(thoughts.at(-1)).toEqual({ type: "think" });
  });
});

describe("whether it was heard", () => {
  it.each([
    ["cut within it", [], "This is an automated", true],
    ["cut behind it, without its last point", [], "this is an automated assistant", false],
    ["heard not at all", [], "", true],
    ["cut twice, each time within it", [agentTurn("This is", true)], "This is an automated", true],
    ["cut once, and nothing heard since", [agentTurn("This is", true)], "", true],
    ["a turn heard to its end, which began with it", [agentTurn("…", false)], "Which", false],
    ["heard in an earlier breath", [agentTurn(`${TEXT} Hello`, true)], "Which", false],
  ] as const)("%s", (_, turns, text, undisclosed) => {
    expect(isUndisclosed(AGENT, turns, text)).toBe(undisclosed);
    expect(isUndisclosed({ disclosure: { enabled: false, text: TEXT } }, turns, text)).toBe(false);
  });
});
