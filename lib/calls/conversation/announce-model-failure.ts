import { ModelError } from "@/lib/agents/models";
import { enginePhrases } from "./engine-phrases";
import type { AgentUtterance, ConversationEvent, TimedText } from "./state";
import type { TurnContext } from "./turn-context";

/**
 * Tells the caller that the model has failed, after the part of its turn that was already said, and offers a
 * person if one can be reached. `cause`: the error; at a cost limit the call is closed instead. If the caller interrupts, the model answers, because it may work again.
 * `finishSpeech` resolves with the resulting event when everything has been said.
 */
export async function announceModelFailure(
  { agent, capabilities, costLimitClosing }: TurnContext,
  cause: unknown,
  { text, startMs, endMs }: TimedText,
  say: (text: string) => void,
  finishSpeech: (utterance: AgentUtterance) => Promise<ConversationEvent>,
): Promise<ConversationEvent> {
  const isOverLimit = cause instanceof ModelError && cause.code === "cost_limit";
  const offersHuman = !isOverLimit && capabilities?.hasHuman === true;
  const { costLimit, failed, failedWithHuman } = enginePhrases(agent.language);
  const failure = offersHuman ? failedWithHuman : failed;
  const apology = isOverLimit ? (costLimitClosing ?? costLimit) : failure;
  const addition = text === "" || /\s$/.test(text) ? apology : ` ${apology}`;
  say(addition);
  const event = await finishSpeech({ text: text + addition, calls: [], startMs, endMs, latencyMs: null });
  return event.type === "agent_said"
    ? {
        type: "model_failed",
        utterance: event.utterance,
        offersHuman,
        ...(isOverLimit && { reason: "cost_limit" as const }),
      }
    : event;
}
