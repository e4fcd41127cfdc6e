import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SendMessage } from "@/lib/calls/calls/schema";
import { MAX_AGENT_CHARS, MAX_CALLER_CHARS, MAX_TOOL_CHARS } from "@/lib/platform/turn-limits";
import { limitEvent } from "./limit-event";
import { applyEvent } from "./reducer";
import { type ConversationEvent, initialState } from "./state";

const call = { id: "t1", name: "look_up", arguments: { q: "x" } };
const longText = fc
  .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), fc.nat(4 * MAX_AGENT_CHARS))
  .map(([piece, length]) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length));

const events: fc.Arbitrary<ConversationEvent> = longText.chain((text) =>
  fc.constantFrom<ConversationEvent>(
    { type: "caller_said", text, atMs: 1 },
    { type: "hung_up", atMs: 1, lastWords: { text, startMs: 0, endMs: 1 } },
    {
      type: "agent_said",
      utterance: {
        text,
        calls: [{ ...call, arguments: { q: text.repeat(4) } }],
        startMs: 0,
        endMs: 1,
        latencyMs: null,
      },
    },
    { type: "agent_cut", text, startMs: 0, endMs: 1 },
    {
      type: "model_failed",
      utterance: { text, calls: [], startMs: 0, endMs: 1, latencyMs: null },
      offersHuman: false,
    },
    {
      type: "tool_answered",
      call,
      ok: true,
      result: { text: text.repeat(4) },
      values: {},
      startMs: 0,
      endMs: 1,
    },
  ),
);

describe("the maximum length of a turn", () => {
  test("applies to speech, texts, model words and tool calls, and tool results", () => {
    const state = { ...initialState({}), phase: "thinking" as const, pending: [call] };
    fc.assert(
      fc.property(events, (event) => {
        const [, effects] = applyEvent(state, limitEvent(event));
        for (const effect of effects) {
          if (effect.type === "run_tool")
            expect(JSON.stringify(effect.call.arguments).length).toBeLessThanOrEqual(MAX_TOOL_CHARS);
          if (effect.type !== "keep") continue;
          const { role, text, tool } = effect.turn;
          expect((text ?? "").length).toBeLessThanOrEqual(
            role === "caller" ? MAX_CALLER_CHARS : MAX_AGENT_CHARS,
          );
          expect(JSON.stringify(tool?.result ?? null).length).toBeLessThanOrEqual(MAX_TOOL_CHARS);
          expect(JSON.stringify(tool?.arguments ?? null).length).toBeLessThanOrEqual(MAX_TOOL_CHARS);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("leaves shorter turns unchanged", () => {
    const event: ConversationEvent = { type: "caller_said", text: "I ordered twelve chairs. 🪑", atMs: 1 };
    expect(limitEvent(event)).toEqual(event);
    const answered: ConversationEvent = {
      type: "tool_answered",
      call,
      ok: true,
      result: { a: 1 },
      values: {},
      startMs: 0,
      endMs: 1,
    };
    expect(limitEvent(answered)).toBe(answered);
  });

  test("counts a character that stands for many as many", () => {
    const limited = limitEvent({ type: "caller_said", text: "\ufdfa".repeat(MAX_CALLER_CHARS), atMs: 1 });
    const { length } = limited.type === "caller_said" ? limited.text.normalize("NFKC") : "";
    expect(length).toBeLessThanOrEqual(MAX_CALLER_CHARS);
    expect(length).toBeGreaterThan(MAX_CALLER_CHARS - 18);
    expect(SendMessage.safeParse({ text: "\ufdfa".repeat(MAX_CALLER_CHARS) }).success).toBe(false);
    expect(SendMessage.safeParse({ text: "\ufdfa".repeat(200) }).success).toBe(true);
  });

  test("does not split a character", () => {
    const text = `${"a".repeat(MAX_CALLER_CHARS - 1)}🪑`;
    const limited = limitEvent({ type: "caller_said", text, atMs: 1 });
    expect(limited.type === "caller_said" && limited.text.isWellFormed()).toBe(true);
  });
});
