import type { LanguageModelV3Prompt } from "@ai-sdk/provider";

/** Of the conversation so much is kept: a model whose context it just exceeds takes half of it. */
const KEPT_SHARE = 0.5;
/** A tool's answer longer than this is cut: one alone may be what is too long. */
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
    const value = { cut: true, data: text.slice(0, MAX_RESULT_CHARS) };
    return { ...part, output: { ...part.output, value } };
  });
  return { ...message, content };
}

/**
 * A prompt with the newest part of its conversation: the system's messages, the first one, which opens the
 * conversation, and of the rest the newest half, from a message of the caller's on, so that no tool's answer loses its
 * call. The caller's newest message always stays.
 */
export function shortenPrompt(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  const system = prompt.filter(({ role }) => role === "system");
  const [opening, ...rest] = prompt.filter(({ role }) => role !== "system").map(withShortResults);
  if (opening === undefined) return prompt;
  const starts = rest.flatMap(({ role }, at) => (role === "user" ? [at] : []));
  const limit = lengthOf(rest) * KEPT_SHARE;
  const from = starts.find((at) => at > 0 && lengthOf(rest.slice(at)) <= limit) ?? starts.at(-1) ?? 0;
  return [...system, opening, ...rest.slice(from)];
}
