import type { Operation } from "../resources";
import { curlSample } from "./curl";
import { pythonSample } from "./python";
import { sampleRequest } from "./request";
import { typescriptSample } from "./typescript";

export type CodeSamples = Readonly<Record<"curl" | "typescript" | "python", string>>;

/**
 * The samples of an operation. They read the key from an environment variable. `ids` replaces identifiers of
 * the examples by the reader's own.
 */
export function samplesOf(
  operation: Operation,
  baseUrl: string,
  ids: Readonly<Record<string, string>> = {},
): CodeSamples {
  const request = sampleRequest(operation, baseUrl);
  const fill = (sample: string) =>
    Object.entries(ids).reduce((text, [example, id]) => text.replaceAll(example, id), sample);
  return {
    curl: fill(curlSample(request)),
    typescript: fill(typescriptSample(request)),
    python: fill(pythonSample(request)),
  };
}
