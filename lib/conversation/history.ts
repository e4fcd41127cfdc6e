import type { JSONValue } from "@ai-sdk/provider";
import { OPENING_MESSAGE } from "./model-contract";
import type { KeptTurn } from "./state";

type TextPart = { type: "text"; text: string };
type AssistantPart = TextPart | { type: "tool-call"; toolCallId: string; toolName: string; input: unknown };
type ToolResult = {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: { type: "json" | "error-json"; value: JSONValue };
};

/** A message as the models' own interface has it, and the AI SDK. */
export type HistoryMessage =
  | { role: "user"; content: TextPart[] }
  | { role: "assistant"; content: AssistantPart[] }
  | { role: "tool"; content: ToolResult[] };

export const userMessage = (text: string): HistoryMessage => ({
  role: "user",
  content: [{ type: "text", text }],
});

/** Providers take an object alone; a model's broken arguments have been answered with an error anyway. */
const inputOf = (args: unknown): unknown =>
  typeof args === "object" && args !== null && !Array.isArray(args) ? args : {};

/** What one step of the model said, called and was answered: one assistant message, and one with the results. */
function stepMessages(turns: readonly KeptTurn[]): HistoryMessage[] {
  const said: AssistantPart[] = [];
  const answered: ToolResult[] = [];
  for (const { text, tool, callId, index } of turns) {
    if (tool === undefined) {
      if (text !== null && text !== "") said.push({ type: "text", text });
      continue;
    }
    const toolCallId = callId ?? `call_${index}`;
    said.push({ type: "tool-call", toolCallId, toolName: tool.name, input: inputOf(tool.arguments) });
    answered.push({
      type: "tool-result",
      toolCallId,
      toolName: tool.name,
      output: { type: tool.ok ? "json" : "error-json", value: (tool.result ?? null) as JSONValue },
    });
  }
  const messages: HistoryMessage[] = said.length === 0 ? [] : [{ role: "assistant", content: said }];
  return answered.length === 0 ? messages : [...messages, { role: "tool", content: answered }];
}

/**
 * The conversation as the model reads it. It begins with the engine's opening message, since the agent speaks first
 * and many providers want a user's message before an assistant's.
 */
export function historyOf(turns: readonly KeptTurn[]): HistoryMessage[] {
  const messages = [userMessage(OPENING_MESSAGE)];
  let step: KeptTurn[] = [];
  const flush = () => {
    messages.push(...stepMessages(step));
    step = [];
  };
  for (const turn of turns) {
    // The line's own words are nothing that the caller or the model has said.
    if (turn.role === "system") continue;
    if (turn.role === "agent" || turn.role === "tool") {
      if (step[0] !== undefined && step[0].step !== turn.step) flush();
      step.push(turn);
      continue;
    }
    flush();
    if (turn.text !== null) messages.push(userMessage(turn.text));
  }
  flush();
  return messages;
}
