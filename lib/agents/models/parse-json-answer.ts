import { ModelError } from "./errors";

/** Parses the JSON object in a model's answer. Models often wrap it in words or a code block. Throws `ModelError`. */
export function parseJsonAnswer(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  } catch {
    // The parser's error would quote the answer.
    throw new ModelError("invalid_answer");
  }
}
