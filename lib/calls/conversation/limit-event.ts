import { MAX_AGENT_CHARS, MAX_CALLER_CHARS, MAX_TOOL_CHARS } from "@/lib/platform/turn-limits";
import type { Event, ToolCall } from "./state";

const TOO_LARGE = { error: { code: "too_large", message: "The tool's answer is too long to be used." } };

/** Never cuts a character in half. */
const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed();

const isTooLarge = (value: unknown): boolean => (JSON.stringify(value) ?? "").length > MAX_TOOL_CHARS;

/** Arguments that are too long are passed on as a part of their text, which a tool refuses as it refuses other text. */
const limitCall = (call: ToolCall): ToolCall =>
  isTooLarge(call.arguments)
    ? { ...call, arguments: cut(JSON.stringify(call.arguments), MAX_AGENT_CHARS) }
    : call;

/** The event with no turn in it longer than allowed, wherever it comes from. */
export function limitEvent(event: Event): Event {
  switch (event.type) {
    case "caller_said":
      return { ...event, text: cut(event.text, MAX_CALLER_CHARS) };
    case "hung_up":
      return event.last === undefined
        ? event
        : { ...event, last: { ...event.last, text: cut(event.last.text, MAX_CALLER_CHARS) } };
    case "agent_said":
      return {
        ...event,
        said: {
          ...event.said,
          text: cut(event.said.text, MAX_AGENT_CHARS),
          calls: event.said.calls.map(limitCall),
        },
      };
    case "model_failed":
      return { ...event, said: { ...event.said, text: cut(event.said.text, MAX_AGENT_CHARS) } };
    case "agent_cut":
      return { ...event, text: cut(event.text, MAX_AGENT_CHARS) };
    case "tool_answered":
      return isTooLarge(event.result) ? { ...event, ok: false, result: TOO_LARGE } : event;
    default:
      return event;
  }
}
