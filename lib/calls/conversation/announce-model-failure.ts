import { enginePhrases } from "./engine-phrases";
import type { AgentUtterance, ConversationEvent, TimedText } from "./state";
import type { TurnContext } from "./turn-context";

/**
 * Tells the caller that the model has failed, after the part of its turn that was already said, and offers a
 * person if one can be reached. If the caller interrupts, the model answers, because it may work again.
 * `finishSpeech` resolves with the resulting event when everything has been said.
 */
export async function announceModelFailure(
  { agent, capabilities }: TurnContext,
  { text, startMs, endMs }: TimedText,
  say: (text: string) => void,
  finishSpeech: (utterance: AgentUtterance) => Promise<ConversationEvent>,
): Promise<ConversationEvent> {
  const offersHuman = capabilities?.hasHuman === true;
  const { failed, failedWithHuman } = enginePhrases(agent.language);
  const apology = offersHuman ? failedWithHuman : failed;
  const addition = text === "" || /\s$/.test(text) ? apology : ` ${apology}`;
  say(addition);
  const event = await finishSpeech({ text: text + addition, calls: [], startMs, endMs, latencyMs: null });
  return event.type === "agent_said"
    ? { type: "model_failed", utterance: event.utterance, offersHuman }
    : event;
}
