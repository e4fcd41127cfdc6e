import {
  emptyArray,
  invalidRequest,
  invalidType,
  missingParameter,
  type OpenAiError,
} from "./open-ai-errors";

const ROLES = ["system", "assistant", "user", "function", "tool", "developer"];

type Fields = Record<string, unknown>;
export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Content is text or a list of parts. The API rejects null; other servers of the protocol reject a blank
 * message.
 */
function contentError(message: Fields, at: number): OpenAiError | null {
  const { content } = message;
  const param = `messages.[${at}].content`;
  if (message.role === "assistant" && Array.isArray(message.tool_calls) && (content ?? "") === "")
    return null;
  if (typeof content === "string")
    return content.trim() === ""
      ? invalidRequest(`Invalid value for 'content': expected a non-empty string.`, { param })
      : null;
  if (!Array.isArray(content))
    return invalidRequest(
      `Invalid value for 'content': expected a string, got ${content == null ? "null" : typeof content}.`,
      { param },
    );
  if (content.length === 0) return emptyArray(`messages[${at}].content`);
  return content.every((part) => isObject(part) && typeof part.type === "string")
    ? null
    : invalidType(`messages[${at}].content`, "one of a string or array of objects");
}

function toolCallError(call: unknown, param: string): OpenAiError | null {
  if (!isObject(call)) return invalidType(param, "an object");
  if (typeof call.id !== "string" || call.id === "") return missingParameter(`${param}.id`);
  if (call.type !== "function") return missingParameter(`${param}.type`);
  const fn = call.function;
  if (!isObject(fn) || typeof fn.name !== "string") return missingParameter(`${param}.function.name`);
  return typeof fn.arguments === "string" ? null : invalidType(`${param}.function.arguments`, "a string");
}

function toolCallsError(message: Fields, at: number): OpenAiError | null {
  const { tool_calls: calls } = message;
  if (calls === undefined) return null;
  const param = `messages[${at}].tool_calls`;
  if (message.role !== "assistant")
    return invalidRequest(`Unknown parameter: '${param}'.`, { param, code: "unknown_parameter" });
  if (!Array.isArray(calls)) return invalidType(param, "an array of objects");
  if (calls.length === 0) return emptyArray(param);
  for (const [n, call] of calls.entries()) {
    const error = toolCallError(call, `${param}[${n}]`);
    if (error !== null) return error;
  }
  return null;
}

const idsOf = (message: Fields): string[] =>
  Array.isArray(message.tool_calls) ? message.tool_calls.map((call) => String((call as Fields).id)) : [];

/** Every tool call is answered by the messages directly after it, and every tool message answers a call. */
function orderError(messages: readonly Fields[]): OpenAiError | null {
  let open: string[] = [];
  const unanswered = (at: number): OpenAiError | null =>
    open.length === 0
      ? null
      : invalidRequest(
          `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
          { param: `messages.[${at}].role` },
        );
  for (const [at, message] of messages.entries()) {
    if (message.role === "tool") {
      if (!open.includes(String(message.tool_call_id)))
        return invalidRequest(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          { param: `messages.[${at}].role` },
        );
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    const error = unanswered(at);
    if (error !== null) return error;
    open = idsOf(message);
    if (new Set(open).size < open.length)
      return invalidRequest("Duplicate value for 'tool_call_id'.", { param: `messages.[${at}].tool_calls` });
  }
  return unanswered(messages.length);
}

function messageError(message: unknown, at: number): OpenAiError | null {
  if (!isObject(message)) return invalidType(`messages[${at}]`, "an object");
  if (!ROLES.includes(String(message.role)))
    return invalidRequest(
      `Invalid value: '${String(message.role)}'. Supported values are: ${ROLES.map((role) => `'${role}'`).join(", ")}.`,
      { param: `messages[${at}].role`, code: "invalid_value" },
    );
  if (message.role === "tool" && typeof message.tool_call_id !== "string")
    return missingParameter(`messages[${at}].tool_call_id`);
  return contentError(message, at) ?? toolCallsError(message, at);
}

/** Returns the API's error for invalid `messages`, or null. */
export function checkMessages(messages: unknown): OpenAiError | null {
  if (messages === undefined) return missingParameter("messages");
  if (!Array.isArray(messages)) return invalidType("messages", "an array of objects");
  if (messages.length === 0) return emptyArray("messages");
  for (const [at, message] of messages.entries()) {
    const error = messageError(message, at);
    if (error !== null) return error;
  }
  return orderError(messages as Fields[]);
}
