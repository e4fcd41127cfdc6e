import type { JSONValue } from "@ai-sdk/provider";
import { dataResult } from "./data-mark";
import {
  END_CALL,
  OPENING_MESSAGE,
  OPT_OUT,
  PARLEY,
  READING_MESSAGE,
  SAVE_VARIABLES,
  SILENCE_MESSAGE,
} from "./model-contract";
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
  | { role: "user"; content: TextPart[]; providerOptions?: Aside }
  | { role: "assistant"; content: AssistantPart[]; providerOptions?: Aside }
  | { role: "tool"; content: ToolResult[] };

/** Marks a message that is the engine's matter: the built-in model leaves it to the engine, real ones read it like any. */
export type Aside = { [PARLEY]: { aside: NonNullable<KeptTurn["aside"]> } };
const marked = (aside: KeptTurn["aside"]): { providerOptions?: Aside } =>
  aside === undefined ? {} : { providerOptions: { [PARLEY]: { aside } } };

export const userMessage = (text: string): HistoryMessage => ({
  role: "user",
  content: [{ type: "text", text }],
});

/** Providers take an object alone; a model's broken arguments have been answered with an error anyway. */
const inputOf = (args: unknown): unknown =>
  typeof args === "object" && args !== null && !Array.isArray(args) ? args : {};

/** What the engine's own tools answer is its word; what others answer comes from outside. */
const isOwnTool = (name: string): boolean => [SAVE_VARIABLES, END_CALL, OPT_OUT].includes(name);

/** The engine's own messages stand between parentheses. A caller who writes the same is quoted, and so no engine. */
const ENGINE_MESSAGES = new Set([OPENING_MESSAGE, READING_MESSAGE, SILENCE_MESSAGE]);
const callerMessage = (text: string): HistoryMessage =>
  userMessage(ENGINE_MESSAGES.has(text.trim()) ? JSON.stringify(text.trim()) : text);

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
      output: {
        type: tool.ok ? "json" : "error-json",
        value: (isOwnTool(tool.name) ? (tool.result ?? null) : dataResult(tool.result)) as JSONValue,
      },
    });
  }
  const messages: HistoryMessage[] =
    said.length === 0 ? [] : [{ role: "assistant", content: said, ...marked(turns[0]?.aside) }];
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
    // The engine's own use of a tool: no step of the model's, which may not even know the tool.
    if (turn.role === "tool" && turn.aside !== undefined) continue;
    if (turn.role === "agent" || turn.role === "tool") {
      if (step[0] !== undefined && step[0].step !== turn.step) flush();
      step.push(turn);
      continue;
    }
    // What the engine itself said aloud is nothing that the model thinks, and no caller's word.
    if (turn.role === "system") continue;
    flush();
    if (turn.text !== null) messages.push({ ...callerMessage(turn.text), ...marked(turn.aside) });
  }
  flush();
  return messages;
}
