import type { ErrorCode, ErrorDetail, MessageParams } from "@/lib/platform/errors";
import { withDynamicKeys } from "@/messages/dynamic-keys";
import type { Translator } from "@/messages/translator";
import { translateReason } from "./reason-texts";

type Errors = Translator<"errors">;

/** The error of a failed request: `ApiError`, or the problem of a page. */
export type Problem = {
  code: ErrorCode | "unreachable" | "offline" | "unexpected";
  reason?: string | undefined;
  message: string;
  params?: MessageParams | undefined;
  details: readonly ErrorDetail[];
};
type Sentence = Omit<Problem, "code" | "details"> & { code: string };

/**
 * The standard message of a code in the catalog, else the catalog's text of the reason, which words what the API calls by names of
 * fields, else the language's text of the reason, else the server's sentence. On the server, the catalog has the texts of reasons too.
 */
function translate(t: Errors, kind: "problem" | "detail", sentence: Sentence): string {
  const { code, reason, message, params } = sentence;
  const lookup = withDynamicKeys(t);
  if (params !== undefined && (reason ?? code) === code) {
    const key = `${kind}.${code}`;
    const name = typeof params.rule === "string" ? `${key}.${params.rule}` : key;
    if (lookup.has(name)) return lookup(name, params);
  }
  const name = `reason.${reason}`;
  return lookup.has(name) ? lookup(name, params ?? {}) : (translateReason(sentence) ?? message);
}

/** The text of a problem as a whole. */
export const problemText = (t: Errors, problem: Omit<Problem, "details">): string =>
  translate(t, "problem", problem);

/** The text of one detail. */
export const detailText = (t: Errors, detail: ErrorDetail): string => translate(t, "detail", detail);

/** The text of a problem and of its details, each once. */
export const fullProblemText = (t: Errors, problem: Problem): string =>
  [problemText(t, problem), ...new Set(problem.details.map((detail) => detailText(t, detail)))].join(" ");
