import type { LanguageModelV3Prompt } from "@ai-sdk/provider";

/** Share of the conversation that is kept. A model whose context is barely exceeded accepts half of it. */
const KEPT_SHARE = 0.5;
/** Longer tool results are cut, as a single one can exceed the context. */
const MAX_RESULT_CHARS = 2_000;

type Message = LanguageModelV3Prompt[number];

const lengthOf = (messages: readonly Message[]): number => JSON.stringify(messages).length;

function withShortResults(message: Message): Message {
  if (message.role !== "tool") return message;
  const content = message.content.map((part) => {
    if (part.type !== "tool-result" || (part.output.type !== "json" && part.output.type !== "error-json"))
      return part;
    const text = JSON.stringify(part.output.value) ?? "null";
    if (text.length <= MAX_RESULT_CHARS) return part;
    const value = { truncated: true, data: text.slice(0, MAX_RESULT_CHARS) };
    return { ...part, output: { ...part.output, value } };
  });
  return { ...message, content };
}

/**
 * Returns a prompt with the system's messages, the first message, which opens the conversation, and the
 * newest half of the others. That half starts with a caller's message, so that no tool result loses its call.
 * The caller's newest message always stays.
 */
export function shortenPrompt(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  const system = prompt.filter(({ role }) => role === "system");
  const [opening, ...later] = prompt.filter(({ role }) => role !== "system").map(withShortResults);
  if (opening === undefined) return prompt;
  const starts = later.flatMap(({ role }, at) => (role === "user" ? [at] : []));
  const limit = lengthOf(later) * KEPT_SHARE;
  const from = starts.find((at) => at > 0 && lengthOf(later.slice(at)) <= limit) ?? starts.at(-1) ?? 0;
  return [...system, opening, ...later.slice(from)];
}
