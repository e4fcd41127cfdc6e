import type { CaseCheck } from "@/lib/suites/cases/schema";
import type { CaseResults } from "@/lib/suites/runs/schema";
import type { Formatter, Translator } from "@/messages/translator";
import { formatScalar } from "../../../../_components/pairs";

type Failure = CaseResults["repetitions"][number]["failures"][number];
const PROMISES = [
  "disclosure",
  "opt_out",
  "masking",
  "answered_tools",
  "model_answers",
  "speech_works",
] as const;
const REASONS = [
  "other_outcome",
  "other_end_reason",
  "no_value",
  "other_value",
  "too_many_calls",
  "too_few_calls",
  "other_arguments",
  "not_said",
  "said",
  "no_verdict",
  "other_verdict",
  "too_slow",
  "too_many_turns",
  "other_language",
  "language_undecided",
  "not_disclosed",
  "not_suppressed",
  "not_settled",
  "value_readable",
  "tool_not_mocked",
  "model_failed",
  "speech_failed",
] as const;

/** A check in words. */
export function checkText(t: Translator<"suites">, format: Formatter, check: CaseCheck): string {
  const list = (values: readonly string[]) => format.list([...values], { type: "disjunction" });
  switch (check.type) {
    case "outcome":
      return t("checkText.outcome", { values: list(check.one_of) });
    case "end_reason":
      return t("checkText.end_reason", { values: list(check.one_of) });
    case "variable":
      return check.equals === null
        ? t("checkText.variableEmpty", { name: check.name })
        : t("checkText.variable", { name: check.name, value: formatScalar(check.equals) });
    case "tool_called":
      return t("checkText.tool_called", { tool: check.tool, min: check.min, max: check.max });
    case "agent_says":
      return t("checkText.agent_says", { values: list(check.any_of) });
    case "agent_never_says":
      return t("checkText.agent_never_says", { values: list(check.any_of) });
    case "judge":
      return t(check.expected ? "checkText.judgeYes" : "checkText.judgeNo", { question: check.question });
    case "reply_time":
      return t("checkText.reply_time", { percentile: check.percentile, ms: check.max_ms });
    case "language":
      return t(`checkText.${check.speaker === "agent" ? "languageAgent" : "languageCaller"}`, {
        language: check.language,
      });
    default:
      return t("checkText.turns", { max: check.max });
  }
}

/** A failed check or promise in words, with the reason. A code of a later release stays a code. */
export function failureText(
  t: Translator<"suites">,
  format: Formatter,
  { check: position, type, reason }: Failure,
  checks: readonly CaseCheck[],
): string {
  const check = position === null ? undefined : checks[position];
  const promise = PROMISES.find((name) => name === type);
  const subject =
    check !== undefined
      ? checkText(t, format, check)
      : promise === undefined
        ? type
        : t(`promise.${promise}`);
  const code = REASONS.find((name) => name === reason);
  return t("failure", { check: subject, reason: code === undefined ? reason : t(`reason.${code}`) });
}
