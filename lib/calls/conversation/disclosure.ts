import type { ModelAgent } from "./model-contract";
import type { KeptTurn } from "./state";

type Disclosing = Pick<ModelAgent, "disclosure">;

/** How often the disclosure is begun: whoever has talked over it so often is not made to hear it by once more. */
export const MOST_DISCLOSED = 3;

/** Words alone: where a turn was cut off, its last point may be missing. */
const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;

/** What the engine says before anything else, or nothing where the agent discloses nothing. */
export const disclosureOf = ({ disclosure }: Disclosing): string =>
  disclosure.enabled ? disclosure.text.trim() : "";

/**
 * Whether the agent, cut off when `text` of its turn had been heard, has yet to say what it is. A turn that was heard to
 * its end has begun with it.
 */
export function isUndisclosed(agent: Disclosing, turns: readonly KeptTurn[], text: string): boolean {
  const told = wordsOf(disclosureOf(agent));
  if (told.trim() === "") return false;
  const before = turns.filter(({ role }) => role === "agent");
  if (before.some(({ interrupted }) => !interrupted)) return false;
  return ![...before.map((turn) => turn.text ?? ""), text].some((heard) => wordsOf(heard).includes(told));
}
