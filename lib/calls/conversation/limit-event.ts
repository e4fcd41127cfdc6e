import { MAX_AGENT_CHARS, MAX_CALLER_CHARS, MAX_TOOL_CHARS, readLength } from "@/lib/platform/turn-limits";
import type { ConversationEvent, ToolCall } from "./state";

const TOO_LARGE = { error: { code: "too_large", message: "The tool's answer is too long to be used." } };

/** Truncates a text to `max` characters as masking reads it, without splitting a character. */
function truncate(text: string, max: number): string {
  const prefix = text.slice(0, max).toWellFormed();
  if (readLength(prefix) <= max) return prefix;
  let length = 0;
  let end = 0;
  for (const character of prefix) {
    length += readLength(character);
    if (length > max) break;
    end += character.length;
  }
  return prefix.slice(0, end);
}

const isTooLarge = (value: unknown): boolean => readLength(JSON.stringify(value) ?? "") > MAX_TOOL_CHARS;

/** Truncates arguments that are too long to a string, which the tool rejects like any other string. */
const limitToolCall = (call: ToolCall): ToolCall =>
  isTooLarge(call.arguments)
    ? { ...call, arguments: truncate(JSON.stringify(call.arguments), MAX_AGENT_CHARS) }
    : call;

/** Limits the length of every turn in an event. */
export function limitEvent(event: ConversationEvent): ConversationEvent {
  switch (event.type) {
    case "caller_said":
      return { ...event, text: truncate(event.text, MAX_CALLER_CHARS) };
    case "hung_up":
      return event.lastWords === undefined
        ? event
        : {
            ...event,
            lastWords: { ...event.lastWords, text: truncate(event.lastWords.text, MAX_CALLER_CHARS) },
          };
    case "agent_said":
      return {
        ...event,
        utterance: {
          ...event.utterance,
          text: truncate(event.utterance.text, MAX_AGENT_CHARS),
          calls: event.utterance.calls.map(limitToolCall),
        },
      };
    case "model_failed":
      return {
        ...event,
        utterance: { ...event.utterance, text: truncate(event.utterance.text, MAX_AGENT_CHARS) },
      };
    case "agent_cut":
      return { ...event, text: truncate(event.text, MAX_AGENT_CHARS) };
    case "tool_answered":
      return isTooLarge(event.result) ? { ...event, ok: false, result: TOO_LARGE } : event;
    default:
      return event;
  }
}
