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

/** The problem of placeholders without a variable. It names only valid names, so that no other prompt text appears in an error. */
function unknownProblem(pointer: string, unknown: readonly string[]): ErrorDetail {
  const names = unknown.filter((name) => IDENTIFIER.test(name));
  if (names.length === 0) return bodyProblem(pointer, "placeholder_invalid");
  const placeholders = names.map((name) => `{{${name}}}`).join(", ");
  const isAllNamed = names.length === unknown.length;
  return bodyProblem(pointer, isAllNamed ? "placeholders_unknown" : "placeholders_unknown_and_invalid", {
    placeholders,
  });
}

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
    return unknown.length === 0 ? [] : [unknownProblem(pointer, unknown.slice(0, MAX_NAMED))];
  });
}
