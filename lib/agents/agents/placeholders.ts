import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import type { AgentConfig } from "./schema";
import { IDENTIFIER, PLACEHOLDER } from "./values";

/** Maximum placeholders named in one message, to keep it readable. */
const MAX_NAMED = 10;

/** Replaces each placeholder of the text by `fill(name)`. */
export const fillPlaceholders = (text: string, fill: (name: string) => string): string =>
  text.replaceAll(PLACEHOLDER, (_, inner: string) => fill(inner.trim()));

function unknownIn(text: string, names: ReadonlySet<string>): string[] {
  const namesInText = [...text.matchAll(PLACEHOLDER)].map(([, inner = ""]) => inner.trim());
  return [...new Set(namesInText)].filter((name) => !names.has(name));
}

/** Quotes only text that is a valid name, so that no other prompt text appears in an error. */
const quoted = (name: string): string =>
  IDENTIFIER.test(name) ? `{{${name}}}` : "a placeholder that is no name";

/**
 * Returns a problem for each placeholder that no variable of the agent fills, as a call would speak it
 * literally.
 */
export function placeholderProblems({
  prompt,
  greeting,
  variables,
}: Pick<AgentConfig, "prompt" | "greeting" | "variables">): ErrorDetail[] {
  const names = new Set(variables.map(({ name }) => name));
  const texts = [
    ["/prompt", prompt],
    ["/greeting", greeting ?? ""],
  ] as const;
  return texts.flatMap(([pointer, text]): ErrorDetail[] => {
    const unknown = unknownIn(text, names);
    if (unknown.length === 0) return [];
    const list = [...new Set(unknown.slice(0, MAX_NAMED).map(quoted))].join(", ");
    const message = `The agent has no variable for ${list}. Add the variable, or correct the name between the braces.`;
    return [bodyProblem(pointer, "unknown_placeholder", message)];
  });
}
