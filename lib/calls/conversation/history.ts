import type { JSONValue } from "@ai-sdk/provider";
import { wrapToolResult } from "./mark-data";
import {
  END_CALL,
  MEMBER_LOST_MESSAGE,
  OPENING_MESSAGE,
  OPT_OUT,
  PARLEY,
  READING_MESSAGE,
  RECONNECTED_MESSAGE,
  SAVE_VARIABLES,
  SILENCE_MESSAGE,
} from "./model-contract";
import type { StoredTurn } from "./state";

type TextPart = { type: "text"; text: string };
type AssistantPart = TextPart | { type: "tool-call"; toolCallId: string; toolName: string; input: unknown };
type ToolResult = {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: { type: "json" | "error-json"; value: JSONValue };
};

/** A message in the format of the model interface and of the AI SDK. */
export type HistoryMessage =
  | { role: "user"; content: TextPart[]; providerOptions?: EngineTopicOptions }
  | { role: "assistant"; content: AssistantPart[]; providerOptions?: EngineTopicOptions }
  | { role: "tool"; content: ToolResult[] };

/**
 * Marks a message that concerns the engine. The built-in model leaves it to the engine; real models read it
 * like any other message.
 */
export type EngineTopicOptions = { [PARLEY]: { engineTopic: NonNullable<StoredTurn["engineTopic"]> } };
const engineTopicOptions = (
  engineTopic: StoredTurn["engineTopic"],
): { providerOptions?: EngineTopicOptions } =>
  engineTopic === undefined ? {} : { providerOptions: { [PARLEY]: { engineTopic } } };

export const userMessage = (text: string): HistoryMessage => ({
  role: "user",
  content: [{ type: "text", text }],
});

/**
 * Providers accept only objects as input. Broken arguments of a model were already answered with an error.
 */
const toInputObject = (args: unknown): unknown =>
  typeof args === "object" && args !== null && !Array.isArray(args) ? args : {};

/** Results of the engine's own tools are trusted. Results of other tools are outside data. */
const isTrustedTool = (name: string): boolean => [SAVE_VARIABLES, END_CALL, OPT_OUT].includes(name);

/**
 * The engine's own messages are in parentheses. A caller's message with the same text is quoted, so that it
 * cannot pass for the engine's.
 */
const ENGINE_MESSAGES = new Set([
  MEMBER_LOST_MESSAGE,
  OPENING_MESSAGE,
  READING_MESSAGE,
  RECONNECTED_MESSAGE,
  SILENCE_MESSAGE,
]);
const callerMessage = (text: string): HistoryMessage =>
  userMessage(ENGINE_MESSAGES.has(text.trim()) ? JSON.stringify(text.trim()) : text);

/**
 * The messages of one model step: one assistant message with its text and tool calls, and one message with
 * the tool results.
 */
function stepMessages(turns: readonly StoredTurn[]): HistoryMessage[] {
  const content: AssistantPart[] = [];
  const results: ToolResult[] = [];
  for (const { text, tool, callId, index } of turns) {
    if (tool === undefined) {
      if (text !== null && text !== "") content.push({ type: "text", text });
      continue;
    }
    const toolCallId = callId ?? `call_${index}`;
    content.push({
      type: "tool-call",
      toolCallId,
      toolName: tool.name,
      input: toInputObject(tool.arguments),
    });
    results.push({
      type: "tool-result",
      toolCallId,
      toolName: tool.name,
      output: {
        type: tool.ok ? "json" : "error-json",
        value: (isTrustedTool(tool.name) ? (tool.result ?? null) : wrapToolResult(tool.result)) as JSONValue,
      },
    });
  }
  const messages: HistoryMessage[] =
    content.length === 0
      ? []
      : [{ role: "assistant", content, ...engineTopicOptions(turns[0]?.engineTopic) }];
  return results.length === 0 ? messages : [...messages, { role: "tool", content: results }];
}

/**
 * The conversation as the model reads it. It begins with the engine's opening message, because the agent
 * speaks first and many providers require a user message before an assistant message.
 */
export function historyOf(turns: readonly StoredTurn[]): HistoryMessage[] {
  const messages = [userMessage(OPENING_MESSAGE)];
  let step: StoredTurn[] = [];
  const flush = () => {
    messages.push(...stepMessages(step));
    step = [];
  };
  for (const turn of turns) {
    // The engine called this tool itself. It is no step of the model, which may not even have the tool.
    if (turn.role === "tool" && turn.engineTopic !== undefined) continue;
    if (turn.role === "agent" || turn.role === "tool") {
      if (step[0] !== undefined && step[0].step !== turn.step) flush();
      step.push(turn);
      continue;
    }
    // A system turn was spoken by the engine. It belongs neither to the model nor to the caller.
    if (turn.role === "system") continue;
    flush();
    if (turn.text !== null)
      messages.push({ ...callerMessage(turn.text), ...engineTopicOptions(turn.engineTopic) });
  }
  flush();
  return messages;
}
