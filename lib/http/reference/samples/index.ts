import type { Operation } from "../resources";
import { curlSample } from "./curl";
import { type IdVariables, readIdVariables } from "./id-variables";
import { pythonSample } from "./python";
import { sampleRequest } from "./request";
import { typescriptSample } from "./typescript";

export type CodeSamples = Readonly<Record<"curl" | "typescript" | "python", string>>;

/**
 * The samples of an operation. They read the key from an environment variable. `ids` replaces identifiers of
 * the examples by the reader's own, and `variables` replaces them by environment variables first.
 */
export function samplesOf(
  operation: Operation,
  baseUrl: string,
  ids: Readonly<Record<string, string>> = {},
  variables: IdVariables = {},
): CodeSamples {
  const request = sampleRequest(operation, baseUrl);
  const fill = (language: keyof CodeSamples, sample: string) =>
    Object.entries(ids).reduce(
      (text, [example, id]) => text.replaceAll(example, id),
      readIdVariables(language, sample, variables),
    );
  return {
    curl: fill("curl", curlSample(request)),
    typescript: fill("typescript", typescriptSample(request)),
    python: fill("python", pythonSample(request)),
  };
}
