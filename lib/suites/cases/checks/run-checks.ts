import type { FinishedConversation } from "../finish-conversation";
import { hasArguments } from "../mock-tools";
import type { CaseCheck, CheckOf } from "../schema";
import { percentileOf } from "../values";
import { isSameValue } from "./is-same-value";
import type { Judge } from "./judge";
import { matchesPhrase } from "./matches-phrase";
import type { CaseFailure } from "./result";
import { speaksLanguage } from "./speaks-language";

/** Runs a check. Returns null if it passes, else the code of the reason. */
type Run<T extends CaseCheck["type"]> = (
  check: CheckOf<T>,
  conversation: FinishedConversation,
  judge: Judge,
) => string | null | Promise<string | null>;

const says = ({ agentTexts }: FinishedConversation, phrases: readonly string[]): boolean =>
  agentTexts.some((text) => phrases.some((phrase) => matchesPhrase(text, phrase)));

const LANGUAGE_REASONS = { other: "other_language", undecided: "language_undecided" } as const;

const RUNS: { [T in CaseCheck["type"]]: Run<T> } = {
  outcome: ({ one_of }, { conclusion }) => (one_of.includes(conclusion.outcome) ? null : "other_outcome"),
  end_reason: ({ one_of }, { state }) => (one_of.includes(state.endReason ?? "") ? null : "other_end_reason"),
  variable: ({ name, equals, tolerance }, { values }) => {
    const actual = values[name] ?? null;
    if (isSameValue(actual, equals, tolerance)) return null;
    return actual === null ? "no_value" : "other_value";
  },
  tool_called: ({ tool, arguments: args, min, max }, { toolCalls }) => {
    const calls = toolCalls.filter((call) => call.tool === tool);
    const fitting = calls.filter((call) => hasArguments(call.arguments, args)).length;
    if (fitting > max) return "too_many_calls";
    if (fitting >= min) return null;
    return calls.length > fitting ? "other_arguments" : "too_few_calls";
  },
  agent_says: ({ any_of }, conversation) => (says(conversation, any_of) ? null : "not_said"),
  agent_never_says: ({ any_of }, conversation) => (says(conversation, any_of) ? "said" : null),
  judge: async ({ question, expected }, conversation, judge) => {
    const answer = await judge(question, conversation);
    if (answer === null) return "no_verdict";
    return answer === expected ? null : "other_verdict";
  },
  reply_time: ({ max_ms, percentile }, { replyMs }) =>
    percentileOf(replyMs, percentile) <= max_ms ? null : "too_slow",
  language: ({ language, speaker }, { agentTexts, turns }) => {
    const callerTexts = turns.flatMap(({ role, text }) => (role === "caller" && text !== null ? [text] : []));
    const verdict = speaksLanguage(speaker === "agent" ? agentTexts : callerTexts, language);
    return verdict === "expected" ? null : LANGUAGE_REASONS[verdict];
  },
  turns: ({ max }, { agentTexts }) => (agentTexts.length <= max ? null : "too_many_turns"),
};

/** Runs the checks of a case, in order. */
export async function runChecks(
  checks: readonly CaseCheck[],
  conversation: FinishedConversation,
  judge: Judge,
): Promise<CaseFailure[]> {
  const failures: CaseFailure[] = [];
  for (const [index, check] of checks.entries()) {
    const run = RUNS[check.type] as Run<CaseCheck["type"]>;
    const reason = await run(check, conversation, judge);
    if (reason !== null) failures.push({ check: index, type: check.type, reason });
  }
  return failures;
}
