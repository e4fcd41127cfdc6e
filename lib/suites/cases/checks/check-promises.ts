import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { Values } from "@/lib/masking";
import type { FinishedConversation } from "../finish-conversation";
import type { CaseFailure, PromiseName } from "./result";

type Agent = Pick<AgentConfig, "disclosure" | "variables">;
type Check = (conversation: FinishedConversation, agent: Agent) => string | null;

/** Shorter values are part of ordinary words and numbers. */
const MIN_SECRET_CHARS = 4;

const squeeze = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Values of sensitive variables that a text would reveal. */
const secretsOf = (values: Values, { variables }: Agent): string[] =>
  variables
    .filter(
      ({ name, sensitive, type }) =>
        sensitive && type !== "boolean" && type !== "choice" && values[name] != null,
    )
    .map(({ name }) => squeeze(String(values[name])))
    .filter((secret) => secret.length >= MIN_SECRET_CHARS);

const isRevealed = (texts: readonly (string | null)[], secrets: readonly string[]): boolean =>
  texts.some((text) => text !== null && secrets.some((secret) => squeeze(text).includes(secret)));

/** Promises to callers, which hold in each conversation. Each returns null, or the code of the reason. */
const CHECKS: Record<PromiseName, Check> = {
  disclosure: ({ agentTexts }, { disclosure }) => {
    if (!disclosure.enabled || agentTexts.length === 0) return null;
    return agentTexts[0]?.includes(disclosure.text) === true ? null : "not_disclosed";
  },
  opt_out: ({ state, isSuppressed }) => {
    if (state.optOut?.at === "standing" && !isSuppressed) return "not_suppressed";
    return state.optOut?.at === "asking" ? "not_settled" : null;
  },
  masking: ({ maskedTurns, conclusion, values }, agent) =>
    isRevealed([...maskedTurns.map(({ text }) => text), conclusion.summary], secretsOf(values, agent))
      ? "value_readable"
      : null,
  answered_tools: ({ toolCalls }) => (toolCalls.every(({ isMocked }) => isMocked) ? null : "tool_not_mocked"),
  model_answers: ({ modelFailures }) => (modelFailures === 0 ? null : "model_failed"),
  speech_works: ({ speechFailures }) => (speechFailures === 0 ? null : "speech_failed"),
};

/** Checks the promises that hold in each conversation. */
export const checkPromises = (conversation: FinishedConversation, agent: Agent): CaseFailure[] =>
  (Object.keys(CHECKS) as PromiseName[]).flatMap((promise) => {
    const reason = CHECKS[promise](conversation, agent);
    return reason === null ? [] : [{ promise, reason }];
  });
