import type { Variable } from "@/lib/agents/agents/schema";
import {
  applyEndFacts,
  isShownTurn,
  type Settlement,
  settleConversation,
  settleWithoutModel,
  type TurnContext,
} from "@/lib/calls/conversation";
import {
  type ApiTurn,
  maskFairly,
  maskText,
  presentTranscript,
  scrubCardText,
  type Values,
} from "@/lib/masking";
import type { HeldConversation } from "./hold-conversation";

/** A conversation of a case, read as a settled call is: its values, its outcome, and its masked transcript. */
export type FinishedConversation = HeldConversation & {
  /** Unmasked: for the checks, never stored. */
  values: Values;
  /** Its summary is masked. */
  conclusion: Settlement["conclusion"];
  /** The transcript as readers of a call see it. */
  maskedTurns: readonly ApiTurn[];
  /** Unmasked texts of the agent's turns: for the checks, never stored. */
  agentTexts: readonly string[];
};

type Options = { context: TurnContext; variables: readonly Variable[]; signal: AbortSignal };

/** Reads values and outcome out of a held conversation and masks it. Rejects if the model fails. */
export async function finishConversation(
  conversation: HeldConversation,
  { context, variables, signal }: Options,
): Promise<FinishedConversation> {
  const { state, turns } = conversation;
  const settlement =
    state.endReason === "model_error"
      ? settleWithoutModel(context, state.values, state.outcome)
      : await settleConversation(context, turns, state.values, state.outcome, signal);
  const { values, spans } = settlement;
  const sensitive = new Set(variables.flatMap(({ name, sensitive }) => (sensitive ? [name] : [])));
  const mask = <T>(work: () => T) => maskFairly(context.workspaceId, work, "always");
  const maskedTurns = await mask(() =>
    presentTranscript({
      turns,
      spans,
      isSettled: spans !== null,
      redact: true,
      sensitive,
      variables,
      knownValues: values,
      language: context.agent.language,
    }).filter(isShownTurn),
  );
  const conclusion = applyEndFacts(settlement.conclusion, { ...state, hasRefusedRecording: false });
  const summary = scrubCardText(conclusion.summary);
  return {
    ...conversation,
    values,
    conclusion: { ...conclusion, summary: await mask(() => maskText(summary, values, sensitive, variables)) },
    maskedTurns,
    agentTexts: turns.flatMap(({ role, text }) => (role === "agent" && text !== null ? [text] : [])),
  };
}
