import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_AGENT_CHARS, MAX_CALLER_CHARS, MAX_TOOL_CHARS } from "@/lib/platform/turn-limits";
import { limitEvent } from "./limit-event";
import { type Event, initialState } from "./state";
import { turn } from "./turn";

const call = { id: "t1", name: "look_up", arguments: { q: "x" } };
const longText = fc
  .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), fc.nat(4 * MAX_AGENT_CHARS))
  .map(([piece, length]) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length));

const events: fc.Arbitrary<Event> = longText.chain((text) =>
  fc.constantFrom<Event>(
    { type: "caller_said", text, atMs: 1 },
    { type: "hung_up", atMs: 1, last: { text, startMs: 0, endMs: 1 } },
    {
      type: "agent_said",
      said: {
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
      said: { text, calls: [], startMs: 0, endMs: 1, latencyMs: null },
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

describe("no turn is longer than its limit, wherever it comes from", () => {
  test("speech, texts, the model's words and calls, a tool's answer", () => {
    const state = { ...initialState({}), phase: "thinking" as const, pending: [call] };
    fc.assert(
      fc.property(events, (event) => {
        const [, effects] = turn(state, limitEvent(event));
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

  test("what is not too long passes unchanged", () => {
    const event: Event = { type: "caller_said", text: "I ordered twelve chairs. 🪑", atMs: 1 };
    expect(limitEvent(event)).toEqual(event);
    const answered: Event = {
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

  test("no character is cut in half", () => {
    const text = `${"a".repeat(MAX_CALLER_CHARS - 1)}🪑`;
    const limited = limitEvent({ type: "caller_said", text, atMs: 1 });
    expect(limited.type === "caller_said" && limited.text.isWellFormed()).toBe(true);
  });
});
