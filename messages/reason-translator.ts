import { createTranslator } from "next-intl";
import type { ErrorDetail, MessageParams } from "@/lib/platform/errors";
import { fieldReason } from "@/lib/platform/reasons/field-reasons";
import { FORMATS, TIME_ZONE } from "./formats";
import type { ReasonTexts } from "./reason-texts";

/** The part of an error or a detail that is translated. */
export type ReasonedProblem = Pick<ErrorDetail, "message"> & {
  reason?: string | undefined;
  params?: MessageParams | undefined;
};

/** Translates the sentence of a problem; null where the server's sentence stays. */
export type TranslateReason = (problem: ReasonedProblem) => string | null;

type AnyTranslator = (key: string, values: MessageParams) => string;

/**
 * Returns the translator of a language's texts. A detail without a reason comes from a check of the browser, whose sentence
 * names the reason. A reason that the language does not have, such as one of a newer server, keeps the server's sentence.
 */
export function createReasonTranslator(locale: string, texts: Partial<ReasonTexts>): TranslateReason {
  const messages: Record<string, string | null> = { ...texts };
  // A text that lacks a value is not shown: the server's sentence is.
  const fallback = { onError: () => undefined, getMessageFallback: () => "" };
  const config = { locale, messages, formats: FORMATS, timeZone: TIME_ZONE, ...fallback };
  const t = createTranslator(config as unknown as Parameters<typeof createTranslator>[0]) as AnyTranslator;
  return (problem) => {
    const { reason, params = {} } = problem.reason === undefined ? fieldReason(problem.message) : problem;
    return reason !== undefined && typeof messages[reason] === "string" ? t(reason, params) || null : null;
  };
}
