import { enginePhrases } from "./engine-phrases";
import type { Scene } from "./scene";
import type { Event, Part, Said } from "./state";

/**
 * Tells the caller that the model has failed, behind what was said of its turn (`soFar`), and offers a person where one
 * can be reached. A caller who interrupts that is answered by the model, which may be back. `heard` resolves once all
 * has been said, with what came of it.
 */
export async function tellOfFailure(
  { agent, reach }: Scene,
  { text, startMs, endMs }: Part,
  say: (text: string) => void,
  heard: (said: Said) => Promise<Event>,
): Promise<Event> {
  const offersHuman = reach?.human === true;
  const { failed, failedWithHuman } = enginePhrases(agent.language);
  const apology = offersHuman ? failedWithHuman : failed;
  const addition = text === "" || /\s$/.test(text) ? apology : ` ${apology}`;
  say(addition);
  const event = await heard({ text: text + addition, calls: [], startMs, endMs, latencyMs: null });
  return event.type === "agent_said" ? { type: "model_failed", said: event.said, offersHuman } : event;
}
