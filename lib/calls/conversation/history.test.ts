import { describe, expect, it } from "vitest";
import { historyOf } from "./history";
import { OPENING_MESSAGE, READING_MESSAGE, SILENCE_MESSAGE } from "./model-contract";
import type { StoredTurn } from "./state";

const at = { start_ms: 0, end_ms: 0, interrupted: false };
const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
const opening = user(OPENING_MESSAGE);
const caller = (index: number, text: string): StoredTurn => ({ ...at, index, role: "caller", text });
const agent = (index: number, step: number, text: string): StoredTurn => ({
  ...at,
  index,
  step,
  role: "agent",
  text,
});
const tool = (index: number, step: number, name: string, extra: object = {}): StoredTurn => ({
  ...at,
  index,
  step,
  role: "tool",
  text: null,
  callId: `c${index}`,
  tool: { name, arguments: { n: index }, result: { ok: true }, ok: true, ...extra },
});
const toolCallPart = (index: number, toolName: string, input: unknown = { n: index }) => ({
  type: "tool-call",
  toolCallId: `c${index}`,
  toolName,
  input,
});
const toolResultPart = (index: number, toolName: string, type = "json", data: unknown = { ok: true }) => ({
  type: "tool-result",
  toolCallId: `c${index}`,
  toolName,
  output: { type, value: { data } },
});

describe("the conversation history for a model", () => {
  it("begins with a user message, because many providers require one first", () => {
    expect(historyOf([])).toEqual([opening]);
  });

  it("puts the text and tool calls of a step in one message, and all results in the next", () => {
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
      {
        role: "assistant",
        content: [{ type: "text", text: "One moment." }, toolCallPart(2, "a"), toolCallPart(3, "b")],
      },
      { role: "tool", content: [toolResultPart(2, "a"), toolResultPart(3, "b")] },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
    ]);
  });

  it("separates an interrupted step from the previous step", () => {
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

  it("marks an error as an error, and sends no arguments that are not an object", () => {
    const broken = tool(0, 1, "a", { arguments: '{"n": ', ok: false, result: null });
    expect(historyOf([broken]).slice(1)).toEqual([
      { role: "assistant", content: [toolCallPart(0, "a", {})] },
      { role: "tool", content: [toolResultPart(0, "a", "error-json", null)] },
    ]);
  });

  it("marks tool results as data with a maximum length, except those of the engine's own tools", () => {
    const [, , results] = historyOf([
      tool(0, 1, "look_up", { result: "x".repeat(20_000) }),
      tool(1, 1, "save_variables"),
    ]);
    expect(results).toMatchObject({
      content: [
        { output: { value: { truncated: true, data: expect.stringMatching(/^"x{7999}$/) } } },
        { output: { value: { ok: true } } },
      ],
    });
  });

  it("leaves out what the engine said itself, also in the middle of a step", () => {
    const notice: StoredTurn = { ...at, index: 1, role: "system", text: "One moment, please." };
    const turns = [agent(0, 1, "I look."), notice, tool(2, 1, "a"), caller(3, "Thanks.")];
    expect(historyOf(turns).slice(1)).toEqual([
      { role: "assistant", content: [{ type: "text", text: "I look." }, toolCallPart(2, "a")] },
      { role: "tool", content: [toolResultPart(2, "a")] },
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
