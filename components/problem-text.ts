import type { ErrorCode, ErrorDetail, MessageParams } from "@/lib/platform/errors";
import type { Translator } from "@/messages/translator";

type Errors = Translator<"errors">;
/** `t` for a key that is only known at run time. `has` tells whether the catalog contains it. */
type Lookup = ((key: string, values: MessageParams) => string) & Record<"has", (key: string) => boolean>;

/** The error of a failed request: `ApiError`, or the problem of a page. */
export type Problem = {
  code: ErrorCode | "unreachable" | "offline" | "unexpected";
  message: string;
  params?: MessageParams | undefined;
  details: readonly ErrorDetail[];
};

/** The message of the catalog if the text is the standard one of its code, else the server's text. */
function translate(t: Errors, key: string, text: string, params: MessageParams | undefined): string {
  if (params === undefined) return text;
  const lookup = t as unknown as Lookup;
  const name = typeof params.rule === "string" ? `${key}.${params.rule}` : key;
  return lookup.has(name) ? lookup(name, params) : text;
}

/** The text of a problem as a whole. */
export const problemText = (t: Errors, { code, message, params }: Omit<Problem, "details">): string =>
  translate(t, `problem.${code}`, message, params);

/** The text of one detail. */
export const detailText = (t: Errors, { code, message, params }: ErrorDetail): string =>
  translate(t, `detail.${code}`, message, params);

/** The text of a problem and of its details, each once. */
export const fullProblemText = (t: Errors, problem: Problem): string =>
  [problemText(t, problem), ...new Set(problem.details.map((detail) => detailText(t, detail)))].join(" ");
