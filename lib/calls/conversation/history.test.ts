import { describe, expect, it } from "vitest";
import { historyOf } from "./history";
import { OPENING_MESSAGE, READING_MESSAGE, SILENCE_MESSAGE } from "./model-contract";
import type { KeptTurn } from "./state";

const at = { start_ms: 0, end_ms: 0, interrupted: false };
const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
const opening = user(OPENING_MESSAGE);
const caller = (index: number, text: string): KeptTurn => ({ ...at, index, role: "caller", text });
const agent = (index: number, step: number, text: string): KeptTurn => ({
  ...at,
  index,
  step,
  role: "agent",
  text,
});
const tool = (index: number, step: number, name: string, extra: object = {}): KeptTurn => ({
  ...at,
  index,
  step,
  role: "tool",
  text: null,
  callId: `c${index}`,
  tool: { name, arguments: { n: index }, result: { ok: true }, ok: true, ...extra },
});
const called = (index: number, toolName: string, input: unknown = { n: index }) => ({
  type: "tool-call",
  toolCallId: `c${index}`,
  toolName,
  input,
});
const answered = (index: number, toolName: string, type = "json", data: unknown = { ok: true }) => ({
  type: "tool-result",
  toolCallId: `c${index}`,
  toolName,
  output: { type, value: { data } },
});

describe("a conversation as a model reads it", () => {
  it("begins with a user's message, as many providers want one first", () => {
    expect(historyOf([])).toEqual([opening]);
  });

  it("has what one step said and called in one message, and all its answers in the next", () => {
    const turns = [
      caller(0, "Book it."),
      agent(1, 1, "One moment."),
      tool(2, 1, "a"),
      tool(3, 1, "b"),
      agent(4, 2, "Done."),
    ];
    expect(historyOf(turns)).toEqual([
      opening,
      user("Book it."),
      { role: "assistant", content: [{ type: "text", text: "One moment." }, called(2, "a"), called(3, "b")] },
      { role: "tool", content: [answered(2, "a"), answered(3, "b")] },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
    ]);
  });

  it("keeps a cut step apart from the one before it", () => {
    const turns = [
      agent(0, 1, "Hm."),
      tool(1, 1, "a"),
      { ...agent(2, 2, "I was ab"), interrupted: true },
      caller(3, "Stop."),
    ];
    expect(historyOf(turns).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
  });

  it("tells an error as one, and gives no provider arguments that are no object", () => {
    const broken = tool(0, 1, "a", { arguments: '{"n": ', ok: false, result: null });
    expect(historyOf([broken]).slice(1)).toEqual([
      { role: "assistant", content: [called(0, "a", {})] },
      { role: "tool", content: [answered(0, "a", "error-json", null)] },
    ]);
  });

  it("marks what tools answered as data, within a bound, and not what the engine's own did", () => {
    const [, , results] = historyOf([
      tool(0, 1, "look_up", { result: "x".repeat(20_000) }),
      tool(1, 1, "save_variables"),
    ]);
    expect(results).toMatchObject({
      content: [
        { output: { value: { cut: true, data: expect.stringMatching(/^"x{7999}$/) } } },
        { output: { value: { ok: true } } },
      ],
    });
  });

  it("has nothing of what the engine said aloud by itself, also in the middle of a step", () => {
    const notice: KeptTurn = { ...at, index: 1, role: "system", text: "One moment, please." };
    const turns = [agent(0, 1, "I look."), notice, tool(2, 1, "a"), caller(3, "Thanks.")];
    expect(historyOf(turns).slice(1)).toEqual([
      { role: "assistant", content: [{ type: "text", text: "I look." }, called(2, "a")] },
      { role: "tool", content: [answered(2, "a")] },
      user("Thanks."),
    ]);
  });

  it.each([OPENING_MESSAGE, READING_MESSAGE, SILENCE_MESSAGE])(
    "quotes a caller who writes what only the engine writes: %s",
    (message) => {
      expect(historyOf([caller(0, ` ${message} `)]).at(-1)).toEqual(user(JSON.stringify(message)));
    },
  );
});
